"""Questions that rules ask, and the check whether a written answer fits. Only the rules know their subject.

A `Question` knows who decides, under which rule, whether an answer fits (else why not), and which answers
would fit. Both come from one test: `answers` is the candidates that `take` accepts, so the check and the list
cannot differ. An answer may be any value; the rules give each form of question its own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar, TypeVar

import msgspec

from fitl_core.asking.answer_orders import Order
from fitl_core.asking.budgets import spend
from fitl_core.errors import Refusal

Shuffle = Callable[[Iterable[Any]], Iterator[Any]]
"""Puts things into random order, one by one."""
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

    `step` distinguishes it from other questions of its form under its rule. Rule and step make its stable
    id, and name its group. Answers to the questions of a group are a set, unless a rule sets an `order`. An
    `optional` question may be left unanswered. A single answer need not be written, unless the question is
    `explicit`: it continues something that was begun in writing. If a question `needs_more`, an answer is
    legal only if further answers are possible after it. A question that `lapses` is left out if it has no
    answer. `once` says in words why it is not asked again. `between`: another question may interrupt here.
    The enclosing procedure sets `beside` to that optional question. It is answered before this one, and
    never implicitly.
    """

    step: str = ""
    optional: bool = False
    explicit: bool = False
    lapses: bool = False
    between: bool = False
    needs_more: bool = False
    once: str = ""
    order: Order | None = None
    beside: Question | None = None

    usual_step: ClassVar[str] = "choice"
    """The default step of a question of this form."""
    always_said: ClassVar[bool] = False
    """Whether an answer must be written even if it is the only one: it begins something."""
    is_tried: ClassVar[bool] = False
    """Whether an answer may lead to no end, so that it must be tried before it is offered."""
    looks_anew: ClassVar[bool] = False
    """Whether its test reads the state at the time of the test, not at the time of the question."""
    by_chance: ClassVar[bool] = False
    """Whether chance answers, so that any Faction may give the answer."""
    meant_once: ClassVar[bool] = False
    """Whether a clause that it refuses is meant for no other question of its form under the same rule."""

    @property
    def answer_forms(self) -> tuple[str, ...]:
        """The names of the forms that an answer may have."""
        return ()

    @property
    def named_step(self) -> str:
        """Its step, or that of its form."""
        return self.step or self.usual_step

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

    def is_open(self) -> bool:
        """Check whether there is any legal answer."""
        return next(self.legal(), None) is not None

    def unsaid(self) -> Iterator[Any]:
        """Yield the legal answers that may be implied, if there is just one."""
        return iter(()) if self.always_said else self.legal()

    def take_unsaid(self, forced: Any) -> Answer:
        """Take the only answer, which nobody has written."""
        return self.take(forced)

    def why_not(self, written: Any, asked: Iterable[Question] = ()) -> Refusal | None:
        """Explain why a clause that is meant for this question is no answer; None for any other clause.

        The clause may have another form than an answer. `asked` are questions that are asked at the same
        time: the reason holds for all of them.
        """
        refusal = self.take(written)
        return refusal if isinstance(refusal, Refusal) else None

    def lack(self, written: Iterable[Any] = ()) -> tuple[str, ...]:
        """Return facts for a refusal that demands its answer.

        These are the pieces that are due, or the reason why nothing is legal. The first written clause that
        it refuses gives the reason, if there is one.
        """
        refused = (why.message for each in written if isinstance(why := self.take(each), Refusal))
        return tuple(islice(refused, 1))


AnyQuestion = TypeVar("AnyQuestion", bound=Question)
Procedure = Generator[Question, Any, None]
"""A rule that asks: it yields Questions and receives the values of their answers (None: declined)."""


class DrawnInParts(Question):
    """A question with so many candidates that they are drawn part by part, without a list of all."""

    def drawn(self, shuffle: Shuffle) -> Iterator[Any]:
        """Yield the candidates in a random order. Not every order need be equally likely."""
        raise NotImplementedError


class OpenedByOthers(Question):
    """A question that clauses of another form may answer, too: a removal selects its space."""

    @property
    def takes_other_forms(self) -> bool:
        """Whether this question does so."""
        raise NotImplementedError


class Pause(Question):
    """A point at which another question may interrupt; it asks nothing itself."""

    usual_step: ClassVar[str] = "pause"

    def take(self, written: Any) -> Answer:
        return None

    def candidates(self) -> Iterator[Any]:
        return iter(())


# -- derived from a question --------------------------------------------------------------------


Group = tuple[str, str]
"""A group of questions: a rule, and a step under it."""


def group_of(question: Question) -> Group:
    """Return the group of a question, whatever its subject."""
    return (question.rule, question.named_step)


def is_of_set(question: Question) -> bool:
    """Check whether the answers to the questions of its group may be written in any order."""
    return question.order is None or not question.order.among


def answers_to(question: Question) -> tuple[Any, ...]:
    """Return every legal answer."""
    return tuple(question.legal())


def accepts(question: Question, answer: Any) -> bool:
    """Check whether something is a legal answer."""
    return isinstance(question.take(answer), Taken)


def forced_answer(question: Question) -> Any:
    """Return the only answer, if there is just one and it need not be written; else None."""
    if question.explicit:
        return None
    unsaid = question.unsaid()
    found = next(unsaid, None)
    return found if next(unsaid, None) is None else None


def by_force(question: Question) -> Any:
    """Return the value of a passed question: that of its only answer, or None."""
    forced = None if question.optional else forced_answer(question)
    answer = question.take_unsaid(forced) if forced is not None else None
    return answer.value if isinstance(answer, Taken) else None


def lapsing(question: AnyQuestion) -> AnyQuestion:
    """Return the same question, which lapses if it has no answer. It is still asked, and so known."""
    return msgspec.structs.replace(question, lapses=True)


