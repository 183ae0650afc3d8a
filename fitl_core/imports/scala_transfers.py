"""Transfers of Resources between NVA and VC (1.5.2), which the Scala program does not record.

People set both tracks by hand, before the move, after it, or in the same step. If the positions show exactly
a transfer, it becomes a part of the move.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.factions import GIVERS, NVA, VC, Faction
from fitl_core.facts.move_words import TRANSFER
from fitl_core.imports.hints import Hints
from fitl_core.imports.scala_positions import Imported
from fitl_core.record.clauses import Clause, Number, Track, Verb
from fitl_core.record.events import Action, Correct, Event

_TRACKS: dict[Faction, Track] = {NVA: "NVA", VC: "VC"}


def with_transfer(hints: Hints, faction: Faction, before: Imported, after: Imported) -> Hints:
    """Return hints with the transfer of a step. One giver's move never changes the other's Resources."""
    if faction not in GIVERS or {NVA, VC} & {*before.unknown, *after.unknown}:
        return hints
    mine, other = _TRACKS[faction], _TRACKS[GIVERS[faction]]
    change = dict(after.position.tracks)[other] - dict(before.position.tracks)[other]
    if not change:
        return hints
    receiver = mine if change < 0 else other
    clauses: tuple[Clause, ...] = (Verb("transfer"), Number(receiver, abs(change)))
    return msgspec.structs.replace(hints, clauses=(*hints.clauses, *clauses))


def has_transfer(events: tuple[Event, ...]) -> bool:
    """Check whether Resources are given in one of these events."""
    actions = [event for event in events if isinstance(event, Action)]
    return any(segment.verb in TRANSFER for action in actions for segment in action.segments)


def sets_givers_only(events: tuple[Event, ...]) -> bool:
    """Check whether events set by hand only the Resources of NVA and VC."""
    return bool(events) and all(
        isinstance(event, Correct) and {*event.named} <= {"NVA", "VC"} for event in events
    )
