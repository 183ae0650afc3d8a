"""Dice of a procedure that stand behind questions which may be left out: Tunnels, Booby Traps."""

from __future__ import annotations

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding


def roll_what_is_owed(d: Decider) -> Deciding[None]:
    """Roll the dice that are owed next, also behind what may be left out: to look for them takes time."""
    while d.walk is not None and (asked := d.walk.first_for("roll")) is not None:
        if not asked.is_chance or asked.optional:
            return
        yield from d.roll_for(asked)
