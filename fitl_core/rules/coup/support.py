"""Support Phase (6.3): Pacification by the US and ARVN, Agitation by VC."""

from __future__ import annotations

from functools import partial

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN, VC, Faction
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import BLOWTORCH_KOMER, KY, MANDATE_OF_HEAVEN
from fitl_core.facts.pieces import TROOPS, Kind
from fitl_core.record.clauses import Number, SetLevel
from fitl_core.record.play_effects import PacificationForgotten, Pacified
from fitl_core.rules.context import Context
from fitl_core.rules.progress import Progress
from fitl_core.rules.shared.pacification import (
    MOST_LEVELS,
    agitate,
    pacification_cost,
    refuse_agitation,
    refuse_space,
    shift_for_resources,
)
from fitl_core.state.draft import Draft

MOST_SPACES = 4
COST_BY_KOMER = 1
KY_CARD = 127


def pacification(ctx: Context, cost: int | None = None, most_levels: int = MOST_LEVELS) -> Procedure:
    """Let the US, then ARVN, spend ARVN Resources in at most 4 spaces together (6.3.1).

    An Event may set the `cost` of a step and the `most_levels` of a space (card 96).
    """
    price = pacification_step_cost(ctx) if cost is None else cost

    def levels_left(where: BoardSpace) -> int:
        return most_levels - levels_so_far(ctx, where)

    def test(where: BoardSpace) -> Refusal | None:
        return _refuse_pacify(ctx, where) or refuse_space(ctx, where, +1, price, levels_left(where))

    ask = partial(ctx.activity_space, "a space to Pacify", test, MOST_SPACES, (Number, SetLevel))
    while (where := (yield ask(may_be_none=True))) is not None:
        ctx.progress.activity_spaces.append(where.id)
        levels = yield from shift_for_resources(ctx, where, +1, price, levels_left(where))
        ctx.draft.happen(Pacified("6.3.1", where.id, levels))


def pacification_by_event(
    ctx: Context, *factions: Faction, cost: int | None = None, most_levels: int = MOST_LEVELS
) -> Procedure:
    """Let these Factions in turn Pacify as in a Support Phase of their own (cards 64, 96)."""
    forget_pacification(ctx.draft, ctx.rule)
    for faction in factions:
        acting = Context(ctx.draft, faction, "6.3.1", Progress())
        yield acting.option("Pacification", {"pacify": None})
        yield from pacification(acting, cost, most_levels)
    forget_pacification(ctx.draft, ctx.rule)


def forget_pacification(draft: Draft, rule: str) -> None:
    """Forget which spaces count as Pacified."""
    if draft.state.pacified:
        draft.happen(PacificationForgotten(rule))


def pacification_step_cost(ctx: Context) -> int:
    """Return the cost of each step of Pacification in a Support Phase; 1 under Blowtorch Komer (card 16).

    If Komer and Nguyen Cao Ky both hold, the later one decides: Ky, if his is the Coup card of this Round.
    """
    ky_is_later = ctx.draft.state.card == KY_CARD or ctx.alternative("6.3.1-05")
    if not ctx.momentum(BLOWTORCH_KOMER) or (ctx.leader == KY and ky_is_later):
        return pacification_cost(ctx)
    return COST_BY_KOMER


def levels_so_far(ctx: Context, where: BoardSpace) -> int:
    """Return the number of levels by which a space has been Pacified in this Support Phase."""
    return sum([effort.levels for effort in ctx.draft.state.pacified if effort.space == where.id])


def _refuse_pacify(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a space that the Faction may not Pacify, apart from the cost (6.3.1)."""
    draft = ctx.draft
    spaces = [effort.space for effort in draft.state.pacified]
    if where.id not in spaces and len(spaces) >= MOST_SPACES:
        why = "the US and ARVN together Pacify at most 4 spaces"
        return ctx.no("too-many-spaces", why, f"Pacified: {len(spaces)}")
    if ctx.faction is ARVN and ctx.capability(MANDATE_OF_HEAVEN) == "shaded":
        refusal = ctx.refuse_more(ctx.progress.activity_spaces, 1, f"card {MANDATE_OF_HEAVEN}")
        if refusal is not None:
            return refusal
    if where.is_loc:
        return ctx.no("space-not-allowed", f"{where.name} is a LoC")
    if draft.control(where) != "coin":
        return ctx.no("no-control", f"Pacification needs COIN Control of {where.name}")
    troops = TROOPS[ctx.faction]
    if not draft.of_kind(where, Kind.AP) or not draft.of_kind(where, troops):
        why = f"Pacification needs Police and {troops.noun}s in {where.name}"
        facts = [kind.words(draft.of_kind(where, kind)) for kind in (Kind.AP, troops)]
        return ctx.no("pieces-needed", why, *facts)
    return None


def agitation(ctx: Context) -> Procedure:
    """Let VC Agitate for Resources: in 4 spaces at most, each with VC pieces and no COIN Control (6.3.2)."""
    test = partial(_refuse_agitate, ctx)
    ask = partial(ctx.activity_space, "a space to Agitate", test, MOST_SPACES, (Number, SetLevel))
    while (where := (yield ask(may_be_none=True))) is not None:
        ctx.progress.activity_spaces.append(where.id)
        yield from agitate(ctx, where)


def _refuse_agitate(ctx: Context, where: BoardSpace) -> Refusal | None:
    if where.is_loc:
        return ctx.no("space-not-allowed", f"{where.name} is a LoC")
    if not ctx.draft.of_faction(where, VC):
        return ctx.no("pieces-needed", f"Agitation needs VC pieces in {where.name}")
    if ctx.draft.control(where) == "coin":
        return ctx.no("coin-control", f"no Agitation under COIN Control: {where.name}")
    return refuse_agitation(ctx, where)
