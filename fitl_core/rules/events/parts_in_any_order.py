"""Parts of an Event that may be carried out in any order: a clause answers the part that accepts it.

The text sets no order among them: the Base and the Guerrilla to place, the pieces that leave Laos and those
that leave Cambodia, the parts of two Factions.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

import msgspec

from fitl_core.asking.questions import (
    Answer,
    Procedure,
    Question,
    Several,
    Taken,
    accepts,
    is_idle,
    meant_for,
)
from fitl_core.errors import Refusal
from fitl_core.record.clauses import Clause, Place, Remove

Part = Generator[Question, Any, object]
"""A procedure that is carried out beside others. Answers name it by its number among them."""


def in_any_order(*procedures: Part) -> Procedure:
    """Carry out procedures side by side; they must not affect each other.

    Answers that nobody writes are then asked, or implied, in the order of the procedures.
    """
    begun = [_further(procedure, None) for procedure in procedures]
    open_now = {number: question for number, question in enumerate(begun) if question is not None}
    while open_now:
        answers = yield from _ask(open_now)
        for number, value in answers.items():
            question = _further(procedures[number], value)
            if question is not None:
                open_now[number] = question
            else:
                del open_now[number]


def _further(procedure: Part, value: Any) -> Question | None:
    """Return the next question of a part that does not lapse, or None at its end."""
    try:
        question = procedure.send(value)
        while is_idle(question):
            question = procedure.send(None)
    except StopIteration:
        return None
    return question


def _ask(open_now: dict[int, Question]) -> Any:
    """Return the answers given now, by part; the required answer of the first part comes first."""
    first = next(iter(open_now))
    deciders = list(dict.fromkeys([question.who for question in open_now.values()]))
    for who in deciders[1:]:
        asked = {number: question for number, question in open_now.items() if question.who == who}
        if (answers := (yield _AnyOf.of(asked, optional=True))) is not None:
            return answers
    asked = {number: question for number, question in open_now.items() if question.who == deciders[0]}
    answers = yield _AnyOf.of(asked, optional=open_now[first].optional)
    return {first: None} if answers is None else answers


_OF_ANOTHER = ("wrong-pieces", "piece-not-allowed", "space-not-allowed")
"""The codes by which a part refuses a clause that may belong to another part."""


class _AnyOf(Several):
    """The questions of several parts at once; the answer says which parts are answered, and how."""

    parts: tuple[tuple[int, Question], ...]

    @staticmethod
    def of(asked: dict[int, Question], optional: bool) -> _AnyOf:
        """Return the question for all of these parts, in the form of the first."""
        first = next(iter(asked.values()))
        return _AnyOf(
            first.who,
            first.rule,
            first.prompt,
            tuple(asked.items()),
            step=first.named_step,
            optional=optional,
            explicit=first.explicit,
        )

    def take(self, clause: Clause) -> Answer:
        refusals: list[tuple[Question, Refusal]] = []
        for number, question in self.parts:
            answer = question.take(clause)
            if isinstance(answer, Taken):
                return Taken({number: answer.value}, answer.consumed)
            if answer is not None:
                refusals.append((question, answer))
        if (shared := self._shared_out(clause)) is not None:
            return shared
        if (by_kind := self._refuse_kind(clause)) is not None:
            return by_kind
        return meant_for(clause, refusals)[1] if refusals else None

    def _shared_out(self, clause: Clause) -> Taken | None:
        """Accept one clause that names the pieces of several parts: `Sai+vg+vb`."""
        if not isinstance(clause, Place | Remove) or len(clause.pieces) < 2:
            return None
        shares: dict[int, Clause] = {}
        for number, question in self.parts:
            mine = tuple([one.pieces[0] for one in _alone(clause) if accepts(question, one)])
            share = msgspec.structs.replace(clause, pieces=mine)
            if mine and isinstance(taken := question.take(share), Taken):
                shares[number] = taken.value
        named = [count for share in shares.values() for count in _pieces(share)]
        return Taken(shares) if set(named) == set(clause.pieces) else None

    def _refuse_kind(self, clause: Clause) -> Refusal | None:
        """Refuse one of several kinds that cannot come or go, though a part asks for it."""
        alone = _alone(clause)
        if len(alone) < 2:
            return None
        answers = (question.take(each) for _, question in self.parts for each in alone)
        return next(
            (why for why in answers if isinstance(why, Refusal) and why.code not in _OF_ANOTHER), None
        )

    def each(self) -> Iterator[Question]:
        """Return the questions of the parts."""
        return (question for _, question in self.parts)

    def unsaid(self) -> Iterator[Clause]:
        return self.parts[0][1].unsaid()

    def take_unsaid(self, forced: Clause) -> Answer:
        """Take the answer for the first part, which has no other answer."""
        number, question = self.parts[0]
        answer = question.take_unsaid(forced)
        return Taken({number: answer.value}, answer.consumed) if isinstance(answer, Taken) else answer


def _pieces(clause: Clause) -> Sequence[Any]:
    return clause.pieces if isinstance(clause, Place | Remove) else ()


def _alone(clause: Clause) -> list[Any]:
    """Return a clause for the pieces of each kind alone."""
    if not isinstance(clause, Place | Remove):
        return [clause]
    return [msgspec.structs.replace(clause, pieces=(count,)) for count in clause.pieces]
