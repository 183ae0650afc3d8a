"""How VC March (8.5.4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fitl_core.facts.board import BoardSpace, along, board
from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.lasting import MAIN_FORCE_BATTALIONS
from fitl_core.facts.pieces import BASES, Count, Kind
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.figures import control_with, has_room
from fitl_core.players.non_players.marching import that_may_march
from fitl_core.players.non_players.vc.destinations import best_together
from fitl_core.players.non_players.vc.leaving import Leaving, counts
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move
from fitl_core.rules.operations.march import SEEN, SEEN_AS_BATTALIONS, WATCHERS

MOST_ROADS = 3

Group = tuple[BoardSpace, tuple[Count, ...]]
"""Guerrillas that go together: from where, and which."""


def march(d: Decider) -> Deciding[bool]:
    """The whole Operation, step by step (do-1 to do-3); whether any Guerrilla Marched."""
    leaving = Leaving(d)
    done = yield from _onto_roads(d, leaving)
    done |= yield from _among_the_people(d, leaving)
    if NVA not in non_players(d.start.players):
        done |= yield from _against_nva(d, leaving)
    return done


# -- onto LoCs (do-1) -------------------------------------------------------------------------------


def _onto_roads(d: Decider, leaving: Leaving) -> Deciding[bool]:
    """1 Underground Guerrilla onto each of up to three LoCs with Econ; it costs nothing (NP-Q12)."""
    taken: list[BoardSpace] = []
    while len(taken) < MOST_ROADS:
        open_ones = {road: _origins(d, leaving, road) for road in _roads(d) if road not in taken}
        reachable = [at for at, origins in open_ones.items() if origins]
        if not reachable:
            break
        room = MOST_ROADS - len(taken) if _all_fit(d, leaving, reachable) else 1
        road = yield from d.pick_space(
            "8.5.4/do-1", reachable, room=room, says=partial(_first_onto, leaving, open_ones)
        )
        others = [other for other in reachable if other is not road]
        further = partial(_still, d, leaving, others)
        origins = d.narrow("8.5.4/do-1", "", open_ones[road], further)
        origin = yield from d.pick_space("8.5.4/do-1", origins)
        yield from _go(d, leaving, origin, road, (Count(1, Kind.VG),))
        taken.append(road)
    return bool(taken)


def _first_onto(leaving: Leaving, origins: dict[BoardSpace, list[BoardSpace]], road: BoardSpace) -> Move:
    """How a Guerrilla would come onto a LoC: from where most may leave."""
    origin = max(origins[road], key=leaving.hidden)
    return Move((origin.id, road.id), (Count(1, Kind.VG),))


def _roads(d: Decider) -> list[BoardSpace]:
    """The LoCs of 1 or 2 Econ onto which a single Guerrilla could come unseen."""
    any_road = d.other_reading("NP-Q12")
    roads = [at for at in board().spaces if at.is_loc and at.econ and _unseen(d, at) >= 1]
    return [at for at in roads if any_road or not d.number(at, (Kind.VG,))]


def _origins(d: Decider, leaving: Leaving, road: BoardSpace) -> list[BoardSpace]:
    """From where an Underground Guerrilla may come onto a LoC; not from one that would lose its own so."""
    one = (Count(1, Kind.VG),)
    near = [at for at in along(road.adjacent) if leaving.hidden(at) and not _is_the_last_on_a_road(d, at)]
    return [at for at in near if that_may_march(d, (at.id, road.id), one)]


def _is_the_last_on_a_road(d: Decider, where: BoardSpace) -> bool:
    return where.is_loc and where.econ > 0 and d.number(where, (Kind.VG,)) == 1


def _all_fit(d: Decider, leaving: Leaving, roads: list[BoardSpace]) -> bool:
    """Whether all these LoCs can be marched onto: then their order does not matter."""
    return len(roads) <= MOST_ROADS and _most(d, leaving, roads, {}) == len(roads)


def _still(d: Decider, leaving: Leaving, roads: list[BoardSpace], origin: BoardSpace) -> int:
    """Onto how many further LoCs Guerrillas could come if one left from here."""
    return _most(d, leaving, roads, {origin.id: 1})


def _most(d: Decider, leaving: Leaving, roads: list[BoardSpace], gone: dict[str, int]) -> int:
    """The most of these LoCs onto which a Guerrilla each can come, tried whole: at most three are left
    to take.
    """
    best = 0
    for i, road in enumerate(roads):
        for origin in _origins(d, leaving, road):
            if leaving.hidden(origin) > gone.get(origin.id, 0):
                used = {**gone, origin.id: gone.get(origin.id, 0) + 1}
                if sum(used.values()) >= MOST_ROADS:
                    return max(best, 1)
                best = max(best, 1 + _most(d, leaving, roads[i + 1 :], used))
    return best


# -- into Provinces and Cities (do-2, do-3) ----------------------------------------------------------


def _among_the_people(d: Decider, leaving: Leaving) -> Deciding[bool]:
    """Into one space with Population after another: most Underground Guerrillas, room for a Base, COIN
    Control.
    """
    done = False
    entered: list[BoardSpace] = []
    while True:
        groups = {at: _groups(d, leaving, at) for at in board().spaces if at.population and at not in entered}
        left = [at for at, coming in groups.items() if coming]
        if not left:
            return done
        if len(left) > 1 and d.other_reading("NP-Q13"):
            left = best_together(d, {at: _hidden_by_origin(d, at, groups[at]) for at in left})
        where = yield from d.pick_space(
            "8.5.4/do-2",
            left,
            *_letters(d, groups),
            room=partial(_room_among, d, groups),
            says=partial(_first_into, groups),
        )
        yield from _enter(d, leaving, where, groups[where])
        entered.append(where)
        done = True


def _room_among(d: Decider, groups: dict[BoardSpace, list[Group]], tied: list[BoardSpace]) -> int:
    """How many can be entered, where each has groups of its own and none gives any to another; else 1."""
    origins = [origin for at in tied for origin, _ in groups[at]]
    apart = len(origins) == len(set(origins)) and not set(origins) & set(tied)
    return d.means if apart else 1


def _first_into(groups: dict[BoardSpace, list[Group]], where: BoardSpace) -> Move:
    origin, pieces = groups[where][0]
    return Move((origin.id, where.id), pieces)


def _letters(
    d: Decider, groups: dict[BoardSpace, list[Group]]
) -> tuple[tuple[str, Callable[[BoardSpace], int]], ...]:
    """Most Underground Guerrillas, room for a Base, COIN Control gone from the most Population."""
    return (
        ("a", lambda at: _arriving_hidden(d, at, groups[at])),
        ("b", lambda at: has_room_at_all(d, at)),
        ("c", lambda at: _ends(d, at, "coin", groups[at]) * (1 + at.population)),
    )


def _against_nva(d: Decider, leaving: Leaving) -> Deciding[bool]:
    """Into spaces of the South whose NVA Control the arrival ends (do-3)."""
    done = False
    while True:
        groups = {
            at: _groups(d, leaving, at, wants_hidden=False)
            for at in board().spaces
            if at.in_south_vietnam and not at.is_loc and d.control(at) == "nva"
        }
        left = [at for at, coming in groups.items() if coming and _ends(d, at, "nva", coming)]
        if not left:
            return done
        where = yield from d.pick_space("8.5.4/do-3", left, ("a", lambda at: d.number(at, BASES[VC]) > 0))
        yield from _enter(d, leaving, where, groups[where])
        done = True


def _groups(d: Decider, leaving: Leaving, where: BoardSpace, wants_hidden: bool = True) -> list[Group]:
    """All that can March into a space, from each space beside it; where they would be seen, few enough
    not to be.

    At Active Opposition no step wants Underground ones: they stay behind first.
    """
    found = []
    for origin in along(where.adjacent):
        whole = leaving.pieces(origin, wants_hidden and d.support(where) != -2)
        if whole and wants_hidden and d.support(where) > 0:
            unseen = _unseen(d, where)
            hidden = min(leaving.hidden(origin), unseen)
            if hidden > 0:
                whole = counts(hidden, min(leaving.shown(origin), unseen - hidden))
        if whole := that_may_march(d, (origin.id, where.id), whole):
            found.append((origin, whole))
    return found


def _unseen(d: Decider, where: BoardSpace) -> int:
    """Of how many a group may be that is not Activated in a space where it can be seen (3.3.2)."""
    most = SEEN_AS_BATTALIONS if d.capability(MAIN_FORCE_BATTALIONS) == "unshaded" else SEEN
    return most - d.number(where, WATCHERS)


def _arriving_hidden(d: Decider, where: BoardSpace, groups: list[Group]) -> int:
    """How many Underground Guerrillas would come, where it is not at Active Opposition."""
    return sum(_hidden_by_origin(d, where, groups).values())


def _hidden_by_origin(d: Decider, where: BoardSpace, groups: list[Group]) -> dict[str, int]:
    """How many Underground Guerrillas would come from each space (ids), not into Active Opposition."""
    if d.support(where) == -2:
        return {}
    seen = d.support(where) > 0
    return {
        origin.id: sum([count.number for count in pieces if count.kind is Kind.VG])
        for origin, pieces in groups
        if not seen or sum([count.number for count in pieces]) <= _unseen(d, where)
    }


def has_room_at_all(d: Decider, where: BoardSpace) -> bool:
    """Whether a Base fits into a space, whether or not one is Available."""
    return has_room(d, where, Kind.VB) or (not d.now.available[Kind.VB.slot] and _few_bases(d, where))


def _few_bases(d: Decider, where: BoardSpace) -> bool:
    return sum([d.number(where, kinds) for kinds in BASES.values()]) < 2


def _ends(d: Decider, where: BoardSpace, side: str, groups: list[Group]) -> bool:
    """Whether the arrival of these ends a side's Control."""
    come = [count for _, pieces in groups for count in pieces]
    return d.control(where) == side and control_with(d, where, come) != side


def _enter(d: Decider, leaving: Leaving, where: BoardSpace, groups: list[Group]) -> Deciding[None]:
    for origin, pieces in groups:
        yield from _go(d, leaving, origin, where, pieces)


def _go(
    d: Decider, leaving: Leaving, origin: BoardSpace, where: BoardSpace, pieces: tuple[Count, ...]
) -> Deciding[None]:
    yield from d.say(Move((origin.id, where.id), pieces))
    leaving.went(where, pieces)
