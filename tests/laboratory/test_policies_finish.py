"""Policies finish their games: no answer is refused, and no move has no end (issue 34, figures)."""

from __future__ import annotations

import pytest
from samples import sampled

from fitl_core.facts.editions import Edition
from fitl_core.laboratory.lab_games import LabGame, play_lab_game
from fitl_core.record.setup import Setup

GAMES = 100
"""The games of each policy and scenario. `.ci/run` takes one of 50, and one of the greedy ones."""


@pytest.mark.parametrize("rules", list(Edition))
@pytest.mark.parametrize("scenario", ["short", "medium", "full"])
def test_2_3_random_players_finish_their_games(scenario: str, rules: Edition) -> None:
    """Four seats at random, with the answers of others inside moves."""
    games = [LabGame(Setup(scenario, rules), None, "random", "random", seed) for seed in range(GAMES)]
    assert [fault for one in sampled(games, 50) if (fault := play_lab_game(one).fault)] == []


def test_2_3_greedy_players_finish_their_games() -> None:
    """Four seats by the policy `greedy`."""
    games = [LabGame(Setup("full"), None, "greedy", "greedy", seed, 20) for seed in range(GAMES)]
    assert [fault for one in sampled(games, GAMES) if (fault := play_lab_game(one).fault)] == []


@pytest.mark.parametrize(("scenario", "seed"), [("short", 35), ("full", 49), ("full", 34)])
def test_5_1_answers_of_others_are_required_in_the_end(scenario: str, seed: int) -> None:
    """Games in which a player left out an answer that an Event needs, or rolled within another's part."""
    assert play_lab_game(LabGame(Setup(scenario), None, "random", "random", seed, 30)).fault == ""
