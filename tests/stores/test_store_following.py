"""Followers: each fact once, in order, no wake-up lost, whoever appended it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import pytest
from places import Place, bodies, facts

from fitl_core.stores.port import KeptFact, Late, Store

T = TypeVar("T")
LONG = 20.0
"""Seconds after which something has hung."""


@contextmanager
def meanwhile(work: Callable[[], T]) -> Iterator[Future[T]]:
    """Work in another thread while the block runs."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(work)


def until(store: Store, table: str, last: int) -> list[KeptFact]:
    """Return all that a follower gets up to a version."""
    found = []
    for fact in store.follow(table, 0, LONG):
        found.append(fact)
        if fact.version == last:
            break
    return found


def test_what_is_there_comes_first(store: Store) -> None:
    """A follower reads on from its given version, and ends when nothing came for its time."""
    store.append("a", 0, facts("1", "2", "3"))
    assert bodies(list(store.follow("a", 1, 0))) == ["2", "3"]
    before = time.monotonic()
    assert list(store.follow("a", 3, 0.2)) == []
    assert 0.19 < time.monotonic() - before < 5


def test_who_waits_does_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A follower that has been woken once sleeps again, and does not look and look."""
    store.append("a", 0, facts("1"))
    following = store.follow("a", 0, 0.5)
    with meanwhile(lambda: [next(following), next(following)]) as found:
        time.sleep(0.1)
        store.append("a", 1, facts("2"))
        assert bodies(found.result(LONG)) == ["1", "2"]
    reads = []
    read = store.read
    monkeypatch.setattr(store, "read", lambda *asked: reads.append(asked) or read(*asked))
    assert list(following) == []
    assert len(reads) < 5


def test_a_table_that_is_not_there_yet(store: Store) -> None:
    """A table that does not exist yet can be followed: its first fact comes when it is opened."""
    with meanwhile(lambda: until(store, "a", 1)) as found:
        time.sleep(0.05)
        store.append("b", 0, facts("no"))
        store.append("a", 0, facts("yes"))
        assert bodies(found.result(LONG)) == ["yes"]


def test_more_than_is_read_at_once(store: Store) -> None:
    """A long stream is read whole, in several parts."""
    store.append("a", 0, facts(*map(str, range(1201))))
    assert bodies(list(store.follow("a", 0, 0))) == [str(number) for number in range(1201)]


def test_a_follower_is_woken(place: Place) -> None:
    """Appends through its own store wake a follower at once, those of another soon, before its time is up."""
    here, there = place.open(), place.open()
    for writer in (here, there):
        seen = here.version("a")
        with meanwhile(lambda seen=seen: (next(here.follow("a", seen, LONG)), time.monotonic())) as found:
            time.sleep(0.3)
            writer.append("a", seen, facts("x"))
            told = time.monotonic()
            fact, came = found.result(LONG)
        assert fact.version == seen + 1
        assert came - told < 2


@pytest.mark.parametrize("writers", [1, 4])
def test_nothing_is_lost_while_many_write(place: Place, writers: int) -> None:
    """Followers that begin at any time get every fact once, in order, from writers on stores of their own."""
    each = 25
    last = writers * each

    def write(number: int) -> None:
        store = place.open()
        for turn in range(each):
            done = False
            while not done:
                try:
                    store.append("a", store.version("a"), facts(f"{number}-{turn}"))
                    done = True
                except Late:
                    continue

    def follow(number: int) -> list[KeptFact]:
        time.sleep(number * 0.03)
        return until(place.open(), "a", last)

    with ThreadPoolExecutor(writers + 4) as pool:
        followers = [pool.submit(follow, number) for number in range(4)]
        list(pool.map(write, range(writers)))
        for found in followers:
            assert [fact.version for fact in found.result(LONG)] == list(range(1, last + 1))


def test_no_wake_up_is_lost_between_reading_and_waiting(place: Place) -> None:
    """The next fact is appended at every moment around the wait of a follower: it never sleeps over it."""
    here, there = place.open(), place.open()
    turns = 80
    with meanwhile(lambda: until(here, "a", turns)) as found:
        for turn in range(turns):
            there.append("a", turn, facts(str(turn)))
            time.sleep(turn % 7 * 0.0007)
        assert len(found.result(LONG)) == turns


def test_what_has_changed(place: Place) -> None:
    """Every table past its last seen version is listed with its version; none, once the time is up."""
    here, there = place.open(), place.open()
    assert here.changed({}, 0) == {}
    here.append("a", 0, facts("1", "2"))
    there.append("b", 0, facts("1"))
    assert here.changed({}, LONG) == {"a": 2, "b": 1}
    assert here.changed({"a": 1, "b": 1, "none": 5}, 0) == {"a": 2, "none": 0}
    before = time.monotonic()
    assert here.changed({"a": 2, "b": 1}, 0.2) == {}
    assert time.monotonic() - before > 0.19
    with meanwhile(lambda: here.changed({"a": 2, "b": 1}, LONG)) as found:
        time.sleep(0.1)
        there.append("b", 1, facts("2"))
        assert found.result(LONG) == {"b": 2}


def test_closing_ends_following(place: Place) -> None:
    """A follower of a store that is closed wakes up, and gets no error."""
    store = place.open()
    begun = threading.Barrier(3)

    def follow() -> list[KeptFact]:
        begun.wait()
        return list(store.follow("a"))

    def watch() -> dict[str, int]:
        begun.wait()
        return store.changed({})

    with ThreadPoolExecutor(2) as pool:
        followed, watched = pool.submit(follow), pool.submit(watch)
        begun.wait()
        time.sleep(0.1)
        store.close()
        assert (followed.result(LONG), watched.result(LONG)) == ([], {})


def test_who_has_gone_is_forgotten(store: Store) -> None:
    """Followers that end, or are dropped in the middle, leave nothing in the store."""
    store.append("a", 0, facts("1", "2"))
    for number in range(50):
        list(store.follow(f"t{number}", 0, 0))
        following = store.follow("a")
        next(following)
        del following
    assert store._bell._watching == {}  # type: ignore[attr-defined]
