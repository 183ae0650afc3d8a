"""News as they come: each once and in order, whoever has written; events that end a stream, or do not."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from serving import At, FailingStore, Listener, ask, served

from fitl_core.errors import FitlError
from fitl_core.server import news as server_news
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import StoreError
from fitl_core.table.encoding import NewerFact
from fitl_core.table.links import Damaged
from fitl_core.table.tables import Tables

STORE = FailingStore()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server for all tests of this module."""
    with served(STORE) as number:
        yield number


def versions(told: list[Any]) -> list[int]:
    """Return the versions of the facts in the news."""
    return [fact["version"] for one in told for fact in one["facts"]]


def test_each_fact_comes_once_and_in_order(port: int) -> None:
    """A stream sends earlier facts, later ones, and those after a reconnection, each once and in order."""
    table = At(port)
    first = Listener(port, table.name, 0)
    name, _ = first.next()
    assert name == "news"
    for number in range(3):
        table.tell("US", {"command": "comment", "text": f"{number}"})
    while first.told[-1]["version"] < table.version:
        first.next()
    first.close()
    table.tell("US", {"command": "comment", "text": "meanwhile"})
    again = Listener(port, table.name, 0, last=first.told[-1]["version"])
    again.next()
    again.close()
    known = [fact["version"] for fact in table.get("/facts").json["facts"]]
    assert versions(first.told) + versions(again.told) == known


def test_the_last_of_what_is_new_says_how_the_table_stands(port: int) -> None:
    """The last of the news alone names the seats that the table waits for, and the number of lines."""
    table = At(port)
    told = table.news(None, 0, until=table.version)
    assert {one["asked"] for one in told[:-1]} == {None} and len(told) > 2
    view = table.get().json
    assert told[-1]["asked"] == view["asked"] and told[-1]["lines"] == len(view["lines"])
    assert told[-1]["status"] == "playing"


def test_a_command_is_told_as_a_whole(port: int) -> None:
    """The last seat sits down, and the table deals: that is one piece of news."""
    table = At(port)
    opened, sat_before = 2, 3
    (last,) = table.news(None, opened + sat_before, until=table.version)
    assert [fact["more"] for fact in last["facts"]][-1] is False
    assert all(fact["more"] for fact in last["facts"][:-1]) and len(last["facts"]) > 3


def test_a_link_that_is_void_ends_its_stream(port: int) -> None:
    """A void link ends its stream with the next fact that it would send."""
    table = At(port)
    listener = Listener(port, table.name, table.version, table.links["US"])
    table.tell("", {"command": "unseat", "seat": "US"})
    while (event := listener.next())[0] == "news":
        pass
    assert event == ("end", {"why": "link"})
    assert listener.next() == ("", None)


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (Damaged("hue", 7, "its link does not fit"), "damaged-table", "table hue is damaged at fact 7: "),
        (NewerFact("fact 7 of table hue is newer", "hue", 7), "newer-fact", "must be upgraded"),
    ],
)
def test_a_table_that_cannot_be_read_ends_its_streams_with_the_reason(
    port: int, monkeypatch: pytest.MonkeyPatch, error: FitlError, code: str, words: str
) -> None:
    """Every open stream ends with the problem that other requests get."""
    table = At(port)
    listeners = [Listener(port, table.name, table.version) for _ in range(2)]

    def unreadable(*_asked: object) -> None:
        raise error

    monkeypatch.setattr(server_news, "news_for", unreadable)
    table.tell("US", {"command": "comment", "text": "good luck"})
    for listener in listeners:
        name, end = listener.next()
        assert (name, end["why"], end["problem"]["error"]) == ("end", "server", code)
        assert words in end["problem"]["message"]
        assert listener.next() == ("", None)


def test_a_store_that_is_away_costs_nothing(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stream waits while the store is away, and then reports the missed changes."""
    monkeypatch.setattr(server_news, "PAUSE", 0.02)
    table = At(port)
    listener = Listener(port, table.name, table.version)
    before = table.version
    table.tell("US", {"command": "comment", "text": "one"})
    assert listener.next()[1]["version"] == before + 1
    STORE.error = StoreError("away")
    second = Listener(port, table.name, before)
    begun = time.monotonic()
    while STORE.asked < 3:
        assert time.monotonic() - begun < 60
        time.sleep(0.01)
    STORE.error = None
    table.tell("US", {"command": "comment", "text": "two"})
    assert listener.next()[1]["version"] == before + 2
    assert [second.next()[1]["version"] for _ in range(2)] == [before + 1, before + 2]
    listener.close()
    second.close()


def test_a_quiet_stream_says_that_it_is_there(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quiet stream sends comments, which are no events."""
    monkeypatch.setattr(server_news, "HEARTBEAT", 0.05)
    table = At(port)
    listener = Listener(port, table.name, table.version)
    lines = [listener._answer.readline() for _ in range(6)]
    assert lines[2::2] == [b": heartbeat\n"] * 2
    listener.close()


def test_an_id_that_is_none_begins_no_stream(port: int) -> None:
    """400, as for a version that there cannot be."""
    table = At(port, sit=False)
    path = f"/api/tables/{table.name}/news"
    for got in (
        ask(port, "GET", path, headers={"Last-Event-ID": "x"}),
        ask(port, "GET", path, headers={"Last-Event-ID": "-1"}),
        ask(port, "GET", f"{path}?after=-1"),
    ):
        assert got.status == 400
    assert ask(port, "GET", "/api/tables/moon/news").status == 404
    assert ask(port, "GET", path, link="x").status == 401


def test_a_stream_ends_when_its_table_is_deleted() -> None:
    """The listener gets the reason, and a new stream is refused."""
    store = MemoryStore()
    with served(store) as port:
        table = At(port)
        listener = Listener(port, table.name, table.version, table.links["US"])
        Tables(store).delete(table.name)
        name, told = listener.next()
        assert (name, told["why"], told["problem"]["error"]) == ("end", "deleted", "unknown")
        got = table.get("/news?after=0")
        assert got.status == 404 and "deleted the table" in got.json["message"]
        assert table.get(seat="US").status == 404
