"""The interface of a store: append facts after a version, read them, and wait for new ones.

A store knows nothing of the game. A stream holds a table's facts by version, 1, 2, 3… without gaps. An
appended fact never changes. Side data and snapshots are kept apart from the streams: side data (people's
names, hashes of links) can be erased, and snapshots can be made again.

Names of tables, commands and keys are text of at most `MOST_NAME` characters without the character NUL. The
name of a table is not empty; a command may be "". A body has at most `MOST_BODY` bytes. Any other value is
`Unfit`.

Read `memory` next: it is the shortest store.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from fitl_core.errors import FitlError

LAYOUT = 2
"""The layout of stores that this program makes. It opens stores of layouts 1 to this one."""
MOST_VERSIONS = 2**31 - 1
"""The highest version that a store holds."""
MOST_NAME = 200
"""The largest number of characters in the name of a table, a kind, a command or a key."""
OF_STORE = ""
"""The name under which side data of the store itself are kept. No table has it."""
DELETED = "deleted"
"""The key in the side data of a table that was deleted, with the time of the deletion."""
MOST_BODY = 2**24
"""The largest number of bytes in a fact, a snapshot, or an entry of the side data: 16 MiB."""


class NewFact(msgspec.Struct, frozen=True):
    """A fact before it is kept: the name of its kind, and its JSON."""

    kind: str
    body: bytes


class KeptFact(msgspec.Struct, frozen=True):
    """A fact in a store: its version from 1, its kind and JSON, and the command that made it."""

    version: int
    kind: str
    body: bytes
    command: str = ""


class Snapshot(msgspec.Struct, frozen=True):
    """A table's state at a version, in a `form` of that name: a cache that may be deleted at any time."""

    version: int
    form: str
    body: bytes


class StoreError(FitlError):
    """A store cannot be reached, opened or read, or it is closed."""

    code = "store"


class Unwritable(StoreError):
    """A store can be read but not written, for example because the disk is full. Nothing has been written."""

    code = "store-unwritable"


class Unfit(StoreError):
    """A value that no store keeps, such as a name that is too long. Nothing has been written."""

    code = "store-unfit"


class Uncertain(StoreError):
    """The answer to an append was lost: the facts may have been appended or not.

    Repeat the append with the same command, or read the stream.
    """

    code = "uncertain"


class Late(StoreError):
    """The stream is at `version`, not at the version that the append names. Nothing has been appended."""

    code = "late"

    def __init__(self, table: str, version: int, wanted: int) -> None:
        super().__init__(f"table {table} is at version {version}, not at {wanted}")
        self.table: str = table
        self.version: int = version


class Repeated(StoreError):
    """The command was carried out before, up to `version`. Nothing has been appended."""

    code = "repeated"

    def __init__(self, table: str, command: str, version: int) -> None:
        super().__init__(f"command {command} has been carried out at table {table}, up to version {version}")
        self.table: str = table
        self.command: str = command
        self.version: int = version


class Store(Protocol):
    """Streams of facts by table. All methods may be called from any thread, and raise `StoreError`.

    A store that was opened before a process forked belongs to the parent: the child opens its own.
    """

    def append(self, table: str, version: int, facts: Sequence[NewFact], command: str = "") -> int:
        """Append facts after a version (0: a new table), all or none, durably. Return the version of the last
        one.

        A `command` (any text, or "") is kept with each fact, and can append to a table only once. Raises
        `Repeated` if it has done so; this is checked first. Raises `Late` if the stream is not at that
        version. A caller who does not know the outcome repeats the append unchanged, and reads `of_command`.
        If the connection is lost, the store itself repeats an append with a command. Raises `Uncertain` if
        that does not help, or if there is no command.
        """
        ...

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[KeptFact]:
        """Return at most `most` facts after a version, in order; none if there is no such table."""
        ...

    def of_command(self, table: str, command: str) -> list[KeptFact]:
        """Return the facts that a command has appended, in order; none if it never came, and none for ""."""
        ...

    def version(self, table: str) -> int:
        """Return the version of the last fact; 0 if there is no such table."""
        ...

    def tables(self, after: str = "", most: int | None = None) -> list[str]:
        """Return the names of the tables after one of them, in the order of their characters' numbers."""
        ...

    def take(self, table: str, facts: Sequence[KeptFact]) -> None:
        """Take over a whole stream at once, all or none. Raises `Late` if there is a table of that name."""
        ...

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the snapshot of a table, or None."""
        ...

    def keep_snapshot(self, table: str, snapshot: Snapshot | None) -> None:
        """Replace the snapshot of a table, unless the old one is of a later version; None deletes it."""
        ...

    def delete(self, table: str) -> int:
        """Delete a table: its facts, its snapshot and its side data. Return the number of facts; 0 if there
        is no such table.

        The data are erased from the disk as an entry of the side data is.
        """
        ...

    def aside(self, table: str) -> dict[str, str]:
        """Return the side data of a table by key: names of people, hashes of links; of the store itself for
        `OF_STORE`.
        """
        ...

    def every_aside(self, key: str) -> dict[str, str]:
        """Return the entries of a key in the side data of all tables, by table."""
        ...

    def put_aside(self, table: str, key: str, value: str | None) -> None:
        """Set the entry of a key in the side data, or erase it (None)."""
        ...

    def swap_aside(self, table: str, key: str, before: str | None, after: str | None) -> bool:
        """Replace the entry of a key in the side data if it is `before` (None: if there is none).

        Return whether it was. Of several callers who name the same `before`, one succeeds. If the connection
        is lost, False may also mean that this call has replaced the entry.
        """
        ...

    def follow(self, table: str, after: int = 0, timeout: float | None = None) -> Iterator[KeptFact]:
        """Yield the facts of a table after a version as they come, each once.

        Stop after `timeout` seconds without a fact (None: never), and when the store is closed.
        """
        ...

    def changed(self, seen: Mapping[str, int], timeout: float | None = None) -> dict[str, int]:
        """Return the tables that are beyond the version in `seen` (0 if it is not named), with their
        versions. A table in `seen` that has been deleted has version 0.

        Wait at most `timeout` seconds for one (None: without limit). Return none when the store is closed.
        """
        ...

    def close(self) -> None:
        """Close the store. Every call of `follow` then ends."""
        ...
