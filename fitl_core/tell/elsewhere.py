"""The same deed by the other edition: that a die is rolled there, or none is, is no fault of it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fitl_core.engine import play
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.editions import Edition
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action, Event
from fitl_core.record.spoken import flatten, segments
from fitl_core.state.state import State
from fitl_core.tell.grounds import bare
from fitl_core.underway import Step

MOST_DICE = 8
"""So many dice are put in or left out at most."""


class OtherEdition(msgspec.Struct, frozen=True):
    """What becomes of the move by the other edition: refused by a `rule` for a `reason`, or legal.

    `dice` says in how far its dice are others there: the deed is the same.
    """

    edition: Edition
    legal: bool
    rule: str = ""
    reason: str = ""
    dice: str = ""


def elsewhere(state: State, event: Event, here: str | None) -> OtherEdition | None:
    """The other edition, where the same deed would not have the outcome by it that it has `here`."""
    edition = Edition.ORIGINAL if state.rules is Edition.SECOND else Edition.SECOND
    there = msgspec.structs.replace(state, rules=edition)
    try:
        played, step = _same_deed(there, event, MOST_DICE)
    except Violation as error:
        return OtherEdition(edition, False, error.rule, error.message) if here is not None else None
    except FitlError:
        return None
    more = _dice(played) - _dice(event)
    if not more and (bare(step.state) == here or played is not event):  # or its dice but stand elsewhere
        return None
    return OtherEdition(edition, True, dice=_words(more))


def _words(more: int) -> str:
    if not more:
        return ""
    number = abs(more)
    dice = f"{number} {'die' if number == 1 else 'dice'}"
    return f"with {dice} more" if more > 0 else f"with {dice} less"


def _dice(event: Event) -> int:
    return (
        sum([isinstance(clause, Roll) for clause in flatten(event.segments)])
        if isinstance(event, Action)
        else 0
    )


def _same_deed(state: State, event: Event, most: int) -> tuple[Event, Step]:
    """The event with the dice that are rolled by this edition, carried out. Raises the first `Violation`."""
    try:
        return event, play(state, event)
    except Violation as first:
        if isinstance(event, Action) and most:
            for other in _with_other_dice(event, first):
                try:
                    return _same_deed(state, other, most - 1)
                except Violation:
                    continue
        raise


def _with_other_dice(event: Action, refused: Violation) -> Iterator[Action]:
    """The action without the die at fault, or with the one that is owed, however it falls."""
    clauses = flatten(event.segments)
    at = len(clauses) if refused.clause is None else refused.clause
    instead: list[tuple[Roll, ...]] = []
    owed = tuple([clause for clause in refused.legal if isinstance(clause, Roll)])
    if refused.code == "missing-choice" and owed:
        instead = [(face,) for face in owed]
        behind = clauses[at:]
    elif at < len(clauses) and isinstance(clauses[at], Roll):
        instead, behind = [()], clauses[at + 1 :]
    for dice in instead:
        yield msgspec.structs.replace(event, segments=segments((*clauses[:at], *dice, *behind)))
