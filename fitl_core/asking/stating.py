"""Written answers, some of which answer nothing: they say what has happened by itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from fitl_core.asking.questions import Question, Taken
from fitl_core.asking.written import Pair, WrittenAnswers


class StatingAnswers(WrittenAnswers):
    """Written answers of which those in `stated`, by number, only say what happens by itself.

    Each of them is used up where it `is_so`; before, it may still select what it is about: `opened` has what.
    """

    def __init__(
        self, said: Sequence[Pair], stated: Collection[int], is_so: Callable[[int, bool], bool]
    ) -> None:
        super().__init__(said, explain=False)
        self.stated = stated
        self.opened: dict[int, Any] = {}
        self._is_so = is_so

    def answer(self, question: Question) -> Any:
        """As `WrittenAnswers.answer`; behind what is only stated comes what answers."""
        while self.at in self.stated:
            who, said = self.said[self.at]
            taken = question.take(said) if who == question.who else None
            if isinstance(taken, Taken) and not taken.consumed:
                self.opened[self.at] = taken.value
                return super().answer(question)
            if not self._is_so_now():
                return None if question.optional else self._unsaid(question, None)
            self.pass_over()
        return super().answer(question)

    def finish(self) -> None:
        """As `WrittenAnswers.finish`, behind what is only stated."""
        self._pass_over()
        super().finish()

    def _pass_over(self) -> None:
        while self.at in self.stated and self._is_so_now():
            self.pass_over()

    def _is_so_now(self) -> bool:
        return self._is_so(self.at, self.at in self.opened)
