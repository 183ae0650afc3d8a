"""Answers about pieces that need not be written: a single one, or some of several that are all due."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from fitl_core.asking.questions import Answer, OpenedByOthers, Question, Taken, accepts, takes_other_forms
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.pieces import number_named
from fitl_core.record.clauses import Clause, Hide, Move, Place, Rebox, Remove, Replace

Named = Place | Remove | Hide | Rebox | Replace | Move
"""Clauses that name pieces."""


class WholeAnswer(OpenedByOthers):
    """A question that only one answer completes: neither the answer nor a part of it need be written."""

    choice: Question
    clause: Named

    @property
    def answer_forms(self) -> tuple[str, ...]:
        """The forms of the question that it completes."""
        return self.choice.answer_forms

    @property
    def takes_other_forms(self) -> bool:
        """Whether the question that it completes takes other forms."""
        return takes_other_forms(self.choice)

    @property
    def named_step(self) -> str:
        """The step of the question that it completes."""
        return self.choice.named_step

    def lack(self, written: Iterable[Any] = ()) -> tuple[str, ...]:
        """Return the facts of the question that it completes."""
        return self.choice.lack(written)

    def why_not(self, written: Any, asked: Iterable[Question] = ()) -> Refusal | None:
        """Return the reason of the question that it completes, or its own for a part of the pieces."""
        whole = accepts(self.choice, written)
        return super().why_not(written, asked) if whole else self.choice.why_not(written, asked)

    def take(self, clause: Clause) -> Answer:
        answer = self.choice.take(clause)
        if isinstance(answer, Taken) and isinstance(clause, Named):
            due = number_named(self.clause.pieces)
            whole = {count.kind for count in self.clause.pieces}
            part = {count.kind for count in clause.pieces} <= whole  # other kinds are optional (5.1.1)
            if part and number_named(clause.pieces) < due:
                return Refusal("too-few", self.rule, f"{counted(due, 'piece')} due; {self.prompt}")
        return answer

    def candidates(self) -> Iterator[Clause]:
        yield self.clause


class Unwritten(NamedTuple):
    """An answer that nobody wrote, because all pieces that may be named are due."""

    answer: Any


class OneOfAll(WholeAnswer):
    """A question for some of several pieces that are all due: none need be written.

    Answers that are not written are implied, one clause after the other. A player who writes some of them
    writes all, so the value of an implied answer is `Unwritten`.
    """

    @property
    def most(self) -> int | None:
        """Return the number of pieces that the question takes in all, or None if it does not count them."""
        return getattr(self.choice, "most", None)

    def take(self, clause: Clause) -> Answer:
        return self.choice.take(clause)

    def take_unsaid(self, forced: Clause) -> Answer:
        answer = self.take(forced)
        return Taken(Unwritten(answer.value)) if isinstance(answer, Taken) else answer

    def candidates(self) -> Iterator[Clause]:
        return self.choice.candidates()

    def unsaid(self) -> Iterator[Clause]:
        yield self.clause


def as_answered(value: Any) -> tuple[Any, bool]:
    """Return the answer of a question for pieces, and whether it is written."""
    return (value.answer, False) if isinstance(value, Unwritten) else (value, value is not None)


def one_of_all(choice: Question, answer: Any) -> OneOfAll:
    """Return the question for some of several pieces that are all due; `answer` is the first implied one."""
    return OneOfAll(choice.who, choice.rule, choice.prompt, choice, answer)
