"""Questions for a verb, by which a part of an action begins, and for a die as it fell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from fitl_core.asking.questions import Answer, Question, Taken
from fitl_core.errors import Refusal
from fitl_core.record.clauses import Clause, Roll, Verb


class VerbChoice(Question):
    """Which Operation, Special Activity or Event begins; `test` decides."""

    answer_forms: ClassVar[tuple[str, ...]] = ("verb",)
    looks_anew = True

    usual_step: ClassVar[str] = "verb"
    always_said = True
    is_tried = True

    verbs: tuple[str, ...]
    test: Callable[[str], Refusal | None]

    def take(self, clause: Clause) -> Answer:
        if type(clause) is not Verb:
            return None
        return self.test(clause.name) or Taken(clause)

    def candidates(self) -> Iterator[Clause]:
        return (Verb(name) for name in self.verbs)


class TakenUp(VerbChoice):
    """What is under way going on for something that is owed: where that is forced, it need not be said."""


class OnlyVerbs(VerbChoice):
    """One of just these verbs; another answers a later question."""

    def take(self, clause: Clause) -> Answer:
        return super().take(clause) if isinstance(clause, Verb) and clause.name in self.verbs else None


class RollChoice(Question):
    """A die: chance decides, the log says how it fell."""

    answer_forms: ClassVar[tuple[str, ...]] = ("roll",)

    usual_step: ClassVar[str] = "roll"
    by_chance = True

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Roll):
            return None
        if not 1 <= clause.die <= 6:
            return Refusal("wrong-roll", self.rule, f"a die shows 1 to 6, not {clause.die}")
        return Taken(clause.die)

    def candidates(self) -> Iterator[Clause]:
        return (Roll(die) for die in range(1, 7))


class NothingLeft(Question):
    """No question: what is written here is refused, since nothing is left that it could answer."""

    usual_step = "over"

    refusal: Refusal

    def take(self, clause: Clause) -> Answer:
        return self.refusal

    def candidates(self) -> Iterator[Clause]:
        return iter(())
