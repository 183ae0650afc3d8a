"""A written action answers the questions of its rules, clause by clause, in order.

`follow` runs a procedure on written answers. Left-over and missing answers are refused, with the expected
ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fitl_core.asking.questions import (
    Procedure,
    Question,
    Taken,
    answers_to,
    ask_for_the_same,
    forced_answer,
    is_idle,
    part_refusing,
    with_beside,
)
from fitl_core.errors import Refusal, Violation

Pair = tuple[str | None, Any]
"""The giver (None: the decider of the question) and the answer."""


class RefusedAnswer(NamedTuple):
    """A question that refused the answer `at` a place, with its legal `answers`."""

    at: int
    question: Question
    refusal: Refusal
    answers: tuple[Any, ...]
    prompt: str


class WrittenAnswers:
    """The answers of one action, each with its giver, and the number of used ones.

    Without `explain` a Violation has no `legal` answers: listing them takes long, and most clauses that one
    question refuses answer a later one.
    """

    __slots__ = ("_asked", "_forced_over", "_refused", "answered", "at", "explain", "said")

    def __init__(self, said: Sequence[Pair], explain: bool = True) -> None:
        self.explain: bool = explain
        self.said: list[Pair] = list(said)
        self.at: int = 0
        self._refused: RefusedAnswer | None = None
        self._forced_over: list[
            RefusedAnswer
        ] = []  # questions that refused the next answer and were then answered by force
        self._asked: list[Question] = []
        self.answered: Question | None = None
        """The question that took the last used answer."""

    @classmethod
    def after(
        cls, used: Sequence[Pair], answered: Question | None, more: Sequence[Pair] = ()
    ) -> WrittenAnswers:
        """Return answers of which those `used` come first. The question `answered` took the last of them."""
        written = cls((*used, *more), explain=False)
        written.at, written.answered = len(used), answered
        return written

    def add(self, who: str | None, answer: Any) -> None:
        """Add one more answer."""
        self.said.append((who, answer))

    def pass_over(self) -> None:
        """Leave the next answer unused."""
        self.at += 1

    @property
    def exhausted(self) -> bool:
        """Whether every answer is used."""
        return self.at >= len(self.said)

    @property
    def answered_by_chance(self) -> bool:
        """Whether chance gave the last answer."""
        return self.answered is not None and self.answered.by_chance

    def answer(self, question: Question) -> Any:
        """Return the value of the next answer for this question; None if an optional one is declined.

        Raises `Violation` if the answer is refused or missing.
        """
        at, everything = self.at, self.said
        refusal: Refusal | None = None
        if at < len(everything):
            who, said = everything[at]
            if who is question.who or who is None or who == question.who or question.by_chance:
                answer = question.take(said)
                if type(answer) is not Taken and (beside := question.beside) is not None:
                    answer = beside.take(said) or answer
                if type(answer) is Taken:
                    if self._forced_over:
                        self._insist_on_another(question)
                    if self._asked:
                        self._asked.clear()
                    self.answered = question
                    if who is None:
                        everything[at] = (question.who, said)
                    if answer.consumed:
                        self.at = at + 1
                    return answer.value
                if isinstance(answer, Refusal):
                    self._note(question, answer)
                    refusal = answer
        if question.optional:
            self._asked.append(question)
            return None
        return self._unsaid(question, refusal)

    def _insist_on_another(self, question: Question) -> None:
        """Raise the refusal of the next answer by an earlier question with the same subject.

        That question was answered by force: the written answer was meant for it, and was wrong.
        """
        for refused in self._forced_over:
            if refused.at == self.at and ask_for_the_same(question, refused.question):
                self._refused = refused
                self.raise_refused()
        self._forced_over.clear()

    def _note(self, question: Question, refusal: Refusal) -> None:
        """Keep the first refusal of an answer: if no other question accepts it, that is the reason."""
        if self._refused is None or self._refused.at != self.at:
            self._refused = self._refusal_by(question, refusal)

    def _refusal_by(self, question: Question, refusal: Refusal) -> RefusedAnswer:
        if not self.explain:
            return RefusedAnswer(self.at, question, refusal, (), question.prompt)
        part = refusing(question, self.said[self.at][1])
        besides = () if part is question.beside else _answers(question)
        answers = tuple(dict.fromkeys((*answers_to(part), *besides)))
        return RefusedAnswer(self.at, question, refusal, answers, part.prompt)

    def _unsaid(self, question: Question, refusal: Refusal | None) -> Any:
        """Take a forced answer, which need not be written.

        The answer that the question refused may then answer a later one with another subject.
        """
        forced = forced_answer(question)
        if forced is not None and isinstance(taken := question.take_unsaid(forced), Taken):
            if refusal is not None and question.why_not(self.said[self.at][1]) is not None:
                self._forced_over.append(self._refusal_by(question, refusal))
            return taken.value
        if is_idle(question):
            return None
        self.raise_refused()
        answers = _answers(question) if self.explain else ()
        if answers or _is_open(question):
            refusal = missing(question, self.explain)
        else:
            refusal = nothing_there(question, self.said[self.at :], self.explain)
        at = None if self.exhausted else self.at
        raise Violation(refusal, faction=question.who, asked=question.prompt, legal=answers, clause=at)

    def raise_refused(self) -> None:
        """Raise the refusal of the next answer, if it was refused."""
        refused = self._refused
        if refused is not None and refused.at == self.at:
            raise Violation(
                refused.refusal,
                faction=refused.question.who,
                asked=refused.prompt,
                legal=refused.answers,
                optional=refused.question.optional,
                clause=refused.at,
            )

    def finish(self) -> None:
        """Refuse answers that nothing asked for."""
        if self.at >= len(self.said):
            return
        self.raise_refused()
        open_ = [question for question in self._asked if self.explain and _is_open(question)]
        prompts = list(dict.fromkeys([question.prompt for question in open_]))
        facts = (f"asked here: {'; '.join(prompts)}",) if prompts else ()
        last = self.answered.rule if self.answered is not None else ""
        rule = next((question.rule for question in self._asked if not question.always_said), last)
        refusal = Refusal("surplus-clause", rule, "nothing asks for this part of the move", facts)
        asked = self._asked if self.explain else ()
        legal = tuple(dict.fromkeys(answer for question in asked for answer in _answers(question)))
        who, _ = self.said[self.at]
        raise Violation(refusal, faction=who, legal=legal, optional=True, clause=self.at)

    def blame(self, violation: Violation) -> None:
        """Set the Faction and clause at fault if a rule refused the consequence of the last answer.

        If the next answer was refused, raises that refusal instead: it says more.
        """
        self.raise_refused()
        last = max(self.at - 1, 0)
        if violation.faction is None and self.said:
            violation.faction = self.said[last][0]
        if violation.clause is None and violation.code != "missing-choice" and self.at:
            violation.clause = last


def refusing(question: Question, written: Any) -> Question:
    """Return the question that refuses a clause: an interrupting one, or the one for which it is meant."""
    beside = question.beside
    if beside is not None and isinstance(beside.take(written), Refusal):
        return part_refusing(beside, written)
    return part_refusing(question, written)


def _answers(question: Question) -> tuple[Any, ...]:
    """Return every legal answer, also of an interrupting question."""
    return tuple([answer for each in with_beside(question) for answer in each.legal()])


def _is_open(question: Question) -> bool:
    """Check whether a question, or one that may interrupt it, has any legal answer."""
    return any(each.is_open() for each in with_beside(question))


def nothing_there(question: Question, written: Sequence[Pair], explain: bool = True) -> Refusal:
    """Refuse a question without legal answers, with the reason for the written one."""
    facts = question.lack([answer for _, answer in written]) if explain else ()
    return Refusal("no-answer", question.rule, f"{question.prompt}: there is no legal answer", facts)


def missing(question: Question, explain: bool = True) -> Refusal:
    """Refuse because an answer is missing."""
    facts = question.lack() if explain else ()
    return still_to_say(question.who, question.prompt, question.rule, facts)


def still_to_say(who: str, what: str, rule: str, facts: tuple[str, ...] = ()) -> Refusal:
    """Refuse because a Faction has not yet said what it is asked for."""
    return Refusal("missing-choice", rule, f"still to be said, by {who}: {what}", facts)


def say_missing(violation: Violation, question: Question) -> None:
    """Make a Violation say that an answer to a question is missing."""
    violation.restate(missing(question))
    violation.faction, violation.asked = question.who, question.prompt
    violation.legal, violation.optional = answers_to(question), False


def follow(procedure: Procedure, written: WrittenAnswers) -> None:
    """Run a procedure on written answers to its end. Raises `Violation`."""
    value: Any = None
    send, answer = procedure.send, written.answer
    try:
        while True:
            value = answer(send(value))
    except StopIteration:
        pass
    except Violation as violation:
        written.blame(violation)
        raise
    written.finish()
