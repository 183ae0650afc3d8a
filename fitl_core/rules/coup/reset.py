"""Reset Phase (6.6): the Trail, markers, Underground, Momentum and Eligibility for the next card."""

from __future__ import annotations

from operator import itemgetter

from fitl_core.facts.factions import FACTIONS
from fitl_core.facts.game_map import board
from fitl_core.facts.lasting import MIGS
from fitl_core.facts.pieces import KINDS
from fitl_core.record.play_effects import EligibilityAdjusted, MomentumGone
from fitl_core.rules.coup.commitment import count_withdrawal
from fitl_core.rules.coup.support import forget_pacification
from fitl_core.rules.promises import card_is_done
from fitl_core.state.draft import Draft
from fitl_core.state.state import InEffect

RULE = "6.6"
MIGS_UPKEEP = 6
"""The NVA Resources lost in each Reset Phase under unshaded MiGs (card 33)."""
HIDING = tuple(kind for kind in KINDS if kind.is_underground)
"""Guerrillas and Special Forces, by their Underground kind."""
_active = itemgetter(*[kind.active.slot for kind in HIDING])


def reset(draft: Draft) -> None:
    """Finish this card and prepare for the next one."""
    if draft.trail == 0:
        draft.add("trail", 1, RULE)
    elif draft.trail == 4:
        draft.degrade(RULE)
    if any(marker == InEffect(MIGS, "unshaded") for marker in draft.state.capabilities):
        draft.add("NVA", -MIGS_UPKEEP, f"card {MIGS}")
    for where, space in zip(board().spaces, tuple(draft.spaces), strict=True):
        if space.terror:
            draft.remove_terror(where, space.terror, RULE)
        if space.sabotage:
            draft.set_sabotage(where, False, RULE)
        if any(_active(space.pieces)):
            for kind in HIDING:
                draft.hide(where, kind, space.pieces[kind.active.slot], RULE)
    for marker in draft.state.momentum:
        draft.happen(MomentumGone(RULE, marker.card))
    forget_pacification(draft, RULE)
    count_withdrawal(draft, 0)
    card_is_done(draft)
    draft.happen(EligibilityAdjusted(RULE, draft.state.eligible, FACTIONS))
    draft.enter("finished", RULE)
