"""Questions that rules ask, and the check whether a written answer fits. Only the rules know their subject.

A `Question` knows who decides, under which rule, whether an answer fits (else why not), and which answers
would fit. Both come from one test: `answers` is the candidates that `take` accepts, so the check and the list
cannot differ. An answer may be any value; the rules give each form of question its own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar, Self

import msgspec

from fitl_core.asking.budgets import spend
from fitl_core.errors import Refusal

TESTS_PER_CLAUSE = 24
"""Testing this number of answers takes as long as playing one clause."""


class Taken(msgspec.Struct, frozen=True, gc=False):
    """An accepted answer: its value for the procedure, and whether it uses up the written clause."""

    value: Any
    consumed: bool = True


Answer = Taken | Refusal | None
"""Accepted, refused with a reason, or None for a clause of another kind."""


class _Asked(msgspec.Struct, eq=False):
    """The fields that every question gets by position, before those of its own form."""

    who: str
    rule: str
    prompt: str


class Question(_Asked, kw_only=True):
    """A question: `who` decides it under `rule`; `prompt` says what is asked.

    `step` distinguishes it from other questions of its form under its rule; rule and step make its stable
    id. An `optional` question may be left unanswered. A single answer need not be written, unless the
    question is `explicit`: it continues something that was begun in writing. If a question `needs_more`, an
    answer is legal only if further answers are possible after it. A question that `lapses` is left out if it
    has no answer. `once` says in words why it is not asked again. `between`: another question may interrupt
    here. The enclosing procedure sets `beside` to that optional question. It is answered before this one,
    and never implicitly.
    """

    step: str = ""
    optional: bool = False
    explicit: bool = False
    lapses: bool = False
    between: bool = False
    needs_more: bool = False
    once: str = ""
    beside: Question | None = None

    usual_step: ClassVar[str] = "choice"
    """The default step of a question of this form."""
    always_said: ClassVar[bool] = False
    """Whether an answer must be written even if it is the only one: it begins something."""
    answer_forms: ClassVar[tuple[str, ...]] = ()
    """The names of the forms that an answer may have."""
    is_tried: ClassVar[bool] = False
    """Whether an answer may lead to no end, so that it must be tried before it is offered."""
    looks_anew: ClassVar[bool] = False
    """Whether its test reads the state at the time of the test, not at the time of the question."""
    by_chance: ClassVar[bool] = False
    """Whether chance answers, so that any Faction may give the answer."""
    meant_once: ClassVar[bool] = False
    """Whether a clause that it refuses is meant for no other question of its form under the same rule."""

    def take(self, written: Any) -> Answer:
        """Check whether a written clause answers the question."""
        raise NotImplementedError

    def candidates(self) -> Iterator[Any]:
        """Yield answers of the right form, among them every legal one."""
        raise NotImplementedError

    def legal(self) -> Iterator[Any]:
        """Yield the legal answers one by one. A search spends on every tested answer."""
        tested = 0
        try:
            for answer in self.candidates():
                tested += 1
                if isinstance(self.take(answer), Taken):
                    yield answer
        finally:
            spend(tested / TESTS_PER_CLAUSE)

    def answers(self) -> tuple[Any, ...]:
        """Return every legal answer."""
        return tuple(self.legal())

    def with_beside(self) -> tuple[Question, ...]:
        """Yield this question and the one that may interrupt it."""
        return (self,) if self.beside is None else (self, self.beside)

    def refusing(self, _answer: Any) -> Question:
        """Return the question that refuses a clause: of several at once, the one for which it is meant."""
        return self

    def taking(self, _answer: Any) -> Question:
        """Return the question that accepts a clause: of several at once, the one that it answers."""
        return self

    def accepts(self, answer: Any) -> bool:
        """Check whether something is a legal answer."""
        return isinstance(self.take(answer), Taken)

    def unsaid(self) -> Iterator[Any]:
        """Yield the legal answers that may be implied, if there is just one."""
        return iter(()) if self.always_said else self.legal()

    def forced(self) -> Any:
        """Return the only answer, if there is just one and it need not be written; else None."""
        if self.explicit:
            return None
        unsaid = self.unsaid()
        found = next(unsaid, None)
        return found if next(unsaid, None) is None else None

    @property
    def is_of_set(self) -> bool:
        """Whether its forced answer is one of several that are all due."""
        return False

    def take_unsaid(self, forced: Any) -> Answer:
        """Take the only answer, which nobody has written."""
        return self.take(forced)

    def is_open(self) -> bool:
        """Check whether there is any legal answer."""
        return next(self.legal(), None) is not None

    def lapsing(self) -> Self:
        """Return the same question, which lapses if it has no answer. It is still asked, and so known."""
        return msgspec.structs.replace(self, lapses=True)

    def is_idle(self) -> bool:
        """Check whether it lapses because it has no answer."""
        return self.lapses and not self.is_open()

    def owing(self) -> tuple[str, ...]:
        """Yield further facts for a refusal that demands its answer."""
        return ()

    def lack(self, written: Iterable[Any]) -> tuple[str, ...]:
        """Explain why this question has no legal answer, using the first written clause of its form."""
        refused = (taken.message for each in written if isinstance(taken := self.take(each), Refusal))
        return tuple(islice(refused, 1))

    def goes_unsaid(self) -> bool:
        """Check whether no answer need be written to a required question: it is forced, or idle."""
        return self.forced() is not None or self.is_idle()

    def forms_of_answer(self) -> tuple[str, ...]:
        """Return the names of the forms of an answer."""
        return self.answer_forms

    def is_named_by(self, written: Any) -> bool:
        """Check whether a clause has this question's form, and not that of a clause after its answer."""
        return True

    def suits(self, written: Any) -> bool:
        """Check whether a clause is of the sort that it asks for: then its refusal is the reason."""
        return self.is_named_by(written)

    def astray(self, written: Any) -> Refusal | None:
        """Explain why a clause of another form is no answer, if it may be meant as one."""
        return None

    def together(self, _said: Any, _more: Any) -> Any:
        """Return one answer with the meaning of both, if its form has such a thing; else None."""
        return None

    def told_among(self, refusal: Refusal, _written: Any, _asked: Iterable[Question]) -> Refusal:
        """Return its refusal of a clause if all of these are asked at once and none excludes another."""
        return refusal

    def asks_for_what(self, other: Question) -> bool:
        """Check whether this repeats another question, so that a clause refused there is not for this."""
        return any(part._asks_for(what) for part in self.asked_at_once() for what in other.asked_at_once())

    def asked_at_once(self) -> tuple[Question, ...]:
        """Yield the questions that are asked at once: one, or several."""
        return (self,)

    def _asks_for(self, other: Question) -> bool:
        if self.rule != other.rule:
            return False
        if self.meant_once and other.meant_once:
            return self.usual_step == other.usual_step
        return (self.named_step, self.prompt) == (other.named_step, other.prompt)

    @property
    def named_step(self) -> str:
        """Return its step, or that of its form."""
        return self.step or self.usual_step