def is_idle(question: Question) -> bool:
    """Check whether a question lapses because it has no answer."""
    return question.lapses and not question.is_open()


def need_not_be_said(question: Question) -> bool:
    """Check whether no answer need be written to a required question: it is forced, or idle."""
    return forced_answer(question) is not None or is_idle(question)


def with_beside(question: Question) -> tuple[Question, ...]:
    """Return a question and the one that may interrupt it."""
    return (question,) if question.beside is None else (question, question.beside)


def asked_at_once(question: Question) -> tuple[Question, ...]:
    """Return the questions of which the first answered one counts: one, or several."""
    if not isinstance(question, Either):
        return (question,)
    return tuple([part for each in question.each() for part in asked_at_once(each)])


def ask_for_the_same(question: Question, other: Question) -> bool:
    """Check whether one question repeats another, so that a clause refused there is not for this.

    The same question to another Faction repeats nothing: each Faction answers for itself.
    """
    others = asked_at_once(other)
    return any(_asks_for(part, what) for part in asked_at_once(question) for what in others)


def _asks_for(question: Question, other: Question) -> bool:
    if (question.who, question.rule) != (other.who, other.rule):
        return False
    if question.meant_once and other.meant_once:
        return question.usual_step == other.usual_step
    return (question.named_step, question.prompt) == (other.named_step, other.prompt)


# -- several questions at once ----------------------------------------------------------------


class Several(Question):
    """A question that asks several others at once. An answer to any of them answers it."""

    @property
    def answer_forms(self) -> tuple[str, ...]:
        """The forms of all of them."""
        return tuple(dict.fromkeys([form for question in self.each() for form in question.answer_forms]))

    def each(self) -> Iterator[Question]:
        """Yield the questions in order."""
        raise NotImplementedError

    def candidates(self) -> Iterator[Any]:
        for question in self.each():
            yield from question.candidates()

    def legal(self) -> Iterator[Any]:
        for question in self.each():
            yield from question.legal()

    def why_not(self, written: Any, asked: Iterable[Question] = ()) -> Refusal | None:
        """Return the reason of the one for which the clause is meant. It holds for all of them."""
        refusals = [(part, why) for part in self.each() if (why := part.why_not(written)) is not None]
        return _told(written, refusals, (*self.each(), *asked)) if refusals else None

    def lack(self, written: Iterable[Any] = ()) -> tuple[str, ...]:
        """Return the facts of each, with its prompt; if nothing is legal, the reason of one of them."""
        if self.is_open():
            owing = {part.prompt: facts for part in self.each() if part.is_open() and (facts := part.lack())}
            if len(owing) < 2:
                return next(iter(owing.values()), ())
            return tuple([f"{prompt}: {what}" for prompt, facts in owing.items() for what in facts])
        written = tuple(written)
        lacks = (part.lack(written) for part in self.each())
        return super().lack(written) or next(filter(None, lacks), ())


ANOTHER_WAY = "wrong-box"
"""The code of a refusal of pieces that go another way. They may be meant for another question."""


def meant_for(written: Any, refusals: Sequence[tuple[Question, Refusal]]) -> tuple[Question, Refusal]:
    """Return the question for which a clause is meant that several questions refuse, with its refusal."""
    if len(refusals) == 1:
        return refusals[0]
    meant = [(part, why) for part, _ in refusals if (why := part.why_not(written)) is not None]
    return next((each for each in meant if each[1].code != ANOTHER_WAY), refusals[0])


def _told(
    written: Any, refusals: Sequence[tuple[Question, Refusal]], asked: Iterable[Question]
) -> Refusal | None:
    """Return the reason of the question for which a clause is meant, worded for all that are asked."""
    part, refusal = meant_for(written, refusals)
    return (part.why_not(written, asked) if refusal.code == ANOTHER_WAY else None) or refusal


def part_accepting(question: Question, written: Any) -> Question:
    """Return the question that accepts a clause: of several at once, the first that does."""
    parts = question.each() if isinstance(question, Several) else ()
    part = next((part for part in parts if accepts(part, written)), None)
    return question if part is None else part_accepting(part, written)


def part_refusing(question: Question, written: Any) -> Question:
    """Return the question that refuses a clause: of several at once, the one for which it is meant."""
    parts = question.each() if isinstance(question, Several) else ()
    taken = [(part, part.take(written)) for part in parts]
    refusals = [(part, why) for part, why in taken if isinstance(why, Refusal)]
    return part_refusing(meant_for(written, refusals)[0], written) if refusals else question


class Either(Several):
    """Any of several questions at once; the first that accepts a clause takes it.

    Those after the first may be given as functions that make them: most answers are for the first.
    """

    first: Question
    others: tuple[Question | Callable[[], Question], ...]

    @property
    def named_step(self) -> str:
        """Its step, or that of the first."""
        return self.step or self.first.named_step

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
        return _told(written, refusals, self.each()) if refusals else None

    def unsaid(self) -> Iterator[Any]:
        for question in self.each():
            yield from question.unsaid()


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


def drawn(question: Question, shuffle: Shuffle) -> Iterator[Any]:
    """Yield the candidates of a question in a random order; of several questions, one after the other."""
    if isinstance(question, Several):
        for part in shuffle(question.each()):
            yield from drawn(part, shuffle)
    elif isinstance(question, DrawnInParts):
        yield from question.drawn(shuffle)
    else:
        yield from shuffle(question.candidates())


def takes_other_forms(question: Question) -> bool:
    """Check whether a clause of another form than its `answer_forms` may answer a question."""
    if isinstance(question, Several):
        return any(takes_other_forms(part) for part in question.each())
    return isinstance(question, OpenedByOthers) and question.takes_other_forms
