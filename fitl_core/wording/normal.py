"""The normal form of an action: what people write differently and mean alike, written in one way.

    normal_action(state, action)

What is forced is written out, and so is the name of an option that the next clause implies; a space is not
selected in writing if its own clause says it, and what only makes the move longer goes (an empty segment, a
`moved` with nothing before the search). The counts of a clause stand in the order of the kinds, each kind
once, and clauses that differ in their counts alone are one. The members of a set (spaces, moves) stand in
board order, each with its options and dice, as far as the rules let their order be changed: another order
must be legal, lead to the same position, and roll the same dice for the same. Tags stand where another
Faction speaks, and only there. The work is bounded: behind `MOST_TRIES` tries what is written stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import msgspec

from fitl_core.asking.questions import Question, Taken
from fitl_core.asking.traced import Heard, TracedAnswers
from fitl_core.engine import carry_out
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import KINDS, Count
from fitl_core.record.clauses import At, Clause, Move, Option, Remove, Roll, SetLevel, Verb
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.rules.forms.names import naming
from fitl_core.rules.forms.verbs import TakenUp
from fitl_core.rules.shared.finding_guerrillas import NextSearch
from fitl_core.state.state import State
from fitl_core.wording.as_one import one_deed, one_of, sorted_counts
from fitl_core.wording.blocks import Blocks
from fitl_core.wording.stated import without_statements

MOST_TRIES = 400
"""How many other ways of writing one action are tried; beyond that what is written stays."""
ROUNDS = 3
MOVED = Option("moved")
_OFF_BOARD = (1000,)


def normal_action(state: State, action: Action) -> Action:
    """The normal form of an action that is legal in a position. Raises `Violation` where it is not."""
    ways = _Ways(state, action)
    said, last = ways.spelled_out(_ordered(ways, _unforced(ways, ways.spelled_out()))), None
    for _ in range(ROUNDS):
        said = _shortened(ways, [(who, sorted_counts(clause)) for who, clause in said])
        said = _joined(ways, _ordered(ways, _in_one_path(ways, said)))
        if said == last:
            break
        last, said = said, _ordered(ways, ways.spelled_out(said))
    said = last or said
    return ways.action(said)


def spelled_out(state: State, action: Action) -> Action:
    """A legal action with every answer written, also what is forced and what is implied, in its own order.

    Raises `Violation` where it is not legal.
    """
    ways = _Ways(state, action)
    return ways.action(ways.spelled_out())


class _Ways:
    """An action in its position, and other ways to write it: those that are legal and lead to the same."""

    def __init__(self, state: State, action: Action) -> None:
        self.state = state
        self.faction = action.faction
        self.limop = action.limop
        self.tries = 0
        self.as_written = spoken(action.segments, action.faction)
        first = _Spelling(self.as_written)
        try:
            self.outcome = carry_out(state, action, first).state
        except Violation:
            action = without_statements(state, action)
            self.as_written = spoken(action.segments, action.faction)
            first = _Spelling(self.as_written)
            self.outcome = carry_out(state, action, first).state
        self.dice = dice_of(first.heard)
        self.first_heard = first.heard
        self.heard: dict[tuple[Said, ...], list[Heard] | None] = {}
        if state.phase == "card" and not action.limop:
            self.limop = True  # where only a Limited Operation is open, it is one
            self.limop = self.hear(self.as_written) is not None
            self.heard.clear()

    def action(self, said: Sequence[Said]) -> Action:
        """The action that says this."""
        return Action(self.faction, written(said, self.faction), self.limop)

    def hear(self, said: Sequence[Said]) -> list[Heard] | None:
        """The questions asked where the action is written so; None if that is not the same action."""
        way = tuple(said)
        if way not in self.heard:
            self.heard[way] = self._hear(way) if self.tries < MOST_TRIES else None
        return self.heard[way]

    def _hear(self, said: tuple[Said, ...]) -> list[Heard] | None:
        self.tries += 1
        answers = _Spelling(said)
        try:
            step = carry_out(self.state, self.action(said), answers)
        except FitlError:
            return None
        same = step.state == self.outcome and dice_of(answers.heard) == self.dice
        return answers.heard if same else None

    def spelled_out(self, said: list[Said] | None = None) -> list[Said]:
        """Every answer written, also what is forced and what is implied: of the action as written, or so.

        What is forced only behind spaces selected later cannot stand there: its option goes to its own space.
        """
        heard = self.first_heard if said is None else self.hear(said) or ()
        full, said = list(_spelled(heard)), said or self.as_written
        if self.hear(full) is not None:
            return full
        options = dict.fromkeys(e.answer for e in heard if e.how == "forced" and isinstance(e.answer, Option))
        for option, at in product(options, range(len(said))):
            who, clause = said[at]
            if isinstance(clause, At):
                fuller = [*said[: at + 1], (who, option), *said[at + 1 :]]
                left = self.hear(fuller)
                if left is not None and _forced(left, option) < _forced(heard, option):
                    return self.spelled_out(fuller)
        return said


class _Spelling(TracedAnswers):
    """As written; but an Operation that goes on with what is forced is taken up in writing.

    A space stands with the level that results, where the question takes that; one that is searched in its
    turn is named, so that a die rolled there has its space.
    """

    def answer(self, question: Question) -> Any:
        value = super().answer(question)
        last = self.heard[-1]
        if isinstance(last.answer, At) and last.how in ("said", "forced"):
            self.heard[-1] = last._replace(answer=_with_level(question, last.answer))
        if value is None and isinstance(question, NextSearch) and question.accepts(question.usual):
            usual = question.usual
            value = spaces_by_id()[usual.space]
            self.heard[-1] = self.heard[-1]._replace(how="forced", answer=usual, value=value)
        if value is None and isinstance(question, TakenUp):
            forced = Verb(question.verbs[0])
            self.heard[-1] = self.heard[-1]._replace(how="forced", answer=forced, value=forced)
            return forced
        return value


def dice_of(heard: Iterable[Heard]) -> Counter[tuple[str, Any]]:
    """What the dice were rolled for, and how they fell."""
    return Counter([(entry.question.prompt, entry.answer) for entry in heard if entry.question.by_chance])


def _spelled(heard: Iterable[Heard]) -> Iterator[Said]:
    """What was said to each question, or could have been."""
    for question, _, how, answer, value, _, _ in heard:
        who: Any = question.who
        if how == "opened":
            if (named := naming(value)) is not None:
                yield who, named
        elif how != "nothing":
            yield who, answer


def _with_level(question: Question, space: At) -> Clause:
    """The level that results in place of the space alone, where the question takes that."""
    for level in Level:
        clause = SetLevel(space.space, level)
        taken = question.take(clause)
        if isinstance(taken, Taken) and taken.consumed and taken.value is spaces_by_id()[space.space]:
            return clause
    return space


# -- shorter --------------------------------------------------------------------------------------


def _shortened(ways: _Ways, said: list[Said]) -> list[Said]:
    """Without what could be left out and is no choice: from the end, one by one."""
    if ways.hear(said) is None:
        return ways.as_written
    for at in reversed(range(len(said))):
        if _may_go(said, at):
            shorter, clause = said[:at] + said[at + 1 :], said[at][1]
            heard = ways.hear(shorter)
            if heard is not None and _forced(heard, clause) == _forced(ways.hear(said) or (), clause):
                said = shorter
    return said


def _forced(heard: Iterable[Heard], answer: Clause) -> int:
    """How many times an answer is left out because there is no other: in normal form that is written."""
    return sum([entry.how == "forced" and entry.answer == answer for entry in heard])


def _unforced(ways: _Ways, said: list[Said]) -> list[Said]:
    """Without what is forced: what is chosen comes into order first, and brings what follows along."""
    for at in reversed(range(len(said))):
        shorter = said[:at] + said[at + 1 :]
        heard = None if isinstance(said[at][1], Verb) else ways.hear(shorter)
        if heard is not None and _forced([entry for entry in heard if entry.at == at], said[at][1]):
            said = shorter
    return said


def _may_go(said: Sequence[Said], at: int) -> bool:
    """Whether a clause may be one that says nothing of its own.

    A space, or its level, before a clause about it; a space before or behind moves into it, but not one that
    says where a die falls; `moved`, or the verb of a segment without clauses that another has, too.
    """
    who, clause = said[at]
    behind = said[at + 1] if at + 1 < len(said) else None
    about = getattr(behind[1], "space", "") if behind is not None and behind[0] is who else ""
    if isinstance(clause, At | SetLevel) and clause.space == about:
        return True
    if isinstance(clause, At):
        rolled = behind is not None and isinstance(behind[1], Roll)
        into = [other.path[-1] for _, other in said if isinstance(other, Move)]
        return clause.space in into and not rolled
    if isinstance(clause, SetLevel):
        return False
    if isinstance(clause, Verb):
        empty = behind is None or isinstance(behind[1], Verb)
        return empty and sum(1 for _, other in said if other == clause) > 1
    return clause == MOVED


def _joined(ways: _Ways, said: list[Said]) -> list[Said]:
    """Clauses that differ in their counts alone, and stand side by side, made one."""
    at = 0
    while at + 1 < len(said):
        (who, first), (other, second) = said[at], said[at + 1]
        one = one_of(first, second) or one_deed(first, second) if who is other else None
        shorter = [*said[:at], (who, one), *said[at + 2 :]] if one is not None else said
        if one is not None and ways.hear(shorter) is not None:
            said = shorter
        else:
            at += 1
    return said


def _in_one_path(ways: _Ways, said: list[Said]) -> list[Said]:
    """Moves that only go on with pieces of another before them, made one path with it (3.3.2)."""
    for at, on in combinations(range(len(said)), 2):
        (who, first), (other, second) = said[at], said[on]
        if not (isinstance(first, Move) and isinstance(second, Move)) or first.path[-1] != second.path[0]:
            continue
        if who is not other or any(isinstance(clause, Verb) for _, clause in said[at:on]):
            continue
        if ways.hear([*said[:at], said[on], *said[at:on], *said[on + 1 :]]) is not None:
            continue  # those that were there go
        rest, path, more = [(who, move) for move in _paths_of(first, second)]
        longer = [*_moving(rest, path), *said[at + 1 : on], *_moving(more), *said[on + 1 :]]
        if path[1].pieces and ways.hear([*said[:at], *longer]) is not None:
            return _in_one_path(ways, [*said[:at], *longer])
    return said


def _paths_of(first: Move, second: Move) -> tuple[Move, Move, Move]:
    """A move, and one that goes on from it: what stays behind, what goes all the way, what else goes on."""
    come, go = (Counter({count.kind: count.number for count in move.pieces}) for move in (first, second))
    stay, on, more = (
        tuple([Count(numbers[kind], kind) for kind in KINDS if numbers[kind]])
        for numbers in (come - go, come & go, go - come)
    )
    return Move(first.path, stay), Move((*first.path, *second.path[1:]), on), Move(second.path, more)


def _moving(*moves: tuple[Any, Move]) -> list[Said]:
    return [(who, move) for who, move in moves if move.pieces]


# -- in order -------------------------------------------------------------------------------------


def _ordered(ways: _Ways, said: list[Said]) -> list[Said]:
    """The sets in board order, as far as the rules do not mind."""
    if ways.hear(said) is None:
        return said
    opened = [at for at, (_, clause) in enumerate(said) if isinstance(clause, Verb)]
    for start, end in zip(opened, [*opened[1:], len(said)], strict=True):
        said = _ordered_between(ways, said, start + 1, end, end)
    return said


def _ordered_between(ways: _Ways, said: list[Said], start: int, end: int, last: int) -> list[Said]:
    """The same, in order from `start` to `end` of a segment up to `last`: the least comes first that may."""
    seen: set[tuple[Said, ...]] = set()
    while start < end:
        seen.add(tuple(said))
        blocks = Blocks(ways.hear(said) or [], end)
        for other in _otherwise(said, blocks, start, end, last):
            if tuple(other) not in seen and ways.hear(other) is not None:
                said = other
                break
        else:
            following = blocks.end(start)
            said = _ordered_between(ways, said, start + 1, following, last)
            start = following
    return said


def _otherwise(said: list[Said], blocks: Blocks, start: int, end: int, last: int) -> Iterator[list[Said]]:
    """Other orders that may have to stand in place of this one, the likeliest first.

    An option or a removal that answers a question which was asked here and passed over comes here; then the
    members of the set that begins here which stand before the first in order, the least of them first; then
    clauses of other members, alone, in exchange for the first.
    """
    passed_over = blocks.passed_over.get(start, set()) - {blocks.key(start)}
    for at in range(start + 1, end):
        if isinstance(said[at][1], Option | Remove) and blocks.key(at) in passed_over:
            yield _brought_forward(said, start, at, blocks.end(at))
    first = said[start][1]
    members: dict[Any, tuple[int, int]] = {}
    singles: dict[Any, int] = {}
    for at in range(start + 1, last):
        same = blocks.key(at) in blocks.at_once.get(start, ())
        # Where pieces go to a space that is selected by the first of them, all go alike.
        if at < end and (same or (isinstance(first, Move) and isinstance(said[at][1], Move))):
            members.setdefault(_order(said[at : blocks.end(at)]), (at, blocks.end(at)))
        if same and type(said[at][1]) is type(first):
            singles.setdefault(_order(said[at : at + 1]), at)
    mine = _order(said[start : blocks.end(start)])
    for _, (at, far) in sorted(item for item in members.items() if item[0] < mine):
        yield _brought_forward(said, start, at, far)
    for _, at in sorted(item for item in singles.items() if item[0] < _order(said[start : start + 1])):
        exchanged = [*said[:start], said[at], *said[start + 1 : at], said[start], *said[at + 1 :]]
        yield exchanged
        if (spans := blocks.taken_up(said, start, at, last)) is not None:
            (one, end_of_one), (two, end_of_two) = spans
            between = said[end_of_one:two]
            yield [
                *exchanged[:one],
                *said[two:end_of_two],
                *between,
                *said[one:end_of_one],
                *said[end_of_two:],
            ]


def _brought_forward(said: list[Said], start: int, at: int, far: int) -> list[Said]:
    return said[:start] + said[at:far] + said[start:at] + said[far:]


def _order(block: Sequence[Said]) -> tuple[Any, ...]:
    """The place of a block among others: by the board, then by what is said."""
    clauses = [clause for _, clause in block]
    places = next(filter(None, map(_places, clauses)), _OFF_BOARD)
    return (places, msgspec.json.encode(clauses))


def _places(clause: Clause) -> tuple[int, ...]:
    space: str = getattr(clause, "space", "")
    names: tuple[str, ...] = getattr(clause, "path", ()) or ((space,) if space else ())
    return tuple([spaces_by_id()[name].index for name in names])
