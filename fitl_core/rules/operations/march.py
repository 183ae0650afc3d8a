"""March (3.3.2): move Guerrillas and Troops in groups; NVA may go on along the Trail."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace, along, board, spaces_by_id
from fitl_core.facts.factions import ARVN, NVA, US
from fitl_core.facts.lasting import CLAYMORES, MAIN_FORCE_BATTALIONS
from fitl_core.facts.pieces import CUBES, GUERRILLAS, SPECIAL_FORCES, TROOPS, Count, Kind, number_named
from fitl_core.record.clauses import Move
from fitl_core.rules.context import Context
from fitl_core.rules.shared.pieces_asked import MoveChoice
from fitl_core.rules.shared.routes import refuse_steps

RULE = "3.3.2"
COST = 1
SEEN = 3
SEEN_AS_BATTALIONS = 1
"""A group is Activated where it and the COIN pieces that watch exceed this number; with unshaded
Main Force Battalions (card 104) the second one."""

WATCHERS = (*CUBES[US], *CUBES[ARVN], *SPECIAL_FORCES[US], *SPECIAL_FORCES[ARVN])


def march(ctx: Context) -> Procedure:
    """The whole Operation (3.3.2)."""
    while True:
        choice = MoveChoice(
            ctx.faction,
            RULE,
            "pieces to March",
            partial(refuse_move, ctx),
            partial(paths, ctx),
            optional=bool(ctx.progress.operation_spaces) or ctx.progress.grant.may_skip,
            between=True,
        )
        if ctx.progress.grant.everywhere and _goes_further(ctx):
            choice.optional, choice.explicit = False, bool(ctx.progress.operation_spaces)
        move: Move | None = yield choice
        if move is None:
            return
        path = along(move.path)
        ctx.pay(_cost(ctx, path))
        for here, there in pairwise(path):
            if there.id not in ctx.progress.operation_spaces:
                ctx.progress.operation_spaces.append(there.id)
            if _step_cost(ctx, here, there):
                ctx.progress.paid.add(there.id)
        ctx.draft.move(path, move.pieces, RULE)
        ctx.progress.note_arrival(path[-1], move.pieces)
        _arrive(ctx, path[-2], path[-1], move.pieces)


def _goes_further(ctx: Context) -> bool:
    """Whether a March can reach a further space of those that an Event grants."""
    moves = [move for move in paths(ctx) if move.path[-1] not in ctx.progress.operation_spaces]
    return any(refuse_move(ctx, move) is None for move in moves)


def kinds_that_march(ctx: Context) -> tuple[Kind, ...]:
    """The Faction's Guerrillas and, for NVA, Troops, unless an Event names others."""
    troops = (TROOPS[NVA],) if ctx.faction is NVA else ()
    return ctx.progress.grant.march_kinds or (*GUERRILLAS[ctx.faction], *troops)


def refuse_move(ctx: Context, move: Move) -> Refusal | None:
    """Whether pieces may not March so."""
    path = along(move.path)
    refusal = _refuse_pieces(ctx, path[0], move) or _refuse_path(ctx, path)
    refusal = refusal or _refuse_destinations(ctx, path)
    if refusal is None and ctx.progress.limop:
        other = [name for name in ctx.progress.operation_spaces if name != path[-1].id]
        if other or len(path) > 2:
            return Refusal("limop-one-space", "2.3.5", "a Limited March has a single destination space")
    return refusal or ctx.refuse_cost(_cost(ctx, path))


def _refuse_pieces(ctx: Context, origin: BoardSpace, move: Move) -> Refusal | None:
    for count in move.pieces:
        kind = count.kind
        if kind not in kinds_that_march(ctx):
            return ctx.no("piece-not-allowed", f"{ctx.faction} does not March with a {kind.noun} here")
        marched = ctx.progress.arrived.get((origin.id, kind), 0)
        have = _unmoved(ctx, origin, kind)
        if count.number > have:
            facts = [f"{origin.name}: {kind.words(have)} that have not Marched"]
            if marched:
                facts.append(f"{kind.words(marched)} Marched in; going on is written as one path")
            return ctx.no("no-such-pieces", f"not {kind.words(count.number)} to March there", *facts)
    return None


def _unmoved(ctx: Context, origin: BoardSpace, kind: Kind) -> int:
    """How many pieces of a kind in a space have not Marched there in this Operation."""
    return max(0, ctx.draft.of_kind(origin, kind) - ctx.progress.arrived.get((origin.id, kind), 0))


