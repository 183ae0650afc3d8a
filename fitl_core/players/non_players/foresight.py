"""Find picks among equal spaces that cannot change the result of a decision (NP-Q50).

A step knows that no dice are needed if all tied spaces will be selected. A step does not know the results of
later steps: Troops that leave one space now and another later may lead to the same position in either order.
So at the nodes listed here the whole decision is tried once for each pick. Each trial runs to the end of the
decision, or to the next dice of a procedure. No dice are asked for if every pick leads to the same position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.spoken import Said

NODES = frozenset({
    "8.5.1/do-2", "8.6.4/do-2", "8.6.6/do-1", "8.6.6/do-2",
    "8.7.3/do-1", "8.7.3/do-2", "8.7.4/sa-1", "8.7.5/do-2", "8.7.7",
    "8.8.3/do-1", "8.8.3/do-3", "8.8.5/do-1", "8.8.5/do-2", "8.8.9",
})  # fmt: skip
"""The steps at which the rest of the decision is tried."""
MOST_TIED = 3
"""More tied spaces than this hardly ever lead to the same position, so that a trial is not worth its time."""
MOST_WAYS = 14
"""The most combinations of picks that are tried. If there are more, the dice are asked for."""

Begin = Callable[[], tuple[Decider, Deciding[DecisionOutcome]]]
"""Begins the decision again."""
End = tuple[object, ...]


class Foresight:
    """The dice and choices `given` to a decision so far, and a check whether its next pick needs dice."""

    def __init__(self, begin: Begin) -> None:
        self.given: list[Any] = []
        self._begin = begin
        self._in_vain: set[str] = set()
        """The steps at which a trial found that dice are needed. No further trial is made there."""

    def __call__(self, wanted: Wanted) -> tuple[int, ...]:
        """Return the place of the picked space as a tuple of one number, or an empty tuple if dice must
        decide.
        """
        if wanted.what not in NODES or wanted.what in self._in_vain or len(wanted.spaces) > MOST_TIED:
            return ()
        if self._always_ends_alike():
            return (0,)
        self._in_vain.add(wanted.what)
        return ()

    def _always_ends_alike(self) -> bool:
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
        """Return the end of the decision with these picks, and the number of choices at each pick.

        Later picks take the first choice.
        """
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
                clauses = decider.walk.said if decider.walk is not None else ()
                return (
                    "dice",
                    wanted.kind,
                    wanted.what,
                    wanted.dice,
                    _number_of(clauses),
                    decider.now,
                ), ways
            answer = (next(picks, 0),)
            ways.append(len(wanted.spaces) or wanted.among)


def _number_of(said: Sequence[Said]) -> frozenset[tuple[Said, int]]:
    """Return the clauses of an action without their order."""
    return frozenset(Counter(said).items())


def _next(forced: Sequence[int], ways: Sequence[int]) -> tuple[int, ...] | None:
    """Return the next combination of picks: the last pick with another choice takes it."""
    places = [*forced, *[0] * (len(ways) - len(forced))][: len(ways)]
    while places:
        if places[-1] + 1 < ways[len(places) - 1]:
            return (*places[:-1], places[-1] + 1)
        places.pop()
    return None
