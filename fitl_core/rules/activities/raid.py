"""Raid (4.3.3): move Rangers in, then Activate one to remove 2 enemy pieces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from fitl_core.asking.questions import Procedure, either
from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace, adjacent, along, spaces_by_id
from fitl_core.facts.factions import ARVN
from fitl_core.facts.pieces import SPECIAL_FORCES, Count, Kind
from fitl_core.record.clauses import Move, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.pieces import MoveChoice
from fitl_core.rules.shared.enemy_pieces import bases_last

RULE = "4.3.3"
MOST_SPACES = 2
REMOVED = 2
RANGERS = SPECIAL_FORCES[ARVN]


def raid(ctx: Context) -> Procedure:
    """The whole Special Activity (4.3.3), one space after the other."""
    while True:
        chosen = ctx.progress.activity_spaces
        at = ctx.activity_space("a space to Raid", partial(refuse_space, ctx), MOST_SPACES, (Remove,))
        moves = MoveChoice(ctx.faction, RULE, at.prompt, partial(_refuse_first, ctx), partial(paths, ctx))
        step: BoardSpace | Move | None = yield either(at, moves, optional=bool(chosen))
        if step is None:
            return
        where = spaces_by_id()[step.path[-1]] if isinstance(step, Move) else step
        chosen.append(where.id)
        if isinstance(step, Move):
            _move(ctx, step)
        yield from _more_rangers(ctx, where)
        yield from _strike(ctx, where)


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Whether a space cannot be Raided: Rangers never enter North Vietnam."""
    return ctx.draft.refuse_entry(where, Kind.AR, 1)


def refuse_move(ctx: Context, move: Move) -> Refusal | None:
    """Whether Rangers cannot move so: from an adjacent space only."""
    path = along(move.path)
    if len(path) != 2 or not adjacent(path[0], path[-1]):
        why = f"Rangers move in from adjacent spaces: {path[0].name} to {path[-1].name} is no such move"
        return ctx.no("not-adjacent", why)
    for count in move.pieces:
        have = ctx.draft.of_kind(path[0], count.kind)
        if count.kind not in RANGERS:
            return ctx.no("piece-not-allowed", f"only Rangers move in a Raid, no {count.kind.noun}")
        if have < count.number:
            return ctx.no("no-such-pieces", f"{path[0].name} has {count.kind.words(have)}")
    return None


def _refuse_first(ctx: Context, move: Move) -> Refusal | None:
    """A move that also selects its destination."""
    where = spaces_by_id()[move.path[-1]]
    chosen = ctx.progress.activity_spaces
    return (
        ctx.refuse_again(where, chosen, "4.1")
        or ctx.refuse_more(chosen, *ctx.activity_limit(MOST_SPACES))
        or ctx.refuse_outside(where)
        or refuse_space(ctx, where)
        or refuse_move(ctx, move)
    )


def _more_rangers(ctx: Context, where: BoardSpace) -> Procedure:
    def test(move: Move) -> Refusal | None:
        if move.path[-1] != where.id:
            return ctx.no("space-not-selected", f"the Raid is in {where.name}")
        return refuse_move(ctx, move)

    prompt = f"Rangers to move into {where.name}"
    choice = MoveChoice(ctx.faction, RULE, prompt, test, partial(paths, ctx), optional=True)
    while (move := (yield choice)) is not None:
        _move(ctx, move)


def _move(ctx: Context, move: Move) -> None:
    ctx.draft.move(along(move.path), move.pieces, RULE)


def _strike(ctx: Context, where: BoardSpace) -> Procedure:
    """Activate an Underground Ranger to remove 2 enemy pieces, if desired."""
    choice = bases_last(ctx, where, REMOVED, optional=True)
    if not ctx.draft.of_kind(where, Kind.AR):
        there = f"{where.name}: {Kind.AR_ACTIVE.words(ctx.draft.of_kind(where, Kind.AR_ACTIVE))}"
        needed = ctx.no("pieces-needed", f"removing needs an Underground Ranger in {where.name}", there)
        choice = msgspec.structs.replace(choice, test=lambda _: needed)
    removal: Remove | None = yield choice
    if removal is not None:
        ctx.draft.activate(where, Kind.AR, 1, RULE)
        ctx.remove_by_enemy(where, removal.pieces)


def paths(ctx: Context) -> Iterator[Move]:
    """Every move of Rangers into an adjacent space."""
    for origin in spaces_by_id().values():
        for kind in RANGERS:
            for number in range(1, ctx.draft.of_kind(origin, kind) + 1):
                for name in sorted(origin.adjacent):
                    yield Move((origin.id, name), (Count(number, kind),))
