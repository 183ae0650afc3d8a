"""Laws that hold in every position of random legal games, and in random positions."""

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from random_positions import random_position, random_readings
from table import position

from fitl_core.engine import play, start
from fitl_core.facts.editions import Edition
from fitl_core.facts.pieces import NO_PIECES
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import random_action
from fitl_core.record.setup import Setup
from fitl_core.rules.events import sides
from fitl_core.rules.sequence import to_act
from fitl_core.state.laws import broken_laws
from fitl_core.state.positions import position_of, restore
from fitl_core.state.start import set_up
from fitl_core.tell.card_previews import would_act
from fitl_core.testing.laws_of_games import LAWS, laws_in_turn
from fitl_core.testing.tally import Tally, all_sides
from fitl_core.testing.trials import draw_setup, try_game
from notation.position_reader import read_position, write_position

TRIED = 0.25
"""Share of positions in which mistakes are tried. `.ci/long` tries them in all positions."""


FEW = 15
"""A game of fewer events than this may pass without a refused mistake."""


GAMES = 24
"""Games for each scenario and edition, 144 in all; each is a test, so that processes share them."""


CARDS = (13, 4, 6, 4)
"""Cards after which a game is cut, by seed. 13 cards include a Coup card. `.ci/long` plays whole games."""


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("scenario", ["short", "medium", "full"])
@pytest.mark.parametrize("rules", list(Edition))
def test_random_play_keeps_the_laws(scenario, rules, seed):
    """Each position of a random game keeps the laws. Each costly law is checked in every sixth game."""
    dice, tally = Dice(seed), Tally()
    laws = laws_in_turn(seed // len(CARDS))
    setup = draw_setup(Setup(scenario, rules), dice)
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
    """Each of these positions breaks one law, and the check reports it."""
    state = msgspec.structs.replace(position().state, **wrong)
    assert any(law in told for told in broken_laws(state)), list(broken_laws(state))


def test_every_law_has_its_turn():
    """Random games use every law, each with every length of game."""
    for length in set(CARDS):
        turns = [seed // len(CARDS) for seed in range(GAMES) if CARDS[seed % len(CARDS)] == length]
        assert {law for turn in turns for law in laws_in_turn(turn)} == set(LAWS)


def test_the_tally_knows_every_side():
    """124 cards, some of them with one side."""
    assert len(all_sides()) == sum(len(sides(number)) for number in range(1, 125))


ALIKE = (Phase.explicit, Phase.generate)


@pytest.mark.parametrize("scenario", ["short", "medium", "full"])
@settings(max_examples=40, phases=ALIKE, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_random_actions_in_random_positions(scenario, seed):
    """After random moves and an Event, the position is written and read as the same."""
    dice = Dice(seed)
    bare = Setup(scenario, dice.draw(list(Edition)), readings=random_readings(dice))
    setup = msgspec.structs.replace(bare, position=random_position(dice, bare))
    state = start(setup).state
    for _ in range(4):
        faction = to_act(state)
        action = random_action(state, faction, dice) if faction is not None else None
        if action is None:
            break
        state = play(state, action).state
        assert not list(broken_laws(state))
    assert restore(set_up(setup), read_position(write_position(position_of(state)))) == state
    would_act(state, dice.draw(range(1, 121)), "unshaded", dice.draw(("US", "NVA", "ARVN", "VC")))