Procedure = Generator[Question, Any, None]
"""A rule that asks: it yields Questions and receives the values of their answers (None: declined)."""


class Pause(Question):
    """A point at which another question may interrupt; it asks nothing itself."""

    usual_step: ClassVar[str] = "pause"

    def take(self, written: Any) -> Answer:
        return None

    def candidates(self) -> Iterator[Any]:
        return iter(())


def by_force(choice: Question) -> Any:
    """Return the value of a passed question: that of its only answer, or None."""
    forced = None if choice.optional else choice.forced()
    answer = choice.take_unsaid(forced) if forced is not None else None
    return answer.value if isinstance(answer, Taken) else None


class Several(Question):
    """A question that asks several others at once. An answer to any of them answers it."""

    def owing(self) -> tuple[str, ...]:
        """The prompt of each, by its subject."""
        owing = {part.prompt: part.owing() for part in self.each() if part.owing()}
        if len(owing) < 2:
            return next(iter(owing.values()), ())
        return tuple([f"{prompt}: {what}" for prompt, facts in owing.items() for what in facts])

    def each(self) -> Iterator[Question]:
        """Yield the questions in order."""
        raise NotImplementedError

    def candidates(self) -> Iterator[Any]:
        for question in self.each():
            yield from question.candidates()

    def legal(self) -> Iterator[Any]:
        for question in self.each():
            yield from question.legal()

    def taking(self, answer: Any) -> Question:
        """Return the first of them that accepts a clause; this one if none does."""
        part = next((part for part in self.each() if part.accepts(answer)), None)
        return self if part is None else part.taking(answer)

    def refusing(self, answer: Any) -> Question:
        """Return the one of them whose refusal is the reason; this one if none refuses it."""
        taken = [(part, part.take(answer)) for part in self.each()]
        by = self.reason(answer, [(part, why) for part, why in taken if isinstance(why, Refusal)])
        return self if by is None else by[0].refusing(answer)

    def astray(self, written: Any) -> Refusal | None:
        """Return the first reason of any of them, worded for all of them."""
        refusals = [(part, why) for part in self.each() if (why := part.astray(written)) is not None]
        return self._told(written, self.reason(written, refusals))

    def _told(self, written: Any, by: tuple[Question, Refusal] | None) -> Refusal | None:
        """Word a reason for all of them."""
        return None if by is None else by[0].told_among(by[1], written, self.each())

    @staticmethod
    def reason(written: Any, refusals: Sequence[tuple[Question, Refusal]]) -> tuple[Question, Refusal] | None:
        """Return the first refusing question that suits the clause, else the first, with its reason."""
        suiting = (each for each in refusals if each[0].suits(written))
        return next(suiting, refusals[0]) if refusals else None

    def lack(self, written: Iterable[Any]) -> tuple[str, ...]:
        """Explain as any question does, or else by the first of them that can explain it."""
        written = tuple(written)
        lacks = (part.lack(written) for part in self.each())
        return super().lack(written) or next(filter(None, lacks), ())

    def forms_of_answer(self) -> tuple[str, ...]:
        """Yield those of all of them."""
        return tuple(dict.fromkeys([form for question in self.each() for form in question.forms_of_answer()]))


