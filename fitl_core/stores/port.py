"""What a table asks of its store: append facts behind a version, read them, and be woken by new ones.

A store knows nothing of the game. A stream is a table's facts by version, 1, 2, 3… without gaps; what was
appended is never changed. Beside the streams stand what may be erased or made again: people's words about
themselves, and snapshots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from fitl_core.errors import FitlError

MOST_VERSIONS = 2**31 - 1
"""The highest version that a store holds."""


class NewFact(msgspec.Struct, frozen=True):
    """A fact to be kept: the name of its kind, and its JSON."""

    kind: str
    body: bytes


class KeptFact(msgspec.Struct, frozen=True):
    """A fact as it is kept: its version from 1, its kind and JSON, and the command that made it."""

    version: int
    kind: str
    body: bytes
    command: str = ""


class Snapshot(msgspec.Struct, frozen=True):
    """What a table has come to at a version, in a form of that name; a cache that may go at any time."""

    version: int
    form: str
    body: bytes


class StoreError(FitlError):
    """A store that cannot be reached, opened or written."""

    code = "store"


class Late(StoreError):
    """Another has written first: the stream is at `version` already. Nothing has been appended."""

    code = "late"

    def __init__(self, table: str, version: int) -> None:
        super().__init__(f"table {table} is at version {version} already")
        self.table: str = table
        self.version: int = version


class Store(Protocol):
    """Streams of facts by table. All methods may be called from any thread, and raise `StoreError`."""

    def append(self, table: str, version: int, facts: Sequence[NewFact], command: str) -> int:
        """Append facts behind a version (0: a new table), all or none, durably; the version of the last.

        Raises `Late` where the stream is not at that version. A `command` (any text, or "") is kept with
        each fact, so that `of_command` finds what has come of it.
        """
        ...

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[KeptFact]:
        """The facts behind a version, in order, at most so many; none for a table that there is not."""
        ...

    def of_command(self, table: str, command: str) -> list[KeptFact]:
        """What a command has appended, in order; none where it never came."""
        ...

    def version(self, table: str) -> int:
        """The version of the last fact; 0 for a table that there is not."""
        ...

    def tables(self, after: str = "", most: int | None = None) -> list[str]:
        """The names of the tables in order, behind one of them."""
        ...

    def snapshot(self, table: str) -> Snapshot | None:
        """The snapshot that is kept of a table, if any."""
        ...

    def keep_snapshot(self, table: str, snapshot: Snapshot | None) -> None:
        """Keep a snapshot in place of the one before, unless that is of a later version; None: forget it."""
        ...

    def aside(self, table: str) -> dict[str, str]:
        """What stands beside the stream of a table, by key: names of people, hashes of links."""
        ...

    def put_aside(self, table: str, key: str, value: str | None) -> None:
        """Set what stands beside the stream under a key, or erase it (None)."""
        ...

    def follow(self, after: int, table: str, timeout: float | None = None) -> Iterator[KeptFact]:
        """The facts of a table behind a version as they come; it ends when none came for `timeout` s."""
        ...

    def changed(self, seen: dict[str, int], timeout: float) -> dict[str, int]:
        """The versions of the tables that stand beyond those `seen`, waiting at most `timeout` s for one."""
        ...

    def close(self) -> None:
        """Let go of what is open."""
        ...
