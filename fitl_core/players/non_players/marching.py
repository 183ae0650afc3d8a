"""Which pieces the walk lets March along a way: an Event may keep some where they are (3.3.2, 5.5)."""

from __future__ import annotations

from fitl_core.facts.pieces import Count
from fitl_core.players.non_players.decider import Decider
from fitl_core.record.clauses import Move


def that_may_march(d: Decider, way: tuple[str, ...], pieces: tuple[Count, ...]) -> tuple[Count, ...]:
    """Those of the pieces that may March this way (ids): all, or the kinds that an Event has March; ()
    if none. What a limit, a cost or an Event forbids is asked of the Operation.
    """
    if not pieces or d.takes(Move(way, pieces)):
        return pieces
    return tuple([count for count in pieces if d.takes(Move(way, (count,)))]) if len(pieces) > 1 else ()
