"""Games in which players and Non-players sit at one table (8.0): what a player chooses inside an Event."""

from __future__ import annotations

import pytest

from fitl_core.players.dice import Dice
from fitl_core.record.setup import Setup
from fitl_core.testing.non_player_games import NonPlayerTally, drawn_players, try_non_players


@pytest.mark.parametrize(
    ("scenario", "seed", "cards"), [("short", 9, 14), ("full", 5, 14), ("full", 27, 20), ("medium", 46, 10)]
)
def test_8_4_4_a_players_free_actions_in_a_non_players_event(scenario: str, seed: int, cards: int) -> None:
    """Each question is put to the player by itself, and what he said is read in its order, forced or not."""
    dice = Dice(f"{scenario} {seed}")
    tally = NonPlayerTally()
    try_non_players(Setup(scenario, players=drawn_players(dice)), dice, tally, cards)
    assert tally.decisions


def test_8_7_5_a_search_on_the_way_to_the_traps_is_not_said_twice() -> None:
    """Four Non-players: ARVN Sweep three spaces where Booby Traps lurk (card 101)."""
    tally = NonPlayerTally()
    try_non_players(Setup("full", players=()), Dice(7), tally)
    assert set(tally.verdicts) <= {"dictated", "not-decidable"}
