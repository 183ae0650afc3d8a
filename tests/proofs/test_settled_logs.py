"""Settled games: what older rules allowed is let stand, and every proof of the game still holds."""

from __future__ import annotations

from pathlib import Path

import pytest

import notation
from fitl_core.game.files import LogFile, play_log, read_log
from fitl_core.game.settling import judged_otherwise
from fitl_core.proofs.settled_logs import counts_events, settled
from fitl_core.proofs.verification import verify
from fitl_core.rules.operations import attack, march, rally, train

RELEASED = Path(__file__).parents[2] / "fixtures" / "released" / "0.2.0"
COSTS = {"attack": attack, "march": march, "rally": rally, "train": train}


def old(name: str) -> LogFile:
    """Return a sealed game of version 0.2.0 as if an older rules release had written it."""
    raw = (RELEASED / f"{name}.fitl").read_bytes()
    return read_log(raw.replace(b'[FITL "2"]', b'[FITL "3"]\n[Rules-Release "1"]'), name)


@pytest.mark.parametrize("name", ["opened", "chained", "signed", "table-over"])
@pytest.mark.parametrize("verb", COSTS)
def test_a_sealed_game_is_settled_under_other_rules(
    name: str, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under a cost that nobody can pay, the game is legal again, nothing is rewritten, all proofs hold."""
    monkeypatch.setattr(COSTS[verb], "COST", 30)
    log = old(name)
    found = judged_otherwise(log)
    assert bool(found) is (play_log(log).error is not None)
    before = log.sound.log
    after = settled(before, found)
    assert counts_events(before) and after.entries[: len(before.entries)] == before.entries
    assert len(after.entries) == len(before.entries) + len(found)
    game = play_log(read_log(notation.write(after).encode(), name))
    assert game.error is None and game.stands == tuple([one.number for one in found])
    assert verify(after).faults == verify(before).faults == ()
    second = pytest.importorskip("second_checker")
    assert second.check(notation.dump(after).encode()) == ""
