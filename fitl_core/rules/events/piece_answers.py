"""Answers about pieces in any space that an Event allows: which to remove, place or flip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, ClassVar

from fitl_core.asking.questions import Answer, Question, Taken
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import TUNNELED, Count, Kind, number_named
from fitl_core.record.clauses import At, Box, Clause, Hide, Place, Rebox, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_origins import (
    MAP,
    WORDS_OF_BOXES,
    Transit,
    Way,
    refuse_source,
)
from fitl_core.rules.forms.piece_questions import combinations, refuse_box, refuse_state, totals
from fitl_core.rules.forms.space_questions import SpaceTest, passes, passing
from fitl_core.rules.shared.placing_pieces import forms, refuse_take_up

Pieced = Place | Remove | Hide
"""Clauses that name pieces in one space."""
Opening = tuple[BoardSpace, Kind, int]
"""A space, a kind whose pieces may be named there, and the largest number of them."""


class OfPieces(Question, kw_only=True):
    """A question for pieces, of which `due` are required; the number is shown if they are missing."""

    due: int = 0

    def number_there(self) -> int:
        """Return the number of pieces that may be named."""
        raise NotImplementedError

    def lack(self, written: Iterable[Any] = ()) -> tuple[str, ...]:
        """Return how many pieces are due, of those that may be named."""
        due = are_due(min(self.due, self.number_there())) if self.due else ()
        return due or super().lack(written)


def are_due(number: int) -> tuple[str, ...]:
    """State that this number of pieces is due, if any is."""
    return (f"{counted(number, 'piece')} {'is' if number == 1 else 'are'} due",) if number else ()


class _Anywhere(OfPieces):
    """At most `most` pieces of some kinds in a space of the chooser's choice.

    `test` is about the space, `whole` about the whole answer.
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
        """Refuse pieces in a space that the Event allows."""
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

    def why_not(self, written: Any, asked: Iterable[Question] = ()) -> Refusal | None:
        """Refuse a bare space, too: it has no pieces of these kinds, or no pieces are named.

        A clause with other pieces is meant for another question.
        """
        if type(written) is not At:
            named = getattr(written, "pieces", ())
            of_kinds = any(self.concerns(count.kind) for count in named)
            return super().why_not(written, asked) if of_kinds else None
        refusals = [self._refuse(written.space, {kind: 1}) for kind in self.kinds]
        name = spaces_by_id()[written.space].name
        alone = self.ctx.no("too-few", f"{name} alone names no pieces; asked for: {self.prompt}")
        return alone if None in refusals else refusals[0]

    def concerns(self, kind: Kind) -> bool:
        """Check whether the question asks for pieces of this kind, in whatever state."""
        return any(kind.off_map is asked.off_map for asked in self.kinds)

    def _accept(self, clause: Clause, refusal: Refusal | None) -> Answer:
        if refusal is None and self.whole is not None:
            refusal = self.whole(clause)
        return refusal or Taken(clause)

    def _refuse_count(self, where: BoardSpace, kind: Kind, number: int) -> Refusal | None:
        """Refuse more pieces than there are."""
        have = self.ctx.draft.of_kind(where, kind)
        if have >= number:
            return None
        return self.ctx.no("no-such-pieces", f"{where.name} has {kind.words(have)}")

    def _clause(self, where: BoardSpace, pieces: tuple[Count, ...]) -> Pieced:
        """Return the answer that names these pieces in a space."""
        raise NotImplementedError

    def _places(self) -> Iterator[Opening]:
        """Yield the pieces that the test of spaces allows."""
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
        """Yield the pieces of which one may be named alone."""
        for where, kind, most in self._places():
            if self._refuse_there(where, {kind: 1}) is None and (
                self.whole is None or self.whole(self._clause(where, (Count(1, kind),))) is None
            ):
                yield where, kind, most

    def all_are_due(self) -> bool:
        """Check whether all pieces that may be named are asked for, so that all of them are due."""
        total = 0
        for _, _, most in self.openings() if self.whole is None else ():
            total += most
            if total > self.most:
                return False
        return total > 0

    def whole_answer(self, opening: Opening) -> Pieced:
        """Return the answer that names as many pieces as possible at the only opening."""
        where, kind, most = opening
        clauses = [self._clause(where, (Count(number, kind),)) for number in range(most, 0, -1)]
        return next(clause for clause in clauses if isinstance(self.take(clause), Taken))

    def _there(self, kind: Kind) -> Kind:
        """Return the kind as which the named pieces are in the space."""
        return kind


class RemovePieces(_Anywhere, Transit):
    """Pieces to remove from the map to a `box`: `Sai-2at`."""

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
    """Active pieces, named by their Underground kind, to turn Underground: `Ple~3vg`."""

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
    """Pieces to place from a box, or from elsewhere on the map if allowed: `Hue+3ut+ub<oop` (1.4.1)."""

    usual_step: ClassVar[str] = "place"
    answer_forms: ClassVar[tuple[str, ...]] = ("place",)

    source: Box = "available"
    lift: bool = False
    most_in_space: int | None = None

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

    def all_are_due(self) -> bool:
        """Check whether each open space gets one piece of one kind, and enough pieces are left."""
        if len(self.kinds) != 1 or self.most_in_space != 1:
            return False
        number = min(self.most, self.ctx.draft.box(self.source)[self.kinds[0].slot])
        return 0 < len(list(islice(self.openings(), number + 1))) <= number

    def _refuse_count(self, where: BoardSpace, kind: Kind, number: int) -> Refusal | None:
        return self.ctx.draft.refuse_place(where, kind, number, self.source)

    def ways(self) -> tuple[Way, ...]:
        return ((self.source, MAP),)

    def goes_another_way(self, written: Any) -> bool:
        """Check whether the pieces come from elsewhere, and may not be taken up from the map (1.4.1)."""
        is_taken_up = self.lift and getattr(written, "source", "") in spaces_by_id()
        return not is_taken_up and super().goes_another_way(written)

    def _refuse_kind(self, kind: Kind) -> Refusal:
        state = refuse_state(kind) if kind.off_map in self.kinds else None
        return state or super()._refuse_kind(kind)

    def _refuse_source(self, clause: Place) -> Refusal | None:
        """Refuse pieces of these kinds from another box than the one asked for."""
        if not self.concerns_any(clause):
            return None if self.optional else self._refuse_kind(clause.pieces[0].kind)
        if (refusal := self.test(spaces_by_id()[clause.space])) is not None:
            return refusal
        return (
            refuse_source(clause.source)
            if self.source == "available"
            else self.refuse_way(clause, self.ways())
        )

    def _refuse_lifted(self, clause: Place) -> Refusal | None:
        """Refuse pieces that may not come from elsewhere on the map (1.4.1)."""
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
        ends = tuple(passing(self.test)) if short else ()
        for source in board().spaces if ends else ():
            for kind in forms(short):
                have = min(self.most, self.ctx.draft.of_kind(source, kind))
                for where in ends if have else ():
                    for number in range(1, have + 1):
                        yield Place(where.id, (Count(number, kind),), source.id)


def _refuse_lifting(clause: Place) -> Refusal:
    """Refuse to take pieces from elsewhere on the map (1.4.1)."""
    kind = next((count.kind for count in clause.pieces), None)
    why = "only the executing Faction lifts its own pieces, and only if none is Available"
    if kind in (Kind.UT, Kind.UB):
        why = f"{kind.noun}s are never taken from elsewhere on the map"
    return Refusal("not-available", "1.4.1", why)


class ReboxPieces(OfPieces, Transit):
    """Pieces to move from one box to another: `casualties>available:2ut`."""

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