class Either(Several):
    """Any of several questions at once; the first that accepts a clause takes it.

    Those after the first may be given as functions that make them: most answers are for the first.
    """

    first: Question
    others: tuple[Question | Callable[[], Question], ...]

    def each(self) -> Iterator[Question]:
        """Yield the first, then the others as they are made."""
        yield self.first
        for other in self.others:
            yield other() if callable(other) else other

    def take(self, written: Any) -> Answer:
        first = self.first.take(written)
        if type(first) is Taken:
            return first
        refusals = [(self.first, first)] if isinstance(first, Refusal) else []
        for other in self.others:
            question = other if isinstance(other, Question) else other()
            answer = question.take(written)
            if type(answer) is Taken:
                return answer
            if isinstance(answer, Refusal):
                refusals.append((question, answer))
        return self._told(written, self.reason(written, refusals))

    def asked_at_once(self) -> tuple[Question, ...]:
        """Yield those of all of them."""
        return tuple([part for question in self.each() for part in question.asked_at_once()])

    def unsaid(self) -> Iterator[Any]:
        for question in self.each():
            yield from question.unsaid()

    @property
    def named_step(self) -> str:
        """Return that of the first."""
        return self.step or self.first.named_step


def either(
    first: Question,
    *others: Question | Callable[[], Question],
    optional: bool | None = None,
    explicit: bool | None = None,
) -> Either:
    """Ask several questions at once, with the fields of the first."""
    return Either(
        first.who,
        first.rule,
        first.prompt,
        first,
        others,
        step=first.step,
        optional=first.optional if optional is None else optional,
        between=first.between,
        explicit=first.explicit if explicit is None else explicit,
    )
