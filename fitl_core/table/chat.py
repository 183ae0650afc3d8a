"""The chat of a table: short messages of the players, the host and, if the host allows it, spectators.

The chat is side data. It is no part of the game's facts or log, and no export has it. Only the last messages
are kept. Names are those at the time of a message, and are erased with the player's name. Read
`fitl_core.server.chat_handlers` next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypeVar

import msgspec

from fitl_core.stores.port import Store
from fitl_core.table.facts import Seat
from fitl_core.table.refusals import Forbidden, TableError
from notation.quoting import only_printable

MOST_MESSAGES = 200
"""The number of messages that are kept at a table. Older ones are erased."""
LONGEST_MESSAGE = 500
"""The largest number of characters in a message."""
MINUTE = timedelta(minutes=1)
"""The time for which messages are counted against a limit."""
MOST_OF_SEAT, MOST_OF_SPECTATORS = 20, 10
"""The number of messages in a minute of one seat, and of all spectators of a table together."""
T = TypeVar("T")
_ENTRY = "chat"
_TRIES = 20


class TooChatty(TableError):
    """More messages in a minute than one seat, or all spectators, may send; `wait` is in seconds."""

    code = "too-chatty"

    def __init__(self, wait: float) -> None:
        super().__init__(f"too many messages: the next one is possible in {max(1, round(wait))} seconds")
        self.wait: float = wait


class ChatMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message: its number from 1, its time, and its text. `by` is a seat, `""` the host, None a spectator.

    `key` is the client's own name for the message, so that it can be sent again.
    """

    number: int
    time: str
    by: Seat | None
    name: str
    text: str
    key: str = ""


class Chat(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last messages of a table, and whether spectators may read and write them."""

    messages: tuple[ChatMessage, ...] = ()
    has_spectators: bool = False

    @property
    def last(self) -> int:
        """The number of the last message, 0 without any."""
        return self.messages[-1].number if self.messages else 0


_DECODER: msgspec.json.Decoder[Chat] = msgspec.json.Decoder(Chat)


def chat_of(store: Store, table: str) -> Chat:
    """Return the chat of a table; empty if there is none, or if it cannot be read."""
    return _read(store.aside(table).get(_ENTRY))


def may_join(chat: Chat, seat: Seat | None) -> bool:
    """Check whether a seat (None: a spectator) may read and write the chat."""
    return seat is not None or chat.has_spectators


def insist_on_joining(chat: Chat, seat: Seat | None) -> None:
    """Raise `Forbidden` for a spectator if the host has not let spectators join the chat."""
    if not may_join(chat, seat):
        raise Forbidden("the chat of this table is for its players: the host may let spectators join")


def say_at(
    store: Store, table: str, seat: Seat | None, name: str, text: str, key: str, now: str
) -> ChatMessage:
    """Add a message to the chat, and return it. A message of the same author and `key` is added only once.

    Raises `Forbidden`, `TooChatty`, or `TableError` for an empty or too long text.
    """
    said = _plain(text)
    if not said or len(said) > LONGEST_MESSAGE:
        raise TableError(f"a message has 1 to {LONGEST_MESSAGE} characters that can be seen")

    def added(chat: Chat) -> tuple[Chat, ChatMessage]:
        insist_on_joining(chat, seat)
        own = [one for one in chat.messages if one.by == seat]
        for one in own:
            if key and one.key == key:
                return chat, one
        _insist_on_pace(own, MOST_OF_SPECTATORS if seat is None else MOST_OF_SEAT, now)
        new = ChatMessage(chat.last + 1, now, seat, _plain(name), said, key)
        return Chat((*chat.messages, new)[-MOST_MESSAGES:], chat.has_spectators), new

    return _changed(store, table, added)


def let_spectators_join(store: Store, table: str, is_open: bool) -> None:
    """Let spectators join the chat, or shut them out."""
    _changed(store, table, lambda chat: (Chat(chat.messages, is_open), None))


def forget_name_in_chat(store: Store, table: str, seat: Seat) -> None:
    """Erase the name of a seat's player from its messages."""

    def nameless(chat: Chat) -> tuple[Chat, None]:
        left = [msgspec.structs.replace(one, name="") if one.by == seat else one for one in chat.messages]
        return Chat(tuple(left), chat.has_spectators), None

    with suppress(TableError):  # too many write at once; leaving the table does not fail for it
        _changed(store, table, nameless)


def is_of_chat(key: str) -> bool:
    """Check whether an entry of the side data is the chat."""
    return key == _ENTRY


def _insist_on_pace(own: Iterable[ChatMessage], most: int, now: str) -> None:
    """Raise `TooChatty` if an author has sent too many messages in the last minute."""
    times = [datetime.fromisoformat(one.time) for one in own]
    since = datetime.fromisoformat(now) - MINUTE
    recent = [time for time in times if time > since]
    if len(recent) >= most:
        raise TooChatty((recent[-most] - since).total_seconds())


def _plain(text: str) -> str:
    """Return a text in one line, without characters that cannot be seen: they could reverse what follows."""
    return only_printable(" ".join(text.split()))


def _changed(store: Store, table: str, change: Callable[[Chat], tuple[Chat, T]]) -> T:
    """Keep the chat as `change` makes it of the present one, and return what it returns beside it."""
    for _ in range(_TRIES):
        raw = store.aside(table).get(_ENTRY)
        before = _read(raw)
        after, value = change(before)
        if after == before or store.swap_aside(table, _ENTRY, raw, msgspec.json.encode(after).decode()):
            return value
    raise TableError("too many people write at once: try again")


def _read(raw: str | None) -> Chat:
    try:
        return Chat() if raw is None else _DECODER.decode(raw)
    except msgspec.MsgspecError:
        return Chat()
