"""Placing and replacing pieces: from Available, or taken from the map if none is Available (1.4.1)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar

import msgspec

from fitl_core.asking.questions import Answer, Question, Taken, either
from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN, US, Faction
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import KINDS, Count, Kind
from fitl_core.record.clauses import Clause, Place, Remove
from fitl_core.rules.forms.piece_questions import Facts, PiecesChoice, TakeUpChoice, refuse_box, totals
from fitl_core.state.draft import Draft

Placement = Mapping[Kind, int]

LOOKED_AT_ONCE = "1.4.1-03"
"""The reading by which the pieces Available before a placement decide for all of it."""


@cache
def forms(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Return these kinds in every state that they may have on the map: Active, Underground, Tunneled."""
    return tuple([kind for kind in KINDS if kind.off_map in kinds])


def refuse_take_up(
    draft: Draft, faction: Faction, where: BoardSpace, kind: Kind, number: int, source: BoardSpace
) -> Refusal | None:
    """Refuse pieces that cannot be placed from elsewhere on the map (1.4.1)."""
    refusal = refuse_lift(draft, faction, where, kind, source)
    return refusal or draft.refuse_place(where, kind, number, source.id)


def refuse_lift(
    draft: Draft, faction: Faction, where: BoardSpace, kind: Kind, source: BoardSpace
) -> Refusal | None:
    """Refuse pieces that a Faction may not take from elsewhere on the map for a space (1.4.1).

    None of the type may be Available. The US may take only Irregulars and ARVN forces.
    """
    mine = kind.faction is faction or (faction is US and kind.faction is ARVN)
    if kind in (Kind.UT, Kind.UB):
        why = f"{kind.noun}s are never taken from elsewhere on the map"
        return Refusal("not-available", "1.4.1", why)
    if not mine:
        return Refusal("not-available", "1.4.1", f"{faction} may not take {kind.noun}s from the map")
    available = draft.available[kind.off_map.slot]
    if available:
        facts = (f"Available: {kind.off_map.words(available)}",)
        why = f"{kind.off_map.noun}s may be taken from the map only when none is Available"
        return Refusal("not-available", "1.4.1", why, facts)
    if source is where:
        return Refusal("not-available", "1.4.1", "pieces are taken up from elsewhere on the map")
    return None


class Placing(msgspec.Struct, eq=False):
    """The placement of pieces into one space by a Faction, asked until done or declined.

    `limits` has the largest number of each (off-map) kind that the rule allows here. `test` may refuse the
    whole placement, including the pieces placed before. `before` runs once, before the first piece is
    placed (to pay). `facts` explain the limits, and are called only for a refusal. `placed` counts the
    pieces that were placed.
    """

    draft: Draft
    faction: Faction
    rule: str
    where: BoardSpace
    limits: Placement
    most: int
    test: Callable[[Placement], Refusal | None] | None = None
    before: Callable[[Placement], None] | None = None
    why_not: Callable[[Kind], Refusal | None] | None = None
    facts: Facts = tuple
    placed: dict[Kind, int] = {}
    from_available: set[Kind] = set()

    @property
    def total(self) -> int:
        """Return the number of pieces that have been placed."""
        return sum(self.placed.values())

    def choice(self) -> Question:
        """Return the question for (further) pieces, which may be declined."""
        most = self.most - self.total
        draft, where, placed, available = self.draft, self.where, self.placed, self.draft.available
        limits = {
            kind: min(limit - placed.get(kind, 0), available[kind.slot])
            for kind, limit in self.limits.items()
            if draft.refuse_entry(where, kind, 1) is None
        }
        prompt = f"pieces to place in {self.where.name}"
        from_available = PiecesChoice(
            self.faction,
            self.rule,
            prompt,
            Place,
            self.where,
            limits,
            least=1,
            most=most,
            optional=True,
            test=self._test,
            too_many=self._too_many,
            facts=self.facts,
        )

        def take_up() -> Question:
            return TakeUpChoice(
                self.faction,
                self.rule,
                prompt,
                self.where,
                forms(tuple(limits)),
                most,
                self._test_take_up,
                self._wanting,
                self.draft.of_kind,
                self._test_taken_up,
                self.why_not,
            )

        return either(from_available, take_up)

    def put(self, clause: Place) -> None:
        """Carry out an answer."""
        if self.before is not None and not self.placed:
            self.before({count.kind: count.number for count in clause.pieces})
        for count in clause.pieces:
            self.draft.place(self.where, count.kind, count.number, self.rule, clause.source)
            kind = count.kind.off_map
            if clause.source == "available":
                self.from_available.add(kind)
            self.placed[kind] = self.placed.get(kind, 0) + count.number

    def run(self) -> Generator[Question, Any, None]:
        """Ask and place until the limit is reached or the Faction declines."""
        while self.total < self.most:
            clause: Place | None = yield self.choice()
            if clause is None:
                return
            self.put(clause)

    def _together(self, more: Placement) -> Placement:
        return {kind: more.get(kind, 0) + self.placed.get(kind, 0) for kind in {*more, *self.placed}}

    def _test(self, counts: Placement) -> Refusal | None:
        for kind, number in counts.items():
            if (refusal := self.draft.refuse_place(self.where, kind, number)) is not None:
                return refusal
        return self.test(self._together(counts)) if self.test is not None else None

    def _wanting(self, kind: Kind) -> bool:
        """Check whether no piece of a kind is Available, so that it may be taken from the map."""
        return not self.draft.available[kind.off_map.slot]

    def _test_take_up(self, kind: Kind, number: int, source: BoardSpace) -> Refusal | None:
        if kind.off_map in self.from_available and LOOKED_AT_ONCE in self.draft.state.readings:
            why = f"{kind.off_map.noun}s were Available before the first was placed"
            return Refusal("not-available", "1.4.1", why, (f"reading {LOOKED_AT_ONCE} is played",))
        return refuse_take_up(self.draft, self.faction, self.where, kind, number, source)

    def _test_taken_up(self, counts: Placement) -> Refusal | None:
        """Refuse pieces, in whatever state, that are too many or the wrong mix once placed."""
        more = totals([Count(number, kind.off_map) for kind, number in counts.items()])
        together = self._together(more)
        for kind in more:
            if together[kind] > self.limits[kind]:
                why = f"at most {kind.words(self.limits[kind])} here"
                return Refusal("too-many", self.rule, why, self.facts())
        return self.test(together) if self.test is not None else None

    def _too_many(self, kind: Kind, number: int) -> Refusal | None:
        """Explain why a kind or number cannot be placed: the rule's limit, or nothing Available."""
        if self.why_not is not None and (refusal := self.why_not(kind)) is not None:
            return refusal
        if number <= self.limits.get(kind, 0) - self.placed.get(kind, 0):
            return self.draft.refuse_place(self.where, kind, number)
        return None


