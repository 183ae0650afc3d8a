"""Questions for a verb, which begins a segment of an action, and for a die."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from fitl_core.asking.questions import Answer, Question, Taken
from fitl_core.errors import Refusal
from fitl_core.record.clauses import Clause, Roll, Verb


class VerbChoice(Question):
    """The Operation, Special Activity or Event that begins; `test` decides."""

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
    """The resumption of an Operation for a required answer; it need not be written if that is forced."""


class OnlyVerbs(VerbChoice):
    """One of these verbs only; any other verb answers a later question."""

    def take(self, clause: Clause) -> Answer:
        return super().take(clause) if isinstance(clause, Verb) and clause.name in self.verbs else None


class RollChoice(Question):
    """A die: chance decides, and the log states the result."""

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
    """No question: every further clause is refused, since no question is left for it."""

    usual_step = "over"

    refusal: Refusal

    def take(self, clause: Clause) -> Answer:
        return self.refusal

    def candidates(self) -> Iterator[Clause]:
        return iter(())
