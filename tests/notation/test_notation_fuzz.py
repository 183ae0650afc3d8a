"""The fuzzers for a moment: what is kept in the corpus, and some accidents, end in nothing but our errors."""

from __future__ import annotations

from pathlib import Path

import fuzz
import pytest
from fuzzing.accidents import mutant
from fuzzing.targets import TARGETS

from fitl_core.players.dice import Dice

CORPUS = sorted(fuzz.CORPUS.glob("*/*"))


@pytest.mark.parametrize("name", fuzz.NAMES)
def test_what_the_fuzzers_found_stays_mended(name: str) -> None:
    """Every input that is kept in `fixtures/fuzz` is survived by its target, and each target has some."""
    kept = [path for path in CORPUS if path.parent.name == name]
    assert kept
    for path in kept:
        TARGETS[name](path.read_bytes())


ACCIDENTS = {
    "text": 100,
    "jsonl": 150,
    "line": 300,
    "claims": 200,
    "position": 150,
    "variations": 60,
    "mail": 60,
    "prose": 8,
    "table": 150,
    "imports": 60,
    "told": 30,
    "arguments": 60,
}


@pytest.mark.parametrize("name", fuzz.NAMES)
def test_accidents_are_survived(name: str) -> None:
    """By accidents alone, each target's inputs end in nothing but our errors."""
    logs = fuzz.seeds(name)
    for seed in range(ACCIDENTS[name]):
        dice = Dice(seed)
        TARGETS[name](mutant(dice.draw(logs), logs, dice))


def test_the_fuzzers_notice_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They can fail: an error of any other kind is not survived, told, and its input kept."""

    def broken(_data: bytes) -> None:
        raise IndexError

    monkeypatch.setitem(TARGETS, "claims", broken)
    assert fuzz.main(["claims", "--blind", "--seconds", "0.02", "--keep", str(tmp_path / "kept")]) == 1
    assert "IndexError" in capsys.readouterr().out
    assert list((tmp_path / "kept").iterdir())
