"""A time beyond its bound is measured again, at most twice, and the least counts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from measured import USUAL, slowness, within


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Set the processor time that each run takes, in order."""
    taken: list[float] = []

    def times() -> Iterator[float]:
        while True:
            yield 0.0
            yield taken.pop(0)

    running = times()
    monkeypatch.setattr("measured.time.process_time", lambda: next(running))
    return taken


@pytest.mark.parametrize(
    ("taken", "least", "left"),
    [
        ([0.3, 0.1], 0.3, 1),
        ([1.02, 0.3, 0.1], 0.3, 1),
        ([1.5, 1.2, 0.9, 0.1], 0.9, 1),
        ([1.5, 1.2, 1.3, 0.1], 1.2, 1),
    ],
)
def test_the_least_of_at_most_three(
    clock: list[float], monkeypatch: pytest.MonkeyPatch, taken: list[float], least: float, left: int
) -> None:
    """A run within the bound is the last; a run that is too long three times fails."""
    monkeypatch.setattr("measured.slowness", lambda: 1.0)
    clock.extend(taken)
    values = iter("abc")
    assert within(1.0, lambda: next(values)) == ("a", least)
    assert len(clock) == left


def test_a_slow_machine_is_known_by_its_loop(clock: list[float]) -> None:
    """Half the speed counts; a fast machine does not make a bound tighter."""
    clock += [2 * USUAL, USUAL / 2]
    assert (slowness(), slowness()) == (2.0, 1.0)


def test_a_slow_moment_counts_less(clock: list[float]) -> None:
    """A run that takes twice its bound while all takes twice as long is within it."""
    clock += [2.5, 1.8, 2 * USUAL, 0.1]
    assert within(1.0, lambda: "a") == ("a", 0.9)
