"""Checks of events that are built by hand: which part is wrong, and the right form.

The engine calls this only after an event has failed. An event that the rules carry out is well-formed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from fitl_core.arguments import WrongArgument, misfit, shown
from fitl_core.errors import UnknownName
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.record.clauses import Clause, Move, Place, Remove
from fitl_core.record.events import Action, Event, bare_move
from notation.log import Document, Entry, Log
from notation.space_names import BOXES, space_named

EVENTS: frozenset[object] = frozenset(get_args(Event))
"""The classes of events."""


def no_event(given: object, name: str = "event") -> WrongArgument:
    """Return the error for a value that is no event, with advice how to get one."""
    match given:
        case str() | bytes():
            way = "notation.read_line(text).event is the event of a line"
        case Entry():
            way = "its `event` is one; the events of a log are `log.events`, not `log.entries`"
        case Log() | Document():
            way = "the events of a log are `log.events`"
        case type() if given in EVENTS:
            way = f"{given.__name__} is a class: make an event of it"
        case _ if type(given) in get_args(Clause):
            way = "a clause belongs into a Segment of an Action"
        case _:
            way = "an event is an Action, Pass, Reveal, or another member of fitl_core.Event"
    return WrongArgument(f"{name} takes an event, not {shown(given)}: {way}")


def tuple_of_events(given: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events as a tuple. Raises `TypeError` for anything but a row of events."""
    if isinstance(given, str | bytes | Log | Document | msgspec.Struct) or not isinstance(given, Iterable):
        raise no_event(given, "events")
    events = tuple(given)
    for i, event in enumerate(events):
        if type(event) not in EVENTS:
            raise no_event(event, f"events[{i}]")
    return events


def insist_on_well_formed(event: Event) -> None:
    """Raise `TypeError` for an event with parts of another type, `UnknownName` for an unknown space."""
    if type(event) not in EVENTS:
        raise no_event(event)
    if fault := misfit(event, Event, "event"):
        raise WrongArgument(fault)
    move = bare_move(event)
    for segment in move.segments if isinstance(move, Action) else ():
        for clause in segment.clauses:
            insist_on_spaces(clause)


def insist_on_spaces(clause: Clause) -> None:
    """Raise `UnknownName` for a clause that names an unknown space, with the id that is meant."""
    match clause:
        case Move(path):
            named = path
        case Place(space, _, source):
            named = (space, *(() if source in BOXES else (source,)))
        case Remove(space, _, to):
            named = (space, *(() if to in BOXES else (to,)))
        case _:
            named = (getattr(clause, "space", ""),)
    for name in named:
        if name and name not in spaces_by_id():
            kind = clause.__struct_config__.tag
            raise UnknownName(f'no space has the id "{name}" (in a clause "{kind}"){_suggested_id(name)}')


def _suggested_id(name: str) -> str:
    """Return the id that a name means, or the place where ids are listed."""
    try:
        return f': that of {spaces_by_id()[space_named(name)].name} is "{space_named(name)}"'
    except UnknownName:
        return "; fitl_core.spaces_by_id() has the ids"


def insist_on_clause(given: object) -> None:
    """Raise `TypeError` for a value that is no clause, `UnknownName` for an unknown space."""
    if not isinstance(given, msgspec.Struct) or type(given) not in get_args(Clause):
        way = "fitl_core has the classes of clauses, such as Verb, At, Place"
        raise WrongArgument(f"clause takes a clause, not {shown(given)}: {way}")
    if fault := misfit(given, Clause, "clause"):
        raise WrongArgument(fault)
    insist_on_spaces(given)  # type: ignore[arg-type]
