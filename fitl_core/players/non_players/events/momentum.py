"""The value of a Momentum text (8.1)."""

from __future__ import annotations

from fitl_core.facts.card_list import Side
from fitl_core.facts.game_map import board
from fitl_core.facts.lasting import ADSID
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.instructions import instructions
from fitl_core.state.state import TRAIL_CAP


def momentum_acts(d: Decider, side: Side) -> bool:
    """Check whether the Momentum of the card acts before it ends: always, unless a Coup card is next (8.1).

    Other effects of the Event are checked elsewhere.
    """
    card = d.start.card
    assert card is not None
    if not d.start.monsoon:
        return True
    before_coup = instructions()[card].momentum_before_coup.get(side)
    if before_coup is None:
        return False
    d.note("8.1", "a Coup card is next", f"card {card}: {before_coup.why}")
    if before_coup.acts == "depends":
        return card == ADSID and not d.other_reading("NP-Q43") and trail_will_change(d)
    return before_coup.acts == "yes"


def trail_will_change(d: Decider) -> bool:
    """Check whether the Coup Round will change the Trail: COIN holds Laos or Cambodia (6.2.2), or Reset
    (6.6).
    """
    abroad = [where for where in board().spaces if where.in_laos_or_cambodia]
    held = any(d.control(where) == "coin" for where in abroad)
    return (held and d.now.trail > 0) or d.now.trail in (0, TRAIL_CAP)
