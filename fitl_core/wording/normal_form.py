"""Put an action into normal form: one text for all texts with the same meaning.

    normal_action(state, action)

- Forced answers are written out, and so are options that the next clause implies.
- A space is not selected separately if another clause names it.
- Superfluous clauses are removed: an empty segment, a `moved` with nothing before the search.
- The counts of a clause have the order of the kinds, each kind once. Clauses that differ only in counts are
  joined.
- The members of a set (spaces, moves) have board order, each with its options and dice, if the rules allow
  it. The new order must be legal, lead to the same position, and roll the same dice for the same purposes.
- A tag is written only if another Faction makes the choice.

The work has a limit: after `MOST_PLAYED` clauses the rest stays unchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import msgspec

from fitl_core.asking.budgets import Budget
from fitl_core.asking.questions import Question, Taken, accepts
from fitl_core.asking.traced_answers import TracedAnswer, TracedAnswers
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import KINDS, Count
from fitl_core.record.clauses import At, Clause, Move, Option, Remove, Roll, SetLevel, Verb
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.rules.forms.name_questions import naming
from fitl_core.rules.forms.verb_questions import TakenUp
from fitl_core.rules.shared.finding_guerrillas import NextSearch
from fitl_core.state.state import State
from fitl_core.strict_play import carry_out
from fitl_core.wording.blocks import Blocks
from fitl_core.wording.canonical_form import canonical_action
from fitl_core.wording.joined_clauses import one_meaning, one_of, sorted_counts

MOST_PLAYED = 8_000
"""The most clauses that are played to try other texts of one action."""
ROUNDS = 3
MOVED = Option("moved")
_OFF_BOARD = (1000,)


def normal_action(state: State, action: Action) -> Action:
    """Return the normal form of an action that is legal in a position. Raises `Violation` for any other."""
    with Budget(MOST_PLAYED, apart=True) as work:
        return _normal(_Ways(state, action, work))


def _normal(ways: _Ways) -> Action:
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
    """Return a legal action with every answer written, forced and implied ones too, in its own order.

    Raises `Violation` for an action that is not legal.
    """
    with Budget(MOST_PLAYED, apart=True) as work:
        ways = _Ways(state, action, work)
        return ways.action(ways.spelled_out())


class _Ways:
    """An action in its position, and other legal texts of it that lead to the same position."""

    def __init__(self, state: State, action: Action, work: Budget) -> None:
        self.state = state
        self.faction = action.faction
        self.limop = action.limop
        self.work = work
        self.as_written = spoken(action.segments, action.faction)
        first = _Spelling(self.as_written)
        try:
            self.outcome = carry_out(state, action, first).state
        except Violation:
            action = canonical_action(state, action)
            self.as_written = spoken(action.segments, action.faction)
            first = _Spelling(self.as_written)
            self.outcome = carry_out(state, action, first).state
        self.dice = dice_of(first.heard)
        self.first_heard = first.heard
        self.heard: dict[tuple[Said, ...], list[TracedAnswer] | None] = {}
        if state.phase == "card" and not action.limop:
            self.limop = True  # if only a Limited Operation is open, the action is one
            self.limop = self.hear(self.as_written) is not None
            self.heard.clear()

    def action(self, said: Sequence[Said]) -> Action:
        """Return the action with these clauses."""
        return Action(self.faction, written(said, self.faction), self.limop)

    def hear(self, said: Sequence[Said]) -> list[TracedAnswer] | None:
        """Return the questions and answers of the action with these clauses. None if it is another action."""
        way = tuple(said)
        if way not in self.heard:
            self.heard[way] = None if self.work.ends("other ways to write the move") else self._hear(way)
        return self.heard[way]

    def _hear(self, said: tuple[Said, ...]) -> list[TracedAnswer] | None:
        answers = _Spelling(said)
        try:
            step = carry_out(self.state, self.action(said), answers)
        except FitlError:
            return None
        same = step.state == self.outcome and dice_of(answers.heard) == self.dice
        return answers.heard if same else None

    def spelled_out(self, said: list[Said] | None = None) -> list[Said]:
        """Return the clauses with every answer written, forced and implied ones too.

        Default: the clauses of the written action. A forced option may belong to a space that was selected
        before the option became forced. Then it is written directly after that space.
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
    """Answers as written, with more of them made explicit.

    A verb is written if an Operation continues with a forced answer. A space is written with its resulting
    level if the question accepts that. The next searched space is named, so that its die has a space.
    """

    def answer(self, question: Question) -> Any:
        value = super().answer(question)
        last = self.heard[-1]
        if isinstance(last.answer, At) and last.how in ("said", "forced"):
            self.heard[-1] = last._replace(answer=_with_level(question, last.answer))
        if value is None and isinstance(question, NextSearch) and accepts(question, question.usual):
            usual = question.usual
            value = spaces_by_id()[usual.space]
            self.heard[-1] = self.heard[-1]._replace(how="forced", answer=usual, value=value)
        if value is None and isinstance(question, TakenUp):
            forced = Verb(question.verbs[0])
            self.heard[-1] = self.heard[-1]._replace(how="forced", answer=forced, value=forced)
            return forced
        return value


