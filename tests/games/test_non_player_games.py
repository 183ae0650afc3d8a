"""Random games with Non-players: a sample of what `tests/non_player_trials.py` plays at length
(docs/evidence/trials-non-players.md).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from non_player_whole_games import FORMS, Counts, game_of, reported
from solo_game import solo_game

from fitl_core.facts.players import WITH_NON_PLAYERS
from fitl_core.facts.scenario_list import scenarios
from fitl_core.game.files import play_log, read_log
from fitl_core.game.non_player_verdicts import judge_non_players
from fitl_core.players.dice import Dice
from fitl_core.record.setup import Setup
from fitl_core.testing.non_player_games import LAWFUL, NonPlayerTally, draw_players, try_non_players

SOLO = Path(__file__).parents[2] / "fixtures" / "solo-game.fitl"
GAMES = 4
CARDS = 10


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("scenario", scenarios())
def test_8_0_moves_are_legal_and_dictated(scenario: str, seed: int) -> None:
    """Non-player moves in any mix are legal, fixed by their dice, and explained the same each time."""
    tally, dice = NonPlayerTally(), Dice(f"sample {scenario} {seed}")
    try_non_players(Setup(scenario, players=draw_players(dice)), dice, tally, CARDS)
    assert tally.decisions and set(tally.verdicts) <= set(LAWFUL)


def test_8_0_four_non_players_play_to_the_end() -> None:
    """A game of four Non-players ends, and one of them has won."""
    game = try_non_players(Setup("short", players=()), Dice("four"), NonPlayerTally())
    assert game.state.phase == "over" and game.state.winner is not None


@pytest.mark.parametrize("form", FORMS)
def test_8_0_a_whole_game_through_the_command_line(form: str) -> None:
    """`fitl random --players none --scenario full --seed 1 | fitl validate -`; `.ci/long` has 200."""
    counts = Counts()
    counts.count(1, reported(game_of(1), form))
    assert (counts.legal, counts.faults) == (1, [])
    assert counts.verdicts["dictated"] > 50


def test_8_0_candidates_are_told_in_words() -> None:
    """Each candidate in a trace has a plain name: a space, an Ambush between spaces or a clause."""
    game = try_non_players(Setup("full", players=()), Dice("words"), NonPlayerTally(), 12)
    names = [
        one.name for it in judge_non_players(game) for step in it.verdict.trace for one in step.candidates
    ]
    assert any(" strikes " in name for name in names)
    assert [name for name in names if re.search(r"\w\(\w+=", name)] == []


def test_8_0_every_mix_is_one_of_the_rules() -> None:
    """NP-Q49: each player has one Faction, or both Factions of one side."""
    assert () in WITH_NON_PLAYERS and len(WITH_NON_PLAYERS) == len(set(WITH_NON_PLAYERS)) == 21


def test_8_0_the_solo_game_is_dictated() -> None:
    """The game of one player and three Non-players reaches its end, with each of their moves explained."""
    game = play_log(read_log(SOLO.read_bytes(), SOLO.name))
    assert game.replay is not None and game.replay.error is None and game.replay.state.phase == "over"
    verdicts = judge_non_players(game.replay)
    assert len(verdicts) > 20 and {one.verdict.verdict for one in verdicts} <= set(LAWFUL)
    written = dict(enumerate([entry for entry in game.entries if entry.event is not None], 1))
    assert all("section 8" in written[one.number].computed[0] for one in verdicts)


def test_8_0_the_solo_game_is_that_of_its_script() -> None:
    """The saved game is what `tests/solo_game.py` writes. Stale? `python tests/solo_game.py`."""
    assert SOLO.read_text(encoding="utf-8") == solo_game()
