"""The legal moves nearest to one that is refused: those with the fewest changes to what was written.

    near_moves(state, action)                # every one with as few changes as the nearest
    near_moves(state, action, most=3)        # the nearest three

A change puts one clause for another, in, or out; one that changes little (`clause_edits`) is nearer than one
that changes all of a clause. To what is incomplete something is added. Answers are looked for where the move
was refused and before that, since nothing behind it bears on it; each move found has been played. The work is
bounded: a move that takes many changes may have no neighbour here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from heapq import nsmallest
from itertools import islice, pairwise
from typing import NamedTuple

from fitl_core.asking.completing import completed
from fitl_core.asking.questions import Question
from fitl_core.asking.runs import Begin, Run
from fitl_core.asking.written import WrittenAnswers
from fitl_core.engine import carry_out, insist_on_turn
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.vocabulary import OPERATIONS
from fitl_core.record.clauses import At, By, Clause, Roll, Verb, space_of, spaces_of
from fitl_core.record.events import Action, Segment
from fitl_core.record.spoken import Said, flatten, spoken, written
from fitl_core.rules.sequence import to_act
from fitl_core.rules.shared.statements import refused as as_asked
from fitl_core.state.state import State
from fitl_core.tell.clause_edits import LITTLE, SAID_ALREADY, WHOLE, Change, change, is_the_same_word, slips
from fitl_core.underway import Underway

MOST_CHANGES = 3
MOST_WORK = 10_000
ALL_THE_WORK = 60_000
"""So many clauses are played at most, in all the moves that are tried: for a few, and for all."""
TESTS_PER_CLAUSE = 8
"""Looking at so many answers takes as long as playing a clause."""
COPIES_PER_CLAUSE = 16
"""So does writing down so many clauses once more, which each change of a move does with all of it."""
MOST_LOOKED_AT = 2_000
MOST_ANSWERS = 80
"""Of so many answers to a question so many are tried, those about spaces that the move names first."""
MOST_REWORDED = 100
"""A move of so many clauses at most is looked at in the words in which the rules ask for it."""
MOST_SLIPS = 300
"""Of so many clauses that differ from a refused one by little it is seen whether they answer a question."""
MOST_GONE_ON_WITH = 25
"""So many moves are changed once more that are still refused, those first that are accepted furthest."""

A_SPACE_OUT = Change(WHOLE + 1, 6)
"""How much it changes to leave out a space with all that is said of it: more than any one clause."""

Words = tuple[Said, ...]


class _Edit(NamedTuple):
    """A move with a change more: how much has changed in all, and the move."""

    much: int
    rank: int
    back: int  # how far before the refused clause
    words: Words
    limop: bool


class _Tried(NamedTuple):
    """A move that is refused at a clause, or wants more behind its last; the changes so far."""

    edit: _Edit
    at: int
    incomplete: bool
    wanted: tuple[Clause, ...] = ()  # what has to stand there is one of these

    @property
    def left(self) -> int:
        """How many of its clauses have not been looked at."""
        return len(self.edit.words) - self.at


class Effort:
    """The work that several searches may do together, in clauses that are played: what is `left` of it."""

    def __init__(self, left: int) -> None:
        self.left = left


def near_moves(
    state: State, action: Action, most: int | None = None, effort: Effort | None = None
) -> tuple[Action, ...]:
    """The legal actions nearest to a refused one, in order: so many, or all with the fewest changes.

    With an `effort` no more is done than is left of it.
    """
    search = _Search(state, action, most)
    if effort is not None:
        search.most_work = min(search.most_work, effort.left)
    search.run()
    if effort is not None:
        effort.left -= search.work
    return tuple(search.actions)


class _Search:
    """What has been found, and what has been done for it."""

    def __init__(self, state: State, action: Action, most: int | None) -> None:
        self.state = state
        self.written = action
        self.most = most
        self.faction: Faction = action.faction
        self.work = 0
        self.most_work = MOST_WORK if most is not None else ALL_THE_WORK
        self.changes = 0
        self.outcomes: list[tuple[State, list[Roll]]] = []  # with the dice
        self.actions: list[Action] = []

    def run(self) -> None:
        """Look for neighbours; where it is another Faction's turn, for the same move by that one."""
        try:
            insist_on_turn(self.state, self.faction)
        except Violation:
            self._by_whom_it_is_due()
            return
        try:
            said = tuple(spoken(self.written.segments, self.faction))
        except Violation:  # a tag by which nobody speaks
            said = tuple(
                [(self.faction, one) for one in flatten(self.written.segments) if type(one) is not By]
            )
        begin = partial(Underway, self.state, self.faction, self.written.limop)
        as_written = said
        if len(said) <= MOST_REWORDED:
            said = tuple(as_asked(begin, said).said)
        refused = self._play(_Edit(0, 0, 0, said, self.written.limop))
        beam = [refused] if refused is not None else []
        if refused is not None and len(said) < len(as_written):
            # What is told of what follows by itself may answer, once what is owed has been said.
            whole = self._play(_Edit(0, 0, 0, as_written, self.written.limop))
            beam = [*([whole] if whole is not None else []), refused]
        if refused is not None and not refused.incomplete and self.most is not None:
            self._completed(begin, said)
        for self.changes in range(1, MOST_CHANGES + 1):
            beam = self._changed(beam)
            if self.actions:
                return
        if refused is not None and not refused.incomplete:
            self._without_parts(said, refused.at)

    def _by_whom_it_is_due(self) -> None:
        due = to_act(self.state)
        if due is None or due is self.faction:
            return
        self.faction = due
        try:
            self._play(_Edit(WHOLE, 0, 0, tuple(spoken(self.written.segments, due)), self.written.limop))
        except Violation:
            return

    def _completed(self, begin: Begin, said: Words) -> None:
        """Play what is written with what is missing put in, if nothing else is wrong with it."""
        whole = completed(begin, said)
        if whole is not None and len(whole) > len(said):
            words = tuple([(Faction(who or self.faction), clause) for who, clause in whole])
            self._play(_Edit(WHOLE * (len(words) - len(said)), 0, 0, words, self.written.limop))

    def _without_parts(self, words: Words, at: int) -> None:
        """Where no few changes help: the move without what follows, or without the part that is refused.

        Of that part as much stays as can stand.
        """
        begins, ends = _part_of(words, at)
        self.most_work += self.work // 2
        for to in range(at, begins + 1, -1):
            if self.actions or self.work > self.most_work:
                break
            self._play_shorter(words, words[:to] + words[ends:])
        for left in (words[:begins] + words[ends:], words[:at], words[:begins]):
            self._play_shorter(words, left)

    def _play_shorter(self, words: Words, left: Words) -> None:
        """Play what is left of a move, if it begins with a verb."""
        if left and isinstance(left[0][1], Verb) and not self._has_enough():
            self._play(_Edit(WHOLE * (len(words) - len(left)), 0, 0, left, self.written.limop))

    # -- trying -----------------------------------------------------------------------------------

    def _changed(self, beam: Sequence[_Tried]) -> list[_Tried]:
        """Try every move of the beam with a change more: those still refused, but accepted further."""
        edits = sorted([edit for tried in beam for edit in self._edits(tried)], key=lambda edit: edit[:3])
        least_left = min([tried.left for tried in beam], default=0)
        seen: set[tuple[Words, bool]] = set()
        further: list[_Tried] = []
        for edit in edits:
            if self._has_enough() or self.work > self.most_work:
                break
            if edit[3:] not in seen:
                seen.add(edit[3:])
                refused = self._play(edit)
                if refused is not None and (
                    refused.incomplete or refused.wanted or refused.left < least_left
                ):
                    further.append(refused)
        return nsmallest(MOST_GONE_ON_WITH, further, key=lambda tried: (tried.left, tried.edit[:3]))

    def _has_enough(self) -> bool:
        return self.most is not None and len(self.actions) >= self.most

    def _play(self, edit: _Edit) -> _Tried | None:
        """Play a move, and keep it if it is legal; else where it is refused."""
        words = edit.words
        action = Action(self.faction, written(words, self.faction), edit.limop)
        try:
            if edit.limop:
                insist_on_turn(self.state, self.faction, limop=True)
            after = carry_out(self.state, action, WrittenAnswers(words, explain=False)).state
        except Violation as violation:
            at = len(words) if violation.clause is None else violation.clause
            self.work += max(at + 1, len(words) // COPIES_PER_CLAUSE)
            missing = violation.code == "missing-choice"
            wanted = () if missing else violation.legal  # known by a rule that insists on more
            return _Tried(edit, at + 1 if wanted else at, missing and at == len(words), wanted)
        except FitlError:
            return None
        self.work += len(words)
        outcome = after, self._dice(words)
        if outcome not in self.outcomes and not self._brings_something_in(action):
            self.outcomes.append(outcome)
            self.actions.append(action)
        return None

    def _dice(self, words: Words) -> list[Roll]:
        """The dice by which moves with the same outcome differ: where but a few are wanted, they do not."""
        return [] if self.most is not None else [clause for _, clause in words if isinstance(clause, Roll)]

    def _brings_something_in(self, action: Action) -> bool:
        """Whether another Activity has come in by more than its name, or a part that says nothing."""
        before = [part.verb for part in self.written.segments]
        empty = [part.verb for part in self.written.segments if not part.clauses]
        twice = sum(map(_spaces_twice, self.written.segments))
        if sum(map(_spaces_twice, action.segments)) > twice:
            return True
        after = [part.verb for part in action.segments]
        for part in action.segments:
            if not part.clauses and part.verb not in empty:
                if part.verb not in OPERATIONS or after.count(part.verb) > 1:
                    return True
            elif self.changes > 1 and part.verb not in OPERATIONS and part.verb not in before:
                return True
        return False

    # -- changes ----------------------------------------------------------------------------------

    def _edits(self, tried: _Tried) -> Iterator[_Edit]:
        """The move with one change more, at the clause where it is refused or before it."""
        before, words, limop = tried.edit, tried.edit.words, tried.edit.limop

        def edit(one: Change, back: int, words: Words, limop: bool = limop) -> _Edit:
            return _Edit(before.much + one.much, before.rank + one.rank, back, words, limop)

        yield edit(Change(LITTLE, 2), tried.at, words, not limop)
        named = {name for _, clause in words for name in spaces_of(clause)}
        for at in range(min(tried.at, len(words)), -1, -1):
            if self.work > self.most_work:
                return
            back = tried.at - at
            for one, put in self._answers(before, named, at, tried.incomplete):
                yield edit(one, back, put)
            for wanted in tried.wanted if back == 0 else ():
                yield edit(Change(WHOLE, 1), back, (*words[:at], (self.faction, wanted), *words[at:]))
            if 0 < at < len(words) and not tried.incomplete and _may_go(words, at):
                yield edit(_left_out(words, at), back, (*words[:at], *words[at + 1 :]))
                if self.most is not None and len(less := _without_space(words, at)) < len(words) - 1:
                    yield edit(A_SPACE_OUT, back, less)

    def _answers(
        self, edit: _Edit, named: set[str], at: int, only_more: bool
    ) -> Iterator[tuple[Change, Words]]:
        """What can be said at a place, put in there or in the place of what stands there."""
        words = edit.words
        near = [clause for _, clause in words[max(at - 1, 0) : at + 1]]
        old = None if only_more or at == len(words) else words[at]
        for question in self._open(words[:at], edit.limop):
            who = Faction(question.who)
            some = list(self._some(question, named))
            for answer in some:
                yield _put_in(question, answer, near), (*words[:at], (who, answer), *words[at:])
            for one, other in _instead(question, some, old) if old is not None else ():
                again = (who, other) in words and not isinstance(other, At)
                yield SAID_ALREADY if again else one, (*words[:at], (who, other), *words[at + 1 :])
        if old is not None and (name := space_of(old[1])) and not isinstance(old[1], At):
            # What has selected a space in passing is answered behind it.
            for question in self._open((*words[:at], (old[0], At(name))), edit.limop):
                some, who = list(self._some(question, named)), Faction(question.who)
                for answer in some:
                    if name in spaces_of(answer):
                        yield _put_in(question, answer, near), (*words[:at], (who, answer), *words[at:])
                for one, other in _instead(question, some, old):
                    if name in spaces_of(other):
                        yield one, (*words[:at], (who, other), *words[at + 1 :])

    def _open(self, words: Words, limop: bool) -> Iterator[Question]:
        """The questions that are open behind this, each as long as it is looked at."""
        self.work += len(words)
        try:
            run = Run(partial(Underway, self.state, self.faction, limop), words)
            while (question := run.pending) is not None:
                yield question
                if not run.pass_on():
                    return
        except Violation:
            return

    def _some(self, question: Question, named: set[str]) -> Iterator[Clause]:
        """Some answers to a question, those first that are about spaces that the move names."""
        looked_at = list(islice(question.candidates(), MOST_LOOKED_AT))
        looked_at.sort(key=lambda answer: len(set(spaces_of(answer)) - named))
        self.work += len(looked_at) // TESTS_PER_CLAUSE
        few = MOST_ANSWERS if self.most is not None else MOST_LOOKED_AT
        return islice(filter(question.accepts, looked_at), few)


def _instead(question: Question, some: Sequence[Clause], old: Said) -> Iterator[tuple[Change, Clause]]:
    """What may answer a question in the place of what stands there, which another may have said.

    A die that answers it has fallen so. No part of a move takes the place of another's verb.
    """
    who, clause = old
    if who != question.who and question.accepts(clause):
        yield Change(LITTLE, 1), clause
    if isinstance(clause, Roll) and question.accepts(clause):
        return
    for other in islice(slips(clause), MOST_SLIPS):
        if question.accepts(other):
            yield change(clause, other), other
    for answer in some:
        alike = isinstance(answer, Verb) is isinstance(clause, Verb) or is_the_same_word(clause, answer)
        if answer != clause and alike:
            yield change(clause, answer), answer


def _spaces_twice(part: Segment) -> int:
    """How often a space alone is said twice in a row."""
    return sum(isinstance(one, At) and one == other for one, other in pairwise(part.clauses))


def _part_of(words: Words, at: int) -> tuple[int, int]:
    """From where to where the part goes in which a clause stands: a verb with all that is said for it."""
    verbs = [i for i, (_, clause) in enumerate(words) if isinstance(clause, Verb)]
    return max([i for i in verbs if i <= at], default=0), min(
        [i for i in verbs if i > at], default=len(words)
    )


def _may_go(words: Words, at: int) -> bool:
    """Whether a clause may be left out: a verb only where what stands behind it is said of that same verb."""
    verb = words[at][1]
    if not isinstance(verb, Verb) or at + 1 == len(words) or isinstance(words[at + 1][1], Verb):
        return True
    return words[_part_of(words, at - 1)[0]][1] == verb


def _left_out(words: Words, at: int) -> Change:
    """How much it changes to leave a clause out; little if it has been said already."""
    clause = words[at][1]
    if any(other == clause for _, other in (*words[:at], *words[at + 1 : at + 2])):
        return Change(LITTLE, 1)
    return Change(WHOLE, 5)


def _without_space(words: Words, at: int) -> Words:
    """The move without all that its part says of the space that a clause is about."""
    name = space_of(words[at][1])
    begins, ends = _part_of(words, at)
    part = [said for said in words[begins:ends] if space_of(said[1]) != name]
    return (*words[:begins], *part, *words[ends:]) if name else words


def _put_in(question: Question, answer: Clause, near: Sequence[Clause]) -> Change:
    """How much it changes to say something more: least what is owed, or is about what stands beside it."""
    if isinstance(answer, Verb):
        return Change(WHOLE, 8)
    about = set(spaces_of(answer))
    beside = not about or any(about <= set(spaces_of(clause)) for clause in near)
    return Change(WHOLE, (3 if beside else 6) - 2 * (not question.optional))
