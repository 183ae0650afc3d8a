"""The chat of a table: who may join it, its bounds, and that it is no part of the game."""

from __future__ import annotations

import pytest

from fitl_core import Setup
from fitl_core.stores.memory import MemoryStore
from fitl_core.table import chat
from fitl_core.table.commands import Sit, Unseat
from fitl_core.table.exports import exported
from fitl_core.table.refusals import Forbidden, TableError
from fitl_core.table.tables import Tables


@pytest.fixture
def tables() -> Tables:
    """A store with a table `t`."""
    tables = Tables(MemoryStore())
    tables.open(Setup("short"), table="t")
    return tables


def at(second: int) -> str:
    """A time in an hour."""
    return f"2026-01-01T00:{second // 60:02d}:{second % 60:02d}.000Z"


def test_messages_have_numbers_and_names(tables: Tables) -> None:
    """They come in order; sent again with the same key, a message stands there once."""
    for key in ("a", "a", "b"):
        chat.say_at(tables.store, "t", "US", "Ann", " hello\n there ", key, at(0))
    found = chat.chat_of(tables.store, "t")
    assert [(one.number, one.by, one.name, one.text) for one in found.messages] == [
        (1, "US", "Ann", "hello there"),
        (2, "US", "Ann", "hello there"),
    ]


def test_spectators_join_only_if_the_host_lets_them(tables: Tables) -> None:
    """Spectators are refused, let in, and shut out again; messages stay."""
    with pytest.raises(Forbidden, match="for its players"):
        chat.say_at(tables.store, "t", None, "", "hello", "", at(0))
    chat.let_spectators_join(tables.store, "t", True)
    chat.say_at(tables.store, "t", None, "", "hello", "", at(0))
    chat.let_spectators_join(tables.store, "t", False)
    found = chat.chat_of(tables.store, "t")
    assert found.last == 1 and not chat.may_join(found, None) and chat.may_join(found, "")


@pytest.mark.parametrize(("by", "most"), [("US", chat.MOST_OF_SEAT), (None, chat.MOST_OF_SPECTATORS)])
def test_the_messages_of_a_minute_are_bounded(tables: Tables, by: str | None, most: int) -> None:
    """The next message is possible a minute after the first of them; others are not kept waiting."""
    chat.let_spectators_join(tables.store, "t", True)
    for second in range(most):
        chat.say_at(tables.store, "t", by, "", "hello", "", at(second))
    with pytest.raises(chat.TooChatty, match=rf"in {60 - most} seconds"):
        chat.say_at(tables.store, "t", by, "", "hello", "", at(most))
    chat.say_at(tables.store, "t", "VC", "", "hello", "", at(most))
    chat.say_at(tables.store, "t", by, "", "hello", "", at(61))


def test_the_last_messages_are_kept(tables: Tables) -> None:
    """Their number is bounded, and numbers go on."""
    for number in range(chat.MOST_MESSAGES + 5):
        chat.say_at(tables.store, "t", "US", "", f"{number}", "", at(number * 4))
    found = chat.chat_of(tables.store, "t").messages
    assert len(found) == chat.MOST_MESSAGES and found[-1].number == chat.MOST_MESSAGES + 5


@pytest.mark.parametrize("text", ["", "  \n", "\u202e\u200b", "x" * 501])
def test_a_message_can_be_seen_and_is_not_too_long(tables: Tables, text: str) -> None:
    """A text without visible characters, or too long, is refused."""
    with pytest.raises(TableError, match="1 to 500 characters"):
        chat.say_at(tables.store, "t", "US", "", text, "", at(0))


def test_the_chat_is_no_part_of_the_game(tables: Tables) -> None:
    """No fact, view, log or export has it; the name of a player who is gone is erased from it."""
    tables.do("t", "US", Sit(), seen=tables.version("t"))
    before = tables.version("t")
    chat.say_at(tables.store, "t", "US", "Ann", "between us", "", at(0))
    assert tables.version("t") == before
    for shown in (
        tables.view("t", "US"),
        tables.log("t"),
        tables.facts("t", "US"),
        exported(tables.store, "t"),
    ):
        assert "between us" not in str(shown) and "Ann" not in str(shown)
    tables.do("t", "", Unseat("US"), seen=before)
    (message,) = chat.chat_of(tables.store, "t").messages
    assert (message.name, message.text) == ("", "between us")
