"""Placing pieces: from Available, or taken up from the map where none is Available (1.4.1)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any

from fitl_core.board import BoardSpace
from fitl_core.choices import Choice, Either, PiecesChoice, TakeUpChoice
from fitl_core.draft import Draft
from fitl_core.errors import Refusal
from fitl_core.events import Place
from fitl_core.factions import ARVN, US, Faction
from fitl_core.pieces import Kind

Placement = Mapping[Kind, int]


def refuse_take_up(
    draft: Draft, faction: Faction, where: BoardSpace, kind: Kind, number: int, source: BoardSpace
) -> Refusal | None:
    """Whether a Faction may not take its pieces from elsewhere on the map (1.4.1).

    It may only if none of the type is Available; the US only Irregulars and ARVN forces.
    """
    mine = kind.faction is faction or (faction is US and kind.faction is ARVN)
    if not mine or kind in (Kind.UT, Kind.UB):
        return Refusal("not-available", "1.4.1", f"{faction} may not take {kind.noun}s from the map")
    left = draft.available[kind.off_map.slot]
    if left:
        facts = (f"Available: {kind.off_map.words(left)}",)
        why = f"{kind.off_map.noun}s may be taken from the map only when none is Available"
        return Refusal("not-available", "1.4.1", why, facts)
    if source is where:
        return Refusal("not-available", "1.4.1", "pieces are taken up from elsewhere on the map")
    return draft.refuse_place(where, kind, number, source.id)


class Placing:
    """The placement of pieces into one space by a Faction, asked until done or declined.

    `limits` is the most of each (off-map) kind that the rule allows here; `test` may refuse a
    total; `before` runs once, before the first piece is placed (to pay). Afterwards `placed` tells
    what was placed.
    """

    def __init__(
        self,
        draft: Draft,
        faction: Faction,
        rule: str,
        where: BoardSpace,
        limits: Placement,
        most: int,
        test: Callable[[Placement], Refusal | None] | None = None,
        before: Callable[[Placement], None] | None = None,
        why_not: Callable[[Kind], Refusal | None] | None = None,
    ) -> None:
        self.draft = draft
        self.faction = faction
        self.rule = rule
        self.where = where
        self.limits = limits
        self.most = most
        self.test = test
        self.before = before
        self.why_not = why_not
        self.placed: dict[Kind, int] = {}

    @property
    def total(self) -> int:
        """How many pieces have been placed."""
        return sum(self.placed.values())

    def choice(self) -> Choice:
        """The question for (further) pieces, which may be declined."""
        left = self.most - self.total
        limits = {
            kind: min(limit - self.placed.get(kind, 0), self.draft.available[kind.slot])
            for kind, limit in self.limits.items()
            if self.draft.refuse_entry(self.where, kind, 1) is None
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
            most=left,
            optional=True,
            test=self._test,
            too_many=self._too_many,
        )
        take_up = TakeUpChoice(
            self.faction, self.rule, prompt, self.where, self.limits, left, self._test_take_up
        )
        return Either(from_available, take_up)

    def put(self, clause: Place) -> None:
        """Carry out an answer."""
        if self.before is not None and not self.placed:
            self.before({count.kind: count.number for count in clause.pieces})
        for count in clause.pieces:
            self.draft.place(self.where, count.kind, count.number, self.rule, clause.source)
            kind = count.kind.off_map
            self.placed[kind] = self.placed.get(kind, 0) + count.number

    def run(self) -> Generator[Choice, Any, None]:
        """Ask and place until the limit is reached or no more is wanted."""
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

    def _test_take_up(self, kind: Kind, number: int, source: BoardSpace) -> Refusal | None:
        if self.placed.get(kind.off_map, 0) + number > self.limits.get(kind.off_map, 0):
            why = f"at most {kind.off_map.words(self.limits.get(kind.off_map, 0))} here"
            return Refusal("too-many", self.rule, why)
        refusal = refuse_take_up(self.draft, self.faction, self.where, kind, number, source)
        if refusal is None and self.test is not None:
            refusal = self.test(self._together({kind.off_map: number}))
        return refusal

    def _too_many(self, kind: Kind, number: int) -> Refusal | None:
        """Why a kind or number is out of the question: the rule's limit, or nothing Available."""
        if self.why_not is not None and (refusal := self.why_not(kind)) is not None:
            return refusal
        if number <= self.limits.get(kind, 0) - self.placed.get(kind, 0):
            return self.draft.refuse_place(self.where, kind, number)
        return None
