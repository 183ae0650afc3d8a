"""Find picks among equal spaces that cannot change the result of a decision (NP-Q50).

A step knows that no dice are needed if all tied spaces will be selected. A step does not know the results of
later steps: Troops that leave one space now and another later may lead to the same position in either order.
So at the nodes listed here the verb under way is tried once for each pick. Each trial runs to the end of the
verb, or to the next dice of a procedure. No dice are asked for if every pick leads to the same position with
the same clauses. If only the clauses differ, the whole decision is tried in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any, NamedTuple

from fitl_core.players.non_players.decider import CarryOut, Decider
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
MOST_WAYS = 13
"""The most combinations of picks that are tried. If there are more, the dice are asked for."""

Begin = Callable[[], tuple[Decider, Deciding[Any]]]
"""Begins a decision, or a verb of it, again."""
Found = dict[tuple[object, ...], bool]
"""Whether a pick at a step can be made without dice, by the dice and choices given before it and the step."""


class Trial(NamedTuple):
    """The end of a trial: its result and position, its clauses, and the number of choices at each pick."""

    end: tuple[object, ...]
    clauses: frozenset[tuple[Said, int]]
    ways: list[int]


class _BegunVerb(NamedTuple):
    """A verb under way: the decider before it, and the number of inputs given by then."""

    before: Decider
    verb: str
    carry_out: CarryOut
    inputs: int

    def begin(self) -> tuple[Decider, Deciding[bool]]:
        """Carry out the verb again."""
        decider = self.before.fork()
        decider.begin(self.verb)
        return decider, self.carry_out(decider)


class Foresight:
    """The dice and choices `given` to a decision so far, and a check whether its next pick needs dice."""

    def __init__(
        self, begin: Begin, found: Found | None = None, looks_ahead: Callable[[Wanted], bool] | None = None
    ) -> None:
        """Begin. `found` has the results of checks in other runs of the same decision. Without other runs
        every pick is checked, else those for which `looks_ahead` is true.
        """
        self.given: list[Any] = []
        self._begin = begin
        self._found: Found = {} if found is None else found
        self._looks_ahead = looks_ahead
        self._in_vain: set[str] = set()
        """The steps at which a trial found that dice are needed. No further trial is made there."""
        self._verbs: list[_BegunVerb] = []

    def __call__(self, wanted: Wanted) -> tuple[int, ...]:
        """Return the place of the picked space as a tuple of one number, or an empty tuple if dice must
        decide.
        """
        if wanted.what not in NODES or wanted.what in self._in_vain or len(wanted.spaces) > MOST_TIED:
            return ()
        so_far = (*self.given, wanted.what)
        if so_far not in self._found:
            if self._looks_ahead is not None and not self._looks_ahead(wanted):
                return ()
            self._found[so_far] = self._ends_alike()
        if self._found[so_far]:
            return (0,)
        self._in_vain.add(wanted.what)
        return ()

    def _ends_alike(self) -> bool:
        """Check whether every pick ends in the same position, by the verb under way or the whole decision."""
        alike: bool | None = None
        if self._verbs:
            verb = self._verbs[-1]
            alike = _always_ends_alike(verb.begin, self.given[verb.inputs :])
        if alike is None:
            alike = _always_ends_alike(self._begin, self.given)
        return alike is not False

    @contextmanager
    def trying(self, before: Decider, verb: str, carry_out: CarryOut) -> Iterator[None]:
        """Note a verb for as long as it is tried. A method or partial has state and cannot begin again."""
        if not isinstance(carry_out, FunctionType):
            yield
            return
        self._verbs.append(_BegunVerb(before.fork(), verb, carry_out, len(self.given)))
        try:
            yield
        finally:
            self._verbs.pop()


def _always_ends_alike(begin: Begin, given: Sequence[Any]) -> bool | None:
    """Check whether every pick ends in the same position; None if only the clauses differ."""
    first = _trial(begin, given, ())
    if 1 + sum(first.ways) - len(first.ways) > MOST_WAYS:  # each later choice is one more combination
        return False
    others = [(place,) for place in range(1, first.ways[0])]  # most trials differ here
    tried: dict[tuple[int, ...], Trial] = {}
    deeper = _next((), first.ways)
    while others or deeper is not None:
        forced = others.pop(0) if others else deeper
        assert forced is not None
        if forced not in tried:
            tried[forced] = trial = _trial(begin, given, forced)
            if len(tried) >= MOST_WAYS or trial.end != first.end:
                return False
        if forced == deeper:
            deeper = _next(deeper, tried[forced].ways)
    return True if all(trial.clauses == first.clauses for trial in tried.values()) else None


def _trial(begin: Begin, given: Sequence[Any], forced: Sequence[int]) -> Trial:
    """Try a decision or verb with these picks. Later picks take the first choice."""
    decider, deciding = begin()
    inputs, picks, ways = iter(given), iter(forced), list[int]()
    answer: Any = None
    while True:
        try:
            wanted = deciding.send(answer)
        except StopIteration as ended:
            return Trial(("end", ended.value, decider.now), _clauses(decider), ways)
        answer = next(inputs, None)
        if answer is not None:
            continue
        if wanted.kind != "alike":
            clauses = _clauses(decider)
            end = ("dice", wanted.kind, wanted.what, wanted.dice, clauses, decider.now)
            return Trial(end, clauses, ways)
        answer = (next(picks, 0),)
        ways.append(len(wanted.spaces) or wanted.among)


def _clauses(decider: Decider) -> frozenset[tuple[Said, int]]:
    """Return the clauses of the action without their order."""
    return frozenset(Counter(decider.walk.said if decider.walk is not None else ()).items())


def _next(forced: Sequence[int], ways: Sequence[int]) -> tuple[int, ...] | None:
    """Return the next combination of picks: the last pick with another choice takes it."""
    places = [*forced, *[0] * (len(ways) - len(forced))][: len(ways)]
    while places:
        if places[-1] + 1 < ways[len(places) - 1]:
            return (*places[:-1], places[-1] + 1)
        places.pop()
    return None
