"""The handlers of requests about coming back: take a seat by its link, a summary of a table, personal links.

Read `fitl_core.table.seat_links` for the exchange of a link.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from fitl_core.server.calls import Call
from fitl_core.server.problems import Gone, WrongLink
from fitl_core.server.return_bodies import (
    PersonalLink,
    PersonalLinkMade,
    PersonalLinkRevoked,
    Retitle,
    Retitled,
    SeatsCollected,
    SeatsToCollect,
    SeatTaken,
    SummarySeat,
    TableSummary,
    TakenBy,
)
from fitl_core.table.personal_links import (
    LASTS,
    make_collection,
    open_collection,
    revoke_collection,
)
from fitl_core.table.refusals import Unknown
from fitl_core.table.seat_links import LinkUsed
from fitl_core.table.seating import insist_on_host
from fitl_core.table.seats_asked import asked_at

LINK = 32
"""The number of bytes of a personal link."""


def take_seat(call: Call) -> SeatTaken:
    """Exchange the link of a seat for a secret that the browser has drawn."""
    wanted: TakenBy = call.body
    call.tables.version(call.table)
    try:
        seat = call.tables.take_seat(call.table, wanted.link, wanted.secret)
    except LinkUsed as error:
        raise Gone(error.message) from None
    except Unknown as error:
        raise WrongLink(error.message) from None
    call.desk.bell.ring(call.table)
    return SeatTaken(call.table, seat)


def summary(call: Call) -> TableSummary:
    """Return a table in short, for a list of tables."""
    state, names = call.state, call.tables.names(call.table)
    setup = state.opened.setup
    seats = [
        SummarySeat(one.name, state.factions_of(one.name), one.taken, names.get(one.name, ""))
        for one in state.seats
    ]
    return TableSummary(
        call.table,
        call.tables.title(call.table),
        setup.scenario,
        setup.rules,
        state.status,
        call.seat,
        tuple(seats),
        asked_at(state),
        len(state.lines),
        call.tables.now(),
    )


def set_title(call: Call) -> Retitled:
    """Set or erase the title of the table. Only the host may."""
    wanted: Retitle = call.body
    insist_on_host(call.voice)
    call.tables.set_title(call.table, wanted.title)
    return Retitled(call.tables.title(call.table) or None)


def make_personal_link(call: Call) -> PersonalLinkMade:
    """Make a personal link for the seats whose secrets the client shows."""
    wanted: SeatsToCollect = call.body
    store, now = call.tables.store, call.tables.now()
    link = secrets.token_hex(LINK)
    seats = make_collection(store, link, wanted.seats, now)
    until = (datetime.fromisoformat(now) + LASTS).isoformat(timespec="seconds").replace("+00:00", "Z")
    return PersonalLinkMade(link, until, seats)


def open_personal_link(call: Call) -> SeatsCollected:
    """Collect the seats of a personal link for a browser."""
    wanted: TakenBy = call.body
    try:
        return SeatsCollected(
            open_collection(call.tables.store, wanted.link, wanted.secret, call.tables.now())
        )
    except LinkUsed as error:
        raise Gone(error.message) from None


def revoke_personal_link(call: Call) -> PersonalLinkRevoked:
    """Revoke a personal link. A browser that has opened it loses the seats."""
    wanted: PersonalLink = call.body
    seats = revoke_collection(call.tables.store, wanted.link)
    for table in {one.table for one in seats}:
        call.desk.bell.ring(table)
    return PersonalLinkRevoked(len(seats))
