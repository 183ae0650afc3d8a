"""The sight of a seat at a table: only what the seat may know. `fitl_core.seat` makes briefings of it."""

from __future__ import annotations

from fitl_core.facts.factions import Faction
from fitl_core.record.events import Action
from fitl_core.seat.sights import (
    SeatSight,
    at_turn,
    in_another_move,
    last_decision,
    placing_pivotal,
    with_wanted,
)
from fitl_core.table.automatic_steps import pending_choice
from fitl_core.table.facts import Seat
from fitl_core.table.kept_steps import unpacked
from fitl_core.table.refusals import Unknown
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.table_state import TableState
from fitl_core.tell.happenings import Happened, happened


def sight_of_table(state: TableState, seat: Seat) -> SeatSight:
    """Return what a seat may know of a table in play, and what it is asked.

    Raises `Unknown` if there is no such seat, and `Misplaced` before play.
    """
    sight = _bare(state, seat)
    asked = asked_at(state)
    if state.status != "playing" or seat not in asked.seats or state.unshown:
        return sight
    if state.begun is not None:
        return _in_begun_move(state, sight)
    own = [faction for faction in asked.factions if faction in sight.factions]
    if asked.what == "pivotal":
        return placing_pivotal(sight, own[0])
    return at_turn(sight, own[0]) if asked.what in ("action", "event", "phase") else sight


def _bare(state: TableState, seat: Seat) -> SeatSight:
    """Return what the seat knows, before anything is asked."""
    own = state.seat(seat)
    if own is None:
        raise Unknown(f'there is no seat "{seat[:40]}"')
    events = tuple([entry.event for entry in state.lines])

    def since(number: int) -> tuple[Happened, ...]:
        numbers = range(max(number, 0) + 1, len(events) + 1)
        return tuple([_happened(state, one) for one in numbers])

    return SeatSight(
        seat=seat,
        factions=state.factions_of(seat),
        state=state.position,
        event=len(events),
        last=last_decision(events, state.factions_of(seat)),
        happened_since=since,
        markers=own.markers,
        orders=tuple([order.text for order in state.orders if order.seat == seat and not order.opened]),
    )


def _happened(state: TableState, number: int) -> Happened:
    event = state.lines[number - 1].event
    assert event is not None
    return happened(number, event, unpacked(state.steps[number].effects) if state.is_kept else ())


def _in_begun_move(state: TableState, sight: SeatSight) -> SeatSight:
    """Return the sight of the seat that the unfinished move asks."""
    begun = state.begun
    assert begun is not None
    wanted = pending_choice(state)
    if wanted is not None and wanted.asked is not None:
        return with_wanted(sight, wanted.asked)
    move = Action(begun.faction, begun.segments, begun.limop)
    if begun.asked is None:
        return at_turn(sight, begun.faction, move, begun.left_out)
    return in_another_move(sight, Faction(begun.asked), move, begun.left_out)
