"""Unshaded Cadres (card 116): Terror and Agitation cost VC 2 Guerrillas in each space."""

from __future__ import annotations

from fitl_core.board import BoardSpace
from fitl_core.choices import Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Remove
from fitl_core.factions import VC
from fitl_core.lasting import CADRES
from fitl_core.piece_choices import PiecesChoice
from fitl_core.pieces import GUERRILLAS
from fitl_core.turn import Turn

RULE = f"card {CADRES}"
PRICE = 2


def cost_guerrillas(turn: Turn) -> bool:
    """Whether the Faction's Terror and Agitation cost Guerrillas."""
    return turn.faction is VC and turn.capability(CADRES) == "unshaded"


def refuse_guerrillas(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether the Guerrillas that Terror or Agitation costs are not there."""
    have = turn.draft.number(where, GUERRILLAS[VC])
    if not cost_guerrillas(turn) or have >= PRICE:
        return None
    why = f"Cadres: {PRICE} VC Guerrillas must be removed in {where.name}"
    return Refusal("pieces-needed", RULE, why, (f"there: {have}",))


def pay_guerrillas(turn: Turn, where: BoardSpace) -> Procedure:
    """VC remove 2 of their Guerrillas in a space, Active or Underground ones."""
    if not cost_guerrillas(turn):
        return
    limits = {kind: turn.draft.of_kind(where, kind) for kind in GUERRILLAS[VC]}
    number = min(PRICE, sum(limits.values()))
    prompt = f"VC Guerrillas that Cadres cost in {where.name}"
    removal: Remove = yield PiecesChoice(turn.faction, RULE, prompt, Remove, where, limits, number, number)
    turn.under(RULE).remove_by_enemy(where, removal.pieces)
