"""Laws that hold in every position of random legal games of what is built."""

import msgspec
import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from table import position

import notation
from fitl_core.engine import apply
from fitl_core.facts.editions import Edition
from fitl_core.facts.options import ALL_OPTIONS, refuse_options
from fitl_core.facts.pieces import NO_PIECES
from fitl_core.facts.players import SHARED_OUT
from fitl_core.facts.readings import readings
from fitl_core.game.replays import replay
from fitl_core.players.dice import Dice
from fitl_core.record.setup import Setup
from fitl_core.rules.events import sides
from fitl_core.state.digest import digest
from fitl_core.state.laws import broken_laws
from fitl_core.state.victory import scores
from fitl_core.tell.view import view
from fitl_core.testing.trials import Tally, all_sides, try_game
from notation.log import Entry, Log

GAMES = 34
"""Games for each scenario and edition: 204 in all."""
CARDS = st.sampled_from((8, 14, 28))
"""After so many cards a game is cut; the Short scenario has 27."""
ALIKE = (Phase.explicit, Phase.generate)
"""No shrinking: half a game is no simpler than a game."""

EVERY = pytest.mark.parametrize("rules", list(Edition))
SCENARIOS = pytest.mark.parametrize("scenario", ["short", "medium", "full"])
SEEDS = st.integers(0, 10**6)
PLAYERS = st.sampled_from(SHARED_OUT)
OPTIONS = st.sets(st.sampled_from(ALL_OPTIONS)).map(
    lambda chosen: tuple(option for option in ALL_OPTIONS if option in chosen)
)
READINGS = st.sets(st.sampled_from(list(readings())), max_size=3).map(
    lambda some: tuple(reading for reading in readings() if reading in some)
)


@SCENARIOS
@EVERY
@settings(max_examples=GAMES, phases=ALIKE)
@given(seed=SEEDS, players=PLAYERS, options=OPTIONS, chosen=READINGS, cards=CARDS)
def test_random_play_keeps_the_laws(scenario, rules, seed, players, options, chosen, cards):
    """Each position of a legal game is sound; the game's record gives the same game again."""
    assume(refuse_options(options, players) is None)
    agreed = Setup(scenario, rules, players=players, options=options, readings=chosen)
    setup, played = try_game(agreed, Dice(seed), Tally(), cards)
    last = played[-1].after
    assert view(last, 0).victory == scores(last)
    events = [step.event for step in played]

    again = replay(setup, events)
    assert again.error is None
    assert digest(again.state) == digest(last)

    cut = seed % len(events)
    state = replay(setup, events[:cut]).state
    assert state == played[cut].before
    for event in events[cut:]:
        state = apply(state, event)
    assert state == last

    log = Log(notation.tags_of(setup), tuple(Entry(event) for event in events))
    for back in (notation.read(notation.write(log)).log, notation.load(notation.dump(log)).log):
        assert list(back.events) == events
        assert notation.setup_of(back) == setup


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


def test_the_tally_knows_every_side():
    """124 cards, some of them with one side."""
    assert len(all_sides()) == sum(len(sides(number)) for number in range(1, 125))
