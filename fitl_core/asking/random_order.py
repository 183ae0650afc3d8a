"""Random order from a given source of chance: the same source gives the same order again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol


class Chance(Protocol):
    """A source of chance, such as `random.Random` or `fitl_core.players.Dice`."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        ...


def in_random_order(items: Iterable[Any], chance: Chance) -> Iterator[Any]:
    """Yield the items in a random order. Every order is equally likely."""
    undrawn = list(items)
    while undrawn:
        yield undrawn.pop(int(chance.random() * len(undrawn)))
