"""Buckets of requests: they fill by the second, a request empties them, and a refused one does not."""

from __future__ import annotations

import pytest

from fitl_core.server import rates
from fitl_core.server.rates import BURST, Rates
from fitl_core.server.shared_results import Kept


class Clock:
    """A clock that stands until it is set on."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock for each test."""
    return Clock()


@pytest.mark.parametrize("rate", [0.5, 1, 25])
def test_a_new_client_has_a_burst(clock: Clock, rate: float) -> None:
    """A new client may send a burst of requests at once, and then waits for one request's time."""
    asked = Rates(rate, clock)
    assert [asked.wait("a") for _ in range(round(rate * BURST))] == [0] * round(rate * BURST)
    assert asked.wait("a") == pytest.approx(1 / rate)


@pytest.mark.parametrize("tries", [1, 2, 50])
@pytest.mark.parametrize("weight", [1, 2, 4])
def test_a_refused_request_takes_nothing(clock: Clock, tries: int, weight: float) -> None:
    """However often it comes: the wait is the same, and after it there is enough."""
    asked = Rates(1, clock)
    assert asked.wait("a", BURST) == 0
    assert [asked.wait("a", weight) for _ in range(tries)] == [weight] * tries
    clock.now += weight / 2
    assert [asked.wait("a", weight) for _ in range(tries)] == [weight / 2] * tries
    clock.now += weight / 2
    assert asked.wait("a", weight) == 0
    assert asked.wait("a") == 1


def test_a_granted_request_takes_its_weight(clock: Clock) -> None:
    """A granted request takes exactly its weight from the bucket."""
    asked = Rates(1, clock)
    assert asked.wait("a", 1.5) == 0 and asked.wait("a", 2.5) == 0
    assert asked.wait("a", 0.25) == 0.25


def test_a_bucket_fills_by_the_second_and_not_beyond(clock: Clock) -> None:
    """Half of it in half the time; after a long time it is full, and not fuller."""
    asked = Rates(2, clock)
    assert asked.wait("a", 2 * BURST) == 0
    clock.now += BURST / 2
    assert asked.wait("a", BURST) == 0
    assert asked.wait("a", 2) == 1
    clock.now += 1000
    assert asked.wait("a", 2 * BURST) == 0
    assert asked.wait("a", 1) == 0.5


def test_what_weighs_more_than_a_bucket_takes_all_of_it(clock: Clock) -> None:
    """A request heavier than the bucket waits until the bucket is full, and not for ever."""
    asked = Rates(1, clock)
    assert asked.wait("a", 100) == 0
    assert asked.wait("a", 100) == BURST
    clock.now += BURST
    assert asked.wait("a", 100) == 0


def test_clients_have_buckets_of_their_own(clock: Clock) -> None:
    """A client who has emptied his bucket leaves the others' full."""
    asked = Rates(1, clock)
    assert asked.wait("a", BURST) == asked.wait("b", BURST) == 0
    assert asked.wait("a") == 1


def test_the_quietest_client_is_forgotten_first(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused request keeps a client remembered, too: nobody gets a new bucket by asking on."""
    monkeypatch.setattr(rates, "MOST_CLIENTS", 2)
    asked = Rates(1, clock)
    for client in ("a", "b"):
        assert asked.wait(client, BURST) == 0
    assert asked.wait("a") == 1  # "b" has been quiet for longer now
    assert asked.wait("c", BURST) == 0
    assert asked.wait("a") == 1 and asked.wait("c") == 1
    assert asked.wait("b", BURST) == 0


def test_without_a_rate_nobody_waits(clock: Clock) -> None:
    """Without a rate no bucket is kept, and nobody waits."""
    asked = Rates(None, clock)
    assert {asked.wait("a", 1000) for _ in range(1000)} == {0}


def test_what_was_asked_for_last_is_kept() -> None:
    """So many things: one is made again only once it has gone."""
    kept: Kept[str] = Kept(2)
    made: list[str] = []

    def get(name: str) -> str:
        return kept.get(name, lambda: made.append(name) or name.upper())  # type: ignore[func-returns-value]

    assert [get(name) for name in ("a", "b", "a", "c", "a", "b", "c")] == ["A", "B", "A", "C", "A", "B", "C"]
    assert made == ["a", "b", "c", "b", "c"]
