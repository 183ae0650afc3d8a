"""A March that an Event grants into so many spaces: no move may leave fewer of them to be reached (5.1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, repeat

from fitl_core.errors import Refusal
from fitl_core.facts.board import along, board, spaces_by_id
from fitl_core.facts.pieces import Kind, number_named
from fitl_core.record.clauses import Move
from fitl_core.rules.context import Context
from fitl_core.rules.shared.arrivals import arrivals, unmoved


def refuse_waste(ctx: Context, kinds: Iterable[Kind], move: Move) -> Refusal | None:
    """Whether behind a move the pieces left could reach fewer spaces than now, though more are due."""
    most = ctx.progress.grant.most_spaces
    if not ctx.progress.grant.everywhere or most is None:
        return None
    kinds, chosen = tuple(kinds), set(ctx.progress.operation_spaces)
    then = chosen | {stop.id for stop in along(move.path)[1:]}
    if len(then) >= most:
        return None
    left = {where.id: sum([unmoved(ctx, where, kind) for kind in kinds]) for where in board().spaces}
    could = len(chosen) + _reached(left, chosen, most - len(chosen))
    origin = spaces_by_id()[move.path[0]]
    marched = sum([arrivals(ctx).number(origin, count.kind) for count in move.pieces])
    left[origin.id] -= max(0, number_named(move.pieces) - marched)
    can = len(then) + _reached(left, then, most - len(then))
    if can >= could:
        return None
    why = f"behind this only {can} of {could} spaces could be reached"
    return Refusal("whole-effect", "5.1.3", why, (f"the Event asks for {most}",))


def _reached(left: Mapping[str, int], chosen: set[str], most: int) -> int:
    """How many further spaces so many pieces, by origin, can reach with one step each, at most so many."""
    taken: dict[str, str] = {}

    def finds(origin: str, tried: set[str]) -> bool:
        for there in spaces_by_id()[origin].adjacent:
            if there in chosen or there in tried:
                continue
            tried.add(there)
            if there not in taken or finds(taken[there], tried):
                taken[there] = origin
                return True
        return False

    for origin in chain.from_iterable([repeat(name, min(n, most)) for name, n in left.items()]):
        if len(taken) >= most:
            break
        finds(origin, set())
    return min(len(taken), most)
