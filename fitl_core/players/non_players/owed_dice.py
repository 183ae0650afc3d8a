"""Dice that a procedure asks for after optional questions: Tunnels, Booby Traps."""

from __future__ import annotations

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding


def roll_owed_dice(d: Decider) -> Deciding[None]:
    """Roll the dice that are due next, also after optional questions. The search for such dice takes time."""
    while d.walk is not None and (asked := d.walk.first_for("roll")) is not None:
        if not asked.is_chance or asked.optional:
            return
        yield from d.roll_for(asked)
