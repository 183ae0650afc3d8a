"""Samples of the long runs of `tests/bench/at_tables.py` and `.ci/long`."""

from __future__ import annotations

from pathlib import Path

from strain import tried


def test_a_player_is_killed(address: str) -> None:
    """After kills at random moments no fact is lost or half-written, and every table verifies."""
    assert tried("table_trials", "kill", address, 4)["killed"] == 4


def test_many_processes_at_many_tables(address: str) -> None:
    """Each move that is acknowledged is there once, in order; the late are refused, and come again."""
    assert tried("table_trials", "many", address, 4, 3, 4)["moves"] > 8


def test_memory_does_not_grow_with_tables(tmp_path: Path) -> None:
    """Tables opened one after another leave no more than the few seen last."""
    tried("table_trials", "memory", f"sqlite:{tmp_path / 'tables.db'}", 60)
