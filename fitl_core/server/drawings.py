"""Pictures drawn once for all who look at the same thing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

MOST_KEPT = 200
"""So many pictures are kept, of about 90 kB each."""


class Drawings:
    """The pictures that were asked for last, by what they are of, which never changes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = Lock()

    def drawn(self, of: Hashable, draw: Callable[[], str]) -> str:
        """A picture; who asks while another thread draws it waits for that."""
        with self._lock:
            picture = self._kept.pop(of, None) or draw()
            self._kept[of] = picture
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return picture
