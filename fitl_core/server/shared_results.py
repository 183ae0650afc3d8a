"""Results that are made once and shared by all clients that ask for the same.

Read `scenes` and `played_tables` for their uses.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The results that were asked for last, up to a number of them. A key always has the same result."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, of: Hashable, make: Callable[[], T]) -> T:
        """Return the result of a key. Two threads that ask at once both make it, and neither waits."""
        with self._lock:
            if of in self._kept:
                self._kept.move_to_end(of)
                return self._kept[of]
        made = make()
        with self._lock:
            self._kept[of] = made
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made
