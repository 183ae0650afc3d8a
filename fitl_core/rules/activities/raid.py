"""Raid (4.3.3): move Rangers in, then Activate one to remove 2 enemy pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import msgspec

from fitl_core.asking.questions import Procedure, Question, either
from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace, adjacent, along, spaces_by_id
from fitl_core.facts.pieces import SPECIAL_FORCES, Count, Kind
from fitl_core.record.clauses import Move, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import MoveChoice, PiecesChoice
from fitl_core.rules.shared.enemy_pieces import bases_last
from fitl_core.rules.shared.standing import standing

RULE = "4.3.3"
MOST_SPACES = 2
REMOVED = 2
RANGERS = SPECIAL_FORCES[ARVN]


def raid(ctx: Context) -> Procedure:
    """Carry out the whole Special Activity (4.3.3): all moves and then the strikes, or each space in turn
    (4.1).
    """
    struck: list[str] = []
    while (step := (yield _step(ctx, struck))) is not None:
        match step:
            case Move():
                _select(ctx, step.path[-1])
                ctx.draft.move(along(step.path), step.pieces, RULE)
            case Remove():
                struck.append(step.space)
                where = spaces_by_id()[step.space]
                ctx.draft.activate(where, Kind.AR, 1, RULE)
                ctx.remove_by_enemy(where, step.pieces)
            case _:
                _select(ctx, step.id)


def _select(ctx: Context, name: str) -> None:
    if name not in ctx.progress.activity_spaces:
        ctx.progress.activity_spaces.append(name)


def _step(ctx: Context, struck: list[str]) -> Question:
    """Return the question for a space to Raid, Rangers that move in, or a strike in a selected space."""
    chosen = ctx.progress.activity_spaces
    at = ctx.activity_space("a space to Raid", partial(refuse_space, ctx), MOST_SPACES, (Remove,))
    waiting = [name for name in chosen if name not in struck]
    at.opens_only = lambda clause: getattr(clause, "space", "") not in waiting
    strikes = [partial(_strike, ctx, spaces_by_id()[name]) for name in waiting]
    return either(at, partial(_moves, ctx, struck), *strikes, optional=bool(chosen))


def _moves(ctx: Context, struck: list[str]) -> MoveChoice:
    """Return the question for Rangers that move into a space."""
    refuse, ways = partial(_refuse_move_in, ctx, struck), partial(paths, ctx)
    return MoveChoice(ctx.faction, RULE, "a space to Raid", refuse, ways)


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a space that Rangers cannot enter: North Vietnam."""
    return ctx.draft.refuse_entry(where, Kind.AR, 1)


def refuse_move(ctx: Context, move: Move) -> Refusal | None:
    """Refuse a move that is not of Rangers from an adjacent space."""
    path = along(move.path)
    if len(path) != 2 or not adjacent(path[0], path[-1]):
        why = f"Rangers move in from adjacent spaces: {path[0].name} and {path[-1].name} are not adjacent"
        return ctx.no("not-adjacent", why)
    for count in move.pieces:
        have = ctx.draft.of_kind(path[0], count.kind)
        if count.kind not in RANGERS:
            return ctx.no("piece-not-allowed", f"only Rangers move in a Raid, no {count.kind.noun}")
        if have < count.number:
            return ctx.no("no-such-pieces", f"{path[0].name} has {count.kind.words(have)}")
    return None


def _refuse_move_in(ctx: Context, struck: list[str], move: Move) -> Refusal | None:
    """Refuse a move of Rangers into a space that is neither selected nor open to selection."""
    where = spaces_by_id()[move.path[-1]]
    chosen = ctx.progress.activity_spaces
    if where.id in struck:
        return ctx.no("space-twice", f"Rangers move into {where.name} before the strike there")
    if where.id in chosen:
        return refuse_move(ctx, move)
    return (
        ctx.refuse_more(chosen, *ctx.activity_limit(MOST_SPACES))
        or ctx.refuse_outside(where)
        or refuse_space(ctx, where)
        or refuse_move(ctx, move)
    )


def _strike(ctx: Context, where: BoardSpace) -> PiecesChoice:
    """Return the optional question which 2 enemy pieces an Underground Ranger removes, Activated for it."""
    choice = bases_last(ctx, where, REMOVED, optional=True)
    if not ctx.draft.of_kind(where, Kind.AR):
        why = f"removing needs an Underground Ranger in {where.name}"
        needed = ctx.no("pieces-needed", why, standing(ctx.draft, where, Kind.AR))
        choice = msgspec.structs.replace(choice, test=lambda _: needed)
    return choice


def paths(ctx: Context, origins: Iterable[BoardSpace]) -> Iterator[Move]:
    """Yield every move of Rangers from these spaces into an adjacent one."""
    for origin in origins:
        for kind in RANGERS:
            for number in range(1, ctx.draft.of_kind(origin, kind) + 1):
                for name in sorted(origin.adjacent):
                    yield Move((origin.id, name), (Count(number, kind),))
