"""Figures of a space that US decisions compare: who is there, what may leave, who would Control it (8.8)."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.pieces import BASES, SPECIAL_FORCES, Kind, Pieces, changed
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.leaving import of
from fitl_core.state.control import control
from fitl_core.state.state import Space

UNDERGROUND = (Kind.VG, Kind.NG)
ACTIVE = (Kind.NT, Kind.VG_ACTIVE, Kind.NG_ACTIVE, Kind.VB, Kind.NB)
"""Active Insurgent pieces; a Tunneled Base cannot be removed and is none of those that can go."""
INSURGENT_BASES = (*BASES[VC], *BASES[NVA])
COIN_BASES = (*BASES[US], *BASES[ARVN])
US_UNITS = (Kind.UT, *SPECIAL_FORCES[US])


def there(d: Decider, where: BoardSpace) -> Space:
    """What is in a space, now."""
    return d.now.spaces[where.index]


def adds_nva_control(where: BoardSpace, pieces: Pieces, kind: Kind, number: int) -> bool:
    """Whether NVA Control would come if so many pieces of a kind left."""
    if control(where, pieces) == "nva":
        return False
    return control(where, changed(pieces, kind, -number)) == "nva"


def short_of_control(pieces: Pieces) -> int:
    """How many COIN pieces more it takes for COIN Control; 0 where there is (1.7)."""
    return max(0, of(pieces, NVA, VC) - of(pieces, US, ARVN) + 1)