def dice_of(heard: Iterable[TracedAnswer]) -> Counter[tuple[str, Any]]:
    """Return the purposes and results of the dice."""
    return Counter([(entry.question.prompt, entry.answer) for entry in heard if entry.question.by_chance])


def _spelled(heard: Iterable[TracedAnswer]) -> Iterator[Said]:
    """Yield the written or implied answer to each question."""
    for question, _, how, answer, value, _, _ in heard:
        who: Any = question.who
        if how == "opened":
            if (named := naming(value)) is not None:
                yield who, named
        elif how != "nothing":
            yield who, answer


def _with_level(question: Question, space: At) -> Clause:
    """Return a clause with the resulting level in place of the space alone, if the question accepts it."""
    for level in Level:
        clause = SetLevel(space.space, level)
        taken = question.take(clause)
        if isinstance(taken, Taken) and taken.consumed and taken.value is spaces_by_id()[space.space]:
            return clause
    return space


# -- shorter --------------------------------------------------------------------------------------


def _shortened(ways: _Ways, said: list[Said]) -> list[Said]:
    """Remove the clauses that make no choice, one by one from the end."""
    if ways.hear(said) is None:
        return ways.as_written
    for at in reversed(range(len(said))):
        if _may_go(said, at):
            shorter, clause = said[:at] + said[at + 1 :], said[at][1]
            heard = ways.hear(shorter)
            if heard is not None and _forced(heard, clause) == _forced(ways.hear(said) or (), clause):
                said = shorter
    return said


def _forced(heard: Iterable[TracedAnswer], answer: Clause) -> int:
    """Return how often a forced answer is left out. The normal form writes it."""
    return sum([entry.how == "forced" and entry.answer == answer for entry in heard])


def _unforced(ways: _Ways, said: list[Said]) -> list[Said]:
    """Remove forced clauses, so that the chosen clauses can be sorted first. Forced ones are added later."""
    for at in reversed(range(len(said))):
        shorter = said[:at] + said[at + 1 :]
        heard = None if isinstance(said[at][1], Verb) else ways.hear(shorter)
        if heard is not None and _forced([entry for entry in heard if entry.at == at], said[at][1]):
            said = shorter
    return said


def _may_go(said: Sequence[Said], at: int) -> bool:
    """Check whether a clause may be superfluous.

    Such clauses are a space, or its level, before a clause about this space, and `moved`. Also a space into
    which pieces move, unless a die follows it, and a verb without clauses that another segment has too.
    """
    who, clause = said[at]
    following = said[at + 1] if at + 1 < len(said) else None
    about = getattr(following[1], "space", "") if following is not None and following[0] is who else ""
    if isinstance(clause, At | SetLevel) and clause.space == about:
        return True
    if isinstance(clause, At):
        rolled = following is not None and isinstance(following[1], Roll)
        into = [other.path[-1] for _, other in said if isinstance(other, Move)]
        return clause.space in into and not rolled
    if isinstance(clause, SetLevel):
        return False
    if isinstance(clause, Verb):
        empty = following is None or isinstance(following[1], Verb)
        return empty and sum(1 for _, other in said if other == clause) > 1
    return clause == MOVED


