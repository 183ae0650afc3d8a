"""Questions about a space: which one, or to which level it shifts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from fitl_core.asking.questions import Answer, Question, Taken
from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace, board, spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.record.clauses import At, Clause, SetLevel, space_of

SpaceTest = Callable[[BoardSpace], Refusal | None]
FEW = 2
"""Of so many spaces at most it is told why they are refused."""
_BY_NATURE = ("space-not-allowed", "north-vietnam")
"""The codes of what most often refuses a space for what it is."""


class Condition(msgspec.Struct, frozen=True, eq=False):
    """A test of spaces in two: whether one `fits`, and `why_not`, which nobody need word who only counts."""

    fits: Callable[[BoardSpace], bool]
    why_not: SpaceTest

    def __call__(self, where: BoardSpace) -> Refusal | None:
        """As any test of spaces."""
        return None if self.fits(where) else self.why_not(where)


def passes(test: SpaceTest, where: BoardSpace) -> bool:
    """Whether a space passes a test; no Refusal is worded where there need be none."""
    return test.fits(where) if type(test) is Condition else test(where) is None


def passing(test: SpaceTest) -> Iterator[BoardSpace]:
    """The spaces that pass a test, as `passes` says, in the board's order."""
    if type(test) is Condition:
        return filter(test.fits, board().spaces)
    return (where for where in board().spaces if test(where) is None)


class SpaceChoice(Question):
    """Select a space. Clauses of the types in `opens` select theirs too, and are then asked for.

    With `becomes` the level that the space then has may be written in place of the space alone.
    Where `opens_only` is set, it says which of the clauses that could select theirs are meant so.
    No space passes `test` that does not pass `among`: what is quicker to ask, where all are looked at.
    """

    answer_forms: ClassVar[tuple[str, ...]] = ("at",)
    looks_anew = True

    usual_step: ClassVar[str] = "space"
    meant_once: ClassVar[bool] = True

    test: SpaceTest
    opens: tuple[type, ...] = ()
    becomes: Callable[[BoardSpace], Level] | None = None
    opens_only: Callable[[Clause], bool] | None = None
    among: SpaceTest | None = None

    def take(self, clause: Clause) -> Answer:
        if type(clause) is At:
            where, consumed = spaces_by_id()[clause.space], True
        elif type(clause) is SetLevel and self.becomes is not None:
            where, consumed = spaces_by_id()[clause.space], True
            result = self.becomes(where)
            if result is not clause.level:
                why = f"{where.name} becomes {result.words}, not {clause.level.words}"
                return self.test(where) or Refusal("wrong-level", self.rule, why)
        elif type(clause) in self.opens and (name := space_of(clause)):
            if self.opens_only is not None and not self.opens_only(clause):
                return None
            where, consumed = spaces_by_id()[name], False
        else:
            return None
        return self.test(where) or Taken(where, consumed)

    def lack(self, written: Iterable[Any]) -> tuple[str, ...]:
        """Why no space is legal: what other rules keep out, else why the first that is written is none.

        Where none is written, why those are none that are refused for another reason than most, or else why
        most are. What some spaces are by their nature is told only where that is so of all.
        """
        refusals = {where: refusal for where in board().spaces if (refusal := self.test(where)) is not None}
        named = [spaces_by_id()[name] for each in written if (name := space_of(each))]
        own = [refusals[where].message for where in named if where in refusals]
        near = refusals
        if self.among is not None:
            near = {where: why for where, why in refusals.items() if passes(self.among, where)}
        by_state = {where: why for where, why in near.items() if why.code not in _BY_NATURE} or near
        others = [f"{why.rule}: {why.message}" for why in by_state.values() if why.rule != self.rule]
        told = _unlike_most(by_state) if near is refusals else [why.message for why in near.values()][:FEW]
        return tuple(dict.fromkeys(others)) or tuple(own[:1]) or tuple(told)

    def candidates(self) -> Iterator[Clause]:
        return (At(where.id) for where in board().spaces)

    def legal(self) -> Iterator[Clause]:
        if self.among is None:
            return (At(where.id) for where in passing(self.test))
        return (At(where.id) for where in passing(self.among) if passes(self.test, where))


def _unlike_most(refusals: Mapping[BoardSpace, Refusal]) -> tuple[str, ...]:
    """Why the first few spaces are refused for which it is another reason than for most; if none, why all."""
    reasons = {where: why.message.replace(where.name, "") for where, why in refusals.items()}
    usual = Counter(reasons.values()).most_common(1)[0][0]
    unlike = [where for where, reason in reasons.items() if reason != usual]
    if not unlike:
        first, why = next(iter(refusals.items()))
        return (f"{why.message}; so it is elsewhere" if first.name in why.message else why.message,)
    told = {where: refusals[where].message for where in unlike[:FEW]}
    return tuple([why if where.name in why else f"{where.name}: {why}" for where, why in told.items()])


def is_new(chosen: Collection[str], clause: Clause) -> bool:
    """Whether a clause is not of a space that has been selected: of those it only tells what happened."""
    return getattr(clause, "space", "") not in chosen


class LevelChoice(Question):
    """The level to which a space shifts; `test` decides."""

    answer_forms: ClassVar[tuple[str, ...]] = ("level",)

    usual_step: ClassVar[str] = "level"

    where: BoardSpace
    test: Callable[[Level], Refusal | None]

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, SetLevel) or clause.space != self.where.id:
            return None
        return self.test(clause.level) or Taken(clause.level)

    def candidates(self) -> Iterator[Clause]:
        return (SetLevel(self.where.id, level) for level in Level)
