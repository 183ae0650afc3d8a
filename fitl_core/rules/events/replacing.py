"""Pieces of an Event that are replaced with others, 1 for 1 (1.4.1, 5.1.1, 5.1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec

from fitl_core.asking.questions import Answer, Procedure, Taken
from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace, board, spaces_by_id
from fitl_core.facts.counting import counted
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind, number_named
from fitl_core.record.clauses import Clause, Place, Remove, Replace
from fitl_core.rules.context import Context
from fitl_core.rules.events.piece_answers import OfPieces, PlacePieces
from fitl_core.rules.events.pieces import executing, put, take_off
from fitl_core.rules.events.spaces import anywhere, same
from fitl_core.rules.forms.pieces import refuse_box, refuse_state, totals
from fitl_core.rules.forms.spaces import SpaceTest
from fitl_core.rules.shared.placing_pieces import forms, refuse_lift


def replace_pieces(
    ctx: Context,
    prompt: str,
    old: Iterable[Kind],
    new: tuple[Kind, ...],
    number: int,
    test: SpaceTest = anywhere,
    at_most: Mapping[Kind, int] | None = None,
) -> Procedure:
    """Replace exactly `number` pieces 1 for 1, or all there are.

    A piece for which nothing can come in is removed (5.1.1); the executing Faction may take one of its own
    up from the map for it, also where only the type that it wants is not Available (1.4.1). `at_most` limits
    how many of a new kind come in.
    """
    kinds = tuple(old)
    may_come = dict.fromkeys(new, number) | dict(at_most or {})
    lift = executing(ctx) is ctx.faction or ctx.alternative("card-2")
    left = number
    while left:
        choice = ctx.ask(
            ReplacePieces, prompt, kinds, may_come, left, test, lift, explicit=left < number, due=left
        )
        clause: Replace | Remove | None = yield choice.lapsing()
        if clause is None:
            return
        where, gone = spaces_by_id()[clause.space], number_named(clause.pieces)
        owed = choice.refuse_fewer(clause) is not None
        if isinstance(clause, Replace):
            ctx.draft.replace(where, clause.pieces, clause.by, ctx.rule)
            come = list(clause.by)
        else:
            take_off(ctx, clause)
            come = []
        for count in come:
            may_come[count.kind.off_map] -= count.number
        for _ in range(gone - number_named(come)):
            yield from _put_one(ctx, where, may_come, lift, owed)
        left -= gone


def _put_one(ctx: Context, where: BoardSpace, may_come: dict[Kind, int], lift: bool, owed: bool) -> Procedure:
    """Place a piece for one that has been removed; one that is `owed` may not be left out."""
    kinds = tuple([kind for kind, number in may_come.items() if number])
    prompt = f"a piece to come in for the one removed in {where.name}"
    here = same(ctx, where)
    placed: Place | None = yield ctx.ask(
        PlacePieces, prompt, kinds, 1, here, None, "available", lift, optional=not owed, explicit=True
    )
    if placed is not None:
        put(ctx, placed)
        may_come[placed.pieces[0].kind.off_map] -= 1


class ReplacePieces(OfPieces):
    """Pieces of a space by others, 1 for 1: `Ple-at+vg`; or only removed where none can come (5.1.1).

    `may_come` says how many of each kind may still come in, `left` how many pieces are still to be replaced.
    Pieces may go without another while those left suffice for all that can come in: in whatever order.
    With `lift` a piece may also go for one that is taken up from the map.
    """

    usual_step: ClassVar[str] = "replace"
    answer_forms: ClassVar[tuple[str, ...]] = ("replace", "remove")

    ctx: Context
    old: tuple[Kind, ...]
    may_come: Mapping[Kind, int]
    left: int
    test: SpaceTest
    lift: bool

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Replace | Remove):
            return None
        where = spaces_by_id()[clause.space]
        gone, come = totals(clause.pieces), totals(clause.by if isinstance(clause, Replace) else ())
        refusal = self.test(where) or self._refuse_gone(where, gone)
        refusal = refusal or self._refuse_come(where, gone, come)
        if refusal is None and not (isinstance(clause, Remove) and self._may_lift(where)):
            refusal = self.refuse_fewer(clause)
        if refusal is None and isinstance(clause, Remove) and clause.to:
            refusal = refuse_box(self.rule)
        return refusal or Taken(clause)

    def number_there(self) -> int:
        return sum([self.ctx.draft.number(w, self.old) for w in board().spaces if self.test(w) is None])

    def _refuse_gone(self, where: BoardSpace, gone: Mapping[Kind, int]) -> Refusal | None:
        """Whether these pieces cannot go."""
        for kind, number in gone.items():
            if kind not in self.old:
                return self.ctx.no("wrong-pieces", f"asked for: {self.prompt}, no {kind.noun}")
            if (have := self.ctx.draft.of_kind(where, kind)) < number:
                return self.ctx.no("no-such-pieces", f"{where.name} has {kind.words(have)}")
        if (total := sum(gone.values())) > self.left:
            return self.ctx.no("too-many", f"{counted(total, 'piece')}, {self.left} to be replaced")
        return None

    def _refuse_come(
        self, where: BoardSpace, gone: Mapping[Kind, int], come: Mapping[Kind, int]
    ) -> Refusal | None:
        """Whether these pieces cannot come in for those."""
        if sum(come.values()) > sum(gone.values()):
            return self.ctx.no("wrong-pieces", "each piece is replaced 1 for 1")
        for kind, number in come.items():
            most = self.may_come.get(kind, 0)
            if not most and self.may_come.get(kind.off_map) and (state := refuse_state(kind)) is not None:
                return state
            if number > most:
                more = f"at most {kind.words(most)} more" if most else f"no {kind.noun} comes in"
                return self.ctx.no("wrong-pieces", f"{more}; {self.prompt}")
            refusal = self.ctx.draft.refuse_place(where, kind, number)
            if refusal is not None and not (refusal.code == "stacking" and number <= self._room(where, gone)):
                return self._with_lifts(refusal, where, kind) if refusal.code == "not-available" else refusal
        return None

    def _with_lifts(self, refusal: Refusal, where: BoardSpace, kind: Kind) -> Refusal:
        """Why a piece that is not Available does not come in, and from where on the map it might (1.4.1)."""
        names = list(dict.fromkeys([there.name for there in self._lifts(where, [kind])]))
        if not names:
            return refusal
        fact = f"on the map, to be taken up from the space that is named: {', '.join(names)}"
        return msgspec.structs.replace(refusal, facts=(*refusal.facts, fact))

    def _room(self, where: BoardSpace, gone: Mapping[Kind, int]) -> int:
        """How many Bases a space can take once these pieces have gone (1.4.2)."""
        freed = sum([number for kind, number in gone.items() if kind in BASE_KINDS])
        return 0 if where.is_loc else 2 - self.ctx.draft.bases(where) + freed

    def _may_lift(self, where: BoardSpace) -> bool:
        """Whether a piece that is not Available could be taken up elsewhere (1.4.1)."""
        wanted = [kind for kind, number in self.may_come.items() if number]
        return next(self._lifts(where, wanted), None) is not None

    def _lifts(self, where: BoardSpace, kinds: Iterable[Kind]) -> Iterator[BoardSpace]:
        """From where pieces of these kinds could be taken up for a space, if none is Available (1.4.1)."""
        draft, wanted = self.ctx.draft, forms(tuple(kinds))
        for other in board().spaces if self.lift else ():
            for kind in wanted:
                if draft.of_kind(other, kind) and not refuse_lift(
                    draft, self.ctx.faction, where, kind, other
                ):
                    yield other

    def refuse_fewer(self, clause: Replace | Remove) -> Refusal | None:
        """Whether more could come in than then still can (5.1.3)."""
        where, gone = spaces_by_id()[clause.space], totals(clause.pieces)
        come = totals(clause.by if isinstance(clause, Replace) else ())
        total, here = sum(gone.values()), sum(come.values())
        if total == here or here + self._can_come(where, gone, come) >= self._can_come():
            return None
        names = " or ".join([kind.noun for kind in self.may_come if self._left(kind) - come.get(kind, 0)])
        return self.ctx.no("whole-effect", f"it is replaced, by 1 {names}")

    def _left(self, kind: Kind) -> int:
        """How many of a kind can still come in, wherever."""
        return min(self.may_come[kind], self.ctx.draft.available[kind.slot])

    def _can_come(
        self,
        changed: BoardSpace | None = None,
        gone: Mapping[Kind, int] = {},
        come: Mapping[Kind, int] = {},
    ) -> int:
        """How many of the pieces left can be replaced, once those have been in the space that has changed."""
        bases = others = pieces = room = 0
        old_bases = [kind for kind in self.old if kind in BASE_KINDS]  # each makes room for another
        for kind in self.may_come:
            if kind in BASE_KINDS:
                bases += self._left(kind) - come.get(kind, 0)
            else:
                others += self._left(kind) - come.get(kind, 0)
        for where in board().spaces:
            there = self.ctx.draft.number(where, self.old)
            if not there or self.test(where) is not None:
                continue
            free = 2 - self.ctx.draft.bases(where) + self.ctx.draft.number(where, old_bases)
            if where is changed:
                there -= sum(gone.values())
                free -= sum([number for kind, number in come.items() if kind in BASE_KINDS])
            pieces += there
            room += min(there, free) if not where.is_loc else 0
        return min(self.left - sum(gone.values()), pieces, others + min(bases, room))

    def candidates(self) -> Iterator[Clause]:
        for where in board().spaces:
            if not self.ctx.draft.number(where, self.old) or self.test(where) is not None:
                continue
            for old in self.old:
                if self.ctx.draft.of_kind(where, old):
                    one = (Count(1, old),)
                    yield from (Replace(where.id, one, (Count(1, new),)) for new in self.may_come)
                    yield Remove(where.id, one)
