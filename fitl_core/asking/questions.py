"""Questions that rules ask, and whether a written answer fits them; of what, only the rules know.

A `Question` knows who decides, under which rule, whether an answer fits (else why not), and which answers
would. Both come from one test: `answers` is the candidates that `take` accepts, so the check and the list
cannot differ. An answer may be any value; the rules give each form of question its own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar, Self

import msgspec

from fitl_core.errors import Refusal


class Taken(msgspec.Struct, frozen=True, gc=False):
    """An accepted answer: its value for the procedure, and whether what was written is used up by it."""

    value: Any
    consumed: bool = True


Answer = Taken | Refusal | None
"""Accepted, refused with a reason, or (None) nothing of the kind that is asked for."""


class _Asked(msgspec.Struct, eq=False):
    """What every question is given by position, before what its own form adds."""

    who: str
    rule: str
    prompt: str


class Question(_Asked, kw_only=True):
    """A question: `who` decides it under `rule`; `prompt` says what is asked.

    `step` tells it from the other questions under its rule, where their forms do not; with the rule it makes
    its stable id. An `optional` one may be left unanswered. One that has a single answer need not be written,
    unless it is `explicit`: the rest of something that has been begun in writing. One that `needs_more`
    is answered only if more can be said behind its answer. One that `lapses` is left out where it has no
    answer. `once` says in words why it is asked no second time. `between` marks a point at which whoever runs
    the procedure inside another may let something else come in: that optional other question, `beside`, may
    then be answered in its place, before it, and is never taken as said.
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
    """The step of a question of this form that is given none."""
    always_said: ClassVar[bool] = False
    """Whether an answer is written even where there is no other: it begins something."""
    answer_forms: ClassVar[tuple[str, ...]] = ()
    """The names of the forms that an answer may have."""
    is_tried: ClassVar[bool] = False
    """Whether an answer may lead nowhere, so that it is offered only once it has been tried."""
    looks_anew: ClassVar[bool] = False
    """Whether its test looks at things as they are whenever it is asked, not as they were."""
    by_chance: ClassVar[bool] = False
    """Whether chance answers, so that it does not matter who says it."""
    meant_once: ClassVar[bool] = False
    """Whether what this form refuses is meant for no other question of the form under the same rule."""

    def take(self, written: Any) -> Answer:
        """Whether what is written answers the question."""
        raise NotImplementedError

    def candidates(self) -> Iterator[Any]:
        """Answers of the right form, among them every legal one."""
        raise NotImplementedError

    def legal(self) -> Iterator[Any]:
        """The legal answers, one by one."""
        return (answer for answer in self.candidates() if isinstance(self.take(answer), Taken))

    def answers(self) -> tuple[Any, ...]:
        """Every legal answer."""
        return tuple(self.legal())

    def with_beside(self) -> tuple[Question, ...]:
        """It, and what may come in beside it."""
        return (self,) if self.beside is None else (self, self.beside)

    def refusing(self, _answer: Any) -> Question:
        """The question that refuses what is written: of several that are asked at once, the one it is for."""
        return self

    def taking(self, _answer: Any) -> Question:
        """The question that takes what is written: of several that are asked at once, the one it answers."""
        return self

    def accepts(self, answer: Any) -> bool:
        """Whether something is a legal answer."""
        return isinstance(self.take(answer), Taken)

    def unsaid(self) -> Iterator[Any]:
        """The legal answers that may be taken as said, where there is just one."""
        return iter(()) if self.always_said else self.legal()

    def forced(self) -> Any:
        """The only answer, where there is just one that need not be said; else None."""
        if self.explicit:
            return None
        unsaid = self.unsaid()
        found = next(unsaid, None)
        return found if next(unsaid, None) is None else None

    def is_open(self) -> bool:
        """Whether there is any legal answer."""
        return next(self.legal(), None) is not None

    def lapsing(self) -> Self:
        """The same question, left out where it has no answer; it is asked all the same, and so known of."""
        return msgspec.structs.replace(self, lapses=True)

    def is_idle(self) -> bool:
        """Whether it lapses, because it has no answer."""
        return self.lapses and not self.is_open()

    def owing(self) -> tuple[str, ...]:
        """What more may be said of it where its answer is owed."""
        return ()

    def lack(self, written: Iterable[Any]) -> tuple[str, ...]:
        """Why it has no answer, for whoever has `written` one: why the first that is meant for it is none."""
        refused = (taken.message for each in written if isinstance(taken := self.take(each), Refusal))
        return tuple(islice(refused, 1))

    def goes_unsaid(self) -> bool:
        """Whether nobody need say anything, though it is not optional: it is forced, or idle."""
        return self.forced() is not None or self.is_idle()

    def forms_of_answer(self) -> tuple[str, ...]:
        """Of what forms an answer is, by their names."""
        return self.answer_forms

    def is_named_by(self, written: Any) -> bool:
        """Whether what is written is of this question's own form, and not what comes behind its answer."""
        return True

    def suits(self, written: Any) -> bool:
        """Whether what is written is of the sort that it asks for: of several refusals, its own tells why."""
        return self.is_named_by(written)

    def astray(self, written: Any) -> Refusal | None:
        """Why something of a form that it does not ask for is no answer, where it may be meant as one."""
        return None

    def together(self, _said: Any, _more: Any) -> Any:
        """One answer that says both, where its form has such a thing; else None."""
        return None

    def told_among(self, refusal: Refusal, _written: Any, _asked: Iterable[Question]) -> Refusal:
        """Its refusal of what is written, where all of these are asked at once: none rules out another."""
        return refusal

    def asks_for_what(self, other: Question) -> bool:
        """Whether this asks once more for what another asked for: what that refused is not meant for this."""
        return any(part._asks_for(what) for part in self.asked_at_once() for what in other.asked_at_once())

    def asked_at_once(self) -> tuple[Question, ...]:
        """The questions that are asked at once: one, or several."""
        return (self,)

    def _asks_for(self, other: Question) -> bool:
        if self.rule != other.rule:
            return False
        if self.meant_once and other.meant_once:
            return self.usual_step == other.usual_step
        return (self.named_step, self.prompt) == (other.named_step, other.prompt)

    @property
    def named_step(self) -> str:
        """Its step, or that of its form."""
        return self.step or self.usual_step


