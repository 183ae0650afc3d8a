"""The time that is left for a decision, and the host's ways on after a missed deadline.

`views` shows this to everybody. Read `seats_asked` for the deadline itself.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from fitl_core.table.absences import voters
from fitl_core.table.facts import Seat
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.table_state import TableState

REMINDED = 0.25
"""The share of the time for a decision that is left when a player who wants messages is reminded."""


class WayOn(msgspec.Struct, frozen=True):
    """A command that the host may give after a missed deadline, and the late seat that it is about.

    `unseat` frees a seat. Then another player may take it, or `hand-over` gives it to Non-players (8.0).
    `close` ends the game for all, and is about no seat.
    """

    command: Literal["unseat", "hand-over", "close"]
    seat: Seat = ""


class TimeLeft(msgspec.Struct, frozen=True):
    """The seconds until the deadline, counted by the server's clock when it answers. Less than 0: it is over.

    `then` lists what the host may do after the deadline. `given` is the number of seconds for a decision.
    With `reminder` seconds left, a player who wants messages is reminded. After the deadline the `voters` may
    vote on giving a late seat to Non-players.
    """

    seconds: float
    then: tuple[WayOn, ...]
    given: float = 0.0
    reminder: float = 0.0
    voters: tuple[Seat, ...] = ()


def time_left(state: TableState, now: str) -> TimeLeft | None:
    """Return the time that is left at `now` (ISO 8601); None if nobody has a deadline."""
    asked, given = asked_at(state), state.opened.deadline
    if not asked.due or given is None:
        return None
    seconds = (datetime.fromisoformat(asked.due) - datetime.fromisoformat(now)).total_seconds()
    taken = {seat.name for seat in state.seats if seat.taken}
    ways = [WayOn("unseat" if seat in taken else "hand-over", seat) for seat in asked.seats]
    votes = voters(state) if state.status == "playing" else ()
    return TimeLeft(seconds, (*ways, WayOn("close")), given, REMINDED * given, votes)
