"""A store in memory, for tests and for tables that end with their process.

Read `sqlite` for a store that lasts.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import islice

from fitl_core.stores.fitting import (
    bounded,
    fit_name,
    fit_snapshot,
    fit_stream,
    fit_swap,
    fit_table,
    fit_value,
    numbered,
)
from fitl_core.stores.port import KeptFact, Late, NewFact, Repeated, Snapshot, StoreError
from fitl_core.stores.waking import Following


class MemoryStore(Following):
    """A `Store` that ends with its process."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._streams: dict[str, list[KeptFact]] = {}
        self._commands: dict[tuple[str, str], list[KeptFact]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._aside: dict[str, dict[str, str]] = {}

    def append(self, table: str, version: int, facts: Sequence[NewFact], command: str = "") -> int:
        """Append facts after a version."""
        fit_table(table)
        numbered_facts = numbered(version, facts, command)
        with self._lock:
            self._open()
            if before := self._commands.get((table, command)):
                raise Repeated(table, command, before[-1].version)
            self._keep(table, version, numbered_facts)
        self._bell.ring(table)
        return numbered_facts[-1].version

    def take(self, table: str, facts: Sequence[KeptFact]) -> None:
        """Take over a whole stream at once."""
        fit_table(table)
        fit_stream(facts)
        with self._lock:
            self._open()
            self._keep(table, 0, list(facts))
        self._bell.ring(table)

    def _keep(self, table: str, version: int, facts: list[KeptFact]) -> None:
        stream = self._streams.get(table, [])
        if version != len(stream):
            raise Late(table, len(stream), version)
        for fact in facts:
            if fact.command:
                self._commands.setdefault((table, fact.command), []).append(fact)
        self._streams.setdefault(table, stream).extend(facts)

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[KeptFact]:
        """Return the facts after a version."""
        fit_table(table)
        first = bounded(after)
        with self._lock:
            self._open()
            return self._streams.get(table, [])[first : first + bounded(most)]

    def of_command(self, table: str, command: str) -> list[KeptFact]:
        """Return the facts that a command has appended."""
        fit_table(table)
        fit_name("a command", command)
        with self._lock:
            self._open()
            return list(self._commands.get((table, command), ()))

    def version(self, table: str) -> int:
        """Return the version of the last fact."""
        fit_table(table)
        with self._lock:
            self._open()
            return len(self._streams.get(table, ()))

    def tables(self, after: str = "", most: int | None = None) -> list[str]:
        """Return the names of the tables, in order."""
        fit_name("the name of a table", after)
        with self._lock:
            self._open()
            return list(islice((name for name in sorted(self._streams) if name > after), bounded(most)))

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the snapshot of a table."""
        fit_table(table)
        with self._lock:
            self._open()
            return self._snapshots.get(table)

    def keep_snapshot(self, table: str, snapshot: Snapshot | None) -> None:
        """Keep a snapshot, or delete it."""
        fit_table(table)
        with self._lock:
            self._open()
            before = self._snapshots.get(table)
            if snapshot is None:
                self._snapshots.pop(table, None)
                return
            fit_snapshot(snapshot)
            if before is None or before.version <= snapshot.version:
                self._snapshots[table] = snapshot

    def delete(self, table: str) -> int:
        """Delete a table."""
        fit_table(table)
        with self._lock:
            self._open()
            stream = self._streams.pop(table, [])
            if stream:
                self._snapshots.pop(table, None)
                self._aside.pop(table, None)
            for command in {fact.command for fact in stream}:
                self._commands.pop((table, command), None)
        self._bell.ring(table)
        return len(stream)

    def aside(self, table: str) -> dict[str, str]:
        """Return the side data of a table, or of the store itself."""
        fit_name("the name of a table", table)
        with self._lock:
            self._open()
            return dict(sorted(self._aside.get(table, {}).items()))

    def every_aside(self, key: str) -> dict[str, str]:
        """Return the entries of a key in the side data of all tables."""
        fit_name("a key", key)
        with self._lock:
            self._open()
            return {table: kept[key] for table, kept in sorted(self._aside.items()) if table and key in kept}

    def put_aside(self, table: str, key: str, value: str | None) -> None:
        """Set an entry of the side data, or erase it."""
        fit_name("the name of a table", table)
        fit_name("a key", key)
        with self._lock:
            self._open()
            if value is None:
                self._aside.get(table, {}).pop(key, None)
                return
            fit_value(value)
            self._aside.setdefault(table, {})[key] = value

    def swap_aside(self, table: str, key: str, before: str | None, after: str | None) -> bool:
        """Replace an entry of the side data if it is `before`."""
        fit_swap(table, key, before, after)
        with self._lock:
            self._open()
            entries = self._aside.setdefault(table, {})
            if entries.get(key) != before:
                return False
            if after is None:
                entries.pop(key, None)
            else:
                entries[key] = after
            return True

    def close(self) -> None:
        """Close the store."""
        self._stop_following()

    def _attend(self) -> None:
        """Do nothing: no other process appends."""

    def _heads(self) -> dict[str, int]:
        with self._lock:
            return {name: len(stream) for name, stream in self._streams.items()}

    def _open(self) -> None:
        if self._closing.is_set():
            raise StoreError("the store is closed")
