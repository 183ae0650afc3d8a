"""Who Controls a space (1.7)."""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.facts.factions import ARVN, NVA, US, VC, ControlName
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import SLOTS_OF, Pieces
from fitl_core.state.state import State

# Kinds stand in the order US, ARVN, NVA, VC, so that each side is one run of slots.
_COIN_SLOTS = slice(SLOTS_OF[US].start, SLOTS_OF[ARVN].stop)
_INSURGENT_SLOTS = slice(SLOTS_OF[NVA].start, SLOTS_OF[VC].stop)
_NVA_SLOTS = SLOTS_OF[NVA]


def control(where: BoardSpace, pieces: Pieces) -> ControlName:
    """Return the side that Controls a Province or City with these pieces (1.7). Nobody Controls a LoC.

    >>> from fitl_core.facts.game_map import spaces_by_id
    >>> from fitl_core.facts.pieces import Kind, from_counts
    >>> control(spaces_by_id()["hue"], from_counts({Kind.UT: 2, Kind.VG: 1}))
    'coin'
    """
    return "none" if where.is_loc else _CONTROLLERS[pieces]


class _Controllers(dict[Pieces, ControlName]):
    """The side that has more of these pieces than all others, kept for the few combinations that occur.

    An `lru_cache` takes twice as long.
    """

    most = 8192

    def __missing__(self, pieces: Pieces) -> ControlName:
        if len(self) >= self.most:
            self.clear()
        coin, insurgent = sum(pieces[_COIN_SLOTS]), sum(pieces[_INSURGENT_SLOTS])
        controller: ControlName = "none"
        if coin > insurgent:
            controller = "coin"
        elif 2 * sum(pieces[_NVA_SLOTS]) > coin + insurgent:
            controller = "nva"
        self[pieces] = controller
        return controller


_CONTROLLERS = _Controllers()


def control_changes(
    before: State, after: State, indexes: Iterable[int]
) -> list[tuple[BoardSpace, ControlName, ControlName]]:
    """Return the spaces with other Control, of those with these indexes: the side before, the side now."""
    changes = []
    spaces, held, holds = board().spaces, before.held_control, after.held_control
    earlier, later = before.spaces, after.spaces
    for index in indexes:
        if (where := spaces[index]).is_loc:
            continue
        was = held[index] if held else _CONTROLLERS[earlier[index].pieces]
        now = holds[index] if holds else _CONTROLLERS[later[index].pieces]
        if was != now:
            changes.append((where, was, now))
    return changes


def control_in(state: State, where: BoardSpace) -> ControlName:
    """Return the side that Controls a space (1.7); while Redeploy lasts, the side before it (6.4).

    Nobody Controls a LoC. `where` is one of `spaces_by_id()`. Raises nothing.
    """
    if state.held_control:
        return state.held_control[where.index]
    return "none" if where.is_loc else _CONTROLLERS[state.spaces[where.index].pieces]
