"""US Patrol in Monsoon: all Troops leave Laos and Cambodia (8.8.4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from fitl_core.facts.factions import US
from fitl_core.facts.game_map import BoardSpace, along, board, locs
from fitl_core.facts.pieces import Count, Kind
from fitl_core.players.non_players.ambushed_column import let_nva_remove
from fitl_core.players.non_players.assaulting import assault_in
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.fighting import pick_target
from fitl_core.players.non_players.movement import Way, best_sets, pick_set
from fitl_core.players.non_players.saying import activate_most
from fitl_core.players.non_players.us.activities import take_activity
from fitl_core.players.non_players.us.prospects import prospect
from fitl_core.players.non_players.verb_attempts import say_if_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move, Option
from fitl_core.rules.context import Context
from fitl_core.rules.operations.patrol import RULE, refuse_path
from fitl_core.rules.progress import Progress
from fitl_core.rules.shared.routes import shortest_ways
from fitl_core.state.draft import Draft

NODE = "8.8.4/do-1"
MOST_DESTINATIONS = 3
"""The largest sets of destinations that are tried. If more are needed, the best set so far is taken, with a
note.
"""

Ways = dict[BoardSpace, dict[BoardSpace, Way]]
"""The path from each origin in Laos or Cambodia to each destination in South Vietnam."""


def origins(d: Decider) -> list[BoardSpace]:
    """Return the spaces of Laos and Cambodia with US Troops."""
    return [at for at in board().spaces if at.in_laos_or_cambodia and d.number(at, (Kind.UT,))]


def patrol(d: Decider) -> Deciding[bool]:
    """Patrol after the verb, with its Special Activity; return whether Troops could leave."""
    ways = _ways(d)
    if not ways:
        return False
    yield from _leave(d, ways)
    yield from activate_most(d)
    yield from _assault(d)
    yield from let_nva_remove(d)
    yield from take_activity(d, "8.8.4/sa-2", "patrol")
    return True


def _ways(d: Decider) -> Ways:
    ctx = Context(Draft(d.now), US, RULE, Progress(operation="patrol"))
    ways: Ways = {}
    for origin in origins(d):
        paths = {along(way)[-1]: way for way in shortest_ways(origin, partial(refuse_path, ctx))}
        if inside := {end: way for end, way in paths.items() if end.in_south_vietnam}:
            ways[origin] = inside
    return ways


def _leave(d: Decider, ways: Ways) -> Deciding[None]:
    """Move all Troops to the fewest spaces, preferably Cities without Active Support (do-1)."""
    sets = _best_destinations(d, ways)
    in_all = [at for at in sets[0] if all(at in one for one in sets)]
    others = yield from pick_set(d, NODE, [[at for at in one if at not in in_all] for one in sets])
    for origin, paths in ways.items():
        if ends := [at for at in (*in_all, *others) if at in paths]:
            end = yield from d.pick_space(NODE, ends)
            yield from say_if_open(d, Move(paths[end], (Count(d.number(origin, (Kind.UT,)), Kind.UT),)))


def _best_destinations(d: Decider, ways: Ways) -> list[tuple[BoardSpace, ...]]:
    """Return the equally good sets of destinations: most Troops leave, fewest spaces, then preferred Cities.

    A City without Active Support is preferred. All sets of up to `MOST_DESTINATIONS` are tried.
    """
    places = [where for where in board().spaces if any(where in paths for paths in ways.values())]
    troops = {origin: d.number(origin, (Kind.UT,)) for origin in ways}

    def leave(chosen: Sequence[BoardSpace]) -> int:
        return sum([troops[at] for at, paths in ways.items() if any(end in paths for end in chosen)])

    best = best_sets(
        places, range(1, MOST_DESTINATIONS + 1), lambda one: (leave(one), -len(one), *_worth(d, one))
    )
    if leave(best[0]) < sum(troops.values()):
        d.note(NODE, f"sets of more than {MOST_DESTINATIONS} destinations were not tried")
    return best


def _worth(d: Decider, places: Sequence[BoardSpace]) -> tuple[int, int]:
    """Return how many are Cities without Active Support, and how many are Cities."""
    cities = [where for where in places if where.is_city]
    return sum([d.support(where) != 2 for where in cities]), len(cities)


def _assault(d: Decider) -> Deciding[None]:
    """Assault on a LoC with Insurgents where US Troops end, with the most pieces removed (do-2)."""
    places = [where for where in locs() if d.number(where, (Kind.UT,))]
    outlooks = [prospect(d.now, where, Progress(operation="patrol"), (US,)) for where in places]
    targets = [outlook for outlook in outlooks if outlook.pieces]
    if targets and (yield from say_if_open(d, Option("assault"))):
        one = yield from pick_target(d, "8.8.4/do-2", targets, ("most pieces", lambda one: one.number))
        yield from assault_in(d, one.where, one.pieces)
