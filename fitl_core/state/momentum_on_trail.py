"""The Trail under Momentum: ADSID (card 7) and Oriskany (card 39)."""

from __future__ import annotations

from fitl_core.errors import Refusal
from fitl_core.facts.lasting import ADSID, ORISKANY
from fitl_core.state.state import State, side_in_effect

ADSID_LOSS = 6
BY_EVENTS_TOO = "5.1.2-02"
"""The reading by which Oriskany stops even an Event that itself Degrades the Trail."""


def refuse_degrade(state: State, trail: int) -> Refusal | None:
    """Refuse to Degrade the Trail, except by an Event that names it (5.1.2).

    Either Oriskany is in effect, or the Trail is at 0.
    """
    if _in_effect(state, ORISKANY):
        why = "Oriskany: the Trail is not Degraded until the Coup Round's Reset is over"
        return Refusal("momentum", f"card {ORISKANY}", why)
    if not trail:
        return Refusal("trail-end", "6.7", "the Trail is at 0, its lowest box")
    return None


def degrading_is_banned(state: State) -> bool:
    """Check whether not even an Event Degrades the Trail, by the reading of Oriskany that the group chose."""
    return BY_EVENTS_TOO in state.readings and _in_effect(state, ORISKANY)


def loss_per_change(state: State) -> int:
    """Return the NVA Resources lost with each change of the Trail, by any cause (ADSID)."""
    return ADSID_LOSS if _in_effect(state, ADSID) else 0


def _in_effect(state: State, card: int) -> bool:
    return side_in_effect(state.momentum, card) is not None
