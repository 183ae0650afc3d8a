"""Supply the acts of a record to the search for the move that leads from one position to another.

The acts are tried in their order. A clause costs as much as there are likelier ones in its place. A walk that
does more than the record is dropped. A result has been played and gives the wanted position. The work is
bounded. Read `hints` and `fitl_core.reading.best_first` next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from fitl_core.asking.budgets import Budget
from fitl_core.errors import Violation
from fitl_core.facts.card_list import SIDES
from fitl_core.facts.factions import Faction
from fitl_core.imports.hints import Hints
from fitl_core.reading.best_first import BestFirst, Rank
from fitl_core.record.clauses import At, Clause, Move, Option, Roll, SetLevel, Verb, spaces_of
from fitl_core.record.events import Action
from fitl_core.state.state import State
from fitl_core.walks import OpenedQuestion, Walk, ask

MOST_PLAYED = 20_000
"""The most clauses that are played for one move."""
MOST_ASTRAY = 14
"""The most times that a way may take the second best clause, or once the fifteenth best."""
MOST_WAYS = 6
"""The most open ways between two spaces that are tried, the shortest first."""
MOST_UNTOLD = 8
"""The most spaces missing from the record that are tried if a space is required."""
_BY_ANSWERS = ("option", "card", "faction")
"""Forms with few answers, which are all tried."""
_EVERY_DIE = (1, 2, 3, 4, 5, 6)


class Closest:
    """The whole `walk` of a failed search that came closest; `is_cut` marks a search at its limit.

    `left` is the number of pieces still to move after that walk. `refused` is why the Faction may not act.
    """

    def __init__(self) -> None:
        self.walk: Walk | None = None
        self.left: int = 0
        self.refused: str = ""
        self.is_cut: bool = False

    def take(self, walk: Walk, left: int) -> None:
        """Keep a whole walk if it came closer than the last one, or as close with more clauses."""
        kept = self.walk
        if kept is None or left < self.left or (left == self.left and len(walk.said) > len(kept.said)):
            self.walk, self.left = walk, left


def find_move(
    state: State,
    faction: Faction,
    limop: bool,
    hints: Hints,
    is_wanted: Callable[[Walk], bool],
    closest: Closest | None = None,
) -> Action | None:
    """Return an action of this Faction that may end and is the wanted one, or None.

    If None is returned, `closest` has the closest walk.
    """
    closest = closest or Closest()
    try:
        walk = ask(state, faction, limop=limop)
    except Violation as violation:
        closest.refused = f"{violation.rule}: {violation.message}"
        return None
    search = _Search(hints, is_wanted, closest)
    action = search.run(walk)
    closest.is_cut = closest.is_cut or search.visits.given_up
    return action


def _may_fit(asked: Sequence[OpenedQuestion], clause: Clause) -> bool:
    """Check whether a question accepts a clause, or the space that the clause selects implicitly."""
    form = clause.__struct_config__.tag
    space = spaces_of(clause)[-1:]
    for one in asked:
        if form in one.forms and one.accepts(clause):
            return True
        if space and "at" in one.forms and one.accepts(At(space[0])):
            return True
    return False


def _ends(move: Move) -> tuple[str, str]:
    """Return the source and destination of moving pieces."""
    return move.path[0], move.path[-1]


def _between(pairs: Collection[tuple[str, str]], clauses: Iterator[Clause]) -> Iterator[Clause]:
    """Yield the moves with these sources and destinations."""
    return (one for one in clauses if isinstance(one, Move) and _ends(one) in pairs)


class _Node:
    """A walk, the number of pieces still to come or go after it, and the next clauses to try."""

    def __init__(self, walk: Walk, left: int, at: int) -> None:
        self.walk = walk
        self.left = left
        self.at = at
        self.untried: Iterator[tuple[int, Clause]] | None = None


class _Visit(NamedTuple):
    """A walk that goes on, or that `ends` here; `astray` counts the likelier clauses that were left out."""

    node: _Node
    astray: int
    ends: bool


class _Search:
    """A search of ways through the walk: those that leave the order of the log least often come first."""

    def __init__(self, hints: Hints, is_wanted: Callable[[Walk], bool], closest: Closest) -> None:
        self.closest = closest
        self.hints = hints
        self.is_wanted = is_wanted
        self.work = Budget(MOST_PLAYED)
        self.visits: BestFirst[_Visit] = BestFirst("more ways of the move")
        self._seen: set[Action] = set()
        self._number = 0

    def run(self, walk: Walk) -> Action | None:
        """Return the first wanted action. A way that once takes the second best clause comes later."""
        start = self._node(walk, -1)
        for rank, visit in () if start is None else self._begun(start, 0):
            self.visits.keep(rank, visit)
        for visit in self.visits.ends(lambda visit: visit.ends, self._go_on, self.work):
            if (action := self._end(visit.node)) is not None:
                return action
        return None

    def _node(self, walk: Walk, at: int) -> _Node | None:
        """Return a walk to continue, or None if it was seen before or has done more than the log."""
        pieces_to_come = self.hints.left(walk.effects)
        if pieces_to_come is None or walk.action in self._seen:
            return None
        self._seen.add(walk.action)
        return _Node(walk, pieces_to_come, at)

    def _begun(self, node: _Node, astray: int) -> Iterator[tuple[Rank, _Visit]]:
        """Yield the visits of a new walk: it goes on first, and may end at once if nothing is to come."""
        if node.left > self.hints.passing:
            yield self._ranked(_Visit(node, astray, True))
            yield self._ranked(_Visit(node, astray, False))
        else:
            yield self._ranked(_Visit(node, astray, False))
            yield self._ranked(_Visit(node, astray, True))

    def _ranked(self, visit: _Visit) -> tuple[Rank, _Visit]:
        """Return a visit with its rank. Of visits that are equally far astray the last begun comes first."""
        self._number -= 1
        return (visit.astray, self._number), visit

    def _go_on(self, visit: _Visit) -> Iterator[tuple[Rank, _Visit]]:
        """Yield the walk after the next clause, and the same walk with the clause after that one."""
        node = visit.node
        if node.untried is None:
            node.untried = self._next(node.walk, node.at)
        for place, clause in node.untried:
            walk = node.walk.behind(clause, unproven=True)
            further = self._node(walk, place) if walk is not None else None
            if further is None:
                continue
            if visit.astray + 1 < MOST_ASTRAY:
                yield self._ranked(_Visit(node, visit.astray + 1, False))
            yield from self._begun(further, visit.astray)
            return

    def _end(self, node: _Node) -> Action | None:
        if not node.walk.said or not node.walk.may_end:
            return None
        if not self.is_wanted(node.walk):
            self.closest.take(node.walk, node.left)
            return None
        return node.walk.action

    def _next(self, walk: Walk, at: int) -> Iterator[tuple[int, Clause]]:
        """Yield the next clauses: those after the last clause in the log, options, then earlier ones."""
        asked = walk.questions
        forms = {form for one in asked for form in one.forms}
        hinted = list(enumerate(self.hints.clauses))
        passing = "at" in forms  # a clause of any form may select its space implicitly
        fit = [(i, clause) for i, clause in hinted if passing or clause.__struct_config__.tag in forms]
        if "roll" in forms:
            rolled = sum([isinstance(clause, Roll) for _, clause in walk.said])
            yield from [(at, Roll(die)) for die in self.hints.dice[rolled : rolled + 1]]
        fit = list(self._by_open_ways(asked, fit))
        fit = [(i, clause) for i, clause in fit if _may_fit(asked, clause)]
        yield from [(i, clause) for i, clause in fit if i > at]
        for one in asked:
            if any(form in _BY_ANSWERS for form in one.forms):
                few = [answer for answer in one.accepted() if answer.__struct_config__.tag in _BY_ANSWERS]
                few.sort(key=lambda answer: self._is_unlikely(walk, answer))
                yield from [(at, answer) for answer in few if self._is_told(answer)]
        if not self.hints.is_log and not walk.said:
            answers = [answer for one in asked for answer in one.accepted()]
            yield from [(at, answer) for answer in answers if isinstance(answer, Verb)]
        yield from [(i, clause) for i, clause in fit if i <= at]
        for one in asked:  # required clauses that changed nothing
            if "at" in one.forms and not one.optional:
                yield from [(at, answer) for answer in islice(one.accepted(), MOST_UNTOLD)]
        if "roll" in forms and not self.hints.dice:  # clauses of the log come first
            yield from [(at, Roll(die)) for die in _EVERY_DIE]

    def _by_open_ways(
        self, asked: Sequence[OpenedQuestion], fit: Sequence[tuple[int, Clause]]
    ) -> Iterator[tuple[int, Clause]]:
        """Yield clauses with ways that are open now, if the shortest ways on the map are not."""
        choices = [one for one in asked if "move" in one.forms]
        moves = [clause for _, clause in fit if isinstance(clause, Move)] if choices else []
        open_pairs = {_ends(move) for move in moves if any(one.accepts(move) for one in choices)}
        wanted = {_ends(move) for move in moves} & self.hints.ends - open_pairs
        open_ways: dict[tuple[str, str], list[tuple[str, ...]]] = {}
        for one in choices if wanted else ():
            for move in one.fitting(partial(_between, wanted)):
                if isinstance(move, Move) and move.path not in open_ways.setdefault(_ends(move), []):
                    open_ways[_ends(move)].append(move.path)
        for i, clause in fit:
            if isinstance(clause, Move) and _ends(clause) in open_ways:
                for path in sorted(open_ways[_ends(clause)], key=len)[:MOST_WAYS]:
                    yield i, Move(path, clause.pieces)
            else:
                yield i, clause

    def _is_unlikely(self, walk: Walk, answer: Clause) -> bool:
        """Check whether a space is Governed against the log: for Patronage its level shifts (4.3.1)."""
        last = walk.said[-1][1] if walk.said else None
        if (
            not isinstance(answer, Option)
            or answer.name not in ("aid", "patronage")
            or not isinstance(last, At)
        ):
            return False
        shifts = any(isinstance(one, SetLevel) and one.space == last.space for one in self.hints.clauses)
        return shifts != (answer.name == "patronage")

    def _is_told(self, answer: Clause) -> bool:
        """Check whether the log gives no other side of the Event than this one."""
        if not isinstance(answer, Option) or self.hints.side is None or answer.name not in SIDES:
            return True
        return answer.name == self.hints.side
