"""Where the tests keep tables: an address of each kind of store, opened as often as a test likes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fitl_core.stores.opening import open_store
from fitl_core.stores.port import KeptFact, NewFact, Store

KINDS = ("memory", "sqlite")
LASTING = tuple(kind for kind in KINDS if kind != "memory")


class Place:
    """A place for one store."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind = kind
        self.address = "memory:" if kind == "memory" else f"sqlite:{folder / 'tables.db'}"
        self._opened: list[Store] = []

    def open(self) -> Store:
        """The store, anew where it lasts."""
        if self.kind == "memory" and self._opened:
            return self._opened[0]
        self._opened.append(open_store(self.address))
        return self._opened[-1]

    def clear(self) -> None:
        """Close every store, and leave nothing behind."""
        for store in self._opened:
            store.close()


Places = Callable[[str], Place]


def facts(*bodies: str, kind: str = "said") -> list[NewFact]:
    """New facts with these bodies."""
    return [NewFact(kind, body.encode()) for body in bodies]


def bodies(kept: list[KeptFact]) -> list[str]:
    """What facts say, in order."""
    return [fact.body.decode() for fact in kept]
