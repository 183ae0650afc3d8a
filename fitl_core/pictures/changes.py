"""What an event changed on the map, as marks for its picture."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fitl_core.facts.board import board, spaces_by_id
from fitl_core.pictures.marks import Arrow
from fitl_core.record.board_effects import Moved, Placed
from fitl_core.record.effects import Effect
from fitl_core.state.state import State


def changed_spaces(effects: Iterable[Effect]) -> tuple[str, ...]:
    """The spaces (ids) in which anything changed, in the order of the board."""
    touched: set[str] = set()
    for effect in effects:
        if isinstance(effect, Moved):
            touched |= {effect.path[0], effect.path[-1]}
        touched.add(getattr(effect, "space", ""))
    return tuple([name for name in spaces_by_id() if name in touched])


def spaces_between(before: State, after: State, effects: Iterable[Effect]) -> tuple[str, ...]:
    """The spaces (ids) in which anything changed on the way from one position to another, in board order.

    A line that goes back tells its effects as a whole position: what differs in it is among them.
    """
    told = changed_spaces(effects)
    both = zip(board().spaces, before.spaces, after.spaces, strict=True)
    return tuple([where.id for where, old, new in both if old != new or where.id in told])


def moves(effects: Iterable[Effect]) -> tuple[Arrow, ...]:
    """What went from one space to another, each way once."""
    found: list[Arrow] = []
    for effect in effects:
        match effect:
            case Moved(path=path) if path[0] != path[-1]:
                found.append(Arrow(path[0], path[-1]))
            case Placed(space=space, source=source) if source in spaces_by_id():
                found.append(Arrow(source, space))
            case _:
                pass
    return tuple(dict.fromkeys(found))


class Marks(msgspec.Struct, frozen=True):
    """The marks of an event: spaces that changed, and moves between them."""

    spaces: tuple[str, ...]
    arrows: tuple[Arrow, ...]


def marks_of(effects: Iterable[Effect]) -> Marks:
    """Both of what an event changed."""
    every = tuple(effects)
    return Marks(changed_spaces(every), moves(every))
