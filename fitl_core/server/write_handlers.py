"""The handlers of requests that change tables: open them, carry out commands, name people, make new links.

Read `read_handlers` for the other requests.
"""

from __future__ import annotations

from functools import partial

from fitl_core.server.bodies import Called, CommandDone, Linked, Named, OpenTable, Relink, Tell
from fitl_core.server.calls import Call
from fitl_core.table.facts import TABLE, SeatLeft
from fitl_core.table.refusals import Forbidden
from fitl_core.table.rematches import Rematch, rematch, rematch_of
from fitl_core.table.seating import known_seat
from fitl_core.table.tables import OpenedTable
from fitl_core.tell.effects_in_words import narrate


def open_table(call: Call) -> OpenedTable:
    """Open a table. Its links are shown only in this answer."""
    wanted: OpenTable = call.body
    admitting = call.desk.admitting
    admitting.insist_on_room_for_a_table(call.address)
    opened = call.tables.open(wanted.setup, seats_add=wanted.seats_add, deadline=wanted.deadline)
    admitting.note_place(opened.table, call.address)
    if wanted.title:
        call.tables.set_title(opened.table, wanted.title)
    return opened


def tell(call: Call) -> CommandDone:
    """Carry out a command of the client's seat, or of the host."""
    sent: Tell = call.body
    done_before = partial(call.tables.has_done, call.table, call.voice, sent.key)
    call.desk.admitting.insist_on_room(call.table, sent.command, done_before)
    answer = call.tables.do(call.table, call.voice, sent.command, seen=sent.seen, key=sent.key)
    if any(isinstance(one.fact, SeatLeft) for one in answer.facts):
        call.desk.bell.ring(call.table)  # its link may have become void after the news of the fact
    return CommandDone(
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
    """Set or erase the name of the player on the client's seat."""
    called: Called = call.body
    call.tables.set_name(call.table, call.own_seat, called.name)
    return Named(call.own_seat, call.tables.names(call.table).get(call.own_seat))


def open_rematch(call: Call) -> Rematch:
    """Open the rematch of a finished table, or return the link of the client's seat at it.

    The pages of the table show it, and the other seats that want messages are told.
    """
    admitting, is_new = call.desk.admitting, not rematch_of(call.tables.store, call.table)
    if is_new:
        admitting.insist_on_room_for_a_table(call.address)
    made = rematch(call.tables, call.table, call.voice)
    if is_new:
        admitting.note_place(made.table, call.address)
        call.desk.bell.ring(call.table)
    if (postman := call.desk.postman) is not None:
        if call.voice != TABLE and known_seat(call.state, call.voice).taken:
            postman.outbox.know_of_rematch(call.table, call.voice)
        postman.wake_from_thread(call.table)
    return made


def new_link(call: Call) -> Linked:
    """Make a new link for the client's own seat. The host also makes one for an empty seat."""
    wanted: Relink = call.body
    keeping = wanted.keeping
    if wanted.seat != call.voice:
        keeping = "nobody"
        if call.voice != TABLE:
            raise Forbidden("a seat can make a new link only for itself")
        if known_seat(call.state, wanted.seat).taken:
            raise Forbidden(f"somebody sits on seat {wanted.seat}: free the seat before you make a new link")
    link = call.tables.new_link(call.table, wanted.seat, keeping, call.link)
    call.desk.bell.ring(call.table)
    return Linked(wanted.seat, link)
