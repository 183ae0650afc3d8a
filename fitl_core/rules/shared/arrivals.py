"""Which pieces have moved in an action, so that none moves twice.

Sweep, Patrol and March (3.2.2, 3.2.3, 3.3.2), the Special Activities behind a March, and Redeploy (6.4).
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.pieces import Count, Kind
from fitl_core.rules.context import Context


class Arrivals(msgspec.Struct):
    """How many pieces of each kind have moved into each space (by id), and are there still."""

    moved: dict[tuple[str, Kind], int] = {}

    def number(self, where: BoardSpace, kind: Kind) -> int:
        """How many pieces of a kind have moved into a space."""
        return self.moved.get((where.id, kind), 0)

    def note(self, where: BoardSpace, kind: Kind, number: int) -> None:
        """Remember that so many more (or, negative, fewer) have moved into a space."""
        self.moved[where.id, kind] = self.number(where, kind) + number

    def arrive(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Remember that these pieces have moved into a space."""
        moved = self.moved
        for count in pieces:
            key = (where.id, count.kind)
            moved[key] = moved.get(key, 0) + count.number

    def leave(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Forget, of pieces that leave a space for others, those that had moved into it."""
        for count in pieces:
            self.note(where, count.kind, -min(count.number, self.number(where, count.kind)))

    def activate(self, where: BoardSpace, kind: Kind, number: int) -> None:
        """Remember that, of the pieces that have moved into a space, so many are now Active."""
        number = min(number, self.number(where, kind))
        self.note(where, kind, -number)
        self.note(where, kind.active, number)


def arrivals(ctx: Context) -> Arrivals:
    """The arrivals of an action."""
    return ctx.progress.record(Arrivals)


def unmoved(ctx: Context, where: BoardSpace, kind: Kind) -> int:
    """How many pieces of a kind in a space have not moved there in this action."""
    return max(0, ctx.draft.of_kind(where, kind) - arrivals(ctx).number(where, kind))
