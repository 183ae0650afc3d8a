"""What is made once for all who look at the same thing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The things that were asked for last, so many of them, by what they are of, which never changes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, of: Hashable, make: Callable[[], T]) -> T:
        """A thing; who asks while another thread makes it makes it too, and waits for nobody."""
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
