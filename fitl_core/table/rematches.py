"""A rematch: a new table with the game, the seats and the names of a finished one.

Each seat asks for its own link, which nobody else gets. The name of the new table is side data of the old
one.
"""

from __future__ import annotations

import secrets

import msgspec

from fitl_core.stores.port import Store
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.refusals import Forbidden, NotNow, TableError, Unknown
from fitl_core.table.seating import known_seat
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables

_KEY = "rematch"


class Rematch(msgspec.Struct, frozen=True):
    """A new table for a rematch, with the link of one seat, which is shown only once."""

    table: str
    seat: Seat
    link: str


def rematch(tables: Tables, table: str, seat: Seat) -> Rematch:
    """Open the rematch of a finished table, if nobody has, and return the link of a seat at it.

    Raises `NotNow` before the end of the game, `Unknown` if a table or seat does not exist, and `Forbidden`
    if somebody sits on the seat of the new table already. A link that the seat got before is no longer valid.
    """
    state = tables.state(table)
    if not is_over(state):
        raise NotNow("a rematch begins after the end of the game")
    new = _opened(tables, state)
    if seat != TABLE and known_seat(tables.state(new), seat).taken:
        raise Forbidden(f"somebody sits on seat {seat} of the rematch already: use the link of that seat")
    return Rematch(new, seat, tables.new_link(new, seat))


def is_over(state: TableState) -> bool:
    """Check whether the game of a table is over, so that a rematch may begin."""
    return state.board is not None and (state.board.ended is not None or state.status == "closed")


def rematch_of(store: Store, table: str) -> str:
    """Return the name of the rematch of a table; empty if nobody has opened one."""
    name = store.aside(table).get(_KEY, "")
    return name if name and store.version(name) > 0 else ""


def rematch_begun(store: Store, state: TableState) -> str:
    """Return the name of the rematch of a table; empty while its game goes on, and without one."""
    return rematch_of(store, state.table) if is_over(state) else ""


def _opened(tables: Tables, state: TableState) -> str:
    """Return the name of the rematch of a table. Open it if it does not exist yet."""
    store, table = tables.store, state.table
    store.swap_aside(table, _KEY, None, secrets.token_hex(9))
    name = store.aside(table)[_KEY]
    try:
        tables.version(name)
    except Unknown:
        opened = state.opened
        try:
            tables.open(opened.setup, seats_add=opened.seats_add, deadline=opened.deadline, table=name)
        except TableError:
            tables.version(name)  # another player has opened it at the same moment
        for seat, called in tables.names(table).items():
            tables.set_name(name, seat, called)
    return name
