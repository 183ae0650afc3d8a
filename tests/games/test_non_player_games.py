"""Random games with Non-players: a sample of what `tests/non_player_trials.py` plays at length
(docs/trials-non-players.md).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from non_player_whole_games import FORMS, Counts, game_of, reported

from fitl_core.facts.players import WITH_NON_PLAYERS
from fitl_core.facts.scenarios import scenarios
from fitl_core.game.files import play_log, read_log
from fitl_core.game.non_players import judged
from fitl_core.players.dice import Dice
from fitl_core.record.setup import Setup
from fitl_core.testing.non_player_games import LAWFUL, NonPlayerTally, drawn_players, try_non_players

SOLO = Path(__file__).parents[2] / "fixtures" / "solo-game.fitl"
GAMES = 4
CARDS = 10


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("scenario", scenarios())
def test_8_0_moves_are_legal_and_dictated(scenario: str, seed: int) -> None:
    """Any mix of players and Non-players, for ten cards: legal, dictated by their own dice, explained
    the same again.
    """
    tally, dice = NonPlayerTally(), Dice(f"sample {scenario} {seed}")
    try_non_players(Setup(scenario, players=drawn_players(dice)), dice, tally, CARDS)
    assert tally.decisions and set(tally.verdicts) <= set(LAWFUL)


def test_8_0_four_non_players_play_to_the_end() -> None:
    """A whole game without any player: it ends, and somebody has won."""
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
    """What a trace narrows has a name: a space, an Ambush from one space on another, a clause of the
    notation.
    """
    game = try_non_players(Setup("full", players=()), Dice("words"), NonPlayerTally(), 12)
    names = [one.name for it in judged(game) for step in it.verdict.trace for one in step.candidates]
    assert any(" strikes " in name for name in names)
    assert [name for name in names if re.search(r"\w\(\w+=", name)] == []


def test_8_0_every_mix_is_one_of_the_rules() -> None:
    """Who may be left out (NP-Q49): each player has one Faction, or one side's two."""
    assert () in WITH_NON_PLAYERS and len(WITH_NON_PLAYERS) == len(set(WITH_NON_PLAYERS)) == 21


def test_8_0_the_solo_game_is_dictated() -> None:
    """The fixture: one player against three Non-players, to its end; each of their moves is explained in
    it.
    """
    game = play_log(read_log(SOLO.read_bytes(), SOLO.name))
    assert game.replay is not None and game.replay.error is None and game.replay.state.phase == "over"
    verdicts = judged(game.replay)
    assert len(verdicts) > 20 and {one.verdict.verdict for one in verdicts} <= set(LAWFUL)
    written = dict(enumerate([entry for entry in game.entries if entry.event is not None], 1))
    assert all("section 8" in written[one.number].computed[0] for one in verdicts)
