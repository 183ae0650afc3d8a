"""Figures of a space that US decisions compare: its pieces, and what COIN Control lacks (8.8)."""

from __future__ import annotations

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import SPECIAL_FORCES, Kind, Pieces
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.departures import number_of
from fitl_core.state.state import Space

UNDERGROUND = (Kind.VG, Kind.NG)
ACTIVE = (Kind.NT, Kind.VG_ACTIVE, Kind.NG_ACTIVE, Kind.VB, Kind.NB)
"""Active Insurgent pieces. A Tunneled Base cannot be removed and is not among them."""
US_UNITS = (Kind.UT, *SPECIAL_FORCES[US])


def space_now(d: Decider, where: BoardSpace) -> Space:
    """Return the space's content now."""
    return d.now.spaces[where.index]


def short_of_control(pieces: Pieces) -> int:
    """Return how many more COIN pieces bring COIN Control; 0 if it exists (1.7)."""
    return max(0, number_of(pieces, NVA, VC) - number_of(pieces, US, ARVN) + 1)
