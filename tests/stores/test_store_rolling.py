"""Processes of a store are upgraded and downgraded in the midst of games: a sample of `.ci/long`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from places import Place
from rolling_trials import OLDER, ROOT, _lost
from samples import WHOLE
from strain import tried

from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import NewFact
from fitl_core.table.encoding import FORM

SIZE = (50, 4) if WHOLE else (6, 0.8)
"""The number of tables, and the seconds of each phase."""


def test_processes_are_upgraded_and_downgraded(tmp_path: Path) -> None:
    """Nothing that was acknowledged is lost or doubled, and no older process writes after a newer one."""
    history = subprocess.run(["git", "-C", str(ROOT), "cat-file", "-e", OLDER], capture_output=True)
    if history.returncode:
        pytest.skip(f"no history of the repository: the older version is commit {OLDER}")
    place = Place("postgres", tmp_path)
    try:
        found = tried("rolling_trials", place.address, *SIZE)
    finally:
        place.clear()
    assert set(found["facts of each form"]) == {"1", str(FORM), str(FORM + 1)}
    assert min(found["refused"].values()) > 0


def test_the_trial_finds_what_is_wrong() -> None:
    """A command that was lost, one that nobody has acknowledged, and an older fact after a newer one."""
    store = MemoryStore()
    store.append("t", 0, [NewFact("k", b'{"form":3}')], "US old 1 0")
    store.append("t", 1, [NewFact("k", b'{"form":2}')], "US old 1 1")
    first, second = ("t", "US", "old 1 0", 1), ("t", "US", "old 1 1", 2)
    assert len(_lost(store, ["t"], [first, second])) == 1
    assert len(_lost(store, ["t"], [first])) == 2
    assert len(_lost(store, ["t"], [first, second, ("t", "US", "old 1 2", 3)])) == 2
    assert len(_lost(store, ["t"], [first, ("t", "US", "old 1 1", 3)])) == 2
