"""Figures of a space that US decisions compare: who is there, what may leave, who would Control it (8.8)."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.pieces import BASES, SLOTS_OF, SPECIAL_FORCES, Kind, Pieces, changed, count_of
from fitl_core.players.non_players.decider import Decider
from fitl_core.state.control import control
from fitl_core.state.state import Space

UNDERGROUND = (Kind.VG, Kind.NG)
ACTIVE = (Kind.NT, Kind.VG_ACTIVE, Kind.NG_ACTIVE, Kind.VB, Kind.NB)
"""Active Insurgent pieces; a Tunneled Base cannot be removed and is none of those that can go."""
INSURGENT_BASES = (*BASES[VC], *BASES[NVA])
COIN_BASES = (*BASES[US], *BASES[ARVN])
US_UNITS = (Kind.UT, *SPECIAL_FORCES[US])
KEPT_AT_SUPPORT = 3
"""So many COIN units stay where there is Support."""


def there(d: Decider, where: BoardSpace) -> Space:
    """What is in a space, now."""
    return d.now.spaces[where.index]


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


def adds_nva_control(where: BoardSpace, pieces: Pieces, kind: Kind, number: int) -> bool:
    """Whether NVA Control would come if so many pieces of a kind left."""
    if control(where, pieces) == "nva":
        return False
    return control(where, changed(pieces, kind, -number)) == "nva"


def short_of_control(pieces: Pieces) -> int:
    """How many COIN pieces more it takes for COIN Control; 0 where there is (1.7)."""
    return max(0, of(pieces, NVA, VC) - of(pieces, US, ARVN) + 1)
