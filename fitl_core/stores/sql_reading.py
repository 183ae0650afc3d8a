"""The reading half of a store in SQL, written once: SQLite and PostgreSQL have the same columns.

Read `sqlite` for the writing half.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from fitl_core.stores.fitting import bounded, fit_name, fit_table
from fitl_core.stores.port import KeptFact, Snapshot
from fitl_core.stores.waking import Following

FACTS = "SELECT fact.version, kind, body, command FROM {schema}.fact JOIN {schema}.stream ON stream = id"


class SqlReading(Following):
    """The reading half of a `Store` in SQL. `layout` is the one that it had when it was opened; 0: none."""

    layout: int

    @abstractmethod
    def _select(self, query: str, *values: str | int) -> list[Any]:
        """Return the rows of a query that names its `{schema}`, and has a `?` for each value."""

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[KeptFact]:
        """Return the facts after a version."""
        fit_table(table)
        query = f"{FACTS} WHERE name = ? AND fact.version > ? ORDER BY fact.version LIMIT ?"
        return [_fact_in(row) for row in self._select(query, table, bounded(after), bounded(most))]

    def of_command(self, table: str, command: str) -> list[KeptFact]:
        """Return the facts that a command has appended."""
        fit_table(table)
        fit_name("a command", command)
        query = f"{FACTS} WHERE name = ? AND command = ? AND command <> '' ORDER BY part"
        return [_fact_in(row) for row in self._select(query, table, command)]

    def version(self, table: str) -> int:
        """Return the version of the last fact."""
        fit_table(table)
        rows = self._select("SELECT version FROM {schema}.stream WHERE name = ?", table)
        return rows[0][0] if rows else 0

    def tables(self, after: str = "", most: int | None = None) -> list[str]:
        """Return the names of the tables, in order."""
        fit_name("the name of a table", after)
        query = "SELECT name FROM {schema}.stream WHERE name > ? ORDER BY name LIMIT ?"
        return [name for (name,) in self._select(query, after, bounded(most))]

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the snapshot of a table."""
        fit_table(table)
        rows = self._select("SELECT version, form, body FROM {schema}.snapshot WHERE name = ?", table)
        return Snapshot(*rows[0]) if rows else None

    def aside(self, table: str) -> dict[str, str]:
        """Return the side data of a table, or of the store itself."""
        fit_name("the name of a table", table)
        return dict(self._select("SELECT key, value FROM {schema}.aside WHERE name = ? ORDER BY key", table))

    def every_aside(self, key: str) -> dict[str, str]:
        """Return the entries of a key in the side data of all tables."""
        fit_name("a key", key)
        query = "SELECT name, value FROM {schema}.aside WHERE key = ? AND name <> '' ORDER BY name"
        return dict(self._select(query, key))

    def _heads(self) -> dict[str, int]:
        return dict(self._select("SELECT name, version FROM {schema}.stream"))


def _fact_in(row: Any) -> KeptFact:
    """Return the fact of a row. SQLite keeps any type in any column, so a damaged body may be text."""
    version, kind, body, command = row
    return KeptFact(version, kind, body.encode() if isinstance(body, str) else body, command)
