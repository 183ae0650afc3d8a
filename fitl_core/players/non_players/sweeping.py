"""The paths of Troops that Sweep (3.2.3)."""

from __future__ import annotations

from fitl_core.facts.game_map import BoardSpace, along, neighbours
from fitl_core.players.non_players.decider import Decider
from fitl_core.rules.context import Context
from fitl_core.rules.operations.sweep import RULE, refuse_crossing
from fitl_core.rules.progress import Progress
from fitl_core.state.draft import Draft


def ways_into(d: Decider, where: BoardSpace) -> dict[BoardSpace, tuple[str, ...]]:
    """Return the path of Troops into a space from each origin: straight, or over a LoC without Insurgents."""
    ctx = Context(Draft(d.now), d.faction, RULE, Progress())
    near = along(where.adjacent)
    ways: dict[BoardSpace, tuple[str, ...]] = {origin: (origin.id, where.id) for origin in near}
    for loc in near:
        if loc.is_loc and refuse_crossing(ctx, loc) is None:
            for origin in along(sorted(neighbours()[loc.index] - {where.id})):
                ways.setdefault(origin, (origin.id, loc.id, where.id))
    return ways
