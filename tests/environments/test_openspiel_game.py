"""The game passes the tests of OpenSpiel, and hides what a seat may not know."""

from __future__ import annotations

import re
import unittest
from typing import Any

import pytest
from playthroughs import PLAYTHROUGH, actions_of, played
from samples import WHOLE
from sources import ROOT

from fitl_core import FitlError, replay
from fitl_core.environments.step_chances import FIRST_MARKER
from fitl_core.players.dice import Dice
from fitl_core.seat.answer_names import name_of_answer

WHY = "the extra openspiel is not installed"
pyspiel = pytest.importorskip("pyspiel", reason=WHY)

import fitl_core.environments.openspiel_game  # noqa: E402, F401  # registers the game

GAMES = [
    "fitl(cards=1)",
    "fitl(cards=1,scenario=full,options=deception/period-events)",
    "fitl(cards=1,seats=US/VC)",
    "fitl(cards=1,players=2,scenario=medium)",
    *(["fitl"] if WHOLE else []),
]


def test_api_test_of_openspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of its test has the game, and every test of that list passes on it."""
    from absl import flags
    from open_spiel.integration_tests import api_test

    flags.FLAGS(["api_test", "--test_only_games=^fitl$"])
    assert "fitl" in api_test._GAMES_TO_TEST
    of_states = api_test.sample_some_states.sample_some_states
    if not WHOLE:
        monkeypatch.setattr(
            api_test.sample_some_states, "sample_some_states", lambda game, max_states: of_states(game, 40)
        )
    cases = list(api_test._create_test_case_classes())
    suite = unittest.TestSuite([unittest.defaultTestLoader.loadTestsFromTestCase(case) for case in cases])
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 5 and [case.game_name for case in cases] == ["fitl"]
    assert result.wasSuccessful(), (result.errors, result.failures)


@pytest.mark.parametrize("name", GAMES)
def test_random_sim_test_of_openspiel(name: str) -> None:
    """Random games, with copies and stored states at each step."""
    pyspiel.random_sim_test(
        pyspiel.load_game(name), num_sims=5 if WHOLE else 1, serialize=True, verbose=False
    )


def test_the_playthrough_is_repeated() -> None:
    """Every line of the stored playthrough. Stale? `python tests/playthroughs.py`."""
    stored = PLAYTHROUGH.read_text(encoding="utf-8")
    assert played(actions_of(stored)) == stored


def at_choices(name: str, seed: int, most: int) -> list[Any]:
    """Return the states of a random game at which a seat decides, and the last."""
    state, dice, found = pyspiel.load_game(name).new_initial_state(), Dice(seed), []
    while not state.is_terminal() and len(found) < most:
        if not state.is_chance_node():
            found.append(state.clone())
        state.apply_action(dice.draw(state.legal_actions()))
    return [*found, state]


def test_structs_are_actions() -> None:
    """Each action has its struct, which leads back to it."""
    for state in at_choices("fitl(cards=2)", 3, 25)[:-1]:
        for action in state.legal_actions():
            assert state.struct_to_actions(state.action_to_struct(action)) == [action]


def test_an_answer_by_name_is_a_row_of_actions() -> None:
    """The notation names a whole answer; its actions lead through it."""
    named = 0
    for state in at_choices("fitl(cards=2,scenario=full)", 8, 40)[:-1]:
        rows = getattr(state.steps.stage, "rows", None)
        if rows is None or rows.begun:
            continue
        for asked in rows.questions:
            for clause in asked.answers(most=3):
                after = state.clone()
                for action in after._struct_to_actions({"answer": name_of_answer(clause)}):
                    assert action in after.legal_actions()
                    after.apply_action(action)
                assert getattr(after.steps.stage, "rows", None) is None or not after.steps.stage.rows.begun
                named += 1
    assert named > 20


@pytest.mark.parametrize(
    "struct", [{}, {"answer": "Sai+99at"}, {"action": "word", "fields": ["waive"]}, {"chance": "die 1"}]
)
def test_a_struct_that_is_not_open(struct: dict[str, Any]) -> None:
    """It is refused."""
    state = at_choices("fitl(cards=1)", 1, 1)[0]
    with pytest.raises(FitlError, match="not open"):
        state._struct_to_actions(struct)


@pytest.mark.parametrize("name", ["fitl(players=5)", "fitl(scenario=long)", "fitl(options=polite)"])
def test_parameters_that_are_impossible(name: str) -> None:
    """The error says what is wrong."""
    with pytest.raises(Exception, match=r"2, 3 or 4|long|polite"):
        pyspiel.load_game(name)


def test_a_copy_goes_its_own_way() -> None:
    """A state is unchanged by what its copy does."""
    state = at_choices("fitl(cards=1)", 2, 4)[2]
    words, open_ones = str(state), state.legal_actions()
    copy = state.clone()
    copy.apply_action(open_ones[0])
    assert (str(state), state.legal_actions()) == (words, open_ones)
    assert state.child(open_ones[0]).history() == copy.history()


def test_the_returns_are_margins() -> None:
    """At the end, and 0 before it; the game is one by the rules."""
    *before, last = at_choices("fitl(cards=2)", 6, 10**6)
    assert before[-1].returns() == [0.0] * 4
    course = last.steps.course
    assert last.returns() == list(course.returns())
    assert replay(course.rules.setup, course.events).state == course.state


def test_secrets_of_other_seats_change_no_byte() -> None:
    """Games that differ only in the markers of VC give the same strings and tensors to the others (7.3)."""
    game = pyspiel.load_game("fitl(cards=1,options=deception)")
    states = [game.new_initial_state() for _ in range(2)]
    for state, of_vc in zip(states, ((0, 2), (1, 1)), strict=True):
        for kind in (0, 1, 1, 2, 2, 2, *of_vc):
            state.apply_action(FIRST_MARKER + kind)
        for card in (107, 55):
            state.apply_action(card)
    assert states[0].information_state_string(3) != states[1].information_state_string(3)
    assert states[0].observation_tensor(3) != states[1].observation_tensor(3)
    for seat in range(3):
        first, second = [
            (
                state.information_state_string(seat),
                state.information_state_tensor(seat),
                state.observation_string(seat),
                state.observation_tensor(seat),
            )
            for state in states
        ]
        assert first == second


def examples() -> list[str]:
    """Return the examples of docs/do/environments.md with OpenSpiel."""
    page = (ROOT / "docs" / "do" / "environments.md").read_text(encoding="utf-8")
    return [one for one in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "pyspiel" in one]


@pytest.mark.parametrize("number", range(2))
def test_an_example_of_the_page_runs(number: int) -> None:
    """The examples play games to their ends, one of them with a tree search of OpenSpiel."""
    names: dict[str, Any] = {}
    exec(examples()[number], names)
    assert names["state"].is_terminal() and len(examples()) == 2


def test_the_environment_of_openspiel_for_learning() -> None:
    """Its time steps lead through a game."""
    from open_spiel.python import rl_environment

    game, dice = rl_environment.Environment(pyspiel.load_game("fitl(cards=1)")), Dice(3)
    step = game.reset()
    while not step.last():
        seat = step.observations["current_player"]
        step = game.step([dice.draw(step.observations["legal_actions"][seat])])
    assert len(step.rewards) == 4
