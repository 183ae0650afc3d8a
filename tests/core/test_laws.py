"""Laws that hold in every position of random legal games, and of every saved one."""

import msgspec
import pytest
from table import position

from fitl_core.facts.editions import Edition
from fitl_core.facts.pieces import NO_PIECES
from fitl_core.players.dice import Dice
from fitl_core.record.setup import Setup
from fitl_core.rules.events import sides
from fitl_core.state.laws import broken_laws
from fitl_core.testing.laws_of_games import LAWS, laws_in_turn
from fitl_core.testing.tally import Tally, all_sides
from fitl_core.testing.trials import drawn, try_game

TRIED = 0.25
"""In how many positions mistakes are tried; in all of them in `.ci/long`."""
FEW = 15
"""So few events may go by without a mistake in any of them."""
GAMES = 24
"""Games for each scenario and edition, 144 in all; each is a test, so that processes share them."""
CARDS = (13, 4, 6, 4)
"""After so many cards a game is cut, by its seed: among 13 is a Coup card. `.ci/long` plays whole ones."""


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("scenario", ["short", "medium", "full"])
@pytest.mark.parametrize("rules", list(Edition))
def test_random_play_keeps_the_laws(scenario, rules, seed):
    """Each position of a legal game is sound; the game's record gives the same game again.

    Of the costly laws each game has one, so that each is held in every sixth game, whatever its length.
    """
    dice, tally = Dice(seed), Tally()
    laws = laws_in_turn(seed // len(CARDS))
    setup = drawn(Setup(scenario, rules), dice)
    _, game = try_game(setup, dice, tally, CARDS[seed % len(CARDS)], laws, TRIED)
    assert tally.games == 1 and tally.events == game.sound > 0
    assert tally.codes or game.sound < FEW, "no mistake was refused"


@pytest.mark.parametrize(
    ("wrong", "law"),
    [
        ({"trail": 5}, "6.7"),
        ({"aid": 76}, "1.8"),
        ({"available": NO_PIECES}, "1.4.1"),
        ({"held_control": ("coin",) * 57}, "6.4"),
        ({"full_option": True, "phase": "finished"}, "7.3"),
        ({"winner": "VC"}, "7.0"),
    ],
)
def test_a_broken_law_is_told(wrong, law):
    """The laws can fail: each of these positions breaks one."""
    state = msgspec.structs.replace(position().state, **wrong)
    assert any(law in told for told in broken_laws(state)), list(broken_laws(state))


def test_every_law_has_its_turn():
    """No law of games is left out of the random ones, and each comes with every length of game."""
    for length in set(CARDS):
        turns = [seed // len(CARDS) for seed in range(GAMES) if CARDS[seed % len(CARDS)] == length]
        assert {law for turn in turns for law in laws_in_turn(turn)} == set(LAWS)


def test_the_tally_knows_every_side():
    """124 cards, some of them with one side."""
    assert len(all_sides()) == sum(len(sides(number)) for number in range(1, 125))
