"""Rules in positions at random: what is listed can be done, and what is done is lawful."""

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from random_positions import random_position, random_readings

from fitl_core.engine import play, start
from fitl_core.facts.editions import Edition
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import random_action
from fitl_core.record.setup import Setup
from fitl_core.rules.sequence import to_act
from fitl_core.state.laws import broken_laws
from fitl_core.state.positions import position_of, restore
from fitl_core.state.start import set_up
from fitl_core.tell.cards import would_act
from notation.position import read_position, write_position

ALIKE = (Phase.explicit, Phase.generate)


@pytest.mark.parametrize("scenario", ["short", "medium", "full"])
@settings(max_examples=40, phases=ALIKE, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_random_actions_in_random_positions(scenario, seed):
    """A few moves in a row, then any Event; the position is written and read as the same."""
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
