"""Whose turn it is, told to whoever sends mails: every change of who is asked at any table, in order.

for_each = Notices(tables)
for_each.follow(lambda notice: print(notice.table, notice.asked.seats))
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from datetime import datetime

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.table.absorbing import absorb, opened
from fitl_core.table.asked import SeatsAsked, asked_at
from fitl_core.table.facts import Seat
from fitl_core.table.keeping import read_fact
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables

MOST_KEPT = 64
"""So many tables are kept as they stood at their last notice; others are read again."""


class Notice(msgspec.Struct, frozen=True):
    """Whom a `table` waits for from a `version` on. A table has no two notices of one version."""

    table: str
    version: int
    asked: SeatsAsked


class Notices:
    """Tells, of all tables of a store, whom each waits for whenever that changes.

    How far it has told is kept beside each table under its `name`, so that it goes on there when the program
    is started again. Many programs may write to the tables, but one at a time follows under a name; another
    name is told everything by itself.
    """

    def __init__(self, tables: Tables, name: str = "turns") -> None:
        self._tables = tables
        self._key = f"told {name}"
        self._kept: OrderedDict[str, TableState] = OrderedDict()

    def follow(self, callback: Callable[[Notice], object], timeout: float | None = None) -> None:
        """Call back with every notice that has not been told, then with each as it comes.

        A notice counts as told once the callback returns: where that raises, or the program ends in it, the
        same notice comes again the next time. It ends when nothing has happened at any table for `timeout`
        seconds (None: never), and when the store is closed. Raises `StoreError`, and whatever the callback
        raises.
        """
        store = self._tables.store
        seen = {table: self.told(table) for table in self._tables.names_of_tables()}
        while changed := store.changed(seen, timeout):
            for table, version in sorted(changed.items()):
                for notice in self.of_table(table, seen.get(table, 0), version):
                    callback(notice)
                    self._tell_up_to(table, notice.version)
                self._tell_up_to(table, version)
                seen[table] = version

    def told(self, table: str) -> int:
        """The version up to which the changes at a table have been told; 0 where none has."""
        return int(self._tables.store.aside(table).get(self._key, "0"))

    def skip(self, table: str) -> None:
        """Tell nothing of what has been at a table so far."""
        self._tell_up_to(table, self._tables.version(table))

    def _tell_up_to(self, table: str, version: int) -> None:
        self._tables.store.put_aside(table, self._key, str(version))

    def of_table(self, table: str, after: int = 0, until: int | None = None) -> Iterator[Notice]:
        """The notices of a table behind a version, up to another one (None: the last), in order.

        They follow from its facts alone. Raises `Unknown` where there is no such table or version.
        """
        state = self._at(table, after)
        before = None if state is None else _whom(asked_at(state))
        most = None if until is None else until - after
        for fact in self._tables.store.read(table, after, most):
            recorded = read_fact(table, fact)
            state = opened(table, recorded) if state is None else absorb(state, recorded)
            if recorded.more:
                continue
            asked = asked_at(state)
            self._keep(state)
            if _whom(asked) != before:
                before = _whom(asked)
                yield Notice(table, state.version, asked)

    def _at(self, table: str, version: int) -> TableState | None:
        """A table as it stood at a version; None before its first fact."""
        kept = self._kept.get(table)
        if kept is not None and kept.version == version:
            return kept
        return self._tables.state(table, version) if version else None

    def _keep(self, state: TableState) -> None:
        self._kept[state.table] = state
        self._kept.move_to_end(state.table)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def overdue(tables: Tables, now: datetime) -> Iterator[Notice]:
    """The tables at which somebody has been asked for longer than the table's deadline, by their names.

    What follows of it is the host's to decide: to wait, to make the seat free, to hand it over.
    """
    for table in tables.names_of_tables():
        state = tables.state(table)
        asked = asked_at(state)
        if asked.due and datetime.fromisoformat(asked.due) < now:
            yield Notice(table, state.version, asked)


def _whom(asked: SeatsAsked) -> tuple[str, tuple[Seat, ...], tuple[Faction, ...]]:
    """What makes a change of who is asked."""
    return asked.what, asked.seats, asked.factions
