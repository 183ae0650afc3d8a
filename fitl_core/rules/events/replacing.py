"""Pieces of an Event that are replaced with others, 1 for 1 (1.4.1, 5.1.1, 5.1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec

from fitl_core.asking.questions import Answer, Procedure, Taken, lapsing
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind, number_named
from fitl_core.record.clauses import Clause, Place, Remove, Replace
from fitl_core.rules.context import Context
from fitl_core.rules.events.event_pieces import executing, put, take_off
from fitl_core.rules.events.event_spaces import anywhere, same
from fitl_core.rules.events.piece_answers import OfPieces, PlacePieces
from fitl_core.rules.events.unwritten import as_answered, one_of_all
from fitl_core.rules.forms.piece_questions import refuse_box, refuse_state, totals
from fitl_core.rules.forms.space_questions import SpaceTest
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

    A piece without a replacement is removed (5.1.1). The executing Faction may take a piece of its own from
    the map instead, even if only the type that it wants is not Available (1.4.1). `at_most` limits the
    number of a new kind.
    """
    kinds = tuple(old)
    may_come = dict.fromkeys(new, number) | dict(at_most or {})
    lift = executing(ctx) is ctx.faction or ctx.alternative("card-2")
    remaining, begun = number, False
    while remaining:
        choice = ctx.ask(
            ReplacePieces, prompt, kinds, may_come, remaining, test, lift, explicit=begun, due=remaining
        )
        all_go = None if begun else choice.one_of_all()
        question = choice if all_go is None else one_of_all(choice, all_go)
        clause, written = as_answered((yield lapsing(question)))
        if clause is None:
            return
        begun = begun or written
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
        remaining -= gone


def _put_one(ctx: Context, where: BoardSpace, may_come: dict[Kind, int], lift: bool, owed: bool) -> Procedure:
    """Place a piece for one that has been removed; it is required if it is `owed`."""
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
    """Pieces of a space to replace 1 for 1: `Ple-at+vg`; they are only removed if no piece can come (5.1.1).

    `may_come` has the number of each kind that may still come, `remaining` the number of pieces still to
    replace. Pieces may go without replacement while the remaining ones suffice for all that can come, in
    any order. With `lift` a piece may also go for one that is taken from the map.
    """

    usual_step: ClassVar[str] = "replace"
    answer_forms: ClassVar[tuple[str, ...]] = ("replace", "remove")

    ctx: Context
    old: tuple[Kind, ...]
    may_come: Mapping[Kind, int]
    remaining: int
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
        """Refuse pieces that cannot go."""
        for kind, number in gone.items():
            if kind not in self.old:
                return self.ctx.no("wrong-pieces", f"asked for: {self.prompt}, no {kind.noun}")
            if (have := self.ctx.draft.of_kind(where, kind)) < number:
                return self.ctx.no("no-such-pieces", f"{where.name} has {kind.words(have)}")
        if (total := sum(gone.values())) > self.remaining:
            return self.ctx.no("too-many", f"{counted(total, 'piece')}, {self.remaining} to be replaced")
        return None

    def _refuse_come(
        self, where: BoardSpace, gone: Mapping[Kind, int], come: Mapping[Kind, int]
    ) -> Refusal | None:
        """Refuse new pieces that cannot take the place of the removed ones."""
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
        """Add to the refusal the spaces from which the missing piece might be taken (1.4.1)."""
        names = list(dict.fromkeys([there.name for there in self._lifts(where, [kind])]))
        if not names:
            return refusal
        fact = f"it may be taken from the map, if you name the space: {', '.join(names)}"
        return msgspec.structs.replace(refusal, facts=(*refusal.facts, fact))

    def _room(self, where: BoardSpace, gone: Mapping[Kind, int]) -> int:
        """Return how many Bases a space can take after these pieces have gone (1.4.2)."""
        freed = sum([number for kind, number in gone.items() if kind in BASE_KINDS])
        return 0 if where.is_loc else 2 - self.ctx.draft.bases(where) + freed

    def _may_lift(self, where: BoardSpace) -> bool:
        """Check whether a piece that is not Available could be taken from elsewhere on the map (1.4.1)."""
        wanted = [kind for kind, number in self.may_come.items() if number]
        return next(self._lifts(where, wanted), None) is not None

    def _lifts(self, where: BoardSpace, kinds: Iterable[Kind]) -> Iterator[BoardSpace]:
        """Yield the spaces from which pieces of these kinds could be taken, if none is Available (1.4.1)."""
        draft, wanted = self.ctx.draft, forms(tuple(kinds))
        for other in board().spaces if self.lift else ():
            for kind in wanted:
                if draft.of_kind(other, kind) and not refuse_lift(
                    draft, self.ctx.faction, where, kind, other
                ):
                    yield other

    def refuse_fewer(self, clause: Replace | Remove) -> Refusal | None:
        """Refuse a removal after which fewer pieces could come than could before it (5.1.3)."""
        where, gone = spaces_by_id()[clause.space], totals(clause.pieces)
        come = totals(clause.by if isinstance(clause, Replace) else ())
        total, here = sum(gone.values()), sum(come.values())
        if total == here or here + self._can_come(where, gone, come) >= self._can_come():
            return None
        names = " or ".join([kind.noun for kind in self.may_come if self._left(kind) - come.get(kind, 0)])
        return self.ctx.no("whole-effect", f"the piece is replaced, not just removed: 1 {names} comes in")

    def _left(self, kind: Kind) -> int:
        """Return how many pieces of a kind can still come, in any space."""
        return min(self.may_come[kind], self.ctx.draft.available[kind.slot])

    def _can_come(
        self,
        changed: BoardSpace | None = None,
        gone: Mapping[Kind, int] = {},
        come: Mapping[Kind, int] = {},
    ) -> int:
        """Return how many of the remaining pieces can be replaced, after `gone` and `come` in a changed
        space.
        """
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
        return min(self.remaining - sum(gone.values()), pieces, others + min(bases, room))

    def one_of_all(self) -> Replace | None:
        """Return the first replacement if all pieces go and one kind replaces all of them; else None."""
        come = [kind for kind, number in self.may_come.items() if number]
        number = self.number_there()
        if len(come) != 1 or come[0] in BASE_KINDS or not number <= min(self.remaining, self._left(come[0])):
            return None
        one = next(self.legal(), None)
        if not isinstance(one, Replace):
            return None
        number = self.ctx.draft.of_kind(spaces_by_id()[one.space], one.pieces[0].kind)
        return Replace(one.space, (Count(number, one.pieces[0].kind),), (Count(number, come[0]),))

    def candidates(self) -> Iterator[Clause]:
        for where in board().spaces:
            if not self.ctx.draft.number(where, self.old) or self.test(where) is not None:
                continue
            for old in self.old:
                if self.ctx.draft.of_kind(where, old):
                    one = (Count(1, old),)
                    yield from (Replace(where.id, one, (Count(1, new),)) for new in self.may_come)
                    yield Remove(where.id, one)
