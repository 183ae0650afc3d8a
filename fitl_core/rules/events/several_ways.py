"""Pieces of an Event that may move in several ways: off the map, out of a box, across the map."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from fitl_core.asking.questions import Question, either, lapsing
from fitl_core.facts.game_map import along
from fitl_core.record.clauses import Box, Clause, Move, Place, Rebox, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.events.event_pieces import number_of, put, take_off
from fitl_core.rules.events.piece_answers import ReboxPieces, RemovePieces
from fitl_core.rules.events.unwritten import as_answered, one_of_all

Moved = Place | Remove | Move | Rebox
"""A clause by which pieces have moved."""


def in_ways(
    ctx: Context,
    ways: Callable[[Sequence[Moved]], Sequence[Question]],
    *,
    up_to: bool = False,
    us_to: Box = "available",
) -> Generator[Question, Any, list[Moved]]:
    """Move pieces, each time in one of the open `ways`, which depend on the clauses so far.

    It goes on until no way is left or, with `up_to`, until the chooser stops. Return the clauses.
    """
    moved: list[Moved] = []
    begun = False
    while choices := ways(moved):
        choice: Question = either(*choices, optional=up_to, explicit=begun)
        if not (up_to or begun) and (all_go := _one_of_all(choices)) is not None:
            choice = one_of_all(choice, all_go)
        clause, written = as_answered((yield lapsing(choice)))
        if clause is None:
            break
        begun = begun or written
        _carry_out(ctx, clause, us_to)
        moved.append(clause)
    return moved


def _one_of_all(choices: Sequence[Question]) -> Clause | None:
    """Return the first answer if all pieces that any of the ways takes are due; else None."""
    ways = [way for way in choices if isinstance(way, RemovePieces | ReboxPieces)]
    open_ways = [way for way in ways if way.number_there()]
    if len(ways) < len(choices) or not 0 < sum([way.number_there() for way in open_ways]) <= ways[0].most:
        return None
    first = open_ways[0]
    if isinstance(first, ReboxPieces):
        boxes: list[Rebox] = list(first.legal())
        return max(boxes, key=lambda clause: number_of([clause]))
    return first.whole_answer(next(first.openings()))


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
