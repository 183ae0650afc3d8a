"""Answers about pieces in whatever space an Event allows: which to remove, place or flip."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from fitl_core.asking.questions import Answer, Question, Taken
from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace, board, spaces_by_id
from fitl_core.facts.counting import counted
from fitl_core.facts.pieces import TUNNELED, Count, Kind, number_named
from fitl_core.record.clauses import At, Box, Clause, Hide, Place, Rebox, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.pieces import combinations, refuse_box, refuse_state, totals
from fitl_core.rules.forms.spaces import SpaceTest, passes, passing
from fitl_core.rules.forms.whence import (
    MAP,
    WORDS_OF_BOXES,
    Transit,
    Way,
    refuse_source,
)
from fitl_core.rules.shared.placing_pieces import forms, refuse_take_up

Pieced = Place | Remove | Hide
"""Clauses that name pieces in one space."""
Opening = tuple[BoardSpace, Kind, int]
"""A space, a kind of which pieces may be named there, and the most of them that there are."""


class OfPieces(Question, kw_only=True):
    """A question for pieces, of which so many are `due`: it says so where they are owed."""

    due: int = 0

    def number_there(self) -> int:
        """How many pieces may be named."""
        raise NotImplementedError

    def owing(self) -> tuple[str, ...]:
        return are_due(min(self.due, self.number_there())) if self.due else ()


def are_due(number: int) -> tuple[str, ...]:
    """That so many pieces are due, if any is."""
    return (f"{counted(number, 'piece')} {'is' if number == 1 else 'are'} due",) if number else ()


class _Anywhere(OfPieces):
    """Pieces of some kinds in a space of the chooser's choice, at most so many of them.

    `test` is about the space, `whole` about the answer as a whole.
    """

    ctx: Context
    kinds: tuple[Kind, ...]
    most: int
    test: SpaceTest
    whole: Callable[[Any], Refusal | None] | None = None

    def number_there(self) -> int:
        return sum([most for _, _, most in self.openings()])

    def _refuse(self, space: str, counts: Mapping[Kind, int]) -> Refusal | None:
        where = spaces_by_id()[space]
        return self.test(where) or self._refuse_there(where, counts)

    def _refuse_there(self, where: BoardSpace, counts: Mapping[Kind, int]) -> Refusal | None:
        """As `_refuse`, in a space that the Event allows."""
        for kind, number in counts.items():
            if kind not in self.kinds:
                return self._refuse_kind(kind)
            if (refusal := self._refuse_count(where, kind, number)) is not None:
                return refusal
        total = sum(counts.values())
        if total > self.most:
            return self.ctx.no("too-many", f"{counted(total, 'piece')}, at most {self.most} more")
        return None

    def _refuse_kind(self, kind: Kind) -> Refusal:
        return self.ctx.no("wrong-pieces", f"asked for: {self.prompt}, no {kind.noun}")

    def suits(self, written: Any) -> bool:
        """Whether it names pieces of these kinds, in whatever state."""
        kinds = {kind.off_map for kind in self.kinds}
        return any(count.kind.off_map in kinds for count in getattr(written, "pieces", ()))

    def astray(self, written: Any) -> Refusal | None:
        """Why a space that is named alone is no answer: there are no such pieces there, or none is named."""
        if type(written) is not At:
            return super().astray(written)
        refusals = [self._refuse(written.space, {kind: 1}) for kind in self.kinds]
        name = spaces_by_id()[written.space].name
        alone = self.ctx.no("too-few", f"{name} alone names no pieces; asked for: {self.prompt}")
        return alone if None in refusals else refusals[0]

    def concerns(self, kind: Kind) -> bool:
        """Whether it asks for pieces of this kind, in whatever state."""
        return any(kind.off_map is asked.off_map for asked in self.kinds)

    def _accept(self, clause: Clause, refusal: Refusal | None) -> Answer:
        if refusal is None and self.whole is not None:
            refusal = self.whole(clause)
        return refusal or Taken(clause)

    def _refuse_count(self, where: BoardSpace, kind: Kind, number: int) -> Refusal | None:
        """Whether there are not so many."""
        have = self.ctx.draft.of_kind(where, kind)
        if have >= number:
            return None
        return self.ctx.no("no-such-pieces", f"{where.name} has {kind.words(have)}")

    def _clause(self, where: BoardSpace, pieces: tuple[Count, ...]) -> Pieced:
        """The answer that names these pieces in a space."""
        raise NotImplementedError

    def _places(self) -> Iterator[Opening]:
        """Where pieces of which kind may be named as far as the space goes."""
        slots = [(kind, self._there(kind).slot) for kind in self.kinds]
        for where, space in zip(board().spaces, self.ctx.draft.spaces, strict=True):
            pieces = space.pieces
            allowed: bool | None = None
            for kind, slot in slots:
                if pieces[slot]:
                    if allowed is None:
                        allowed = passes(self.test, where)
                    if allowed:
                        yield where, kind, min(self.most, pieces[slot])

    def candidates(self) -> Iterator[Clause]:
        for where, kind, most in self._places():
            for number in range(1, most + 1):
                yield self._clause(where, (Count(number, kind),))

    def openings(self) -> Iterator[Opening]:
        """Where a piece of which kind may be named, alone."""
        for where, kind, most in self._places():
            if self._refuse_there(where, {kind: 1}) is None and (
                self.whole is None or self.whole(self._clause(where, (Count(1, kind),))) is None
            ):
                yield where, kind, most

    def whole_answer(self, opening: Opening) -> Pieced:
        """The answer that names as many pieces as may be, where there is one opening."""
        where, kind, most = opening
        clauses = [self._clause(where, (Count(number, kind),)) for number in range(most, 0, -1)]
        return next(clause for clause in clauses if isinstance(self.take(clause), Taken))

    def _there(self, kind: Kind) -> Kind:
        """As which kind pieces stand there that are named by another."""
        return kind


class RemovePieces(_Anywhere, Transit):
    """Pieces off the map to a `box`: `Sai-2at`."""

    usual_step: ClassVar[str] = "remove"
    answer_forms: ClassVar[tuple[str, ...]] = ("remove",)

    box: Box = "available"

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Remove):
            return None
        if clause.to:
            return refuse_box(self.rule)
        return self._accept(clause, self._refuse(clause.space, totals(clause.pieces)))

    def ways(self) -> tuple[Way, ...]:
        return ((MAP, self.box),)

    def _refuse_kind(self, kind: Kind) -> Refusal:
        if kind in TUNNELED and (kind.off_map in self.kinds or kind.faction is not self.ctx.faction):
            return Refusal("tunnel", "5.1.1", "this Event removes no Tunneled Bases for this Faction")
        return super()._refuse_kind(kind)

    def _clause(self, where: BoardSpace, pieces: tuple[Count, ...]) -> Pieced:
        return Remove(where.id, pieces)


class HidePieces(_Anywhere):
    """Active pieces, named by their Underground kind, turn Underground: `Ple~3vg`."""

    usual_step: ClassVar[str] = "hide"
    answer_forms: ClassVar[tuple[str, ...]] = ("hide",)

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Hide):
            return None
        counts = {kind.off_map: number for kind, number in totals(clause.pieces).items()}
        return self._accept(clause, self._refuse(clause.space, counts))

    def _refuse_count(self, where: BoardSpace, kind: Kind, number: int) -> Refusal | None:
        return super()._refuse_count(where, kind.active, number)

    def _clause(self, where: BoardSpace, pieces: tuple[Count, ...]) -> Pieced:
        return Hide(where.id, pieces)

    def _there(self, kind: Kind) -> Kind:
        return kind.active


class PlacePieces(_Anywhere, Transit):
    """Pieces from a box, or taken up elsewhere on the map if they may be: `Hue+3ut+ub<oop` (1.4.1)."""

    usual_step: ClassVar[str] = "place"
    answer_forms: ClassVar[tuple[str, ...]] = ("place",)

    source: Box = "available"
    lift: bool = False

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Place):
            return None
        if clause.source != self.source:
            if clause.source not in spaces_by_id() or self.source != "available":
                return self._refuse_source(clause)
            return self._accept(clause, self._refuse_lifted(clause))
        return self._accept(clause, self._refuse(clause.space, totals(clause.pieces)))

    def number_there(self) -> int:
        return sum({kind: most for _, kind, most in self.openings()}.values())

    def suits(self, written: Any) -> bool:
        """Whether it names such pieces, from where they come."""
        return super().suits(written) and getattr(written, "source", "") == self.source

    def _refuse_count(self, where: BoardSpace, kind: Kind, number: int) -> Refusal | None:
        return self.ctx.draft.refuse_place(where, kind, number, self.source)

    def ways(self) -> tuple[Way, ...]:
        return ((self.source, MAP),)

    def _refuse_kind(self, kind: Kind) -> Refusal:
        state = refuse_state(kind) if kind.off_map in self.kinds else None
        return state or super()._refuse_kind(kind)

    def _refuse_source(self, clause: Place) -> Refusal | None:
        """Whether pieces that are asked for come from another box than they are written to."""
        if not self.concerns_any(clause):
            return None if self.optional else self._refuse_kind(clause.pieces[0].kind)
        if (refusal := self.test(spaces_by_id()[clause.space])) is not None:
            return refusal
        return refuse_source(clause.source) if self.source == "available" else self.astray(clause)

    def _refuse_lifted(self, clause: Place) -> Refusal | None:
        """Whether pieces may not come from elsewhere on the map (1.4.1)."""
        where, source = spaces_by_id()[clause.space], spaces_by_id()[clause.source]
        if not self.lift:
            return _refuse_lifting(clause)
        if (refusal := self.test(where)) is not None:
            return refusal
        for kind, number in totals(clause.pieces).items():
            if kind.off_map not in self.kinds:
                return self.ctx.no("wrong-pieces", f"asked for: {self.prompt}, no {kind.noun}")
            refusal = refuse_take_up(self.ctx.draft, self.ctx.faction, where, kind, number, source)
            if refusal is not None:
                return refusal
        total = number_named(clause.pieces)
        return (
            self.ctx.no("too-many", f"{counted(total, 'piece')}, at most {self.most} more")
            if total > self.most
            else None
        )

    def _clause(self, where: BoardSpace, pieces: tuple[Count, ...]) -> Pieced:
        return Place(where.id, pieces, self.source)

    def _places(self) -> Iterator[Opening]:
        box = self.ctx.draft.box(self.source)
        most = {kind: min(self.most, box[kind.slot]) for kind in self.kinds if box[kind.slot]}
        for where in passing(self.test) if most else ():
            for kind, number in most.items():
                yield where, kind, number

    def candidates(self) -> Iterator[Clause]:
        yield from super().candidates()
        if not self.lift or self.source != "available":
            return
        short = tuple([kind for kind in self.kinds if not self.ctx.draft.available[kind.slot]])
        for source in board().spaces:
            for kind in forms(short):
                have = min(self.most, self.ctx.draft.of_kind(source, kind))
                for where in board().spaces if have else ():
                    for number in range(1, have + 1):
                        yield Place(where.id, (Count(number, kind),), source.id)


def _refuse_lifting(clause: Place) -> Refusal:
    """Why pieces are not taken from elsewhere on the map (1.4.1)."""
    kind = next((count.kind for count in clause.pieces), None)
    why = "only the executing Faction lifts pieces of its own, where none is Available"
    if kind in (Kind.UT, Kind.UB):
        why = f"{kind.noun}s are never taken from elsewhere on the map"
    return Refusal("not-available", "1.4.1", why)


class ReboxPieces(OfPieces, Transit):
    """Pieces from one box to another: `casualties>available:2ut`."""

    usual_step: ClassVar[str] = "rebox"
    answer_forms: ClassVar[tuple[str, ...]] = ("rebox",)

    ctx: Context
    source: Box
    to: Box
    kinds: tuple[Kind, ...]
    most: int

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Rebox) or (clause.source, clause.to) != (self.source, self.to):
            return None
        for kind, number in totals(clause.pieces).items():
            have = self.ctx.draft.box(self.source)[kind.slot]
            if kind not in self.kinds:
                return self.ctx.no("wrong-pieces", f"asked for: {self.prompt}, no {kind.noun}")
            if have < number:
                return self.ctx.no("no-such-pieces", f"{WORDS_OF_BOXES[self.source]}: {kind.words(have)}")
        total = number_named(clause.pieces)
        if total > self.most:
            return self.ctx.no("too-many", f"{counted(total, 'piece')}, at most {self.most} more")
        return Taken(clause)

    def ways(self) -> tuple[Way, ...]:
        return ((self.source, self.to),)

    def concerns(self, kind: Kind) -> bool:
        return kind.off_map in self.kinds

    def number_there(self) -> int:
        return sum([self.ctx.draft.box(self.source)[kind.slot] for kind in self.kinds])

    def candidates(self) -> Iterator[Clause]:
        box = self.ctx.draft.box(self.source)
        for pieces in combinations({kind: box[kind.slot] for kind in self.kinds}, 1, self.most):
            yield Rebox(self.source, self.to, pieces)


class WholeAnswer(Question):
    """A question that only one answer settles whole: it need not be written, nor a part of it be."""

    choice: Question
    clause: Pieced | Rebox

    def forms_of_answer(self) -> tuple[str, ...]:
        return self.choice.forms_of_answer()

    def owing(self) -> tuple[str, ...]:
        """What the question that it settles says."""
        return self.choice.owing()

    @property
    def named_step(self) -> str:
        """That of the question it settles."""
        return self.choice.named_step

    def suits(self, written: Any) -> bool:
        """Whether the question that it settles does."""
        return self.choice.suits(written)

    def astray(self, written: Any) -> Refusal | None:
        """What the question that it settles says."""
        return self.choice.astray(written)

    def take(self, clause: Clause) -> Answer:
        answer = self.choice.take(clause)
        if isinstance(answer, Taken) and isinstance(clause, Pieced | Rebox):
            due = number_named(self.clause.pieces)
            whole = {count.kind for count in self.clause.pieces}
            part = {count.kind for count in clause.pieces} <= whole  # others are offered besides (5.1.1)
            if part and number_named(clause.pieces) < due:
                return Refusal("too-few", self.rule, f"{counted(due, 'piece')} due; {self.prompt}")
        return answer

    def candidates(self) -> Iterator[Clause]:
        yield self.clause