def _refuse_path(ctx: Context, path: tuple[BoardSpace, ...]) -> Refusal | None:
    allowed = ctx.progress.grant.march_from
    for start in path[:-1]:
        if allowed is not None and start.id not in allowed:
            return ctx.no("space-not-allowed", f"this free March does not begin in {start.name}")
    if (refusal := refuse_steps(path)) is not None:
        return refusal
    for stop in path[1:-1]:
        if ctx.faction is not NVA:
            return ctx.no("trail", "only NVA may continue moving along the Trail")
        if ctx.progress.limop:
            return ctx.no("trail", "a Limited Operation's March does not continue moving")
        if not ctx.draft.trail:
            return ctx.no("trail", "at Trail 0 no March continues moving")
        if not stop.in_laos_or_cambodia:
            return ctx.no("trail", f"no moving on from {stop.name}: it is not in Laos or Cambodia")
    return None


def _refuse_destinations(ctx: Context, path: tuple[BoardSpace, ...]) -> Refusal | None:
    """Whether an Event keeps its free March out of a space on the path, or from so many (5.5)."""
    end = ctx.progress.grant.march_into
    if end is not None and path[-1] is not end:
        return ctx.no("space-not-allowed", f"this free March is into {end.name}")
    chosen = list(ctx.progress.operation_spaces)
    for stop in path[1:]:
        if stop.id not in chosen:
            if (refusal := ctx.refuse_granted_space(stop, chosen)) is not None:
                return refusal
            chosen.append(stop.id)
    return None


def _step_cost(ctx: Context, here: BoardSpace, there: BoardSpace) -> int:
    """1 for a Province or City; 0 for a LoC, and for NVA in or out of Laos or Cambodia at Trail 4."""
    if there.is_loc:
        return 0
    along_trail = here.in_laos_or_cambodia or there.in_laos_or_cambodia
    return 0 if ctx.faction is NVA and ctx.draft.trail == 4 and along_trail else COST


def _cost(ctx: Context, path: tuple[BoardSpace, ...]) -> int:
    """What the destinations of a path cost that are not paid for yet."""
    due = {there.id for here, there in pairwise(path) if _step_cost(ctx, here, there)}
    return COST * len(due - ctx.progress.paid)


def _arrive(ctx: Context, origin: BoardSpace, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
    """Activate the group that came from one space, if it is seen (3.3.2); note who stays hidden.

    All that go from one space to another are one group, also when written in several parts.
    """
    guerrilla = GUERRILLAS[ctx.faction][0]
    size = number_named(pieces)
    hidden = sum([count.number for count in pieces if count.kind is guerrilla])
    group = ctx.progress.groups.setdefault((origin.id, where.id), [0, 0, 0])
    group[0] += size
    group[1] += hidden
    ctx.progress.ambushable[where.id] = ctx.progress.ambushable.get(where.id, 0) + hidden
    watched = where.is_loc or ctx.draft[where].support > 0
    battalions = ctx.capability(MAIN_FORCE_BATTALIONS) == "unshaded"
    unseen = SEEN_AS_BATTALIONS if battalions else SEEN
    if not watched or group[0] + ctx.draft.number(where, WATCHERS) <= unseen:
        return
    flipped = min(group[1], ctx.draft.of_kind(where, guerrilla))
    group[1] = 0
    ctx.draft.activate(where, guerrilla, flipped, RULE)
    ctx.progress.note_activated(where, guerrilla, flipped)
    ctx.progress.ambushable[where.id] -= flipped
    already = ctx.alternative("card-17") and any(c.kind is guerrilla.active for c in pieces)
    if (flipped or already) and not group[2] and ctx.momentum(CLAYMORES) == "unshaded":
        group[2] = 1
        ctx.draft.remove(where, guerrilla.active, 1, "card 17")
        ctx.progress.note_arrival(where, (Count(-1, guerrilla.active),))


def paths(ctx: Context) -> Iterator[Move]:
    """Every way for any number of pieces of one kind, where an Event has them go if it says where."""
    end, allowed = ctx.progress.grant.march_into, ctx.progress.grant.march_from
    goes_on = ctx.faction is NVA and ctx.draft.trail > 0 and not ctx.progress.limop
    kinds = kinds_that_march(ctx)
    for origin in board().spaces:
        if not ctx.draft.number(origin, kinds) or (allowed and origin.id not in allowed):
            continue
        there = {kind: _unmoved(ctx, origin, kind) for kind in kinds}
        for way in _ways(origin.id, goes_on):
            if end is None or way[-1] == end.id:
                for kind, have in there.items():
                    for number in range(1, have + 1):
                        yield Move(way, (Count(number, kind),))


@cache
def _ways(origin: str, goes_on: bool) -> tuple[tuple[str, ...], ...]:
    """Paths from a space: one step, and where the March `goes_on`, more from Laos and Cambodia."""
    return tuple(_onward((origin,), goes_on))


def _onward(path: tuple[str, ...], goes_on: bool) -> Iterator[tuple[str, ...]]:
    for name in sorted(spaces_by_id()[path[-1]].adjacent):
        if name not in path:
            yield (*path, name)
            if goes_on and spaces_by_id()[name].in_laos_or_cambodia:
                yield from _onward((*path, name), goes_on)