Procedure = Generator[Question, Any, None]
"""A rule that asks: yields Questions and receives the values of their answers (None: declined)."""


class Pause(Question):
    """No question of its own: a point at which something else may come in between."""

    usual_step: ClassVar[str] = "pause"

    def take(self, written: Any) -> Answer:
        return None

    def candidates(self) -> Iterator[Any]:
        return iter(())


def by_force(choice: Question) -> Any:
    """The value of a question that is left unsaid: that of its only answer, or None."""
    forced = None if choice.optional else choice.forced()
    answer = choice.take(forced) if forced is not None else None
    return answer.value if isinstance(answer, Taken) else None


class Several(Question):
    """A question that asks several others at once: what answers any of them answers it."""

    def owing(self) -> tuple[str, ...]:
        """What each of them says, by what it asks for."""
        owing = {part.prompt: part.owing() for part in self.each() if part.owing()}
        if len(owing) < 2:
            return next(iter(owing.values()), ())
        return tuple([f"{prompt}: {what}" for prompt, facts in owing.items() for what in facts])

    def each(self) -> Iterator[Question]:
        """The questions, in order."""
        raise NotImplementedError

    def candidates(self) -> Iterator[Any]:
        for question in self.each():
            yield from question.candidates()

    def legal(self) -> Iterator[Any]:
        for question in self.each():
            yield from question.legal()

    def taking(self, answer: Any) -> Question:
        """The first of them that takes it; this itself if none does."""
        part = next((part for part in self.each() if part.accepts(answer)), None)
        return self if part is None else part.taking(answer)

    def refusing(self, answer: Any) -> Question:
        """That of them whose refusal is the reason; this itself if none refuses it."""
        taken = [(part, part.take(answer)) for part in self.each()]
        by = self.reason(answer, [(part, why) for part, why in taken if isinstance(why, Refusal)])
        return self if by is None else by[0].refusing(answer)

    def astray(self, written: Any) -> Refusal | None:
        """What the first of them says that has a reason, as it is told among all of them."""
        refusals = [(part, why) for part in self.each() if (why := part.astray(written)) is not None]
        return self._told(written, self.reason(written, refusals))

    def _told(self, written: Any, by: tuple[Question, Refusal] | None) -> Refusal | None:
        """A reason, as it is told among all of them."""
        return None if by is None else by[0].told_among(by[1], written, self.each())

    @staticmethod
    def reason(written: Any, refusals: Sequence[tuple[Question, Refusal]]) -> tuple[Question, Refusal] | None:
        """Of those that refuse it, each with why, the first that what is written suits; else the first."""
        suiting = (each for each in refusals if each[0].suits(written))
        return next(suiting, refusals[0]) if refusals else None

    def lack(self, written: Iterable[Any]) -> tuple[str, ...]:
        """As of any question, or else why the first of them that can tell has no answer."""
        written = tuple(written)
        lacks = (part.lack(written) for part in self.each())
        return super().lack(written) or next(filter(None, lacks), ())

    def forms_of_answer(self) -> tuple[str, ...]:
        """Those of all of them."""
        return tuple(dict.fromkeys([form for question in self.each() for form in question.forms_of_answer()]))


class Either(Several):
    """Any of several questions at once; the answer is that of the first that accepts it.

    Those behind the first may be given as what makes them: most answers answer the first.
    """

    first: Question
    others: tuple[Question | Callable[[], Question], ...]

    def each(self) -> Iterator[Question]:
        """The first, and the others as they are made."""
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
        """Those of all of them."""
        return tuple([part for question in self.each() for part in question.asked_at_once()])

    def unsaid(self) -> Iterator[Any]:
        for question in self.each():
            yield from question.unsaid()

    @property
    def named_step(self) -> str:
        """That of the first."""
        return self.step or self.first.named_step


def either(
    first: Question,
    *others: Question | Callable[[], Question],
    optional: bool | None = None,
    explicit: bool | None = None,
) -> Either:
    """Ask several questions at once, as the first is asked."""
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
