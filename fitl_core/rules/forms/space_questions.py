"""Questions about a space: which one, or to which level it shifts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from fitl_core.asking.questions import Answer, OpenedByOthers, Question, Taken
from fitl_core.errors import Refusal
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.record.clauses import At, Clause, SetLevel, space_of

SpaceTest = Callable[[BoardSpace], Refusal | None]
FEW = 2
"""The largest number of spaces for which a refusal gives reasons."""
_BY_NATURE = ("space-not-allowed", "north-vietnam")
"""The codes that mostly refuse a space for a property that never changes."""


class Condition(msgspec.Struct, frozen=True, eq=False):
    """A test of spaces in two parts: `fits` decides, `why_not` words the Refusal only when it is needed."""

    fits: Callable[[BoardSpace], bool]
    why_not: SpaceTest

    def __call__(self, where: BoardSpace) -> Refusal | None:
        """Refuse a space that does not fit, as any other test of spaces does."""
        return None if self.fits(where) else self.why_not(where)


def passes(test: SpaceTest, where: BoardSpace) -> bool:
    """Check whether a space passes a test, without wording a Refusal."""
    return test.fits(where) if type(test) is Condition else test(where) is None


def passing(test: SpaceTest) -> Iterator[BoardSpace]:
    """Yield the spaces that pass a test, in the board's order."""
    if type(test) is Condition:
        return filter(test.fits, board().spaces)
    return (where for where in board().spaces if test(where) is None)


class SpaceChoice(OpenedByOthers):
    """A space to select. A clause of a type in `opens` selects its space, too, and answers a later question.

    With `becomes`, the new level of the space may be written instead of the bare space. `opens_only`
    decides which of the clauses in `opens` select their space. Every legal space passes `among`, which is
    quicker to test than `test`. `due` is the first of several spaces that are all selected; it need not be
    written.
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
    due: BoardSpace | None = None

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

    @property
    def takes_other_forms(self) -> bool:
        """Whether clauses of other forms, or a level, select their space."""
        return bool(self.opens) or self.becomes is not None

    def lack(self, written: Iterable[Any] = ()) -> tuple[str, ...]:
        """Explain why no space is legal.

        Reasons from other rules come first, then the reason against the first written space. If no space is
        written, the reasons are those that differ from the usual one, or else the usual one. Fixed
        properties of a space count only if nothing else refuses a space.
        """
        if self.is_open():
            return ()
        refusals = {where: refusal for where in board().spaces if (refusal := self.test(where)) is not None}
        named = [spaces_by_id()[name] for each in written if (name := space_of(each))]
        own = [refusals[where].message for where in named if where in refusals]
        near = refusals
        if self.among is not None:
            near = {where: why for where, why in refusals.items() if passes(self.among, where)}
        by_state = {where: why for where, why in near.items() if why.code not in _BY_NATURE} or near
        others = [f"{why.rule}: {why.message}" for why in by_state.values() if why.rule != self.rule]
        usual = _unlike_most(by_state) if near is refusals else [why.message for why in near.values()][:FEW]
        return tuple(dict.fromkeys(others)) or tuple(own[:1]) or tuple(usual)

    def candidates(self) -> Iterator[Clause]:
        return (At(where.id) for where in board().spaces)

    def legal(self) -> Iterator[Clause]:
        if self.among is None:
            return (At(where.id) for where in passing(self.test))
        return (At(where.id) for where in passing(self.among) if passes(self.test, where))

    def unsaid(self) -> Iterator[Clause]:
        return super().unsaid() if self.due is None else iter((At(self.due.id),))


def _unlike_most(refusals: Mapping[BoardSpace, Refusal]) -> tuple[str, ...]:
    """Return the reasons of the first few spaces whose reason is not the usual one; else the usual reason."""
    reasons = {where: why.message.replace(where.name, "") for where, why in refusals.items()}
    usual = Counter(reasons.values()).most_common(1)[0][0]
    unlike = [where for where, reason in reasons.items() if reason != usual]
    if not unlike:
        first, why = next(iter(refusals.items()))
        return (f"{why.message}; the same holds elsewhere" if first.name in why.message else why.message,)
    reported = {where: refusals[where].message for where in unlike[:FEW]}
    return tuple([why if where.name in why else f"{where.name}: {why}" for where, why in reported.items()])


def is_new(chosen: Collection[str], clause: Clause) -> bool:
    """Check whether a clause is about a space that is not selected yet.

    A clause about a selected space only states an effect there.
    """
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
