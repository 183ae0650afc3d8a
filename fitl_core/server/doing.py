"""What requests do at tables: open them, command, name people, make new links."""

from __future__ import annotations

from fitl_core.server.calls import Call
from fitl_core.server.shapes import Called, Done, Linked, Named, Open, Relink, Tell
from fitl_core.table.facts import TABLE
from fitl_core.table.refusals import Forbidden
from fitl_core.table.seating import known_seat
from fitl_core.table.tables import OpenedTable
from fitl_core.tell.effects import narrate


def open_table(call: Call) -> OpenedTable:
    """Open a table. Its links are told this once."""
    wanted: Open = call.body
    return call.tables.open(wanted.setup, seats_add=wanted.seats_add, deadline=wanted.deadline)


def tell(call: Call) -> Done:
    """Carry out a command of one's seat, or of the host."""
    told: Tell = call.body
    answer = call.tables.do(call.table, call.voice, told.command, seen=told.seen, key=told.key)
    return Done(
        answer.table,
        answer.version,
        answer.facts,
        answer.asked,
        answer.effects,
        answer.refused,
        answer.again,
        told=narrate(answer.effects),
    )


def set_name(call: Call) -> Named:
    """Say who sits on one's seat, or have it forgotten."""
    called: Called = call.body
    call.tables.set_name(call.table, call.own_seat, called.name)
    return Named(call.own_seat, call.tables.names(call.table).get(call.own_seat))


def new_link(call: Call) -> Linked:
    """A new link, for oneself; the host makes it for a seat on which nobody sits."""
    wanted: Relink = call.body
    if wanted.seat != call.voice:
        if call.voice != TABLE:
            raise Forbidden("a seat makes a new link for itself alone")
        if known_seat(call.state, wanted.seat).taken:
            raise Forbidden(f"somebody sits on seat {wanted.seat}: it must be free for a new link")
    return Linked(wanted.seat, call.tables.new_link(call.table, wanted.seat))
