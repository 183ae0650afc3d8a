"""Draws from a key: anybody with the key gets the same results, and nobody can guess them without it.

A draw uses the bytes of HMAC-SHA256 over its purpose and the number of the block of 32 bytes, from 0. Of n
equally likely results a byte selects one by its remainder. Bytes from the largest multiple of n on are
skipped, so that every remainder has the same number of bytes.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from fitl_core.players.dice import Item

MOST = 256
"""The most results among which one byte can choose."""


def stream(key: bytes, text: str) -> Iterator[int]:
    """Yield the bytes that a key gives for a text, without end."""
    for block in count():
        yield from hmac.digest(key, f"{text}\n{block}".encode(), "sha256")


def below(number: int, values: Iterator[int]) -> int:
    """Return a number from 0 to `number` - 1 (`number` is 1 to 256), using the next bytes.

    Raises `ValueError` for another `number`.

    >>> below(6, iter([255, 252, 13]))
    1
    """
    if not 1 <= number <= MOST:
        raise ValueError(f"a draw is among 1 to {MOST} results, not {number}")
    limit = MOST - MOST % number
    return next(value for value in values if value < limit) % number


class KeyDraws:
    """Successive draws for a stated purpose, one line of text: a `fitl_core.players.dice.Draws`."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self._values = stream(key, f"fitl draw 1\n{purpose}")

    def draw(self, items: Sequence[Item]) -> Item:
        """Return one of 1 to 256 items."""
        return items[below(len(items), self._values)]

    def shuffled(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items in random order (Fisher and Yates)."""
        undrawn = list(items)
        while undrawn:
            yield undrawn.pop(below(len(undrawn), self._values))

    def sample(self, items: Sequence[Item], number: int) -> list[Item]:
        """Return `number` different items, in random order."""
        undrawn = list(items)
        return [undrawn.pop(below(len(undrawn), self._values)) for _ in range(number)]
