"""Apply effects on the board to a position: pieces, Tunnels, levels, markers, tracks.

The most frequent changes have functions that take a space's index. The verbs of `Draft` call them, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.facts.pieces import TUNNELED_BY_BASE, Count, Kind, Pieces
from fitl_core.record import board_effects as happened
from fitl_core.state.mutable import MutableState
from fitl_core.state.state import BOX_WORDS, BOXES, RESOURCE_SLOT, Space

_replace = msgspec.structs.replace


def place(position: MutableState, there: int, pieces: tuple[Count, ...], source: str) -> None:
    """Place pieces in the space of this index."""
    for count in pieces:
        kind, number = count.kind, count.number
        if source in BOXES:
            _box(position, source, kind, -number)
        else:
            _put(position, spaces_by_id()[source].index, kind, -number)
        _put(position, there, kind.off_map, number)


def remove(position: MutableState, here: int, pieces: tuple[Count, ...], to: str) -> None:
    """Remove pieces from the space of this index to a box."""
    for count in pieces:
        kind, number = count.kind, count.number
        _put(position, here, kind, -number)
        _box(position, to, kind.off_map, number)


def move(position: MutableState, origin: int, there: int, pieces: tuple[Count, ...]) -> None:
    """Move pieces from the space of one index to that of another."""
    for count in pieces:
        kind, number = count.kind, count.number
        _put(position, origin, kind, -number)
        _put(position, there, kind, number)


def replace(position: MutableState, here: int, pieces: tuple[Count, ...], by: tuple[Count, ...]) -> None:
    """Replace pieces in the space of this index by others from Available, to which the old ones return."""
    for count in pieces:
        _put(position, here, count.kind, -count.number)
        _box(position, "available", count.kind.off_map, count.number)
    for count in by:
        _box(position, "available", count.kind.off_map, -count.number)
        _put(position, here, count.kind, count.number)


def activate(position: MutableState, here: int, pieces: tuple[Count, ...]) -> None:
    """Turn pieces in the space of this index Active."""
    for count in pieces:
        _put(position, here, count.kind, -count.number, count.kind.active)


def hide(position: MutableState, here: int, pieces: tuple[Count, ...]) -> None:
    """Turn pieces in the space of this index Underground. They are given by their Underground kind."""
    for count in pieces:
        _put(position, here, count.kind.active, -count.number, count.kind)


def set_track(position: MutableState, track: happened.TrackName, figure: int) -> None:
    """Set a track, or a Faction's Resources."""
    slot = RESOURCE_SLOT.get(track)
    if slot is not None:
        position.resources[slot] = figure
    else:
        setattr(position, track, figure)


def _placed(position: MutableState, effect: happened.Placed) -> None:
    place(position, spaces_by_id()[effect.space].index, effect.pieces, effect.source)


def _removed(position: MutableState, effect: happened.Removed) -> None:
    remove(position, spaces_by_id()[effect.space].index, effect.pieces, effect.to)


def _moved(position: MutableState, effect: happened.Moved) -> None:
    places, path = spaces_by_id(), effect.path
    move(position, places[path[0]].index, places[path[-1]].index, effect.pieces)


def _reboxed(position: MutableState, effect: happened.Reboxed) -> None:
    for count in effect.pieces:
        _box(position, effect.source, count.kind, -count.number)
        _box(position, effect.to, count.kind, count.number)


def _replaced(position: MutableState, effect: happened.Replaced) -> None:
    replace(position, spaces_by_id()[effect.space].index, effect.pieces, effect.by)


def _activated(position: MutableState, effect: happened.Activated) -> None:
    activate(position, spaces_by_id()[effect.space].index, effect.pieces)


def _hidden(position: MutableState, effect: happened.Hidden) -> None:
    hide(position, spaces_by_id()[effect.space].index, effect.pieces)


def _tunnel_placed(position: MutableState, effect: happened.TunnelPlaced) -> None:
    _put(position, spaces_by_id()[effect.space].index, effect.base, -1, TUNNELED_BY_BASE[effect.base])


def _tunnel_removed(position: MutableState, effect: happened.TunnelRemoved) -> None:
    _put(position, spaces_by_id()[effect.space].index, TUNNELED_BY_BASE[effect.base], -1, effect.base)


def _level(position: MutableState, effect: happened.LevelChanged) -> None:
    index = spaces_by_id()[effect.space].index
    position.spaces[index] = _replace(position.spaces[index], support=effect.new.value_)


def _terror(position: MutableState, effect: happened.TerrorChanged) -> None:
    index = spaces_by_id()[effect.space].index
    position.spaces[index] = _replace(position.spaces[index], terror=effect.new)


def _sabotage(position: MutableState, effect: happened.SabotageChanged) -> None:
    index = spaces_by_id()[effect.space].index
    position.spaces[index] = _replace(position.spaces[index], sabotage=effect.new)


def _track(position: MutableState, effect: happened.TrackChanged) -> None:
    set_track(position, effect.track, effect.new)


def _nothing(_position: MutableState, _effect: happened.ControlChanged) -> None:
    """Change nothing: Control follows from the pieces."""


def _put(position: MutableState, index: int, kind: Kind, by: int, into: Kind | None = None) -> None:
    """Add pieces to a space, or remove them (negative), `into` their other kind if that is given."""
    spaces = position.spaces
    space = spaces[index]
    pieces, slot = list(space.pieces), kind.slot
    pieces[slot] += by
    if pieces[slot] < 0:
        raise _lacking(board().spaces[index].name, kind, space.pieces, -by)
    if into is not None:
        pieces[into.slot] -= by
    else:
        position.touched.add(index)
    spaces[index] = Space(tuple(pieces), space.support, space.terror, space.sabotage)


def _box(position: MutableState, box: str, kind: Kind, by: int) -> None:
    field, slot = BOXES[box], kind.slot
    pieces = list(getattr(position, field))
    pieces[slot] += by
    if pieces[slot] < 0:
        raise _lacking(BOX_WORDS[box], kind, getattr(position, field), -by)
    setattr(position, field, tuple(pieces))


def _lacking(place: str, kind: Kind, there: Pieces, number: int) -> Violation:
    why = f"there are not {kind.words(number)} in {place}"
    return Violation(Refusal("no-such-pieces", "1.4", why, (f"there: {kind.words(there[kind.slot])}",)))


ON_BOARD: dict[type, Callable[[MutableState, Any], None]] = {
    happened.Placed: _placed,
    happened.Removed: _removed,
    happened.Moved: _moved,
    happened.Reboxed: _reboxed,
    happened.Replaced: _replaced,
    happened.Activated: _activated,
    happened.Hidden: _hidden,
    happened.TunnelPlaced: _tunnel_placed,
    happened.TunnelRemoved: _tunnel_removed,
    happened.LevelChanged: _level,
    happened.TerrorChanged: _terror,
    happened.SabotageChanged: _sabotage,
    happened.TrackChanged: _track,
    happened.ControlChanged: _nothing,
}
"""How each of these effects changes a position."""
