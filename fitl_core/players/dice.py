"""Random choices from a seed, for random games. The rules themselves draw nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Protocol, TypeVar

from fitl_core.arguments import WrongArgument, shown
from fitl_core.asking.random_order import in_random_order

Item = TypeVar("Item")


class Draws(Protocol):
    """Any source of random choices with which a deck can be prepared."""

    def draw(self, items: Sequence[Item]) -> Item:
        """Return one of the items at random."""
        ...

    def sample(self, items: Sequence[Item], number: int) -> list[Item]:
        """Return `number` different items in random order."""
        ...


class Dice:
    """Random choices from a seed, the same on every machine and Python. Only `Random.random` has that
    guarantee.
    """

    def __init__(self, seed: int | str) -> None:
        if not isinstance(seed, int | str):
            raise WrongArgument(f"seed takes an int or a str, not {shown(seed)}")
        self._random = Random(seed).random

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        return self._random()

    def chance(self, probability: float) -> bool:
        """Return True with the given probability."""
        return self._random() < probability

    def draw(self, items: Sequence[Item]) -> Item:
        """Return one of the items at random."""
        return items[int(self._random() * len(items))]

    def shuffled(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items in random order."""
        return in_random_order(items, self)

    def sample(self, items: Sequence[Item], number: int) -> list[Item]:
        """Return `number` different items in random order."""
        undrawn = list(items)
        return [undrawn.pop(int(self._random() * len(undrawn))) for _ in range(number)]
