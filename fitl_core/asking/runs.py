"""A run: a procedure that stands at a question, takes answers one by one, and is never played twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, Self

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


class Course(NamedTuple):
    """The way of a run to a point: its answers, and the first `length` of the values that it gave for them.

    `answered` is the question of the last answer.
    """

    said: tuple[Pair, ...]
    values: list[Any]
    length: int
    answered: Question | None


BEGINNING = Course((), [None], 1, None)
"""The course to the first question of a procedure."""


class Run:
    """A procedure at the question after the given answers; `pending` is None at its end.

    Raises `Violation` as `follow` does, if an answer is refused.
    """

    def __init__(self, begin: Begin, said: Sequence[Pair] = ()) -> None:
        self._start(begin)
        self.written: WrittenAnswers = WrittenAnswers(said, explain=False)
        spend(len(self.written.said) // COPIES_PER_CLAUSE)
        self.give(None)
        self._take_up()

    def _start(self, begin: Begin) -> None:
        self.underway: RunUnderway = begin()
        self.pending: Question | None = None
        self.by_force: list[Pair] = []  # forced answers that were implied while questions were passed
        self._values: list[Any] = []  # everything that the procedure was given

    @classmethod
    def along(cls, begin: Begin, course: Course, more: Sequence[Pair] = ()) -> Self:
        """Return another run at the end of a course and of `more` answers. Raises `Violation` for those.

        The answers of the course were accepted, and are not tested again: a procedure is a function of the
        values that it gets. No value belongs to one run. A search counts them as played.
        """
        run = cls.__new__(cls)
        run._start(begin)
        run.written = WrittenAnswers.after(course.said, course.answered, more)
        run._values = values = course.values[: course.length]
        spend(len(run.written.said) // COPIES_PER_CLAUSE + len(course.said))
        send = run.underway.procedure.send
        try:
            for value in values:
                run.pending = send(value)
        except StopIteration:
            run.pending = None
        run._take_up()
        return run

    @property
    def course(self) -> Course:
        """The course to here."""
        return Course(self.said, self._values, len(self._values), self.written.answered)

    @property
    def said(self) -> tuple[Pair, ...]:
        """The answers so far, each with its giver."""
        return tuple(self.written.said)

    def give(self, value: Any) -> None:
        """Give the value of an answer to the pending question. Raises `Violation` if a rule refuses it."""
        self._values.append(value)
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


def may_end(run: Run) -> bool:
    """Check whether a run may end here without an answer. The run is used up."""
    try:
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

    def finds_end(self, said: Sequence[Pair], course: Course = BEGINNING) -> bool:
        """Check whether the procedure can reach a legal end after the given answers.

        They begin with those of `course`, if it is given.
        """
        self._by_chance = self.given_up = self._has_come_in = False
        rest = tuple(said[len(course.said) :])
        with Budget(MOST_PLAYED) as self._work:
            if self._way is not None and self._ends(course, (*rest, *self._way)):
                return True
            return self._finds((), course, rest)

    def _ends(self, course: Course, more: tuple[Pair, ...]) -> bool:
        try:
            return may_end(Run.along(self._begin, course, more))
        except Violation:
            return False

    def _finds(self, way: tuple[Pair, ...], course: Course, more: tuple[Pair, ...]) -> bool:
        """Check whether there is an end after a course and `more` answers. `way` are those of the search."""
        if self._work.ends("more ways to end the move"):
            self.given_up = True
            return False
        depth = 0
        try:
            run = Run.along(self._begin, course, more)
        except Violation:
            return False
        here = run.course
        try:
            while run.pending is not None:
                if not run.pass_on():
                    forced = tuple(run.by_force)
                    return self._goes_on(way, here, forced, run.pending) or self._turns_off(way, here, depth)
                depth += 1
        except Violation:
            return self._turns_off(way, here, depth)  # an optional question became required
        if not self._by_chance:
            self._way = way
        return True

    def _goes_on(
        self, way: tuple[Pair, ...], here: Course, forced: tuple[Pair, ...], question: Question
    ) -> bool:
        """Check whether an answer to a question (for a die: every face) leads to an end."""
        if question.by_chance:
            self._by_chance = True
            return all(self._tries(way, here, forced, question, face) for face in question.legal())
        if any(self._tries(way, here, forced, question, answer) for answer in question.legal()):
            return True
        return self._comes_in(way, here, forced, question)

    def _tries(
        self, way: tuple[Pair, ...], here: Course, forced: tuple[Pair, ...], question: Question, answer: Any
    ) -> bool:
        more = (*forced, (question.who, answer))
        return self._finds((*way, *more), here, more)

    def _comes_in(
        self, way: tuple[Pair, ...], here: Course, forced: tuple[Pair, ...], question: Question
    ) -> bool:
        """Check whether an interruption of a question makes an end possible; one is tried."""
        if question.beside is None or self._has_come_in:
            return False
        self._has_come_in = True
        answers = question.beside.legal()
        found = any(self._tries(way, here, forced, question, answer) for answer in answers)
        self._has_come_in = False
        return found

    def _turns_off(self, way: tuple[Pair, ...], here: Course, depth: int) -> bool:
        """Check whether an answer to one of the last passed questions leads to an end, the last one first."""
        for passed in range(depth - 1, -1, -1):
            run = Run.along(self._begin, here)
            for _ in range(passed):
                run.pass_on()
            question = run.pending
            if question is None or not question.optional or question.by_chance:
                continue
            if self._goes_on(way, here, tuple(run.by_force), question):
                return True
        return False


def leads_on(begin: Begin, said: Sequence[Pair], search: EndSearch, may_end: bool = True) -> bool:
    """Check whether the answers are accepted, and another answer is possible or (with `may_end`) the end."""
    try:
        run = Run(begin, said)
    except Violation:
        return False
    return run_leads_on(run, search, may_end)


def run_leads_on(run: Run, search: EndSearch, may_end: bool = True) -> bool:
    """Check whether a run has another answer, or (with `may_end`) may end. The run is used up."""
    return goes_on(run, may_end) if run.underway.debt() is None else search.finds_end(run.said)
