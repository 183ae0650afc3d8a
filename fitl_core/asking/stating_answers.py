"""Written answers, some of which only state automatic effects."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Never

from fitl_core.asking.questions import Question, Taken
from fitl_core.asking.written_answers import Pair, WrittenAnswers
from fitl_core.errors import Refusal, Violation


class Early(NamedTuple):
    """A statement before its effect: the answer by which it must be true, and whether it may select a space.

    It may answer a later question instead, if it `answers`: if no rule orders its clauses.
    """

    end: int
    opens: bool
    answers: bool


class StatingAnswers(WrittenAnswers):
    """Written answers. Those in `stated`, by number, only state automatic effects.

    A statement is used up when it is true (`is_so`). Before, it may still select its subject (`opened`). An
    `early` one is passed over while it is false, and must be true at its `end`. It may answer a later
    question instead: `moved` has the number after which it does.
    """

    def __init__(
        self,
        said: Sequence[Pair],
        stated: Collection[int],
        is_so: Callable[[Sequence[int], int, bool], bool],
        early: Mapping[int, Early] | None = None,
    ) -> None:
        super().__init__(said, explain=False)
        self.stated: Collection[int] = stated
        self.early: Mapping[int, Early] = early or {}
        self.opened: dict[int, Any] = {}
        self.moved: dict[int, int] = {}
        self.pending: list[int] = []
        self.came_to_nothing: bool = False  # a refused statement was awaited to the end of its segment
        self.others: list[int] = []  # the other answers at the last check
        self._is_so = is_so

    def answer(self, question: Question) -> Any:
        """Answer as `WrittenAnswers.answer` does, after statements are skipped."""
        if self.pending and self.exhausted:
            for place in [*self.pending]:
                if self._holds(place):
                    self.pending.remove(place)
        while self.at in self.stated:
            taken = self._early_answer(question, self.at)
            if taken is not None and not taken.consumed:
                self.opened[self.at] = taken.value
                return self._answer(question)
            if not self._is_passed():
                return None if question.optional else self._unsaid(question, None)
        taken = self._said_early(question) if self.pending else None
        return self._answer(question) if taken is None else taken.value

    @property
    def refusing(self) -> Question | None:
        """Return the question that refused the clause here, if one did."""
        return self._refused.question if self._refused is not None and self._refused.at == self.at else None

    def finish(self) -> None:
        """Finish as `WrittenAnswers.finish` does, after statements are skipped."""
        while self.at in self.stated and self._is_passed():
            pass
        self._settle()
        super().finish()

    def in_order(self) -> Iterator[int]:
        """Return the numbers of all answers, in the order of their use."""
        for at in range(len(self.said) + 1):
            yield from (moved for moved, behind in self.moved.items() if behind == at)
            if at < len(self.said) and at not in self.moved:
                yield at

    def _answer(self, question: Question) -> Any:
        at = self.at
        value = super().answer(question)
        if self.pending and self.at > at:
            self._settle(at)
        return value

    def _said_early(self, question: Question) -> Taken | None:
        """Return an earlier clause that answers this question, if the clause here does not."""
        if self.at < len(self.said):
            who, said = self.said[self.at]
            if who == question.who and any(each.accepts(said) for each in question.with_beside()):
                return None
        for at in self.pending:
            taken = None if at in self.opened else self._early_answer(question, at)
            if taken is not None and taken.consumed and not self.early[at].answers:
                self._refuse_early(at)
            if taken is not None:
                self.moved[at] = self.at
                if taken.consumed:
                    self.pending.remove(at)
                else:
                    self.opened[at] = taken.value
                return taken
        return None

    def _early_answer(self, question: Question, at: int) -> Taken | None:
        """Return a statement that answers this question."""
        who, said = self.said[at]
        taken = question.take(said) if who == question.who else None
        if not isinstance(taken, Taken) or (
            at in self.early and not self.early[at].opens and not taken.consumed
        ):
            return None
        return taken

    def _settle(self, at: int | None = None) -> None:
        """Raise unless statements that must be true here are true: after an answer, or at the end."""
        for place in [place for place in self.pending if at is None or self.early[place].end == at]:
            if not self._holds(place):
                self.came_to_nothing = True
                self._refuse_early(place)
            self.pending.remove(place)

    def _refuse_early(self, at: int) -> Never:
        """Raise for a clause that came too early; the reason is found later."""
        self.at = at
        raise Violation(Refusal("surplus-clause", "", "this comes too early"), clause=at)

    def _is_passed(self) -> bool:
        """Check whether the statement here is true, or may become true later, and skip it then."""
        if not self._holds(self.at):
            if self.at not in self.early or self.at in self.opened:
                return False
            self.pending.append(self.at)
        self.pass_over()
        return True

    def _holds(self, at: int) -> bool:
        self.others = [place for place in range(self.at) if place not in self.pending]
        return self._is_so(self.others, at, at in self.opened)
