"""Who is asked at a table, for what and by which rule; and since when, until when."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.rules.awaited import awaited
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.seating import waits_for
from fitl_core.table.table_state import TableState


class SeatsAsked(msgspec.Struct, frozen=True):
    """Whom a table waits for: `seats` with their `factions`, for `what`, by which `rule`.

    `what` is "seats", "seeds" or "markers" before play; "pivotal" where a Pivotal Event is to be placed or
    waived; "answer" for a question in another's move; "move" for a move that has begun; what `Awaited` says
    else; "markers" and "nothing" at the end.
    """

    what: str
    rule: str
    seats: tuple[Seat, ...] = ()
    factions: tuple[Faction, ...] = ()
    words: str = ""
    since: str = ""
    due: str = ""


def asked_at(state: TableState) -> SeatsAsked:
    """Whom a table waits for."""
    found = _asked(state)
    due = ""
    if state.opened.deadline is not None and found.seats:
        until = datetime.fromisoformat(state.since) + timedelta(seconds=state.opened.deadline)
        due = until.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return msgspec.structs.replace(found, since=state.since, due=due)


def _asked(state: TableState) -> SeatsAsked:
    if state.status == "closed":
        return SeatsAsked("nothing", "7.0", words=f"the table is closed: {state.closed}")
    if state.status == "gathering":
        words = waits_for(state)
        named = tuple([seat.name for seat in state.seats if _is_missing(seat.name, words)])
        return SeatsAsked("seats", "2.1", named, words=words)
    if state.begun is not None:
        whose = state.begun.asked or state.begun.faction
        what = "move" if state.begun.asked is None else "answer"
        return SeatsAsked(what, "3.1", (state.seat_of(whose),), (whose,))
    waits = awaited(state.position)
    if waits.holding:
        seats = tuple(dict.fromkeys([state.seat_of(faction) for faction in waits.holding]))
        return SeatsAsked("pivotal", "2.3.8", seats, waits.holding)
    if waits.what == "over":
        left = tuple([seat.name for seat in state.seats if not seat.finished])
        return SeatsAsked("markers", "7.3", left)
    if waits.faction is None or (seat := state.seat_of(waits.faction)) == TABLE:
        return SeatsAsked(waits.what, waits.rule)
    return SeatsAsked(waits.what, waits.rule, (seat,), (waits.faction,))


def _is_missing(seat: Seat, words: str) -> bool:
    """Whether a table that gathers waits for a seat, by its words."""
    return seat in words.partition(": ")[2].split(", ")
