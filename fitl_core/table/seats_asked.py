"""The seats that a table waits for: their question, its rule, the time since when, and the deadline.

`views` shows this to the seats. Read it next.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.rules.waiting import next_step
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.seating import waits_for
from fitl_core.table.table_state import TableState


class SeatsAsked(msgspec.Struct, frozen=True):
    """The `seats` that a table waits for, with their `factions`, the kind of decision (`what`) and its
    `rule`.

    Before play `what` is "seats", "seeds" or "markers". In play, "pivotal" means that a Pivotal Event can be
    placed or waived, "answer" a question in another seat's move, and "move" an unfinished move. "position"
    means that nobody knows the position, so that the seats agree on one. Otherwise `what` is that of
    `WaitsFor`. At the end it is "markers" or "nothing".
    """

    what: str
    rule: str
    seats: tuple[Seat, ...] = ()
    factions: tuple[Faction, ...] = ()
    words: str = ""
    since: str = ""
    due: str = ""


def asked_at(state: TableState) -> SeatsAsked:
    """Return the seats that a table waits for. Their time runs from the end of a vacation at the earliest."""
    asked = _asked(state)
    due = ""
    if state.opened.deadline is not None and asked.seats:
        backs = [seat.back for seat in state.seats if seat.name in asked.seats and seat.back]
        runs = max([datetime.fromisoformat(one) for one in (state.since, *backs)])
        until = runs + timedelta(seconds=state.opened.deadline)
        due = until.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return msgspec.structs.replace(asked, since=state.since, due=due)


def waited_for(asked: SeatsAsked) -> str:
    """Return in words the seats that a table waits for, with their question: "VC: action (2.3.2)"."""
    return f"{', '.join(asked.seats)}: {asked.words or asked.what} ({asked.rule})"


def is_overdue(state: TableState, now: str) -> bool:
    """Check whether a seat has missed the table's deadline at the time `now` (ISO 8601)."""
    due = asked_at(state).due
    return bool(due) and datetime.fromisoformat(due) < datetime.fromisoformat(now)


def _asked(state: TableState) -> SeatsAsked:
    if state.status == "closed":
        return SeatsAsked("nothing", "7.0", words=f"the table is closed: {state.closed}")
    if state.status == "gathering":
        words = waits_for(state)
        named = tuple([seat.name for seat in state.seats if _is_missing(seat.name, words)])
        return SeatsAsked("seats", "2.1", named, words=words)
    if state.unshown:
        seats = tuple([seat.name for seat in state.seats])
        words = f"the position after event {state.unshown} is not known: agree on one"
        return SeatsAsked("position", "SPEC 3", seats, words=words)
    if state.begun is not None:
        whose = state.begun.asked or state.begun.faction
        what = "move" if state.begun.asked is None else "answer"
        return SeatsAsked(what, "3.1", (state.seat_of(whose),), (whose,))
    waits = next_step(state.position)
    if waits.holding:
        seats = tuple(dict.fromkeys([state.seat_of(faction) for faction in waits.holding]))
        return SeatsAsked("pivotal", "2.3.8", seats, waits.holding)
    if waits.what == "over":
        unfinished = tuple([seat.name for seat in state.seats if not seat.finished])
        return SeatsAsked("markers", "7.3", unfinished)
    if waits.faction is None or (seat := state.seat_of(waits.faction)) == TABLE:
        return SeatsAsked(waits.what, waits.rule)
    return SeatsAsked(waits.what, waits.rule, (seat,), (waits.faction,))


def _is_missing(seat: Seat, words: str) -> bool:
    """Check whether a table before play waits for a seat, according to the `words` of `waits_for`."""
    return seat in words.partition(": ")[2].split(", ")
