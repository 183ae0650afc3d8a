"""Advise (4.2.1): the US lead ARVN forces or Special Forces in 1 or 2 spaces, and may add Aid."""

from __future__ import annotations

from functools import partial

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import CUBES, SPECIAL_FORCES, Kind
from fitl_core.record.clauses import Remove
from fitl_core.rules.context import Context
from fitl_core.rules.operations.assault import refuse_targets, refuse_us_assault, resolve
from fitl_core.rules.operations.sweep import search
from fitl_core.rules.shared.enemy_pieces import bases_last
from fitl_core.rules.shared.standing import standing

RULE = "4.2.1"
MOST_SPACES = 2
REMOVED = 2
AID = 6


def advise(ctx: Context) -> Procedure:
    """Carry out the whole Special Activity (4.2.1)."""
    ask = partial(ctx.activity_space, "a space to Advise", partial(refuse_space, ctx), MOST_SPACES)
    while (where := (yield ask())) is not None:
        ctx.progress.activity_spaces.append(where.id)
        yield from _advise_in(ctx, where)
    if (yield ctx.amount("Aid to add", "aid", {AID: None})) is not None:
        ctx.draft.add("aid", AID, RULE)


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse North Vietnam, a space selected for Train, and a space in which nothing can be done."""
    if where.in_north_vietnam:
        return Refusal("north-vietnam", "1.4.2", "COIN forces are never in North Vietnam")
    if ctx.progress.operation == "train" and where.id in ctx.progress.operation_spaces:
        return ctx.no("accompanying-space", f"{where.name} was selected for Train")
    ways = _ways(ctx, where)
    if all(ways.values()):
        why = f"nothing can be done in {where.name}"
        return ctx.no("pieces-needed", why, *[f"{way}: {no.message}" for way, no in ways.items() if no])
    return None


def _ways(ctx: Context, where: BoardSpace) -> dict[str, Refusal | None]:
    """Return the ways to Advise in a space, each with a Refusal if it is not open."""
    return {
        "sweep": _refuse_sweep(ctx, where),
        "assault": _refuse_assault(ctx, where),
        "irregulars": _refuse_forces(ctx, where, Kind.UI),
        "rangers": _refuse_forces(ctx, where, Kind.AR),
    }


def _refuse_assault(ctx: Context, where: BoardSpace) -> Refusal | None:
    banned = refuse_us_assault(ctx) if ctx.alternative("4.2.1-06") else None
    return banned or refuse_targets(ctx, where, ARVN)


def _refuse_sweep(ctx: Context, where: BoardSpace) -> Refusal | None:
    if where.is_loc:
        return ctx.no("space-not-allowed", "Sweep is in Provinces or Cities")
    if ctx.monsoon:
        return Refusal("monsoon", "2.3.9", "no Sweep in Monsoon, even via Advise")
    if not ctx.draft.number(where, CUBES[ARVN] + SPECIAL_FORCES[ARVN]):
        return ctx.no("pieces-needed", f"no ARVN cubes or Rangers in {where.name} to Sweep with")
    return None


def _advise_in(ctx: Context, where: BoardSpace) -> Procedure:
    match (yield ctx.option(f"how to Advise in {where.name}", _ways(ctx, where))):
        case "sweep":
            yield from search(ctx, [where], ARVN)
        case "assault":
            yield from resolve(ctx, where, ARVN)
        case "irregulars":
            yield from _strike(ctx, where, Kind.UI)
        case "rangers":
            yield from _strike(ctx, where, Kind.AR)


def _refuse_forces(ctx: Context, where: BoardSpace, kind: Kind) -> Refusal | None:
    if ctx.draft.of_kind(where, kind):
        return None
    why = f"no Underground {kind.noun} in {where.name} to Activate"
    return ctx.no("pieces-needed", why, standing(ctx.draft, where, kind))


def _strike(ctx: Context, where: BoardSpace, kind: Kind) -> Procedure:
    """Activate 1 Irregular or Ranger and remove 2 enemy pieces, Bases last."""
    ctx.draft.activate(where, kind, 1, RULE)
    removal: Remove | None = yield bases_last(ctx, where, REMOVED)
    if removal is not None:
        ctx.remove_by_enemy(where, removal.pieces)
