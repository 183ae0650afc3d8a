"""A run: a procedure that stands at a question, takes answers one by one, and is never played twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from fitl_core.asking.budgets import COPIES_PER_CLAUSE, Budget, spend
from fitl_core.asking.questions import Procedure, Question, Taken, forced_answer, is_idle
from fitl_core.asking.written_answers import Pair, WrittenAnswers
from fitl_core.errors import Refusal, Violation

MOST_PLAYED = 4_000
"""The most clauses that are played before an answer counts as leading to no end."""


class RunUnderway(Protocol):
    """An action that is being carried out: its procedure, and the draft that it changes."""

    @property
    def procedure(self) -> Procedure:
        """The procedure of the rules; it is begun once."""

    def debt(self) -> Refusal | None:
        """Return the Refusal of answers that lead to no end because of a debt; None without a debt."""


Begin = Callable[[], RunUnderway]
"""Begins the same action again."""


class Run:
    """A procedure at the question after the given answers; `pending` is None at its end.

    Raises `Violation` as `follow` does, if an answer is refused.
    """

    def __init__(self, begin: Begin, said: Sequence[Pair] = ()) -> None:
        self.underway: RunUnderway = begin()
        self.written: WrittenAnswers = WrittenAnswers(said, explain=False)
        self.pending: Question | None = None
        self.by_force: list[Pair] = []  # forced answers that were implied while questions were passed
        spend(len(self.written.said) // COPIES_PER_CLAUSE)
        self.give(None)
        self._take_up()

    @property
    def said(self) -> tuple[Pair, ...]:
        """The answers so far, each with its giver."""
        return tuple(self.written.said)

    def give(self, value: Any) -> None:
        """Give the value of an answer to the pending question. Raises `Violation` if a rule refuses it."""
        try:
            self.pending = self.underway.procedure.send(value)
        except StopIteration:
            self.pending = None

    def say(self, who: str | None, answer: Any) -> None:
        """Take an answer. Without `who` the decider of its question gives it."""
        self.written.add(who, answer)
        self._take_up()

    def _take_up(self) -> None:
        """Continue until all answers are used up."""
        written, before = self.written, self.written.at
        try:
            while not written.exhausted:
                if self.pending is None:
                    written.finish()
                else:
                    self.give(written.answer(self.pending))
        except Violation as violation:
            written.blame(violation)
            raise
        finally:
            spend(written.at - before + 1)

    def pass_on(self) -> bool:
        """Pass the pending question if possible: decline it, or imply its only answer. Return success."""
        question, value = self.pending, None
        if question is None:
            return False
        if not question.optional:
            forced = forced_answer(question)
            if forced is not None:
                self.by_force.append((question.who, forced))
                taken = question.take_unsaid(forced)
                assert isinstance(taken, Taken), "a legal answer is taken"
                value = taken.value
            elif not is_idle(question):
                return False
        self.give(value)
        return True


def goes_on(run: Run, may_end: bool) -> bool:
    """Check whether a run has any legal answer here, or (with `may_end`) may end here.

    Interruptions, and answers that only begin something optional, do not count.
    """
    try:
        while (question := run.pending) is not None:
            unsaid = not question.optional and forced_answer(question) is not None
            if not unsaid and not (question.optional and question.always_said) and question.is_open():
                return True
            if not run.pass_on():
                return False
    except Violation:
        return False
    return may_end


def ends_unsaid(begin: Begin, said: Sequence[Pair]) -> bool:
    """Check whether no answer is required after these."""
    try:
        run = Run(begin, said)
        while run.pending is not None:
            if not run.pass_on():
                return False
    except Violation:
        return False
    return True


class EndSearch:
    """A search for a legal end after the given answers, for any result of chance.

    If no end is found within `MOST_PLAYED` clauses, the answer is no, and the search is `given_up`. A way
    that led to an end once is tried first the next time.
    """

    def __init__(self, begin: Begin) -> None:
        self._begin = begin
        self._work = Budget(0)
        self._way: tuple[Pair, ...] | None = None
        self._by_chance = False
        self._has_come_in = False
        self.given_up: bool = False

    def finds_end(self, said: Sequence[Pair]) -> bool:
        """Check whether the procedure can reach a legal end after the given answers."""
        self._by_chance = self.given_up = self._has_come_in = False
        said = tuple(said)
        with Budget(MOST_PLAYED) as self._work:
            if self._way is not None and ends_unsaid(self._begin, (*said, *self._way)):
                return True
            return self._finds((), said)

    def _finds(self, way: tuple[Pair, ...], said: tuple[Pair, ...]) -> bool:
        """Check whether there is an end after this; `way` is tried first."""
        if self._work.ends("more ways to end the move"):
            self.given_up = True
            return False
        depth = 0
        try:
            run = Run(self._begin, (*said, *way))
            while run.pending is not None:
                if not run.pass_on():
                    forced = (*way, *run.by_force)
                    return self._goes_on(forced, said, run.pending) or self._turns_off(way, said, depth)
                depth += 1
        except Violation:
            return self._turns_off(way, said, depth)  # an optional question became required
        if not self._by_chance:
            self._way = way
        return True

    def _goes_on(self, way: tuple[Pair, ...], said: tuple[Pair, ...], question: Question) -> bool:
        """Check whether an answer to a question (for a die: every face) leads to an end."""
        if question.by_chance:
            self._by_chance = True
            return all(self._finds((*way, (question.who, face)), said) for face in question.legal())
        if any(self._finds((*way, (question.who, answer)), said) for answer in question.legal()):
            return True
        return self._comes_in(way, said, question)

    def _comes_in(self, way: tuple[Pair, ...], said: tuple[Pair, ...], question: Question) -> bool:
        """Check whether an interruption of a question makes an end possible; one is tried."""
        if question.beside is None or self._has_come_in:
            return False
        self._has_come_in = True
        answers = question.beside.legal()
        found = any(self._finds((*way, (question.who, answer)), said) for answer in answers)
        self._has_come_in = False
        return found

    def _turns_off(self, way: tuple[Pair, ...], said: tuple[Pair, ...], depth: int) -> bool:
        """Check whether an answer to one of the last passed questions leads to an end, the last one first."""
        for passed in range(depth - 1, -1, -1):
            run = Run(self._begin, (*said, *way))
            for _ in range(passed):
                run.pass_on()
            question = run.pending
            if question is None or not question.optional or question.by_chance:
                continue
            if self._goes_on((*way, *run.by_force), said, question):
                return True
        return False


def leads_on(begin: Begin, said: Sequence[Pair], search: EndSearch, may_end: bool = True) -> bool:
    """Check whether the answers are accepted, and another answer is possible or (with `may_end`) the end."""
    try:
        run = Run(begin, said)
    except Violation:
        return False
    return goes_on(run, may_end) if run.underway.debt() is None else search.finds_end(said)
