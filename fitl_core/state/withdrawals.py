"""The number of US pieces that move in a Commitment Phase, and that it can have withdrawn (6.5)."""

from __future__ import annotations

from fitl_core.facts.factions import US
from fitl_core.facts.pieces import Kind
from fitl_core.facts.players import non_players
from fitl_core.state.state import State

MOST_TROOPS, MOST_BASES = 10, 2
"""The US Troops that may move, before the Casualties just placed are subtracted, and the US Bases."""
ALL_TROOPS = 99
BY_POLICY_ALONE = "NP-Q40"
"""The reading by which a Non-player US moves as many Troops as its Policy wants (8.8.9)."""
WITHDRAWAL_IS_NET = "6.5-07"
"""The reading by which pieces sent from Available to the map make the Withdrawal smaller."""


def most_moving(state: State, kind: Kind, casualties: int = 0) -> int:
    """Return the number of Troops or Bases that may move after this number of Casualties was placed."""
    if kind is Kind.UB:
        return MOST_BASES
    if BY_POLICY_ALONE in state.readings and US in non_players(state.players):
        return ALL_TROOPS
    return max(0, MOST_TROOPS - casualties)


def most_withdrawn(state: State) -> int:
    """Return the most pieces that can have moved from the map to Available, given those there now.

    Withdrawn pieces lie in Available, except those sent back to the map, which count as moved.
    """
    number = 0
    for kind in (Kind.UT, Kind.UB):
        most, there = most_moving(state, kind), max(0, state.available[kind.slot])
        number += min(most, there if WITHDRAWAL_IS_NET in state.readings else (most + there) // 2)
    return number
