"""The versions at which the turns of seats began: a turn lasts while the table waits for the seat.

They follow from the facts alone. So every process, also a restarted one, finds the same turns. `outbox` uses
them.
"""

from __future__ import annotations

from collections import OrderedDict

from fitl_core.table.facts import Seat
from fitl_core.table.notices import Notices
from fitl_core.table.tables import Tables

MOST_KEPT = 256
"""The number of tables whose turns are kept in memory."""


class TurnsBegun:
    """The beginnings of the present turns at the tables of a store. One thread uses it at a time."""

    def __init__(self, tables: Tables) -> None:
        self._notices = Notices(tables)
        self._known: OrderedDict[str, tuple[int, dict[Seat, int]]] = OrderedDict()

    def at(self, table: str, version: int) -> dict[Seat, int]:
        """Return the asked seats of a table at a version, each with the version at which its turn began.

        A seat that is asked again by its own move goes on with its turn.
        """
        before, begun = self._known.pop(table, (0, {}))
        if before > version:
            before, begun = 0, {}
        for notice in self._notices.of_table(table, before, version):
            begun = {seat: begun.get(seat, notice.version) for seat in notice.asked.seats}
        self._known[table] = (version, begun)
        if len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        return begun
