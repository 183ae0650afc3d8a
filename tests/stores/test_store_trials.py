"""Samples of the long runs of `tests/bench/stores.py` and `.ci/long`."""

from __future__ import annotations

from places import Place
from strain import tried


def test_a_writer_is_killed(lasting: Place) -> None:
    """After ten kills at random moments no acknowledged fact is lost, and none is half-written."""
    assert tried("store_trials", "kill", lasting.address, 10)["appends"] > 0


def test_many_processes_at_many_tables(lasting: Place) -> None:
    """Four of them: each acknowledged fact is there once, in order; the late are refused and come again."""
    found = tried("store_trials", "many", lasting.address, 10, 4, 8)
    assert found["appended"] == 80 and found["late"] > 0


def test_nobody_is_kept_from_writing(lasting: Place) -> None:
    """Four processes append on and on: each gets its share."""
    assert tried("store_trials", "share", lasting.address, 4, 3)["processes"] == 4


def test_memory_does_not_grow_with_tables(lasting: Place) -> None:
    """Tables used one after another leave nothing in memory."""
    assert tried("store_trials", "memory", lasting.address, 150)["tables"] == 150


def test_a_trial_finds_what_is_wrong() -> None:
    """A killed writer's faults are reported: facts lost, half-written, out of order, or stored twice."""
    from store_trials import _faults

    from fitl_core.stores.port import KeptFact

    whole = [KeptFact(n + 1, "k", f"c{n // 3} {n % 3} x".encode(), f"c{n // 3}") for n in range(6)]
    assert _faults(whole, 6) == _faults(whole, 3) == []
    assert _faults(whole[:3], 6) and _faults(whole[:5], 3) and _faults(whole, 0)
    assert _faults([whole[0], whole[2], whole[1], *whole[3:]], 6)
    assert _faults([*whole[:3], *whole[:3]], 6)
