"""Whatever lines that work on the log say, playing them gives a position or a ruling, never anything else."""

from __future__ import annotations

from functools import cache

import notation_strategies as any_
from hypothesis import given, settings
from hypothesis import strategies as st

from fitl_core.engine import play, start
from fitl_core.errors import FitlError, Violation
from fitl_core.game.replays import replay
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.events import Event
from fitl_core.record.setup import Setup
from fitl_core.state.laws import broken_laws
from fitl_core.state.state import State
from fitl_core.tell.words import standing


@cache
def states() -> tuple[State, ...]:
    """The positions of a random game up to and through a Coup Round."""
    setup, deck = deal(Setup("short"), Dice(7))
    return (start(setup).state, *[step.after for step in random_game(setup, deck, Dice(7), cards=9)])


@settings(max_examples=200)
@given(any_.corrections() | any_.stands, st.integers(0, 10_000))
def test_what_the_table_agreed_is_a_lawful_position_or_refused(event: Event, place: int) -> None:
    """From any position of a game: no law is broken behind it."""
    try:
        after = play(states()[place % len(states())], event).state
    except Violation as refused:
        assert refused.code and str(refused)
        return
    assert list(broken_laws(after)) == []
    assert standing(after)


@settings(max_examples=100)
@given(st.lists(any_.events, max_size=8).map(tuple))
def test_any_lines_replay_to_a_position_or_a_ruling(events: tuple[Event, ...]) -> None:
    """Any lines whatever: the sound part and why it ends."""
    game = replay(Setup("full", cards=(107, 55)), events)
    assert game.error is None or isinstance(game.error, FitlError)
    assert len(game.links) <= game.sound and game.in_force.sound == len(game.links)
