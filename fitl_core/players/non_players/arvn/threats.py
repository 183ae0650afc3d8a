"""The conditions for an ARVN Patrol (8.7.3): Insurgents adjacent to Saigon, or between Saigon and a City."""

from __future__ import annotations

from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.game_map import BoardSpace, board, locs
from fitl_core.facts.pieces import OF_FACTION
from fitl_core.players.non_players.arvn.measures import insurgents, rules_now
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.distances import SAIGON
from fitl_core.players.non_players.flowchart import FlowCondition
from fitl_core.rules.context import Context
from fitl_core.rules.operations.patrol import RULE, ways_to
from fitl_core.rules.progress import Progress
from fitl_core.state.draft import Draft


def _beside_saigon(d: Decider) -> tuple[int, str]:
    near = [where for where in _threatened(d) if SAIGON in where.adjacent]
    return bool(near), f"Insurgents beside Saigon: {_names(near)}"


def _barred(d: Decider) -> tuple[int, str]:
    barred = _barred_cities(d) if _threatened(d) else []
    return bool(barred), f"barred from Saigon by units on LoCs: {_names(barred)}"


def _threatened(d: Decider) -> list[BoardSpace]:
    return [where for where in locs() if insurgents(d.now.spaces[where.index].pieces)]


CONDITIONS = (FlowCondition("8.7.3/if-1", _beside_saigon), FlowCondition("8.7.3/if-2", _barred))


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
