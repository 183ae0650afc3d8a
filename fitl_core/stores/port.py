"""What a table asks of its store: append facts behind a version, read them, and be woken by new ones.

A store knows nothing of the game. A stream is a table's facts by version, 1, 2, 3… without gaps; what was
appended is never changed. Beside the streams stand what may be erased or made again: people's words about
themselves, and snapshots.

Names of tables, commands and keys are any text of at most `MOST_NAME` characters without the character NUL; a
table has a name, a command may be "". A body has at most `MOST_BODY` bytes. What does not fit is `Unfit`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from fitl_core.errors import FitlError

MOST_VERSIONS = 2**31 - 1
"""The highest version that a store holds."""
MOST_NAME = 200
"""The most characters in the name of a table, a kind, a command or a key."""
MOST_BODY = 2**24
"""The most bytes in a fact, a snapshot, or what stands beside a stream: 16 MiB."""


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
    """A store that cannot be reached, opened or read, or is closed."""

    code = "store"


class Unwritable(StoreError):
    """A store that can be read and not written: no room, read-only. Nothing has been written."""

    code = "store-unwritable"


class Unfit(StoreError):
    """What no store keeps: a name of that length, a version of that height. Nothing has been written."""

    code = "store-unfit"


class Uncertain(StoreError):
    """The answer to an append was lost: it stands, or it does not. Repeat it under its command, or read."""

    code = "uncertain"


class Late(StoreError):
    """The stream is at `version` and not where the append was to come. Nothing has been appended."""

    code = "late"

    def __init__(self, table: str, version: int, wanted: int) -> None:
        super().__init__(f"table {table} is at version {version}, not at {wanted}")
        self.table: str = table
        self.version: int = version


class Repeated(StoreError):
    """The command has come before: what it appended stands, up to `version`. Nothing has been appended."""

    code = "repeated"

    def __init__(self, table: str, command: str, version: int) -> None:
        super().__init__(f"command {command} has been carried out at table {table}, up to version {version}")
        self.table: str = table
        self.command: str = command
        self.version: int = version


class Store(Protocol):
    """Streams of facts by table. All methods may be called from any thread, and raise `StoreError`.

    A store that was open before a process forked is the parent's: the child opens its own.
    """

    def append(self, table: str, version: int, facts: Sequence[NewFact], command: str = "") -> int:
        """Append facts behind a version (0: a new table), all or none, durably; the version of the last.

        A `command` (any text, or "") is kept with each fact, and appends to a table only once: `Repeated`
        where it has done so, which is looked at first; `Late` where the stream is not at that version. So
        whoever was not told what became of an append repeats it as it was, and reads `of_command`. An append
        with a command whose answer is lost on the way is repeated by the store itself; where that is to no
        avail, or there is no command, it is `Uncertain`.
        """
        ...

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[KeptFact]:
        """The facts behind a version, in order, at most so many; none for a table that there is not."""
        ...

    def of_command(self, table: str, command: str) -> list[KeptFact]:
        """What a command has appended, in order; none where it never came, and none for ""."""
        ...

    def version(self, table: str) -> int:
        """The version of the last fact; 0 for a table that there is not."""
        ...

    def tables(self, after: str = "", most: int | None = None) -> list[str]:
        """The names of the tables in the order of their characters' numbers, behind one of them."""
        ...

    def take(self, table: str, facts: Sequence[KeptFact]) -> None:
        """A whole stream from elsewhere at once, all or none; `Late` where there is a table of that name."""
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

    def follow(self, table: str, after: int = 0, timeout: float | None = None) -> Iterator[KeptFact]:
        """The facts of a table behind a version as they come, each once.

        It ends when none came for `timeout` seconds (None: never), and when the store is closed.
        """
        ...

    def changed(self, seen: Mapping[str, int], timeout: float | None = None) -> dict[str, int]:
        """The tables that stand beyond what is `seen` of them (0 where it is not named), with their versions.

        Waits at most `timeout` seconds for one (None: as long as it takes); none when the store is closed.
        """
        ...

    def close(self) -> None:
        """Let go of what is open; whoever follows is woken, and ends."""
        ...
