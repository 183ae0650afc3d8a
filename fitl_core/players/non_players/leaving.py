"""What COIN units may leave a space without harm, whoever of them moves (8.8.3, 8.8.5)."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.pieces import BASES, SLOTS_OF, Pieces, count_of
from fitl_core.state.control import control
from fitl_core.state.state import Space

COIN_BASES = (*BASES[US], *BASES[ARVN])
KEPT_AT_SUPPORT = 3
"""So many COIN units stay where there is Support."""


def of(pieces: Pieces, *factions: Faction) -> int:
    """How many pieces these Factions have."""
    return sum([sum(pieces[SLOTS_OF[faction]]) for faction in factions])


def coin_units(pieces: Pieces) -> int:
    """How many COIN units there are: no Bases."""
    return of(pieces, US, ARVN) - count_of(pieces, COIN_BASES)


def may_leave(where: BoardSpace, space: Space) -> int:
    """How many COIN units can go without loss of COIN Control, 3 left at Support (8.8.3, 8.8.5)."""
    pieces = space.pieces
    most = coin_units(pieces)
    if control(where, pieces) == "coin":
        most = min(most, of(pieces, US, ARVN) - of(pieces, NVA, VC) - 1)
    if space.support > 0:
        most = min(most, coin_units(pieces) - KEPT_AT_SUPPORT)
    return max(0, most)
