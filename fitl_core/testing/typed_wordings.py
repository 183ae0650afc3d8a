"""Moves as people type them: in orders and with statements for which the rules do not ask.

typed_otherwise(state, action, Dice(7))
"""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.engine import play, play_as_asked
from fitl_core.errors import FitlError
from fitl_core.players.dice import Dice
from fitl_core.record.board_effects import LevelChanged, TrackChanged
from fitl_core.record.clauses import Clause, Number, SetLevel
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, Segment
from fitl_core.state.state import State
from fitl_core.testing.wordings import shuffled, tagged

TRIALS = 4
"""The number of wordings that are tried for a move."""


def typed_otherwise(state: State, action: Action, dice: Dice) -> Action:
    """Return another wording of a legal action: one that the rules accept, but not as it stands.

    If no such wording is found, return the last one that they accept.
    """
    step, accepted = play(state, action), action
    for other in _wordings(action, step.effects, dice):
        try:
            read = play_as_asked(state, other)
        except FitlError:
            continue
        if read.step.state == step.state:
            accepted = other
            if read.event != other:
                return other
    return accepted


def _wordings(action: Action, effects: tuple[Effect, ...], dice: Dice) -> Iterator[Action]:
    """Yield wordings of an action. Some are illegal."""
    for _ in range(TRIALS):
        yield stated(shuffled(action, dice), effects, dice)
    yield shuffled(action, dice)
    yield tagged(action, dice)


def stated(action: Action, effects: tuple[Effect, ...], dice: Dice) -> Action:
    """Return an action with a statement of one of its effects at some place; itself if none can be stated."""
    statements = [statement for effect in effects if (statement := _statement(effect)) is not None]
    if not statements:
        return action
    at = dice.draw(range(len(action.segments)))
    segment = action.segments[at]
    place = dice.draw(range(len(segment.clauses) + 1))
    clauses = (*segment.clauses[:place], dice.draw(statements), *segment.clauses[place:])
    segments = (*action.segments[:at], Segment(segment.verb, clauses), *action.segments[at + 1 :])
    return Action(action.faction, segments, action.limop)


def _statement(effect: Effect) -> Clause | None:
    """Return the clause that states an effect, or None."""
    match effect:
        case TrackChanged(track=track, old=old, new=new):
            return Number(track, new - old)
        case LevelChanged(space=space, new=new):
            return SetLevel(space, new)
    return None
