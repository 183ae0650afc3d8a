"""The changes of an event on the map, as marks for its picture.

Read `marks` for the drawing of marks.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.pictures.marks import Arrow
from fitl_core.record.board_effects import Moved, Placed
from fitl_core.record.effects import Effect
from fitl_core.state.state import State


def changed_spaces(effects: Iterable[Effect]) -> tuple[str, ...]:
    """Return the ids of the changed spaces, in board order."""
    touched: set[str] = set()
    for effect in effects:
        if isinstance(effect, Moved):
            touched |= {effect.path[0], effect.path[-1]}
        touched.add(getattr(effect, "space", ""))
    return tuple([name for name in spaces_by_id() if name in touched])


def spaces_between(before: State, after: State, effects: Iterable[Effect]) -> tuple[str, ...]:
    """Return the ids of the spaces that changed between two positions, in board order.

    A line that takes back others has a whole position as its effect. So spaces that differ are included too.
    """
    named = changed_spaces(effects)
    both = zip(board().spaces, before.spaces, after.spaces, strict=True)
    return tuple([where.id for where, old, new in both if old != new or where.id in named])


def moves(effects: Iterable[Effect]) -> tuple[Arrow, ...]:
    """Return the moves from one space to another, each direction once."""
    arrows: list[Arrow] = []
    for effect in effects:
        match effect:
            case Moved(path=path) if path[0] != path[-1]:
                arrows.append(Arrow(path[0], path[-1]))
            case Placed(space=space, source=source) if source in spaces_by_id():
                arrows.append(Arrow(source, space))
            case _:
                pass
    return tuple(dict.fromkeys(arrows))


class Marks(msgspec.Struct, frozen=True):
    """The marks of an event: spaces that changed, and moves between them."""

    spaces: tuple[str, ...]
    arrows: tuple[Arrow, ...]


def marks_of(effects: Iterable[Effect]) -> Marks:
    """Return the marks of an event's effects."""
    every = tuple(effects)
    return Marks(changed_spaces(every), moves(every))
