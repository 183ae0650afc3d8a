"""Written answers that remember which question each of them answered."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from fitl_core.asking.questions import Question
from fitl_core.asking.written import WrittenAnswers


class Heard(NamedTuple):
    """A question that was asked when `at` answers had been used up, and what was heard to it.

    `how`: the next answer was "said" to it, or "opened" it without being used up by it; it was "forced" and
    not said; or there was "nothing". `value` is what the procedure received.
    """

    question: Question
    at: int
    how: Literal["said", "opened", "forced", "nothing"]
    answer: Any
    value: Any

    @property
    def key(self) -> tuple[str, str]:
        """Which question it is, whatever it is asked about: its rule and step."""
        return (self.question.rule, self.question.named_step)


class TracedAnswers(WrittenAnswers):
    """Written answers, with `heard`: every question that was asked, in order."""

    def __init__(self, said: Any, explain: bool = False) -> None:
        super().__init__(said, explain)
        self.heard: list[Heard] = []

    def answer(self, question: Question) -> Any:
        """As `WrittenAnswers.answer`; what was heard is kept."""
        at, before = self.at, self._answered
        self._answered = None
        value = super().answer(question)
        if self._answered is not None:
            how: Literal["said", "opened"] = "said" if self.at > at else "opened"
            self.heard.append(Heard(question, at, how, self.said[at][1], value))
            return value
        self._answered = before
        forced = None if question.optional else question.forced()
        self.heard.append(Heard(question, at, "nothing" if forced is None else "forced", forced, value))
        return value
