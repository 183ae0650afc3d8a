"""Whether it matters which of several equal spaces is taken: what follows is tried for each (NP-Q50).

A step knows by itself that chance decides nothing where all that are tied will be selected. What comes of a
pick further on it does not know: Troops that leave one space now and another later may come to the same as
the other way round. So at the nodes named here the whole decision is made anew for each way, to its end or up
to the next dice of a procedure, and no dice are asked for where every way comes to the same position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.trace import Outcome
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.spoken import Said

NODES = frozenset({
    "8.5.1/do-2", "8.6.4/do-2", "8.6.6/do-1", "8.6.6/do-2",
    "8.7.3/do-1", "8.7.3/do-2", "8.7.4/sa-1", "8.7.5/do-2", "8.7.7",
    "8.8.3/do-1", "8.8.3/do-3", "8.8.5/do-1", "8.8.5/do-2", "8.8.9",
})  # fmt: skip
"""The steps at which the rest of a decision is looked at."""
MOST_TIED = 3
"""Of more spaces that are tied hardly ever all come to the same: a trial is not worth its time."""
MOST_WAYS = 14
"""So many ways at most are tried for a pick; where there are more, the dice are asked for."""

Begin = Callable[[], tuple[Decider, Deciding[Outcome]]]
"""Begins the decision anew."""
End = tuple[object, ...]


class Foresight:
    """What was given to a decision so far, in `given`, and whether a pick of it can be left to no dice."""

    def __init__(self, begin: Begin) -> None:
        self.given: list[Any] = []
        self._begin = begin
        self._in_vain: set[str] = set()
        """The steps at which a trial has found that dice are needed: none is made there any more."""

    def __call__(self, wanted: Wanted) -> tuple[int, ...]:
        """The place of what is taken, in a tuple of its own; an empty one where dice must decide."""
        if wanted.what not in NODES or wanted.what in self._in_vain or len(wanted.spaces) > MOST_TIED:
            return ()
        if self._comes_to_the_same():
            return (0,)
        self._in_vain.add(wanted.what)
        return ()

    def _comes_to_the_same(self) -> bool:
        first, ways = self._end_of(())
        others = [(place,) for place in range(1, ways[0])]
        deeper = _next((), ways)
        tried = 1
        while others or deeper is not None:
            tried += 1
            if tried > MOST_WAYS:
                return False
            if others:
                end, _ = self._end_of(others.pop(0))
            else:
                assert deeper is not None
                end, ways = self._end_of(deeper)
                deeper = _next(deeper, ways)
            if end != first:
                return False
        return True

    def _end_of(self, forced: Sequence[int]) -> tuple[End, list[int]]:
        """What the decision comes to with these picks, then the first of each; and how many each had."""
        decider, deciding = self._begin()
        given, picks, ways = iter(self.given), iter(forced), list[int]()
        answer: Any = None
        while True:
            try:
                wanted = deciding.send(answer)
            except StopIteration as ended:
                return ("end", ended.value, decider.now), ways
            answer = next(given, None)
            if answer is not None:
                continue
            if wanted.kind != "alike":
                said = decider.walk.said if decider.walk is not None else ()
                return (
                    "dice",
                    wanted.kind,
                    wanted.what,
                    wanted.dice,
                    _number_of(said),
                    decider.now,
                ), ways
            answer = (next(picks, 0),)
            ways.append(len(wanted.spaces) or wanted.among)


def _number_of(said: Sequence[Said]) -> frozenset[tuple[Said, int]]:
    """What has been said, in whatever order."""
    return frozenset(Counter(said).items())


def _next(forced: Sequence[int], ways: Sequence[int]) -> tuple[int, ...] | None:
    """The picks to try next: the last that has another way takes it."""
    places = [*forced, *[0] * (len(ways) - len(forced))][: len(ways)]
    while places:
        if places[-1] + 1 < ways[len(places) - 1]:
            return (*places[:-1], places[-1] + 1)
        places.pop()
    return None
