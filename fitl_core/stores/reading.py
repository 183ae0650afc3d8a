"""What stores in SQL are asked for, written once: SQLite and PostgreSQL have the same columns."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from fitl_core.stores.fitting import bounded, fit_name, fit_table
from fitl_core.stores.port import KeptFact, Snapshot
from fitl_core.stores.waking import Following

FACTS = "SELECT fact.version, kind, body, command FROM {schema}.fact JOIN {schema}.stream ON stream = id"


class Reading(Following):
    """The reading half of a `Store` in SQL."""

    @abstractmethod
    def _select(self, query: str, *values: str | int) -> list[Any]:
        """The rows of a query that names its `{schema}`, and has a `?` for each value."""

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[KeptFact]:
        """The facts behind a version."""
        fit_table(table)
        behind = f"{FACTS} WHERE name = ? AND fact.version > ? ORDER BY fact.version LIMIT ?"
        return [KeptFact(*row) for row in self._select(behind, table, bounded(after), bounded(most))]

    def of_command(self, table: str, command: str) -> list[KeptFact]:
        """What a command has appended."""
        fit_table(table)
        fit_name("a command", command)
        of_it = f"{FACTS} WHERE name = ? AND command = ? AND command <> '' ORDER BY part"
        return [KeptFact(*row) for row in self._select(of_it, table, command)]

    def version(self, table: str) -> int:
        """The version of the last fact."""
        fit_table(table)
        found = self._select("SELECT version FROM {schema}.stream WHERE name = ?", table)
        return found[0][0] if found else 0

    def tables(self, after: str = "", most: int | None = None) -> list[str]:
        """The names of the tables in order."""
        fit_name("the name of a table", after)
        behind = "SELECT name FROM {schema}.stream WHERE name > ? ORDER BY name LIMIT ?"
        return [name for (name,) in self._select(behind, after, bounded(most))]

    def snapshot(self, table: str) -> Snapshot | None:
        """The snapshot that is kept of a table."""
        fit_table(table)
        found = self._select("SELECT version, form, body FROM {schema}.snapshot WHERE name = ?", table)
        return Snapshot(*found[0]) if found else None

    def aside(self, table: str) -> dict[str, str]:
        """What stands beside the stream of a table."""
        fit_table(table)
        return dict(self._select("SELECT key, value FROM {schema}.aside WHERE name = ? ORDER BY key", table))

    def _heads(self) -> dict[str, int]:
        return dict(self._select("SELECT name, version FROM {schema}.stream"))
