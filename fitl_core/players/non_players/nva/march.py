"""NVA March (8.6.5). Read next `leaving`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import combinations

from fitl_core.facts.factions import NVA
from fitl_core.facts.game_map import BoardSpace, along, board, locs
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.movement import Groups
from fitl_core.players.non_players.nva.leaving import (
    FOR_A_BASE,
    GUERRILLAS_FOR_A_BASE,
    UNITS,
    NvaMarch,
)
from fitl_core.players.non_players.space_figures import control_with
from fitl_core.players.non_players.wanted import Deciding

MOST_TAKEN = 3
"""The most spaces in which NVA add Control."""
MOST_GROUPS = 4
"""The most groups in a combination that is tried for one space."""
MOST_LOOKED_AT = 5_000
"""The most combinations that are tried for the later spaces."""

SHOWN_FIRST = (Kind.NG_ACTIVE, Kind.NG)
ONE = (Count(1, Kind.NG),)

Mix = tuple[BoardSpace, ...]
"""The origins of groups that go together."""


def march(d: Decider) -> Deciding[bool]:
    """Carry out the whole Operation, step by step (do-1 to do-4); return whether any unit Marched."""
    moving = NvaMarch(d)
    yield from _for_a_base(moving)
    yield from _onto_a_road(moving)
    yield from _for_control(moving)
    yield from _toward_coin(moving)
    return moving.moved


# -- do-1: for a Base ---------------------------------------------------------------------------------


def _for_a_base(moving: NvaMarch) -> Deciding[None]:
    """Gather 4 units, 2 of them Guerrillas, in Laos or Cambodia where a Base fits (NP-Q22)."""
    node, d = "8.6.5/do-1", moving.d
    while d.now.available[Kind.NB.slot]:
        fields = [at for at in board().spaces if at.in_laos_or_cambodia and _has_room(d, at)]
        many = d.other_reading("NP-Q22")
        ready = [at for at in fields if _is_ready(d, at)]
        moving.gathered |= {where.id for where in (ready if many else ready[:1])}
        if ready and not many:
            d.note(node, f"a Base could be placed in {ready[0].name} already")
            return
        possible_fields = [at for at in fields if at not in ready and _could_be_ready(moving, at)]
        if not possible_fields:
            return
        where = yield from d.pick_space(node, possible_fields)
        yield from _gather(moving, where)
        moving.gathered.add(where.id)
        if not many:
            return


def _has_room(d: Decider, where: BoardSpace) -> bool:
    return sum([d.number(where, kinds) for kinds in BASES.values()]) < 2


def _is_ready(d: Decider, where: BoardSpace, guerrillas: int = 0, units: int = 0) -> bool:
    """Check whether a Base could be placed after the arrival of these."""
    enough = d.number(where, GUERRILLAS[NVA]) + guerrillas >= GUERRILLAS_FOR_A_BASE
    return enough and d.number(where, UNITS) + units >= FOR_A_BASE


def _could_be_ready(moving: NvaMarch, where: BoardSpace) -> bool:
    """Check whether enough units can come."""
    return _is_ready(moving.d, where, moving.supply(where, SHOWN_FIRST), moving.supply(where))


def _gather(moving: NvaMarch, where: BoardSpace) -> Deciding[None]:
    """Bring the missing Guerrillas, then Troops, then more Guerrillas, up to 4 units."""
    number = partial(moving.d.number, where)
    for kinds, there, enough in (
        (SHOWN_FIRST, GUERRILLAS[NVA], GUERRILLAS_FOR_A_BASE),
        ((Kind.NT,), UNITS, FOR_A_BASE),
        (SHOWN_FIRST, UNITS, FOR_A_BASE),
    ):
        yield from moving.bring("8.6.5/do-1", where, enough - number(there), kinds=kinds)


# -- do-2: onto a LoC --------------------------------------------------------------------------------


def _onto_a_road(moving: NvaMarch) -> Deciding[None]:
    """March 1 Underground Guerrilla onto a LoC without any: Hue - Da Nang if possible, else a random one."""
    node, d = "8.6.5/do-2", moving.d
    origins = {road: _origins(moving, road) for road in locs() if not d.number(road, (Kind.NG, Kind.VG))}
    roads = [road for road, starts in origins.items() if starts]
    if not roads:
        return
    first = [road for road in roads if {"hue", "da-nang"} <= set(road.adjacent)]
    road = first[0] if first else (yield from d.pick_space(node, roads))
    if first:
        d.note_pick(node, first[0].name, "Hue - Da Nang if possible")
    origin = yield from d.called("from", d.pick_space(node, origins[road]))
    yield from moving.go(moving.ways(road)[origin], ONE)


def _origins(moving: NvaMarch, road: BoardSpace) -> list[BoardSpace]:
    """Return the spaces from which an Underground Guerrilla can come, also along the Trail."""
    ways = moving.ways(road)
    near = [at for at in ways if not at.is_loc and moving.leaving(at, (Kind.NG,))]
    return [at for at in near if moving.admitted(ways[at], ONE)]


# -- do-3: for Control -------------------------------------------------------------------------------


def _for_control(moving: NvaMarch) -> Deciding[None]:
    """Add NVA Control in up to 3 spaces of the highest Population. All units that leave a space go
    together.
    """
    node, d = "8.6.5/do-3", moving.d
    for spaces in range(MOST_TAKEN, 0, -1):
        outlook = _Outlook(moving)
        mixes = {at: found for at in outlook.groups if (found := outlook.mixes(at))}
        if not mixes:
            return
        where = yield from moving.pick(
            node,
            {at: {origin: outlook.groups[at][origin] for mix in mixes[at] for origin in mix} for at in mixes},
            "",
            ("a", partial(_is_one_group, mixes)),
            "b",
            "c",
            most=min(spaces, d.spendable),
        )
        best = outlook.leaving_most(where, mixes[where], spaces - 1)
        mixture: Mix = yield from d.pick_evenly(node, best, _names)
        for origin in mixture:
            yield from moving.go(moving.ways(where)[origin], outlook.groups[where][origin])
        moving.held.add(where.id)


def _is_one_group(mixes: Mapping[BoardSpace, list[Mix]], where: BoardSpace) -> int:
    return len(mixes[where][0]) == 1


def _names(mix: Mix) -> str:
    return " and ".join([at.name for at in mix])


class _Outlook:
    """The spaces that can come under NVA Control with the groups that are ready now.

    The units already in a space that is to come under Control are left out later, because they may have to
    stay there.
    """

    def __init__(self, moving: NvaMarch) -> None:
        self.d = moving.d
        self.looked_at: int = 0
        self.groups: dict[BoardSpace, Groups] = {}
        for where in board().spaces:
            if where.is_loc or self.d.control(where) == "nva":
                continue
            groups = {at: force for at, force in moving.coming(where).items() if _goes_whole(moving, at)}
            if self._takes(where, groups, groups):
                self.groups[where] = groups
                if not self.mixes(where):
                    text = f"{where.name}: it would need more than {MOST_GROUPS} groups and was not tried"
                    self.d.note("8.6.5/do-3", text)

    def _takes(self, where: BoardSpace, groups: Groups, origins: Iterable[BoardSpace]) -> bool:
        """Check whether the groups of these origins bring a space under NVA Control."""
        return control_with(self.d, where, [count for at in origins for count in groups[at]]) == "nva"

    def mixes(self, where: BoardSpace, used: frozenset[BoardSpace] = frozenset()) -> list[Mix]:
        """Return the combinations of fewest groups that bring a space under NVA Control.

        All combinations of up to `MOST_GROUPS` groups are tried, without those of `used` spaces.
        """
        groups = {at: force for at, force in self.groups[where].items() if at not in used}
        if not self._takes(where, groups, groups):
            return []
        for number in range(1, min(len(groups), MOST_GROUPS) + 1):
            if mixes := [mix for mix in combinations(groups, number) if self._takes(where, groups, mix)]:
                return mixes
        return []

    def leaving_most(self, where: BoardSpace, mixes: list[Mix], spaces: int) -> list[Mix]:
        """Return the combinations of groups that leave the most Population for the later spaces."""
        if len(mixes) == 1 or not spaces:
            return mixes
        spaces = min(spaces, self.d.spendable - 1)
        later = {mix: self._later(frozenset([where]), frozenset([where, *mix]), spaces) for mix in mixes}
        if self.looked_at >= MOST_LOOKED_AT:
            self.d.note(
                "8.6.5/do-3", f"the search ended after {MOST_LOOKED_AT} combinations for later spaces"
            )
        best = max(later.values())
        return [mix for mix in mixes if later[mix] == best]

    def _later(
        self, taken: frozenset[BoardSpace], used: frozenset[BoardSpace], spaces: int
    ) -> tuple[int, ...]:
        """Return the Population of up to `spaces` spaces that can be taken after these, the highest first."""
        if not spaces:
            return ()
        mixes = {at: found for at in self.groups if at not in taken and (found := self.mixes(at, used))}
        people = max([at.population for at in mixes], default=-1)
        best: tuple[int, ...] = ()
        for where in [at for at in mixes if at.population == people]:
            for mix in mixes[where]:
                if self.looked_at >= MOST_LOOKED_AT:
                    return best
                self.looked_at += 1
                onward = self._later(taken | {where}, used | {where, *mix}, spaces - 1)
                best = max(best, (people, *onward))
        return best


def _goes_whole(moving: NvaMarch, origin: BoardSpace) -> bool:
    """Check whether a group may leave. By the other reading of NP-Q25, only if no unit has to stay."""
    d = moving.d
    return moving.number(origin) == d.number(origin, UNITS) or not d.other_reading("NP-Q25")


# -- do-4: toward COIN Control ---------------------------------------------------------------------


def _toward_coin(moving: NvaMarch) -> Deciding[None]:
    """March the most Troops that are not adjacent to COIN Control into 1 space that is (NP-Q53)."""
    d = moving.d
    near = [at for at in board().spaces if _is_beside_coin(d, at)]
    coming = {at: moving.coming(at, (Kind.NT,), but=near) for at in board().spaces if _is_wanted(d, at)}
    destinations = {at: sum(map(number_named, groups.values())) for at, groups in coming.items() if groups}
    if destinations:
        where = yield from d.pick_space("8.6.5/do-4", list(destinations), ("", destinations.__getitem__))
        yield from moving.enter(where, coming[where])


def _is_wanted(d: Decider, where: BoardSpace) -> bool:
    """Check whether a space is adjacent to COIN Control in the South.

    By the other reading, the space itself must be in the South, adjacent to any COIN Control.
    """
    if d.other_reading("NP-Q53"):
        return where.in_south_vietnam and _is_beside_coin(d, where)
    return _is_beside_coin(d, where, southern=True)


def _is_beside_coin(d: Decider, where: BoardSpace, southern: bool = False) -> bool:
    """Check whether a space is adjacent to COIN Control; with `southern`, to a space of South Vietnam."""
    around = along(where.adjacent)
    return any(d.control(at) == "coin" for at in around if at.in_south_vietnam or not southern)
