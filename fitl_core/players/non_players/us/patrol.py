"""US Patrol in Monsoon: all Troops leave Laos and Cambodia (8.8.4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations

from fitl_core.facts.factions import NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import TUNNELED, Count, Kind
from fitl_core.players.non_players.ambushed_column import let_nva_remove
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.departures import number_of
from fitl_core.players.non_players.us.activities import take_activity
from fitl_core.players.non_players.us.assault import meet_tunnel, prospect
from fitl_core.players.non_players.us.board_figures import space_now
from fitl_core.players.non_players.us.saying import activate_most, remove_most, say_if_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Move, Option, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.operations.patrol import RULE, refuse_path
from fitl_core.rules.progress import Progress
from fitl_core.rules.shared.routes import shortest_ways
from fitl_core.state.draft import Draft

MOST_DESTINATIONS = 3
"""The largest sets of destinations that are tried. If more are needed, the best set so far is taken, with a
note.
"""

Ways = dict[str, dict[str, tuple[str, ...]]]
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
        paths = {way[-1]: way for way in shortest_ways(origin, partial(refuse_path, ctx))}
        if inside := {name: way for name, way in paths.items() if spaces_by_id()[name].in_south_vietnam}:
            ways[origin.id] = inside
    return ways


def _leave(d: Decider, ways: Ways) -> Deciding[None]:
    """Move all Troops to the fewest spaces, preferably Cities without Active Support (do-1)."""
    sets = best_destinations(d, ways)
    chosen: list[BoardSpace] = []
    while sets and len(chosen) < len(sets[0]):
        unchosen = {where.id: where for one in sets for where in one if where not in chosen}
        in_all = [at for at in unchosen.values() if all(at in one for one in sets)]
        places = in_all or [at for at in board().spaces if at.id in unchosen]
        where = yield from d.pick_space("8.8.4/do-1", places, room=len(in_all) or 1)
        chosen.append(where)
        sets = [one for one in sets if where in one]
    for name, paths in ways.items():
        there_to = [where for where in chosen if where.id in paths]
        if there_to:
            where = yield from d.pick_space("8.8.4/do-1", there_to)
            number = d.number(spaces_by_id()[name], (Kind.UT,))
            yield from say_if_open(d, Move(paths[where.id], (Count(number, Kind.UT),)))


def best_destinations(d: Decider, ways: Ways) -> list[tuple[BoardSpace, ...]]:
    """Return the equally good sets of destinations: most Troops leave, fewest spaces, then preferred Cities.

    A City without Active Support is preferred. All sets of up to `MOST_DESTINATIONS` are tried.
    """
    named = {name for paths in ways.values() for name in paths}
    places = [where for where in board().spaces if where.id in named]
    troops = {name: d.number(spaces_by_id()[name], (Kind.UT,)) for name in ways}
    best: list[tuple[BoardSpace, ...]] = []
    best_key: tuple[int, ...] = ()
    for number in range(1, MOST_DESTINATIONS + 1):
        for chosen in combinations(places, number):
            leave = sum([troops[name] for name in ways if any(at.id in ways[name] for at in chosen)])
            key = (leave, -number, *_worth(d, chosen))
            if not best or key > best_key:
                best, best_key = [], key
            if key == best_key:
                best.append(chosen)
        if best_key[0] == sum(troops.values()):
            return best
    d.note("8.8.4/do-1", f"sets of more than {MOST_DESTINATIONS} destinations were not tried")
    return best


def _worth(d: Decider, places: Sequence[BoardSpace]) -> tuple[int, int]:
    """Return how many are Cities without Active Support, and how many are Cities."""
    cities = [where for where in places if where.is_city]
    return sum([d.support(where) != 2 for where in cities]), len(cities)


def _assault(d: Decider) -> Deciding[None]:
    """Assault on a LoC with Insurgents where US Troops end, with the most pieces removed (do-2)."""
    removed: dict[str, tuple[Count, ...]] = {}
    for where in board().spaces:
        if where.is_loc and d.number(where, (Kind.UT,)) and number_of(space_now(d, where).pieces, NVA, VC):
            pieces = prospect(d.now, where, Progress(operation="patrol"), arvn=False).first
            if pieces:
                removed[where.id] = pieces
    if not removed or not (yield from say_if_open(d, Option("assault"))):
        return
    places = [where for where in board().spaces if where.id in removed]
    numbers = {name: sum([count.number for count in pieces]) for name, pieces in removed.items()}
    where = yield from d.pick_space("8.8.4/do-2", places, ("most pieces", lambda at: numbers[at.id]))
    if not (yield from say_if_open(d, Remove(where.id, removed[where.id]))):
        yield from d.say(At(where.id))
        yield from remove_most(d, Remove(where.id, removed[where.id]))
    if d.number(where, TUNNELED):
        yield from meet_tunnel(d)
