"""`fitl random`: the same seed gives the same legal game."""

from __future__ import annotations

import pytest
from command_line import fitl


@pytest.mark.parametrize("rules", ["second", "original"])
@pytest.mark.parametrize("scenario", ["short", "medium", "full"])
def test_a_random_game_validates_and_comes_again(scenario, rules, tmp_path):
    """The log of a seed is written whole, is canonical and legal, and is the same a second time."""
    out = tmp_path / "game.fitl"
    arguments = ("random", "--scenario", scenario, "--rules", rules, "--seed", "11", "--cards", "6")
    assert fitl(*arguments, "-o", str(out)).exit_code == 0
    assert fitl(*arguments).stdout == out.read_text()
    assert fitl("validate", str(out)).exit_code == 0
    assert fitl("fmt", "--check", str(out)).exit_code == 0


def test_the_same_seed_gives_the_same_game_anywhere(snapshot):
    """Chance depends on nothing but the seed: this log is the same on every machine."""
    assert fitl("random", "--seed", "5", "--cards", "3").stdout == snapshot


def test_a_seed_is_needed():
    """Without a seed nobody could have the same game again."""
    assert fitl("random").exit_code == 2
