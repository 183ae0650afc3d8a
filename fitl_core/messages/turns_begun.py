"""The versions at which the turns of seats began.

A turn begins when the table comes to wait for the seat, and again when it still waits after a line of the
seat. Turns follow from the facts alone, so every process finds the same ones. `outbox` uses them.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

import msgspec

from fitl_core.table.facts import Line, NoteSaid, Seat, VacationBegun, VacationEnded
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.stored_tables import absorb_stored
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables

MOST_KEPT = 64
"""The number of tables that are kept in memory as they were last seen. Others are read again."""


class Turn(NamedTuple):
    """The version at which the turn of a seat began, and that at which its time began to run.

    The time runs anew after a vacation.
    """

    begun: int
    runs: int


class _Seen(msgspec.Struct, frozen=True):
    """A table as it was last seen, with the beginnings of its turns."""

    state: TableState | None = None
    begun: dict[Seat, Turn] = {}


class TurnsBegun:
    """The beginnings of the present turns at the tables of a store. One thread uses it at a time."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._seen: OrderedDict[str, _Seen] = OrderedDict()

    def at(self, table: str, version: int) -> dict[Seat, Turn]:
        """Return the asked seats of a table at a version, each with the beginning of its turn."""
        seen = self._seen.pop(table, _Seen())
        if seen.state is not None and seen.state.version > version:
            seen = _Seen()
        seen = self._seen[table] = self._gone_on(table, seen, version)
        if len(self._seen) > MOST_KEPT:
            self._seen.popitem(last=False)
        return seen.begun

    def _gone_on(self, table: str, seen: _Seen, version: int) -> _Seen:
        """Return a table as it is at a later version."""
        state, begun = seen.state, dict(seen.begun)
        after = 0 if state is None else state.version
        facts = self._tables.store.read(table, after, version - after)
        steps = self._tables.steps_kept_later(table, facts) if state is None else ()
        moved: set[Seat] = set()
        for fact in facts:
            state, recorded = absorb_stored(table, state, fact, steps)
            if isinstance(recorded.fact, Line) and not isinstance(recorded.fact, NoteSaid):
                moved.add(recorded.by)
            if isinstance(recorded.fact, VacationBegun | VacationEnded):
                seat = recorded.fact.seat
                begun |= {seat: Turn(begun[seat].begun, fact.version)} if seat in begun else {}
            if not recorded.more:
                kept = {seat: turn for seat, turn in begun.items() if seat not in moved}
                anew = Turn(fact.version, fact.version)
                begun = {seat: kept.get(seat, anew) for seat in asked_at(state).seats}
                moved.clear()
        return _Seen(state, begun)
