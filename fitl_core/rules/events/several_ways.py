"""Pieces of an Event that may come and go in several ways: off the map, out of a box, across the map."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from fitl_core.asking.questions import Question, either
from fitl_core.facts.board import along
from fitl_core.record.clauses import Box, Move, Place, Rebox, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.events.pieces import put, take_off

Moved = Place | Remove | Move | Rebox
"""A clause by which pieces have gone somewhere."""


def in_ways(
    ctx: Context,
    ways: Callable[[Sequence[Moved]], Sequence[Question]],
    *,
    up_to: bool = False,
    us_to: Box = "available",
) -> Generator[Question, Any, list[Moved]]:
    """Move pieces, each time in one of the `ways` that are open after what has moved so far.

    It goes on until no way is left or, with `up_to`, until the chooser stops. Returns the clauses.
    """
    moved: list[Moved] = []
    while choices := ways(moved):
        choice = either(*choices, optional=up_to, explicit=bool(moved))
        clause: Moved | None = yield choice.lapsing()
        if clause is None:
            break
        _carry_out(ctx, clause, us_to)
        moved.append(clause)
    return moved


def _carry_out(ctx: Context, clause: Moved, us_to: Box) -> None:
    match clause:
        case Place():
            put(ctx, clause)
        case Remove():
            take_off(ctx, clause, us_to)
        case Move():
            ctx.draft.move(along(clause.path), clause.pieces, ctx.rule)
        case Rebox(source, to, pieces):
            for count in pieces:
                ctx.draft.transfer(source, to, count.kind, count.number, ctx.rule)
