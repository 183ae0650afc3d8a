"""Draws from a key: the same for everybody who has it, and nobody's to guess without it.

A draw is made of the bytes of HMAC-SHA256 over a text that says what it is for, and the number of the block
of 32 bytes, from 0. Of n equally likely results a byte gives one by its remainder; bytes from the largest
multiple of n on are passed over, so that each remainder stands for as many bytes.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from fitl_core.players.dice import Item

MOST = 256
"""The most results among which one byte can choose."""


def stream(key: bytes, text: str) -> Iterator[int]:
    """The bytes that a key gives for a text, without end."""
    for block in count():
        yield from hmac.digest(key, f"{text}\n{block}".encode(), "sha256")


def below(number: int, values: Iterator[int]) -> int:
    """One of the numbers from 0 up to `number` (1 to 256, itself left out), from the bytes that come.

    Raises `ValueError` for another number.

    >>> below(6, iter([255, 252, 13]))
    1
    """
    if not 1 <= number <= MOST:
        raise ValueError(f"a draw is among 1 to {MOST} results, not {number}")
    limit = MOST - MOST % number
    return next(value for value in values if value < limit) % number


class Drawing:
    """Draws one after another for a stated purpose, one line of text: a `fitl_core.players.dice.Draws`."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self._values = stream(key, f"fitl draw 1\n{purpose}")

    def draw(self, items: Sequence[Item]) -> Item:
        """One of 1 to 256 items."""
        return items[below(len(items), self._values)]

    def shuffled(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items in random order, one by one (Fisher and Yates)."""
        left = list(items)
        while left:
            yield left.pop(below(len(left), self._values))

    def sample(self, items: Sequence[Item], number: int) -> list[Item]:
        """So many different items, in random order."""
        left = list(items)
        return [left.pop(below(len(left), self._values)) for _ in range(number)]
