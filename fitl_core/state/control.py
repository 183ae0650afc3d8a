"""Who Controls a space (1.7)."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import ARVN, NVA, US, VC, ControlName
from fitl_core.facts.pieces import SLOTS_OF, Pieces
from fitl_core.state.state import State

# Kinds stand in the order US, ARVN, NVA, VC, so that each side is one run of slots.
_COIN_SLOTS = slice(SLOTS_OF[US].start, SLOTS_OF[ARVN].stop)
_NVA_SLOTS, _VC_SLOTS = SLOTS_OF[NVA], SLOTS_OF[VC]


def control(where: BoardSpace, pieces: Pieces) -> ControlName:
    """Who Controls a Province or City with these pieces in it (1.7); a LoC nobody.

    >>> from fitl_core.board import spaces_by_id
    >>> from fitl_core.pieces import Kind, from_counts
    >>> control(spaces_by_id()["hue"], from_counts({Kind.UT: 2, Kind.VG: 1}))
    'coin'
    """
    if where.is_loc:
        return "none"
    coin, nva, vc = sum(pieces[_COIN_SLOTS]), sum(pieces[_NVA_SLOTS]), sum(pieces[_VC_SLOTS])
    if coin > nva + vc:
        return "coin"
    return "nva" if nva > coin + vc else "none"


def control_in(state: State, where: BoardSpace) -> ControlName:
    """Who Controls a space in a position; while Redeploy lasts, who did before it (6.4)."""
    if state.held_control:
        return state.held_control[where.index]
    return control(where, state.spaces[where.index].pieces)
