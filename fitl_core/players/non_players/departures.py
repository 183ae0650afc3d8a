"""COIN units that may leave a space without harm (8.8.3, 8.8.5)."""

from __future__ import annotations

from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import COIN_BASES, SLOTS_OF, Pieces, count_of
from fitl_core.state.control import control
from fitl_core.state.state import Space

KEPT_AT_SUPPORT = 3
"""The number of COIN units that stay in a space at Support."""


def number_of(pieces: Pieces, *factions: Faction) -> int:
    """Return the number of pieces of these Factions."""
    return sum([sum(pieces[SLOTS_OF[faction]]) for faction in factions])


def coin_units(pieces: Pieces) -> int:
    """Return the number of COIN units, which excludes Bases."""
    return number_of(pieces, US, ARVN) - count_of(pieces, COIN_BASES)


def may_leave(where: BoardSpace, space: Space) -> int:
    """Return how many COIN units can leave without loss of COIN Control; 3 stay at Support (8.8.3, 8.8.5)."""
    pieces = space.pieces
    most = coin_units(pieces)
    if control(where, pieces) == "coin":
        most = min(most, number_of(pieces, US, ARVN) - number_of(pieces, NVA, VC) - 1)
    if space.support > 0:
        most = min(most, coin_units(pieces) - KEPT_AT_SUPPORT)
    return max(0, most)
