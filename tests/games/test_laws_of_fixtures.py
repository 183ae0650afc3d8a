"""The laws of games hold in every saved game up to its first illegal event, and each law can fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fixture_games import FIXTURES, FOLDERS, files, fixture
from samples import sampled
from table import position

import notation
from fitl_core.asking.questions import Question
from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.engine import start
from fitl_core.errors import FitlError
from fitl_core.facts.card_list import coup_cards
from fitl_core.game.replays import ReplayedGame
from fitl_core.players.dice import Dice
from fitl_core.record.board_effects import ControlChanged
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.state.applying import apply_effects
from fitl_core.state.laws import BrokenLaw
from fitl_core.state.start import set_up
from fitl_core.testing.laws_of_games import hold_laws
from fitl_core.testing.prefixes import insist_on_prefixes
from notation import read

SMALL = (*FOLDERS[1:], FIXTURES / "cases")


def hold(path: Path) -> bool:
    """Hold the laws against the game of a file. Return False if the game could not begin."""
    saved = fixture(path)
    if saved.replay is None:
        return False
    hold_laws(notation.setup_of(saved.document.log), saved.replay, Dice(path.stem))
    return True


@pytest.mark.parametrize("path", files(FIXTURES), ids=lambda path: path.stem)
def test_the_laws_hold_in_a_saved_game(path: Path) -> None:
    """The laws hold in the tutorial, the short game, the medium game and the opened campaign."""
    assert hold(path)


@pytest.mark.parametrize("folder", SMALL, ids=lambda folder: folder.name)
def test_the_laws_hold_in_every_small_file(folder: Path) -> None:
    """The laws hold in refusals, mistakes and cases: the lines before the illegal move are a legal game.

    `.ci/run` takes one file of eight.
    """
    paths = sampled(files(folder), 8)
    begun = [path.name for path in paths if hold(path)]
    assert len(begun) > 0.9 * len(paths)


def test_a_broken_law_is_told_of_a_game() -> None:
    """An effect, position or event of another game breaks a law, so the laws can fail."""
    saved = fixture(FIXTURES / "tutorial.fitl")
    assert saved.replay is not None
    game, setup = saved.replay, notation.setup_of(saved.document.log)
    wrong = (
        ReplayedGame(game.events, (*game.steps[:-1], game.steps[-2])),
        ReplayedGame((*game.events[:-1], game.events[0]), game.steps),
    )
    for broken in wrong:
        with pytest.raises(FitlError):
            hold_laws(setup, broken, Dice(0))


@pytest.mark.parametrize("path", files(*FOLDERS), ids=lambda path: path.stem)
def test_1_7_control_is_told_at_the_end_of_an_event(path: Path) -> None:
    """Changes of Control are the last effects of an event, each space at most once."""
    game = fixture(path).replay
    for step in game.steps if game else ():
        kinds = [isinstance(effect, ControlChanged) for effect in step.effects]
        assert kinds == sorted(kinds)
        spaces = [effect.space for effect in step.effects if isinstance(effect, ControlChanged)]
        assert len(spaces) == len(set(spaces))


@pytest.mark.parametrize("coup", sorted(coup_cards() - {0}))
def test_2_4_a_game_that_begins_with_a_coup_card_tells_what_happened(coup: int) -> None:
    """A game that begins with a Coup card reports effects of its start."""
    setup = Setup("full", cards=(coup, 1))
    step = start(setup)
    assert step.effects
    assert apply_effects(set_up(setup), step.effects) == step.state


def test_the_law_finds_a_look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verb that reads ahead for a second naming of the Operation breaks the law."""
    answer = WrittenAnswers.answer

    def looking_ahead(script: WrittenAnswers, choice: Question) -> Any:
        later = [said for _, said in script.said[script.at :]]
        waits = choice.between and choice.optional and isinstance(next(iter(later), None), Verb)
        return None if waits and Verb("patrol") not in later else answer(script, choice)

    game = position("Sai: 4ut; SaCT: 3vg ut", to_act="US")
    line = "US patrol | airlift Sai>SaCT:2ut | patrol SaCT*3vg"
    (action,) = read(f'[FITL "2"]\n[Scenario "full"]\n{line}').log.events
    assert isinstance(action, Action)
    insist_on_prefixes(game.state, action)
    monkeypatch.setattr(WrittenAnswers, "answer", looking_ahead)
    with pytest.raises(BrokenLaw):
        insist_on_prefixes(game.state, action)