def _joined(ways: _Ways, said: list[Said]) -> list[Said]:
    """Join adjacent clauses that differ only in their counts, or that have one meaning."""
    at = 0
    while at + 1 < len(said):
        (who, first), (other, second) = said[at], said[at + 1]
        one = one_of(first, second) or one_meaning(first, second) if who is other else None
        shorter = [*said[:at], (who, one), *said[at + 2 :]] if one is not None else said
        if one is not None and ways.hear(shorter) is not None:
            said = shorter
        else:
            at += 1
    return said


def _in_one_path(ways: _Ways, said: list[Said]) -> list[Said]:
    """Join a move with a later one that continues it with the same pieces, to one path (3.3.2)."""
    for at, on in combinations(range(len(said)), 2):
        (who, first), (other, second) = said[at], said[on]
        if not (isinstance(first, Move) and isinstance(second, Move)) or first.path[-1] != second.path[0]:
            continue
        if who is not other or any(isinstance(clause, Verb) for _, clause in said[at:on]):
            continue
        if ways.hear([*said[:at], said[on], *said[at:on], *said[on + 1 :]]) is not None:
            continue  # other pieces that were in the space make the second move
        rest, path, more = [(who, move) for move in _paths_of(first, second)]
        longer = [*_moving(rest, path), *said[at + 1 : on], *_moving(more), *said[on + 1 :]]
        if path[1].pieces and ways.hear([*said[:at], *longer]) is not None:
            return _in_one_path(ways, [*said[:at], *longer])
    return said


def _paths_of(first: Move, second: Move) -> tuple[Move, Move, Move]:
    """Split a move and its continuation by pieces: those that stop, those on the whole path, the others."""
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
    """Sort the members of sets into board order, if the rules allow it."""
    if ways.hear(said) is None:
        return said
    opened = [at for at, (_, clause) in enumerate(said) if isinstance(clause, Verb)]
    for start, end in zip(opened, [*opened[1:], len(said)], strict=True):
        said = _ordered_between(ways, said, start + 1, end, end)
    return said


def _ordered_between(ways: _Ways, said: list[Said], start: int, end: int, last: int) -> list[Said]:
    """Sort the clauses from `start` to `end` of a segment that ends at `last`.

    The least possible one comes first.
    """
    seen: set[tuple[Said, ...]] = set()
    while start < end:
        seen.add(tuple(said))
        blocks = Blocks(ways.hear(said) or [], end)
        for other in _other_orders(said, blocks, start, end, last):
            if tuple(other) not in seen and ways.hear(other) is not None:
                said = other
                break
        else:
            following = blocks.end(start)
            said = _ordered_between(ways, said, start + 1, following, last)
            start = following
    return said


def _other_orders(said: list[Said], blocks: Blocks, start: int, end: int, last: int) -> Iterator[list[Said]]:
    """Yield other orders of the clauses from `start` on, the most likely first.

    First, an option or removal moves to `start` if its question was asked and skipped there. Then the
    members of the set at `start` that precede its first member in board order move there, the least first.
    Then single clauses of other members change places with the first.
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
        # Moves into a space that the first of them selects are members of one set.
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
    """Return the sort key of a block: by the board, then by its clauses."""
    clauses = [clause for _, clause in block]
    places = next(filter(None, map(_places, clauses)), _OFF_BOARD)
    return (places, msgspec.json.encode(clauses))


def _places(clause: Clause) -> tuple[int, ...]:
    space: str = getattr(clause, "space", "")
    names: tuple[str, ...] = getattr(clause, "path", ()) or ((space,) if space else ())
    return tuple([spaces_by_id()[name].index for name in names])
