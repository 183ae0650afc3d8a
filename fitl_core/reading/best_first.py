"""The order of every search for a meaning: the lowest rank goes on first.

Sentences (`fitl_core.prose`), imports (`fitl_core.imports`) and written moves (`fitl_core.reading`) differ in
the clauses that they supply and in their costs. They share this order, and the budget that
counts played clauses (`fitl_core.asking.budgets`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from heapq import heappop, heappush
from typing import Generic, TypeVar

from fitl_core.asking.budgets import Budget, ends

T = TypeVar("T")
Rank = tuple[float, ...]
"""Lower ranks go on first."""


class BestFirst(Generic[T]):
    """Things that are kept by rank until they go on. Of equal ranks the first kept goes on first.

    `unexamined` names the part that is left out if the open budget ends. `given_up` tells whether `ends`
    left something out for this reason.
    """

    def __init__(self, unexamined: str = "") -> None:
        self._unexamined = unexamined
        self._heap: list[tuple[Rank, int, T]] = []
        self._kept = 0
        self._seen: set[Hashable] = set()
        self.given_up: bool = False

    def keep(self, rank: Rank, thing: T, key: Hashable = None) -> None:
        """Keep a thing, unless one with its `key` was kept before."""
        if key is not None:
            if key in self._seen:
                return
            self._seen.add(key)
        self._kept += 1
        heappush(self._heap, (rank, self._kept, thing))

    @property
    def goes_on(self) -> bool:
        """Whether anything is left, and the open budget has not ended."""
        return bool(self._heap) and not (self._unexamined and ends(self._unexamined))

    def best(self) -> T:
        """Take out the thing with the lowest rank."""
        return heappop(self._heap)[-1]

    def ends(
        self, is_end: Callable[[T], bool], go_on: Callable[[T], Iterable[tuple[Rank, T]]], work: Budget
    ) -> Iterator[T]:
        """Yield the ends of a search as they come to be the best; `go_on` supplies what follows a thing.

        After `work` has ended, only the ends that were found before are yielded.
        """
        while self._heap:
            thing = self.best()
            if is_end(thing):
                yield thing
                continue
            with work:
                if work.ends(self._unexamined):
                    self.given_up = True
                    continue
                further = list(go_on(thing))
            for rank, each in further:
                self.keep(rank, each)

    def drop(self) -> None:
        """Drop everything that is left."""
        self._heap.clear()
