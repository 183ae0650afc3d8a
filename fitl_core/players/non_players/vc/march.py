"""VC March (8.5.4): onto LoCs, among the people, and against NVA.

`VcLeaving` keeps the Guerrillas that may still leave their spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import comb

from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.game_map import BoardSpace, along, board
from fitl_core.facts.lasting import MAIN_FORCE_BATTALIONS
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.marching import pieces_that_may_march
from fitl_core.players.non_players.space_figures import control_with, has_room
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move
from fitl_core.rules.operations.march import SEEN, SEEN_AS_BATTALIONS, WATCHERS

MOST_ROADS = 3

Group = tuple[BoardSpace, tuple[Count, ...]]
"""Guerrillas that go together: their origin, and the pieces."""


def march(d: Decider) -> Deciding[bool]:
    """Carry out the whole Operation, step by step (do-1 to do-3); return whether any Guerrilla Marched."""
    leaving = VcLeaving(d)
    done = yield from _onto_roads(d, leaving)
    done |= yield from _among_the_people(d, leaving)
    if NVA not in non_players(d.start.players):
        done |= yield from _against_nva(d, leaving)
    return done


# -- onto LoCs (do-1) -------------------------------------------------------------------------------


def _onto_roads(d: Decider, leaving: VcLeaving) -> Deciding[bool]:
    """March 1 Underground Guerrilla onto each of up to three LoCs with Econ, at no cost (NP-Q12)."""
    taken: list[BoardSpace] = []
    while len(taken) < MOST_ROADS:
        open_ones = {road: _origins(d, leaving, road) for road in _roads(d) if road not in taken}
        reachable = [at for at, origins in open_ones.items() if origins]
        if not reachable:
            break
        room = MOST_ROADS - len(taken) if _all_fit(d, leaving, reachable) else 1
        road = yield from d.pick_space(
            "8.5.4/do-1", reachable, room=room, clause_for=partial(_first_onto, leaving, open_ones)
        )
        others = [other for other in reachable if other is not road]
        further = partial(_still, d, leaving, others)
        origins = d.narrow("8.5.4/do-1", "", open_ones[road], further)
        origin = yield from d.pick_space("8.5.4/do-1", origins)
        yield from _go(d, leaving, origin, road, (Count(1, Kind.VG),))
        taken.append(road)
    return bool(taken)


def _first_onto(leaving: VcLeaving, origins: dict[BoardSpace, list[BoardSpace]], road: BoardSpace) -> Move:
    """Return the move of a Guerrilla onto a LoC from where the most may leave."""
    origin = max(origins[road], key=leaving.hidden)
    return Move((origin.id, road.id), (Count(1, Kind.VG),))


def _roads(d: Decider) -> list[BoardSpace]:
    """Return the LoCs of 1 or 2 Econ that a single Guerrilla could enter without being Activated."""
    any_road = d.other_reading("NP-Q12")
    roads = [at for at in board().spaces if at.is_loc and at.econ and _unseen(d, at) >= 1]
    return [at for at in roads if any_road or not d.number(at, (Kind.VG,))]


def _origins(d: Decider, leaving: VcLeaving, road: BoardSpace) -> list[BoardSpace]:
    """Return the spaces from which an Underground Guerrilla may enter a LoC.

    A LoC with Econ does not give its last Underground one.
    """
    one = (Count(1, Kind.VG),)
    near = [at for at in along(road.adjacent) if leaving.hidden(at) and not _is_the_last_on_a_road(d, at)]
    return [at for at in near if pieces_that_may_march(d, (at.id, road.id), one)]


def _is_the_last_on_a_road(d: Decider, where: BoardSpace) -> bool:
    return where.is_loc and where.econ > 0 and d.number(where, (Kind.VG,)) == 1


def _all_fit(d: Decider, leaving: VcLeaving, roads: list[BoardSpace]) -> bool:
    """Check whether all these LoCs can be entered, so that their order does not matter."""
    return len(roads) <= MOST_ROADS and _most(d, leaving, roads, {}) == len(roads)


def _still(d: Decider, leaving: VcLeaving, roads: list[BoardSpace], origin: BoardSpace) -> int:
    """Return how many further LoCs Guerrillas could enter if one left from here."""
    return _most(d, leaving, roads, {origin.id: 1})


def _most(d: Decider, leaving: VcLeaving, roads: list[BoardSpace], gone: dict[str, int]) -> int:
    """Return the most of these LoCs that can get a Guerrilla each. All ways are tried, because at most three
    are left.
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


def _among_the_people(d: Decider, leaving: VcLeaving) -> Deciding[bool]:
    """March into one space with Population after another.

    The priorities are the most Underground Guerrillas, room for a Base, and COIN Control ended.
    """
    done = False
    entered: list[BoardSpace] = []
    while True:
        groups = {at: _groups(d, leaving, at) for at in board().spaces if at.population and at not in entered}
        destinations = [at for at, coming in groups.items() if coming]
        if not destinations:
            return done
        if len(destinations) > 1 and d.other_reading("NP-Q13"):
            destinations = best_together(d, {at: _hidden_by_origin(d, at, groups[at]) for at in destinations})
        where = yield from d.pick_space(
            "8.5.4/do-2",
            destinations,
            *_letters(d, groups),
            room=partial(_room_among, d, groups),
            clause_for=partial(_first_into, groups),
        )
        yield from _enter(d, leaving, where, groups[where])
        entered.append(where)
        done = True


