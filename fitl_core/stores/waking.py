"""Followers of tables, and the bell that wakes them.

The bell hands over no data: a woken follower reads the store. It clears its flag, then reads, then waits, so
facts that come in between wake it. A store that can hear of appends elsewhere starts to listen, then rings
for all.

Read `port` for `follow` and `changed`.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from fitl_core.stores.fitting import fit_table
from fitl_core.stores.port import KeptFact, StoreError

AT_ONCE = 500
"""The number of facts that a follower reads at a time."""
ALL = ""
"""The name under which followers of every table watch."""


class Bell:
    """The means to wake the followers of a table, or of all tables."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watching: dict[str, set[threading.Event]] = {}

    @contextmanager
    def watching(self, table: str) -> Iterator[threading.Event]:
        """Yield a flag that is set whenever the table, or any table (`ALL`), may have new facts."""
        flag = threading.Event()
        with self._lock:
            self._watching.setdefault(table, set()).add(flag)
        try:
            yield flag
        finally:
            with self._lock:
                self._watching[table].discard(flag)
                if not self._watching[table]:
                    del self._watching[table]

    def ring(self, table: str) -> None:
        """Wake the followers of this table."""
        with self._lock:
            for watched in (table, ALL):
                for flag in self._watching.get(watched, ()):
                    flag.set()

    def ring_for_all(self) -> None:
        """Wake all followers."""
        with self._lock:
            for flags in self._watching.values():
                for flag in flags:
                    flag.set()


class Following(ABC):
    """The following of tables, the same for every store, with a thread that hears of appends elsewhere."""

    def __init__(self) -> None:
        self._bell = Bell()
        self._closing = threading.Event()
        self._starting = threading.Lock()
        self._attendant: threading.Thread | None = None

    @abstractmethod
    def read(self, table: str, after: int = 0, most: int | None = None) -> list[KeptFact]:
        """Return the facts after a version."""

    @abstractmethod
    def _heads(self) -> dict[str, int]:
        """Return the version of each table."""

    @abstractmethod
    def _attend(self) -> None:
        """Ring for the appends of other connections, until the store is closed."""

    def follow(self, table: str, after: int = 0, timeout: float | None = None) -> Iterator[KeptFact]:
        """Yield the facts of a table after a version as they come."""
        fit_table(table)
        return self._follow(table, after, timeout)

    def _follow(self, table: str, after: int, timeout: float | None) -> Iterator[KeptFact]:
        with self._bell.watching(table) as flag:
            self._begin_to_attend()
            until = _deadline(timeout)
            while not self._closing.is_set():
                flag.clear()
                late = _seconds_left(until) == 0
                facts: list[KeptFact] = []
                with self._unless_closed():
                    facts = self.read(table, after, AT_ONCE)
                for fact in facts:
                    yield fact
                    after = fact.version
                if facts:
                    until = _deadline(timeout)
                elif late:
                    return
                else:
                    flag.wait(_seconds_left(until))

    @contextmanager
    def _unless_closed(self) -> Iterator[None]:
        """Ignore an error of a store that has been closed meanwhile."""
        try:
            yield
        except StoreError:
            if not self._closing.is_set():
                raise

    def changed(self, seen: Mapping[str, int], timeout: float | None = None) -> dict[str, int]:
        """Return the tables that are beyond the version in `seen`, with their versions."""
        with self._bell.watching(ALL) as flag:
            self._begin_to_attend()
            until = _deadline(timeout)
            while not self._closing.is_set():
                flag.clear()
                late = _seconds_left(until) == 0
                heads: dict[str, int] = {}
                gone: dict[str, int] = {}
                with self._unless_closed():
                    heads = self._heads()
                    gone = {name: 0 for name, head in seen.items() if head > 0 and name not in heads}
                if ahead := {name: head for name, head in heads.items() if head > seen.get(name, 0)} | gone:
                    return ahead
                if late:
                    break
                flag.wait(_seconds_left(until))
        return {}

    def _begin_to_attend(self) -> None:
        """Start the thread that hears of appends elsewhere, when the first follower comes."""
        with self._starting:
            if self._attendant is None and not self._closing.is_set():
                self._attendant = threading.Thread(target=self._attend, name="fitl-store", daemon=True)
                self._attendant.start()

    def _stop_following(self) -> None:
        with self._starting:
            self._closing.set()
        self._bell.ring_for_all()
        if self._attendant is not None:
            with suppress(RuntimeError):  # closed by the thread itself
                self._attendant.join(5)


def _deadline(timeout: float | None) -> float | None:
    return None if timeout is None else time.monotonic() + max(0.0, timeout)


def _seconds_left(until: float | None) -> float | None:
    return None if until is None else max(0.0, until - time.monotonic())
