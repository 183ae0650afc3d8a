"""Dice that are owed behind questions which may be left out (Tunnels, Booby Traps), or by a reading."""

from __future__ import annotations

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding


def roll_what_is_owed(d: Decider) -> Deciding[None]:
    """Roll the dice that are owed next, also behind what may be left out: to look for them takes time."""
    while d.walk is not None and (asked := d.walk.first_for("roll")) is not None:
        if not asked.is_chance or asked.optional:
            return
        yield from d.roll_for(asked)


def roll_all_the_same(d: Decider, node: str, dice: int) -> Deciding[None]:
    """By the other reading of NP-Q50: the dice of a condition where one before it holds, for nothing."""
    if d.other_reading("NP-Q50"):
        yield from d.roll(node, dice, "a condition before it holds")
