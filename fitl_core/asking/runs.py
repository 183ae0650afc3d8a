"""A procedure under way: it stands at a question, takes answers one by one, and is never played twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from fitl_core.asking.questions import Procedure, Question, Taken
from fitl_core.asking.written import Pair, WrittenAnswers
from fitl_core.errors import Refusal, Violation

MOST_RUNS = 400
"""So many ways on are tried at most before an answer counts as one that leads to no end."""


class Underway(Protocol):
    """What is being carried out: its procedure, on whatever that changes."""

    @property
    def procedure(self) -> Procedure:
        """The rules that ask; begun once."""

    def debt(self) -> Refusal | None:
        """What is owed still, so that not every answer leads to an end; a Refusal of those that do not."""

    def explain(self) -> None:
        """From here on keep why answers are no longer asked for."""

    def mark(self, at: int) -> None:
        """Keep how things stand where the answer at a place is first refused."""

    def begins(self, answer: Any) -> bool:
        """Whether an answer opens a part of the whole."""

    def form_of(self, answer: Any) -> str:
        """The name of the form that an answer has."""

    def akin(self, answer: Any, others: Sequence[Any]) -> bool:
        """Whether an answer is about something that one of the others is about."""

    def tells_true(self, said: Sequence[Any]) -> bool:
        """Whether all that is said, each with who says it, is accepted: some tells what happens by itself."""

    def in_full(self, violation: Violation, said: Sequence[Any]) -> Iterator[list[Any]]:
        """What is said, with what is refused said in full, where that leaves something out; in some ways."""

    def ask_in_full(self, violation: Violation, said: Sequence[Any]) -> None:
        """Have the Violation tell what such an answer has left out."""

    def closed(self, part: Any, answer: Any) -> Refusal | None:
        """Why an answer is no longer asked for in a part, if the rules have said so."""

    def foreign(self, part: Any, answer: Any) -> Refusal | None:
        """Whether the part that was opened so never asks for such an answer."""

    def astray(
        self, part: Any, answer: Any, alike: Sequence[Question], asked: Sequence[Question]
    ) -> Refusal | None:
        """Why such an answer has no place in its part, by what was asked there: in its form, and at all."""


Begin = Callable[[], Underway]
"""Begins the same thing anew."""


class Run:
    """A procedure at the question that stands behind what has been said; `pending` is None at its end.

    Raises `Violation` as `follow` does, where what has been said is refused.
    """

    def __init__(self, begin: Begin, said: Sequence[Pair] = ()) -> None:
        self.underway: Underway = begin()
        self.written: WrittenAnswers = WrittenAnswers(said, explain=False)
        self.pending: Question | None = None
        self.by_force: list[Pair] = []  # what was taken as said while questions were passed
        self._send(None)
        self._take_up()

    @property
    def said(self) -> tuple[Pair, ...]:
        """What has been said, and by whom."""
        return tuple(self.written.said)

    def _send(self, value: Any) -> None:
        try:
            self.pending = self.underway.procedure.send(value)
        except StopIteration:
            self.pending = None

    def say(self, who: str | None, answer: Any) -> None:
        """Take an answer; without `who` it is said by whoever decides what it answers."""
        self.written.add(who, answer)
        self._take_up()

    def _take_up(self) -> None:
        """Go on until all that has been said is used up."""
        written = self.written
        try:
            while not written.exhausted:
                if self.pending is None:
                    written.finish()
                else:
                    self._send(written.answer(self.pending))
        except Violation as violation:
            written.blame(violation)
            raise

    def pass_on(self) -> bool:
        """Leave the pending question unsaid, if it may be: decline it, or take its only answer as said."""
        question, value = self.pending, None
        if question is None:
            return False
        if not question.optional:
            forced = question.forced()
            if forced is not None:
                self.by_force.append((question.who, forced))
                taken = question.take(forced)
                assert isinstance(taken, Taken), "a legal answer is taken"
                value = taken.value
            elif not question.is_idle():
                return False
        self._send(value)
        return True


def goes_on(run: Run, may_end: bool) -> bool:
    """Whether there is anything to be said where a run stands, or (with `may_end`) it may end there.

    What comes in beside a question, and what only begins something that may be left out, does not count.
    """
    try:
        while (question := run.pending) is not None:
            unsaid = not question.optional and question.forced() is not None
            if not unsaid and not (question.optional and question.always_said) and question.is_open():
                return True
            if not run.pass_on():
                return False
    except Violation:
        return False
    return may_end


def ends_unsaid(begin: Begin, said: Sequence[Pair]) -> bool:
    """Whether nothing need be said behind this."""
    try:
        run = Run(begin, said)
        while run.pending is not None:
            if not run.pass_on():
                return False
    except Violation:
        return False
    return True


class Search:
    """Whether what has been said leads to an end, whatever chance brings: some way on is looked for.

    Without an end found within `MOST_RUNS` runs it counts as leading to none, and the last search was
    `given_up`. What has led to an end once is tried first the next time.
    """

    def __init__(self, begin: Begin) -> None:
        self._begin = begin
        self._left = 0
        self._way: tuple[Pair, ...] | None = None
        self._by_chance = False
        self._has_come_in = False
        self.given_up: bool = False

    def finds_end(self, said: Sequence[Pair]) -> bool:
        """Whether the procedure can be brought to an end behind what has been said."""
        self._left, self._by_chance, self.given_up = MOST_RUNS, False, False
        self._has_come_in = False
        said = tuple(said)
        if self._way is not None and ends_unsaid(self._begin, (*said, *self._way)):
            return True
        return self._finds((), said)

    def _finds(self, way: tuple[Pair, ...], said: tuple[Pair, ...]) -> bool:
        """Whether there is an end behind this, and the `way` to be gone first."""
        if self._left <= 0:
            self.given_up = True
            return False
        self._left -= 1
        depth = 0
        try:
            run = Run(self._begin, (*said, *way))
            while run.pending is not None:
                if not run.pass_on():
                    forced = (*way, *run.by_force)
                    return self._goes_on(forced, said, run.pending) or self._turns_off(way, said, depth)
                depth += 1
        except Violation:
            return self._turns_off(way, said, depth)  # something that may be left out is owed
        if not self._by_chance:
            self._way = way
        return True

    def _goes_on(self, way: tuple[Pair, ...], said: tuple[Pair, ...], question: Question) -> bool:
        """Whether an answer to a question (for a die: every one) leads to an end."""
        if question.by_chance:
            self._by_chance = True
            return all(self._finds((*way, (question.who, face)), said) for face in question.legal())
        if any(self._finds((*way, (question.who, answer)), said) for answer in question.legal()):
            return True
        return self._comes_in(way, said, question)

    def _comes_in(self, way: tuple[Pair, ...], said: tuple[Pair, ...], question: Question) -> bool:
        """Whether what may come in beside a question makes an end possible; one such thing is tried."""
        if question.beside is None or self._has_come_in:
            return False
        self._has_come_in = True
        answers = question.beside.legal()
        found = any(self._finds((*way, (question.who, answer)), said) for answer in answers)
        self._has_come_in = False
        return found

    def _turns_off(self, way: tuple[Pair, ...], said: tuple[Pair, ...], depth: int) -> bool:
        """Whether an answer to one of so many questions that were passed leads to an end; the last first."""
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


def leads_on(begin: Begin, said: Sequence[Pair], search: Search, may_end: bool = True) -> bool:
    """Whether what has been said is accepted, and something can be said behind it or (with `may_end`) it may
    end there.
    """
    try:
        run = Run(begin, said)
    except Violation:
        return False
    return goes_on(run, may_end) if run.underway.debt() is None else search.finds_end(said)
