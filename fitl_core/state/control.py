"""Who Controls a space (1.7)."""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.facts.board import BoardSpace, board
from fitl_core.facts.factions import ARVN, NVA, US, VC, ControlName
from fitl_core.facts.pieces import SLOTS_OF, Pieces
from fitl_core.state.state import State

# Kinds stand in the order US, ARVN, NVA, VC, so that each side is one run of slots.
_COIN_SLOTS = slice(SLOTS_OF[US].start, SLOTS_OF[ARVN].stop)
_INSURGENT_SLOTS = slice(SLOTS_OF[NVA].start, SLOTS_OF[VC].stop)
_NVA_SLOTS = SLOTS_OF[NVA]


def control(where: BoardSpace, pieces: Pieces) -> ControlName:
    """Who Controls a Province or City with these pieces in it (1.7); a LoC nobody.

    >>> from fitl_core.facts.board import spaces_by_id
    >>> from fitl_core.facts.pieces import Kind, from_counts
    >>> control(spaces_by_id()["hue"], from_counts({Kind.UT: 2, Kind.VG: 1}))
    'coin'
    """
    return "none" if where.is_loc else _CONTROLLERS[pieces]


class _Controllers(dict[Pieces, ControlName]):
    """Which side has more of these pieces than all others: the same few combinations are asked about always.

    An `lru_cache` takes twice as long to answer.
    """

    most = 8192

    def __missing__(self, pieces: Pieces) -> ControlName:
        if len(self) >= self.most:
            self.clear()
        coin, insurgent = sum(pieces[_COIN_SLOTS]), sum(pieces[_INSURGENT_SLOTS])
        found: ControlName = "none"
        if coin > insurgent:
            found = "coin"
        elif 2 * sum(pieces[_NVA_SLOTS]) > coin + insurgent:
            found = "nva"
        self[pieces] = found
        return found


_CONTROLLERS = _Controllers()


def control_changes(
    before: State, after: State, indexes: Iterable[int]
) -> list[tuple[BoardSpace, ControlName, ControlName]]:
    """The spaces, of those with these indexes, that are under other Control: who had it, and who has it."""
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
    """Who Controls a space in a position (1.7); a LoC nobody; while Redeploy lasts, who did before it (6.4).

    `where` is one of `spaces_by_id()`. Raises nothing.
    """
    if state.held_control:
        return state.held_control[where.index]
    return "none" if where.is_loc else _CONTROLLERS[state.spaces[where.index].pieces]