def _room_among(d: Decider, groups: dict[BoardSpace, list[Group]], tied: list[BoardSpace]) -> int:
    """Return how many spaces can be entered if each has its own groups and none gives any to
    another; else 1.
    """
    origins = [origin for at in tied for origin, _ in groups[at]]
    apart = len(origins) == len(set(origins)) and not set(origins) & set(tied)
    return d.spendable if apart else 1


def _first_into(groups: dict[BoardSpace, list[Group]], where: BoardSpace) -> Move:
    origin, pieces = groups[where][0]
    return Move((origin.id, where.id), pieces)


def _letters(
    d: Decider, groups: dict[BoardSpace, list[Group]]
) -> tuple[tuple[str, Callable[[BoardSpace], int]], ...]:
    """Return the priorities: most Underground Guerrillas, room for a Base, COIN Control of the most
    Population ended.
    """
    return (
        ("a", lambda at: _arriving_hidden(d, at, groups[at])),
        ("b", lambda at: has_room_at_all(d, at)),
        ("c", lambda at: _ends(d, at, "coin", groups[at]) * (1 + at.population)),
    )


def _against_nva(d: Decider, leaving: VcLeaving) -> Deciding[bool]:
    """March into spaces of the South whose NVA Control the arrival ends (do-3)."""
    done = False
    while True:
        groups = {
            at: _groups(d, leaving, at, wants_hidden=False)
            for at in board().spaces
            if at.in_south_vietnam and not at.is_loc and d.control(at) == "nva"
        }
        destinations = [at for at, coming in groups.items() if coming and _ends(d, at, "nva", coming)]
        if not destinations:
            return done
        where = yield from d.pick_space(
            "8.5.4/do-3", destinations, ("a", lambda at: d.number(at, BASES[VC]) > 0)
        )
        yield from _enter(d, leaving, where, groups[where])
        done = True


def _groups(d: Decider, leaving: VcLeaving, where: BoardSpace, wants_hidden: bool = True) -> list[Group]:
    """Return all that can March into a space from each adjacent space; if they could be Activated, few enough
    to hide.

    At Active Opposition no step wants Underground ones, so these stay by preference.
    """
    groups = []
    for origin in along(where.adjacent):
        whole = leaving.pieces(origin, wants_hidden and d.support(where) != -2)
        if whole and wants_hidden and d.support(where) > 0:
            unseen = _unseen(d, where)
            hidden = min(leaving.hidden(origin), unseen)
            if hidden > 0:
                whole = guerrilla_counts(hidden, min(leaving.shown(origin), unseen - hidden))
        if whole := pieces_that_may_march(d, (origin.id, where.id), whole):
            groups.append((origin, whole))
    return groups


def _unseen(d: Decider, where: BoardSpace) -> int:
    """Return the largest group that is not Activated in a space where it can be (3.3.2)."""
    most = SEEN_AS_BATTALIONS if d.capability(MAIN_FORCE_BATTALIONS) == "unshaded" else SEEN
    return most - d.number(where, WATCHERS)


def _arriving_hidden(d: Decider, where: BoardSpace, groups: list[Group]) -> int:
    """Return how many Underground Guerrillas would arrive; 0 at Active Opposition."""
    return sum(_hidden_by_origin(d, where, groups).values())


def _hidden_by_origin(d: Decider, where: BoardSpace, groups: list[Group]) -> dict[str, int]:
    """Return how many Underground Guerrillas would come from each origin (id); {} at Active Opposition."""
    if d.support(where) == -2:
        return {}
    seen = d.support(where) > 0
    return {
        origin.id: sum([count.number for count in pieces if count.kind is Kind.VG])
        for origin, pieces in groups
        if not seen or sum([count.number for count in pieces]) <= _unseen(d, where)
    }


def has_room_at_all(d: Decider, where: BoardSpace) -> bool:
    """Check whether a Base fits into a space, even if none is Available."""
    return has_room(d, where, Kind.VB) or (not d.now.available[Kind.VB.slot] and _few_bases(d, where))


def _few_bases(d: Decider, where: BoardSpace) -> bool:
    return sum([d.number(where, kinds) for kinds in BASES.values()]) < 2


def _ends(d: Decider, where: BoardSpace, side: str, groups: list[Group]) -> bool:
    """Check whether the arrival of these ends a side's Control."""
    come = [count for _, pieces in groups for count in pieces]
    return d.control(where) == side and control_with(d, where, come) != side


def _enter(d: Decider, leaving: VcLeaving, where: BoardSpace, groups: list[Group]) -> Deciding[None]:
    for origin, pieces in groups:
        yield from _go(d, leaving, origin, where, pieces)


