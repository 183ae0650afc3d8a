"""Chance from a seed, for random games; the rules themselves draw nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Draws(Protocol):
    """Chance of any source: what a deck is prepared by."""

    def draw(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        ...

    def sample(self, items: Sequence[Item], number: int) -> list[Item]:
        """So many different items, in random order."""
        ...


class Dice:
    """Chance from a seed, the same on every machine and Python: only `Random.random` is fixed."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed).random

    def chance(self, probability: float) -> bool:
        """Whether something of this probability happens."""
        return self._random() < probability

    def draw(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[int(self._random() * len(items))]

    def shuffled(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items in random order, one by one."""
        left = list(items)
        while left:
            yield left.pop(int(self._random() * len(left)))

    def sample(self, items: Sequence[Item], number: int) -> list[Item]:
        """So many different items, in random order."""
        left = list(items)
        return [left.pop(int(self._random() * len(left))) for _ in range(number)]
