"""Written answers that remember which question each of them answered."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from fitl_core.asking.questions import Group, Question, asked_at_once, forced_answer, group_of, part_accepting
from fitl_core.asking.written_answers import WrittenAnswers


class TracedAnswer(NamedTuple):
    """A question that was asked after `at` answers were used up, and its answer.

    `how`: the next answer was "said", or "opened" it without being used up; it was "forced" and not written;
    or there was "nothing". `value` is the value for the procedure. If several questions are asked at once,
    `asked` are all of them, and `answered` is the one that accepted the answer.
    """

    question: Question
    at: int
    how: Literal["said", "opened", "forced", "nothing"]
    answer: Any
    value: Any
    answered: Group
    asked: tuple[Group, ...]

    @property
    def key(self) -> Group:
        """Return the rule and step of the question, without its subject."""
        return group_of(self.question)


def _asked(question: Question) -> tuple[Group, ...]:
    return tuple([group_of(part) for part in asked_at_once(question)])


class TracedAnswers(WrittenAnswers):
    """Written answers, with `heard`: every question that was asked, in order."""

    def __init__(self, said: Any, explain: bool = False) -> None:
        super().__init__(said, explain)
        self.heard: list[TracedAnswer] = []

    def answer(self, question: Question) -> Any:
        """Answer as `WrittenAnswers.answer` does, and keep the question with its answer."""
        at, before = self.at, self.answered
        how: Literal["said", "opened", "forced", "nothing"]
        self.answered = None
        value = super().answer(question)
        if self.answered is not None:
            how = "said" if self.at > at else "opened"
            said = self.said[at][1]
            answered = group_of(part_accepting(question, said))
            self.heard.append(TracedAnswer(question, at, how, said, value, answered, _asked(question)))
            return value
        self.answered = before
        forced = None if question.optional else forced_answer(question)
        how = "nothing" if forced is None else "forced"
        self.heard.append(
            TracedAnswer(question, at, how, forced, value, group_of(question), _asked(question))
        )
        return value