def _go(
    d: Decider, leaving: VcLeaving, origin: BoardSpace, where: BoardSpace, pieces: tuple[Count, ...]
) -> Deciding[None]:
    yield from d.say(Move((origin.id, where.id), pieces))
    leaving.went(where, pieces)


# -- Guerrillas that may leave, and those that have Marched already -------------------------------

STAY_AT_BASE = 2
STAY_ELSEWHERE = 1


def guerrilla_counts(hidden: int, shown: int) -> tuple[Count, ...]:
    """Return Guerrillas as a move names them."""
    named = ((hidden, Kind.VG), (shown, Kind.VG_ACTIVE))
    return tuple([Count(number, kind) for number, kind in named if number > 0])


class VcLeaving:
    """The Guerrillas that may leave each space during one March.

    2 stay with a VC Base, and 1 in any other City or Province of the South. No space of the South may come
    under COIN or NVA Control because of the March. Underground ones leave first if a step wants them.
    Guerrillas that have Marched go no further (3.3.2).
    """

    def __init__(self, d: Decider) -> None:
        self._d = d
        self._came: dict[str, int] = {}
        self._came_hidden: dict[str, int] = {}

    def went(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Record Guerrillas that have Marched into a space."""
        for count in pieces:
            self._came[where.id] = self._came.get(where.id, 0) + count.number
        hidden = self._d.number(where, (Kind.VG,))
        came = sum([count.number for count in pieces if count.kind is Kind.VG])
        self._came_hidden[where.id] = min(self._came_hidden.get(where.id, 0) + came, hidden)

    def number(self, where: BoardSpace) -> int:
        """Return how many Guerrillas may leave."""
        d = self._d
        there = d.number(where, GUERRILLAS[VC])
        if not there:
            return 0
        unmoved = there - self._came.get(where.id, 0)
        most = min(unmoved, there - self._stay(where))
        if where.in_south_vietnam and not where.is_loc:
            while most > 0 and self._loses_control(where, most):
                most -= 1
        return max(0, most)

    def _stay(self, where: BoardSpace) -> int:
        if self._d.number(where, BASES[VC]):
            return STAY_AT_BASE
        return STAY_ELSEWHERE if where.in_south_vietnam and not where.is_loc else 0

    def _loses_control(self, where: BoardSpace, number: int) -> bool:
        """Check whether the space would come under COIN or NVA Control if this many left."""
        shown = min(number, self._d.number(where, (Kind.VG_ACTIVE,)))
        after = control_with(self._d, where, (), guerrilla_counts(number - shown, shown))
        return after not in (self._d.control(where), "none")

    def hidden(self, where: BoardSpace) -> int:
        """Return how many of those that may leave can be Underground."""
        there = self._d.number(where, (Kind.VG,)) - self._came_hidden.get(where.id, 0)
        return min(self.number(where), there)

    def shown(self, where: BoardSpace) -> int:
        """Return how many of those that may leave can be Active."""
        came_shown = self._came.get(where.id, 0) - self._came_hidden.get(where.id, 0)
        return min(self.number(where), self._d.number(where, (Kind.VG_ACTIVE,)) - came_shown)

    def pieces(self, where: BoardSpace, wants_hidden: bool = True) -> tuple[Count, ...]:
        """Return all that may leave together, with as many Underground ones as possible if `wants_hidden`.

        Otherwise Underground ones stay by preference.
        """
        number = self.number(where)
        hidden = self.hidden(where) if wants_hidden else max(0, number - self.shown(where))
        return guerrilla_counts(hidden, min(number - hidden, self.shown(where)))


# -- destinations to which the most Guerrillas March in all (NP-Q13) ------------------------------

MOST_SETS = 5000
"""The most sets of destinations that are tried."""


def best_together(d: Decider, coming: Mapping[BoardSpace, Mapping[str, int]]) -> list[BoardSpace]:
    """Return the destinations of the best sets: those with the most Underground Guerrillas in all.

    `coming` is the number that could come to each destination, by origin (ids). The sets are as large as
    Resources and origins allow. If there are more than `MOST_SETS`, smaller sets are tried, with a note in
    the trace.
    """
    origins = {origin for groups in coming.values() for origin in groups}
    size = max(1, min(d.spendable, len(coming), len(origins)))
    while size > 1 and comb(len(coming), size) > MOST_SETS:
        size -= 1
        d.note("8.5.4/do-2", f"the search tried only sets of {size} destinations")
    best, best_spaces = -1, set[BoardSpace]()
    for spaces in combinations(coming, size):
        total = _together(spaces, coming)
        if total >= best:
            best_spaces = {*best_spaces, *spaces} if total == best else set(spaces)
            best = total
    return [where for where in coming if where in best_spaces]


def _together(spaces: Sequence[BoardSpace], coming: Mapping[BoardSpace, Mapping[str, int]]) -> int:
    """Return how many come to these in all. Each origin's Guerrillas go to one destination, where the most
    may.
    """
    most: dict[str, int] = {}
    for where in spaces:
        for origin, number in coming[where].items():
            most[origin] = max(most.get(origin, 0), number)
    return sum(most.values())
