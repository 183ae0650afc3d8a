"""The same deed by the other edition.

That a die is rolled there, or none is, and that the Trail comes last in an Air Strike there (4.2.3), is no
fault of it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fitl_core.engine import play
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.editions import Edition
from fitl_core.record.clauses import Clause, Number, Roll
from fitl_core.record.events import Action, Event
from fitl_core.record.spoken import flatten, segments
from fitl_core.state.state import State
from fitl_core.tell.grounds import bare
from fitl_core.underway import Step

MOST_ADAPTED = 12
"""So many dice are put in or left out, and so often the Trail is put behind what follows, at most."""


class OtherEdition(msgspec.Struct, frozen=True):
    """What becomes of the move by the other edition: refused by a `rule` for a `reason`, or legal.

    `dice` says in how far its dice are others there, `order` what its order is then: the deed is the same.
    """

    edition: Edition
    legal: bool
    rule: str = ""
    reason: str = ""
    dice: str = ""
    order: str = ""


def elsewhere(state: State, event: Event, here: str | None) -> OtherEdition | None:
    """The other edition, where the same deed would not have the outcome by it that it has `here`."""
    edition = Edition.ORIGINAL if state.rules is Edition.SECOND else Edition.SECOND
    there = msgspec.structs.replace(state, rules=edition)
    try:
        played, step = _same_deed(there, event, MOST_ADAPTED)
    except Violation as error:
        return OtherEdition(edition, False, error.rule, error.message) if here is not None else None
    except FitlError:
        return None
    dice = _words(_dice(played) - _dice(event))
    order = "" if _but_dice(played) == _but_dice(event) else "the Trail behind the pieces"
    becomes = bare(step.state)
    if not dice and not order and (becomes == here or played is not event):  # or its dice but stand elsewhere
        return None
    if here is None and played is not event and becomes == _outcome(state, played):  # lacking by both
        return None
    return OtherEdition(edition, True, dice=dice, order=order)


def _outcome(state: State, event: Event) -> str | None:
    try:
        return bare(play(state, event).state)
    except FitlError:
        return None


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


def _but_dice(event: Event) -> list[Clause]:
    parts = event.segments if isinstance(event, Action) else ()
    return [clause for clause in flatten(parts) if not isinstance(clause, Roll)]


def _same_deed(state: State, event: Event, most: int) -> tuple[Event, Step]:
    """The event with the dice and in the order of this edition, carried out.

    Raises the first `Violation`.
    """
    try:
        return event, play(state, event)
    except Violation as first:
        if isinstance(event, Action) and most:
            for other in (*_with_other_dice(event, first), *_with_the_trail_later(event, first)):
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


def _with_the_trail_later(event: Action, refused: Violation) -> Iterator[Action]:
    """The action with the Trail of an Air Strike behind the clause that came too late for it (4.2.3)."""
    clauses, at = flatten(event.segments), refused.clause
    if at is None or not 0 < at < len(clauses) or refused.rule != "4.2.3":
        return
    if clauses[at - 1] == Number("trail", -1):
        order = (*clauses[: at - 1], clauses[at], clauses[at - 1], *clauses[at + 1 :])
        yield msgspec.structs.replace(event, segments=segments(order))
