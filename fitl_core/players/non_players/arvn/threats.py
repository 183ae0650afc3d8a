"""The conditions for an ARVN Patrol (8.7.3): Insurgents adjacent to Saigon, or between Saigon and a City."""

from __future__ import annotations

from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.game_map import BoardSpace, board, locs
from fitl_core.facts.pieces import OF_FACTION
from fitl_core.players.non_players.arvn.measures import insurgents, rules_now
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.distances import SAIGON
from fitl_core.rules.context import Context
from fitl_core.rules.operations.patrol import RULE, ways_to
from fitl_core.rules.progress import Progress
from fitl_core.state.draft import Draft


def patrol_calls(d: Decider) -> str | None:
    """Return the condition by which ARVN Patrol, if any (8.7.3)."""
    threatened = [where for where in locs() if insurgents(d.now.spaces[where.index].pieces)]
    near = [where for where in threatened if SAIGON in where.adjacent]
    if d.test("8.7.3/if-1", bool(near), f"Insurgents beside Saigon: {_names(near)}"):
        return "8.7.3/if-1"
    barred = _barred_cities(d) if threatened else []
    if d.test("8.7.3/if-2", bool(barred), f"barred from Saigon by units on LoCs: {_names(barred)}"):
        return "8.7.3/if-2"
    return None


def _names(spaces: list[BoardSpace]) -> str:
    return ", ".join([where.name for where in spaces]) or "none"


def _barred_cities(d: Decider) -> list[BoardSpace]:
    """Return the Cities that a Patrol from Saigon could reach only if no Insurgents were on LoCs.

    A City that only another City blocks does not count. Places on LoCs beyond a blocked City do not count
    either.
    """
    ctx = rules_now(d, RULE)
    cleared = Draft(d.now)
    for where in locs():
        for kind in (*OF_FACTION[NVA], *OF_FACTION[VC]):
            if number := cleared.of_kind(where, kind):
                cleared.remove(where, kind, number, RULE)
    without = Context(cleared, ctx.faction, RULE, Progress())
    cities = [where for where in board().spaces if where.is_city and where.id != SAIGON]
    return [city for city in cities if SAIGON not in ways_to(ctx, city) and SAIGON in ways_to(without, city)]
