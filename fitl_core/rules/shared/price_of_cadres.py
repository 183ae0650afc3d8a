"""Unshaded Cadres (card 116): Terror and Agitation cost VC 2 Guerrillas in each space."""

from __future__ import annotations

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.factions import VC
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import CADRES
from fitl_core.facts.pieces import GUERRILLAS
from fitl_core.record.clauses import Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import PiecesChoice

RULE = f"card {CADRES}"
PRICE = 2


def cost_guerrillas(ctx: Context) -> bool:
    """Check whether the Faction's Terror and Agitation cost Guerrillas."""
    return ctx.faction is VC and ctx.capability(CADRES) == "unshaded"


def refuse_guerrillas(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a space without the Guerrillas that Terror or Agitation costs."""
    if not cost_guerrillas(ctx) or (have := ctx.draft.number(where, GUERRILLAS[VC])) >= PRICE:
        return None
    why = f"Cadres: {PRICE} VC Guerrillas must be removed in {where.name}"
    return Refusal("pieces-needed", RULE, why, (f"there: {have}",))


def pay_guerrillas(ctx: Context, where: BoardSpace) -> Procedure:
    """Remove 2 VC Guerrillas of VC's choice in a space, Active or Underground."""
    if not cost_guerrillas(ctx):
        return
    limits = {kind: ctx.draft.of_kind(where, kind) for kind in GUERRILLAS[VC]}
    number = min(PRICE, sum(limits.values()))
    prompt = f"VC Guerrillas that Cadres cost in {where.name}"
    removal: Remove = yield PiecesChoice(ctx.faction, RULE, prompt, Remove, where, limits, number, number)
    ctx.under(RULE).remove_by_enemy(where, removal.pieces)
