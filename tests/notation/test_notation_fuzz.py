"""The fuzzers for a moment, and any lines that work on the log: only our errors are raised."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import fuzz
import notation_strategies as any_
import pytest
from fuzzing.accidents import mutant
from fuzzing.targets import TARGETS
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import sampled

from fitl_core.engine import play, start
from fitl_core.errors import FitlError, Violation
from fitl_core.game.replays import replay
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.events import Event
from fitl_core.record.setup import Setup
from fitl_core.state.laws import broken_laws
from fitl_core.state.state import State
from fitl_core.tell.words import standing

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
    """Each target's inputs, made by accidents alone, raise only our errors. `.ci/run` makes one of three."""
    logs = fuzz.seeds(name)
    for seed in sampled(range(ACCIDENTS[name]), 3):
        dice = Dice(seed)
        TARGETS[name](mutant(dice.draw(logs), logs, dice))


def test_the_fuzzers_notice_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The fuzzers can fail: they report an error of any other kind, and keep its input."""

    def broken(_data: bytes) -> None:
        raise IndexError

    monkeypatch.setitem(TARGETS, "claims", broken)
    assert fuzz.main(["claims", "--blind", "--seconds", "0.02", "--keep", str(tmp_path / "kept")]) == 1
    assert "IndexError" in capsys.readouterr().out
    assert list((tmp_path / "kept").iterdir())


@cache
def states() -> tuple[State, ...]:
    """The positions of a random game up to and through a Coup Round."""
    setup, deck = deal(Setup("short"), Dice(7))
    return (start(setup).state, *[step.after for step in random_game(setup, deck, Dice(7), cards=9)])


@settings(max_examples=200)
@given(any_.corrections() | any_.stands, st.integers(0, 10_000))
def test_what_the_table_agreed_is_a_lawful_position_or_refused(event: Event, place: int) -> None:
    """An agreed position is lawful or refused: from any position of a game, it breaks no law."""
    try:
        after = play(states()[place % len(states())], event).state
    except Violation as refused:
        assert refused.code and str(refused)
        return
    assert list(broken_laws(after)) == []
    assert standing(after)


@settings(max_examples=100)
@given(st.lists(any_.events, max_size=8).map(tuple))
def test_any_lines_replay_to_a_position_or_a_ruling(events: tuple[Event, ...]) -> None:
    """Any lines whatever: the sound part and why it ends."""
    game = replay(Setup("full", cards=(107, 55)), events)
    assert game.error is None or isinstance(game.error, FitlError)
    assert len(game.links) <= game.sound and game.in_force.sound == len(game.links)
