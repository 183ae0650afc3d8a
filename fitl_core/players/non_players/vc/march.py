"""VC March (8.5.4): onto LoCs, among the people, and against NVA."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from math import comb
from typing import ClassVar

from fitl_core.facts.factions import NVA, VC, ControlName
from fitl_core.facts.game_map import BoardSpace, along, board, locs, populated
from fitl_core.facts.lasting import MAIN_FORCE_BATTALIONS
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind, number_named
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.supplies import Supplies
from fitl_core.players.non_players.marching import pieces_that_may_march
from fitl_core.players.non_players.movement import (
    Force,
    Groups,
    Movement,
    Way,
    best_sets,
    first_of,
    met_together,
    supplies_of,
)
from fitl_core.players.non_players.space_figures import has_room, loses_control
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.rules.operations.march import SEEN, SEEN_AS_BATTALIONS, WATCHERS

MOST_ROADS = 3
STAY_AT_BASE = 2
STAY_ELSEWHERE = 1
MOST_SETS = 5000
"""The most sets of destinations that are tried."""
ONE = (Count(1, Kind.VG),)
SHOWN_FIRST = (Kind.VG_ACTIVE, Kind.VG)


class VcMarch(Movement):
    """A March of VC in progress.

    2 Guerrillas stay with a VC Base, and 1 in any other City or Province of the South. No space of the South
    may come under COIN or NVA Control because of the March. Underground ones leave first if a step wants
    them.
    """

    kinds: ClassVar[tuple[Kind, ...]] = (Kind.VG, Kind.VG_ACTIVE)
    counted: ClassVar[tuple[Kind, ...]] = GUERRILLAS[VC]

    def stay(self, where: BoardSpace) -> int:
        """Return how many Guerrillas stay in a space."""
        if self.d.number(where, BASES[VC]):
            return STAY_AT_BASE
        return STAY_ELSEWHERE if where.in_south_vietnam and not where.is_loc else 0

    def may_change(self, where: BoardSpace, was: ControlName, after: ControlName) -> bool:
        """Check whether no space of the South comes under COIN or NVA Control."""
        return after in (was, "none") or not where.in_south_vietnam

    def ways(self, where: BoardSpace) -> Mapping[BoardSpace, Way]:
        """Return the ways from adjacent spaces."""
        return {at: (at.id, where.id) for at in along(where.adjacent)}

    def admitted(self, way: Way, force: Force) -> Force:
        """Return the Guerrillas that the walk lets March."""
        return pieces_that_may_march(self.d, way, force)


def march(d: Decider) -> Deciding[bool]:
    """Carry out the whole Operation, step by step (do-1 to do-3); return whether any Guerrilla Marched."""
    moving = VcMarch(d)
    yield from _onto_roads(moving)
    yield from _among_the_people(moving)
    if NVA not in non_players(d.start.players):
        yield from _against_nva(moving)
    return moving.moved


# -- onto LoCs (do-1) -------------------------------------------------------------------------------


def _onto_roads(moving: VcMarch) -> Deciding[None]:
    """March 1 Underground Guerrilla onto each of up to three LoCs with Econ, at no cost (NP-Q12)."""
    node, d = "8.5.4/do-1", moving.d
    taken: list[BoardSpace] = []
    while len(taken) < MOST_ROADS:
        last = [at for at in locs() if at.econ and d.number(at, (Kind.VG,)) == 1]
        coming = {road: moving.coming(road, (Kind.VG,), last) for road in _roads(d) if road not in taken}
        coming = {road: groups for road, groups in coming.items() if groups}
        if not coming:
            return
        left = MOST_ROADS - len(taken)
        needs = dict.fromkeys(coming, 1)
        road = yield from moving.pick(node, coming, needs=needs, most=left, by_lot=True)
        further = partial(_further_roads, supplies_of(coming), needs.keys() - {road})
        origin = yield from d.called("from", d.pick_space(node, list(coming[road]), ("", further)))
        yield from moving.go((origin.id, road.id), ONE)
        taken.append(road)


def _roads(d: Decider) -> list[BoardSpace]:
    """Return the LoCs of 1 or 2 Econ that a single Guerrilla could enter without being Activated."""
    any_road = d.other_reading("NP-Q12")
    roads = [at for at in locs() if at.econ and _unseen(d, at) >= 1]
    return [at for at in roads if any_road or not d.number(at, (Kind.VG,))]


def _further_roads(supplies: Supplies, others: Collection[BoardSpace], origin: BoardSpace) -> int:
    """Return how many other LoCs, up to 2, Guerrillas could enter if one left from here."""
    needs = dict.fromkeys([at.id for at in others], 1)
    return met_together(supplies.without(origin.id, Kind.VG, 1), needs, MOST_ROADS - 1)


# -- into Provinces and Cities (do-2, do-3) ----------------------------------------------------------


def _among_the_people(moving: VcMarch) -> Deciding[None]:
    """March into one space with Population after another.

    The priorities are the most Underground Guerrillas, room for a Base, and COIN Control ended.
    """
    node, d = "8.5.4/do-2", moving.d
    entered: list[BoardSpace] = []
    while True:
        coming = {at: _groups(moving, at) for at in populated() if at not in entered}
        coming = {at: groups for at, groups in coming.items() if groups}
        if not coming:
            return
        arriving = {at: _hidden_by_origin(d, at, groups) for at, groups in coming.items()}
        if len(coming) > 1 and d.other_reading("NP-Q13"):
            coming = {at: coming[at] for at in best_together(d, arriving)}
        hidden = {at: sum(arriving[at].values()) for at in coming}
        ended = {at: _ends(d, at, "coin", groups) * (1 + at.population) for at, groups in coming.items()}
        where = yield from moving.pick(
            node,
            coming,
            ("a", hidden.__getitem__),
            ("b", lambda at: has_room_at_all(d, at)),
            ("c", ended.__getitem__),
            most=d.spendable,
        )
        yield from moving.enter(where, coming[where])
        entered.append(where)


def _against_nva(moving: VcMarch) -> Deciding[None]:
    """March into spaces of the South whose NVA Control the arrival ends (do-3)."""
    d = moving.d
    while True:
        coming = {
            at: groups
            for at in board().spaces
            if at.in_south_vietnam and d.control(at) == "nva"
            if (groups := moving.coming(at, SHOWN_FIRST)) and _ends(d, at, "nva", groups)
        }
        if not coming:
            return
        where = yield from moving.pick("8.5.4/do-3", coming, "a", most=d.spendable)
        yield from moving.enter(where, coming[where])


def _groups(moving: VcMarch, where: BoardSpace) -> Groups:
    """Return all that can March into a space from each adjacent space; if they could be Activated, few enough
    to hide.

    At Active Opposition no step wants Underground ones, so these stay by preference.
    """
    support = moving.d.support(where)
    groups = moving.coming(where, SHOWN_FIRST if support == -2 else ())
    unseen = _unseen(moving.d, where)
    if support <= 0 or unseen <= 0:
        return groups
    return {
        at: first_of(force, unseen) if force[0].kind is Kind.VG else force for at, force in groups.items()
    }


def _unseen(d: Decider, where: BoardSpace) -> int:
    """Return the largest group that is not Activated in a space where it can be (3.3.2)."""
    most = SEEN_AS_BATTALIONS if d.capability(MAIN_FORCE_BATTALIONS) == "unshaded" else SEEN
    return most - d.number(where, WATCHERS)


def _hidden_by_origin(d: Decider, where: BoardSpace, groups: Groups) -> dict[str, int]:
    """Return how many Underground Guerrillas would come from each origin (id); {} at Active Opposition."""
    if d.support(where) == -2:
        return {}
    seen = d.support(where) > 0
    return {
        origin.id: sum([count.number for count in force if count.kind is Kind.VG])
        for origin, force in groups.items()
        if not seen or number_named(force) <= _unseen(d, where)
    }


def has_room_at_all(d: Decider, where: BoardSpace) -> bool:
    """Check whether a Base fits into a space, even if none is Available."""
    return has_room(d, where, Kind.VB) or (not d.now.available[Kind.VB.slot] and _few_bases(d, where))


def _few_bases(d: Decider, where: BoardSpace) -> bool:
    return sum([d.number(where, kinds) for kinds in BASES.values()]) < 2


def _ends(d: Decider, where: BoardSpace, side: ControlName, groups: Groups) -> bool:
    """Check whether the arrival of these ends a side's Control."""
    return loses_control(d, where, side, [count for force in groups.values() for count in force])


# -- destinations to which the most Guerrillas March in all (NP-Q13) ------------------------------


def best_together(d: Decider, coming: Mapping[BoardSpace, Mapping[str, int]]) -> list[BoardSpace]:
    """Return the destinations of the best sets: those with the most Underground Guerrillas in all.

    `coming` is the number that could come to each destination, by origin (ids). Each origin's Guerrillas go
    to one destination. The sets are as large as Resources and origins allow. If there are more than
    `MOST_SETS`, smaller sets are tried, with a note in the trace.
    """
    origins = {origin for groups in coming.values() for origin in groups}
    size = max(1, min(d.spendable, len(coming), len(origins)))
    while size > 1 and comb(len(coming), size) > MOST_SETS:
        size -= 1
        d.note("8.5.4/do-2", f"the search tried only sets of {size} destinations")

    def number(spaces: tuple[BoardSpace, ...]) -> tuple[int]:
        return (sum([max([coming[at].get(origin, 0) for at in spaces]) for origin in origins]),)

    best = {where for one in best_sets(list(coming), [size], number) for where in one}
    return [where for where in coming if where in best]
