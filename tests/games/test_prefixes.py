"""Prefixes are final (4.1), in every game of the fixtures and in random ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixture_games import FOLDERS, files, fixture
from table import position

from fitl_core.asking.answers import Script
from fitl_core.asking.questions import Answer, Choice
from fitl_core.engine import play, start
from fitl_core.errors import FitlError
from fitl_core.facts.editions import Edition
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.state.laws import BrokenLaw
from fitl_core.testing.prefixes import insist_on_prefixes
from notation import read, setup_of


@pytest.mark.parametrize("path", files(*FOLDERS), ids=lambda path: path.stem)
def test_4_1_prefixes_of_every_fixture(path: Path) -> None:
    """What a part of a move has done is not changed by what is written behind it."""
    saved = fixture(path)
    if saved.replay is None:
        return
    log = saved.document.log
    state = start(setup_of(log)).state
    for event in log.events:
        try:
            step = play(state, event)
        except FitlError:
            return
        if isinstance(event, Action):
            insist_on_prefixes(state, event)
        state = step.state


@pytest.mark.parametrize("rules", Edition)
def test_4_1_prefixes_of_random_moves(rules: Edition) -> None:
    """The same in a random game of each edition."""
    dice = Dice(41)
    dealt, deck = deal(Setup("medium", rules), dice)
    for step in random_game(dealt, deck, dice, cards=8):
        if isinstance(step.event, Action):
            insist_on_prefixes(step.before, step.event)


def test_the_law_finds_a_look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law can fail: where a verb waits for the end unless the Operation is named again behind it."""
    take = Script._take

    def looking_ahead(script: Script, choice: Choice) -> Answer:
        later = script.clauses[script.at :]
        if choice.between and isinstance(later[0], Verb) and Verb("patrol") not in later:
            return None
        return take(script, choice)

    game = position("Sai: 4ut; SaCT: 3vg ut", to_act="US")
    line = "US patrol | airlift Sai>SaCT:2ut | patrol SaCT*3vg"
    (action,) = read(f'[FITL "1"]\n[Scenario "full"]\n{line}').log.events
    assert isinstance(action, Action)
    insist_on_prefixes(game.state, action)
    monkeypatch.setattr(Script, "_take", looking_ahead)
    with pytest.raises(BrokenLaw):
        insist_on_prefixes(game.state, action)