def refuse_to_have(draft: Draft, where: BoardSpace, kind: Kind) -> Refusal | None:
    """Refuse a piece that comes neither from Available nor from elsewhere on the map (1.4.1)."""
    if any(draft.number(space, forms((kind,))) for space in board().spaces if space is not where):
        return draft.refuse_entry(where, kind, 1)
    return draft.refuse_place(where, kind, 1)


class GiveUp(Question):
    """An own piece to remove elsewhere, so that one of its type is Available here: `CLa-nb` (1.4.1)."""

    usual_step: ClassVar[str] = "give-up"
    answer_forms: ClassVar[tuple[str, ...]] = ("remove",)

    draft: Draft
    where: BoardSpace
    kinds: tuple[Kind, ...]

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Remove):
            return None
        if clause.to:
            return refuse_box(self.rule)
        count = clause.pieces[0]
        kind = count.kind
        if len(clause.pieces) != 1 or count.number != 1:
            return Refusal("wrong-pieces", self.rule, "1 piece is given up for each that is to be placed")
        if kind.off_map not in self.kinds:
            return Refusal("wrong-pieces", self.rule, f"no {kind.off_map.noun} can be placed here")
        space = spaces_by_id()[clause.space]
        if not self.draft.of_kind(space, kind):
            return Refusal("no-such-pieces", self.rule, f"{space.name} has no {kind.noun}")
        return refuse_lift(self.draft, Faction(self.who), self.where, kind, space) or Taken(clause)

    def candidates(self) -> Iterator[Clause]:
        kinds = forms(self.kinds)
        return (Remove(where.id, (Count(1, kind),)) for where in board().spaces for kind in kinds)

    def carry_out(self, clause: Remove) -> Kind:
        """Remove the piece and return its type."""
        kind = clause.pieces[0].kind
        self.draft.remove(spaces_by_id()[clause.space], kind, 1, "1.4.1")
        return kind.off_map


def give_up(draft: Draft, faction: Faction, rule: str, where: BoardSpace, kinds: Iterable[Kind]) -> GiveUp:
    """Return the question for a piece of some kinds to give up for one to be placed in a space (1.4.1)."""
    prompt = f"a piece to give up elsewhere for {where.name}"
    return GiveUp(faction, rule, prompt, draft, where, tuple(kinds), optional=True)
