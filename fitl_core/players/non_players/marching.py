"""Pieces that may March along a path: an Event may keep some pieces in place (3.3.2, 5.5)."""

from __future__ import annotations

from fitl_core.facts.pieces import Count
from fitl_core.players.non_players.decider import Decider
from fitl_core.record.clauses import Move


def pieces_that_may_march(d: Decider, way: tuple[str, ...], pieces: tuple[Count, ...]) -> tuple[Count, ...]:
    """Return the pieces that may March along this path (ids): all, or only the kinds that the Event allows.

    The walk decides, because limits, costs and Events differ. Return () if no piece may March.
    """
    if not pieces or d.accepts(Move(way, pieces)):
        return pieces
    return tuple([count for count in pieces if d.accepts(Move(way, (count,)))]) if len(pieces) > 1 else ()
