"""Notices for a mailer: every change of the asked seats at any table of a store, in order.

    for_each = Notices(tables)
    for_each.follow(lambda notice: print(notice.table, notice.asked.seats))

Read `seats_asked` for the contents of a notice.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from datetime import datetime

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.table.encoding import UnreadableFact
from fitl_core.table.facts import Seat
from fitl_core.table.refusals import Unknown
from fitl_core.table.seats_asked import SeatsAsked, asked_at
from fitl_core.table.stored_tables import absorb_stored
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables

MOST_KEPT = 64
"""The number of tables that are kept as they were at their last notice. Others are read again."""


class Notice(msgspec.Struct, frozen=True):
    """The seats that a `table` waits for from a `version` on. A table has no two notices of one version."""

    table: str
    version: int
    asked: SeatsAsked


class Notices:
    """The notices of all tables of a store: the asked seats, whenever they change.

    The progress is kept in the side data of each table under `name`, so that a restarted program goes on from
    there. Many programs may write to the tables, but only one at a time may follow under a name. Each name
    gets every notice.
    """

    def __init__(self, tables: Tables, name: str = "turns") -> None:
        self._tables = tables
        self._key = f"told {name}"
        self._kept: OrderedDict[str, TableState] = OrderedDict()

    def follow(self, callback: Callable[[Notice], object], timeout: float | None = None) -> None:
        """Call back with every notice that has not been delivered, then with each new one.

        A notice counts as delivered when the callback returns. If the callback raises, or the program ends in
        it, the same notice comes again the next time. The method returns after `timeout` seconds without a
        change (None: never), and when the store is closed. Raises `StoreError`, and any error of the
        callback. A table that cannot be read does not stop the others. Its notices come when it can be read,
        by a restarted program. The first `UnreadableFact` is raised at the end.
        """
        store = self._tables.store
        unreadable: UnreadableFact | None = None
        seen = {table: self.told(table) for table in self._tables.names_of_tables()}
        while changed := store.changed(seen, timeout):
            for table, version in sorted(changed.items()):
                if not version:  # it was deleted
                    seen[table] = 0
                    self._kept.pop(table, None)
                    continue
                try:
                    notices = list(self.of_table(table, seen.get(table, 0), version))
                except UnreadableFact as error:
                    unreadable = unreadable or error
                    seen[table] = version
                    continue
                except Unknown:  # it was deleted meanwhile, which the next change tells
                    seen[table] = version
                    continue
                for notice in notices:
                    callback(notice)
                    self._mark_delivered(table, notice.version)
                self._mark_delivered(table, version)
                seen[table] = version
        if unreadable is not None:
            raise unreadable

    def told(self, table: str) -> int:
        """Return the version up to which the notices of a table have been delivered; 0 if none has."""
        return int(self._tables.store.aside(table).get(self._key, "0"))

    def skip(self, table: str) -> None:
        """Mark all notices of a table up to now as delivered."""
        self._mark_delivered(table, self._tables.version(table))

    def _mark_delivered(self, table: str, version: int) -> None:
        self._tables.store.put_aside(table, self._key, str(version))

    def of_table(self, table: str, after: int = 0, until: int | None = None) -> Iterator[Notice]:
        """Yield the notices of a table after a version, up to another one (None: the last), in order.

        They follow from its facts alone. Raises `Unknown` if there is no such table or version.
        """
        state = self._at(table, after)
        before = None if state is None else _whom(asked_at(state))
        most = None if until is None else until - after
        facts = self._tables.store.read(table, after, most)
        steps = self._tables.steps_kept_later(table, facts)
        for fact in facts:
            state, recorded = absorb_stored(table, state, fact, steps)
            if recorded.more:
                continue
            asked = asked_at(state)
            self._keep(state)
            if _whom(asked) != before:
                before = _whom(asked)
                yield Notice(table, state.version, asked)

    def _at(self, table: str, version: int) -> TableState | None:
        """Return a table as it was at a version; None before its first fact."""
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
    """Yield the tables at which a seat has missed the deadline, by their names.

    The host then decides: to wait, to free the seat, or to hand it over. A table that cannot be read does not
    stop the others: the first `UnreadableFact` is raised after all of them.
    """
    unreadable: UnreadableFact | None = None
    for table in tables.names_of_tables():
        try:
            state = tables.state(table)
        except UnreadableFact as error:
            unreadable = unreadable or error
            continue
        asked = asked_at(state)
        if asked.due and datetime.fromisoformat(asked.due) < now:
            yield Notice(table, state.version, asked)
    if unreadable is not None:
        raise unreadable


def _whom(asked: SeatsAsked) -> tuple[str, tuple[Seat, ...], tuple[Faction, ...]]:
    """Return the part of `SeatsAsked` whose change makes a notice."""
    return asked.what, asked.seats, asked.factions
