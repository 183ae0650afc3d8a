"""Written answers, some of which answer nothing: they say what has happened by itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Never

from fitl_core.asking.questions import Question, Taken
from fitl_core.asking.written import Pair, WrittenAnswers
from fitl_core.errors import Refusal, Violation


class Early(NamedTuple):
    """What may be stated before it is so: by which answer it must be, and whether it may select a space.

    It may answer a later question instead, if it `answers`: if no rule sets an order between its clauses.
    """

    end: int
    opens: bool
    answers: bool


class StatingAnswers(WrittenAnswers):
    """Written answers of which those in `stated`, by number, only say what happens by itself.

    Each of them is used up where it `is_so`, which is told what else has been said; before, it may still
    select what it is about: `opened` has what. Those of them that may be `early` are passed over where they
    are not so, and must have come true at their `end`. They may answer a later question instead: `moved` has
    behind which number.
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
        self.came_to_nothing: bool = False  # what is refused has been waited for to the end of its part
        self.others: list[int] = []  # what else had been said at the last look
        self._is_so = is_so

    def answer(self, question: Question) -> Any:
        """As `WrittenAnswers.answer`; behind what is only stated comes what answers."""
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
        """The question that has refused what stands here, if one has."""
        return self._refused.question if self._refused is not None and self._refused.at == self.at else None

    def finish(self) -> None:
        """As `WrittenAnswers.finish`, behind what is only stated."""
        while self.at in self.stated and self._is_passed():
            pass
        self._settle()
        super().finish()

    def in_order(self) -> Iterator[int]:
        """The numbers of all answers, in the order in which they came to be used."""
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
        """What was said too early and answers this, if what stands here does not."""
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
        """What is stated, if it answers this."""
        who, said = self.said[at]
        taken = question.take(said) if who == question.who else None
        if not isinstance(taken, Taken) or (
            at in self.early and not self.early[at].opens and not taken.consumed
        ):
            return None
        return taken

    def _settle(self, at: int | None = None) -> None:
        """Insist on what must have come true here: where an answer was taken, or at the end."""
        for place in [place for place in self.pending if at is None or self.early[place].end == at]:
            if not self._holds(place):
                self.came_to_nothing = True
                self._refuse_early(place)
            self.pending.remove(place)

    def _refuse_early(self, at: int) -> Never:
        """Raise for what has been said too early, of which it remains to be seen why."""
        self.at = at
        raise Violation(Refusal("surplus-clause", "", "this comes too early"), clause=at)

    def _is_passed(self) -> bool:
        """Whether what stands here is so, or may come true later; it is passed over then."""
        if not self._holds(self.at):
            if self.at not in self.early or self.at in self.opened:
                return False
            self.pending.append(self.at)
        self.pass_over()
        return True

    def _holds(self, at: int) -> bool:
        self.others = [place for place in range(self.at) if place not in self.pending]
        return self._is_so(self.others, at, at in self.opened)
