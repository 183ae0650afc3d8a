"""NVA March (8.6.5). Read next `leaving`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations

from fitl_core.facts.factions import NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, along, board, spaces_by_id
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.marching import pieces_that_may_march
from fitl_core.players.non_players.nva.leaving import (
    FOR_A_BASE,
    GUERRILLAS_FOR_A_BASE,
    UNITS,
    Force,
    NvaLeaving,
    is_free,
    unit_counts,
)
from fitl_core.players.non_players.space_figures import control_with
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move

MOST_TAKEN = 3
"""The most spaces in which NVA add Control."""
MOST_GROUPS = 4
"""The most groups in a combination that is tried for one space."""

ONE = (Count(1, Kind.NG),)

Way = tuple[str, ...]


def march(d: Decider) -> Deciding[bool]:
    """Carry out the whole Operation, step by step (do-1 to do-4); return whether any unit Marched."""
    leaving = NvaLeaving(d)
    done = yield from _for_a_base(d, leaving)
    done |= yield from _onto_a_road(d, leaving)
    done |= yield from _for_control(d, leaving)
    done |= yield from _toward_coin(d, leaving)
    return done


# -- ways -------------------------------------------------------------------------------------------


def _goes_far(d: Decider) -> bool:
    """Check whether units go more than one step along the Trail: at Trail 4, or in a free March."""
    return d.now.trail == 4 or (is_free(d) and d.now.trail > 0)


def _ways_into(d: Decider, where: BoardSpace) -> Mapping[BoardSpace, Way]:
    """Return the shortest path into a space from each origin."""
    return _ways(where, _goes_far(d))


@cache
def _ways(where: BoardSpace, far: bool) -> Mapping[BoardSpace, Way]:
    ways: dict[BoardSpace, Way] = {}
    edge: list[Way] = [(where.id,)]
    while edge:
        onward: list[Way] = []
        for way in edge:
            for name in sorted(spaces_by_id()[way[0]].adjacent):
                origin = spaces_by_id()[name]
                if origin is where or origin in ways:
                    continue
                ways[origin] = (name, *way)
                if far and origin.in_laos_or_cambodia:
                    onward.append(ways[origin])
        edge = onward
    return ways


def _groups_into(d: Decider, leaving: NvaLeaving, where: BoardSpace) -> dict[BoardSpace, Force]:
    """Return all units that may leave other spaces and enter this one, by origin."""
    coming = {
        at: pieces_that_may_march(d, way, leaving.group(at))
        for at, way in _ways_into(d, where).items()
        if d.number(at, UNITS)
    }
    return {at: pieces for at, pieces in coming.items() if pieces}


def _go(d: Decider, leaving: NvaLeaving, way: Way, pieces: Force) -> Deciding[None]:
    yield from d.say(Move(way, pieces))
    leaving.went(spaces_by_id()[way[-1]], pieces)


# -- do-1: for a Base ---------------------------------------------------------------------------------


def _for_a_base(d: Decider, leaving: NvaLeaving) -> Deciding[bool]:
    """Gather 4 units, 2 of them Guerrillas, in Laos or Cambodia where a Base fits (NP-Q22)."""
    node = "8.6.5/do-1"
    done = False
    while d.now.available[Kind.NB.slot]:
        fields = [at for at in board().spaces if at.in_laos_or_cambodia and _has_room(d, at)]
        many = d.other_reading("NP-Q22")
        ready = [at for at in fields if _is_ready(d, at)]
        for where in ready if many else ready[:1]:
            leaving.gather(where)
        if ready and not many:
            d.note(node, f"a Base could be placed in {ready[0].name} already")
            break
        possible_fields = [at for at in fields if at not in ready and _could_be_ready(d, leaving, at)]
        if not possible_fields:
            break
        where = yield from d.pick_space(node, possible_fields)
        yield from _gather(d, leaving, where)
        leaving.gather(where)
        done = True
        if not many:
            break
    return done


def _has_room(d: Decider, where: BoardSpace) -> bool:
    return sum([d.number(where, kinds) for kinds in BASES.values()]) < 2


def _is_ready(d: Decider, where: BoardSpace) -> bool:
    guerrillas = d.number(where, GUERRILLAS[NVA])
    return guerrillas >= GUERRILLAS_FOR_A_BASE and d.number(where, UNITS) >= FOR_A_BASE


def _could_be_ready(d: Decider, leaving: NvaLeaving, where: BoardSpace) -> bool:
    """Check whether enough units can come."""
    ways = _groups_into(d, leaving, where)
    guerrillas = sum([leaving.of_kinds(at, *GUERRILLAS[NVA]) for at in ways])
    units = sum([leaving.number(at) for at in ways])
    enough = d.number(where, GUERRILLAS[NVA]) + guerrillas >= GUERRILLAS_FOR_A_BASE
    return enough and d.number(where, UNITS) + units >= FOR_A_BASE


def _gather(d: Decider, leaving: NvaLeaving, where: BoardSpace) -> Deciding[None]:
    """Bring the missing Guerrillas, then Troops, then more Guerrillas, up to 4 units."""
    ways = _ways_into(d, where)
    yield from _bring(d, leaving, where, ways, GUERRILLAS[NVA], GUERRILLAS_FOR_A_BASE)
    yield from _bring(d, leaving, where, ways, (Kind.NT,), FOR_A_BASE)
    yield from _bring(d, leaving, where, ways, GUERRILLAS[NVA], FOR_A_BASE)


def _bring(
    d: Decider,
    leaving: NvaLeaving,
    where: BoardSpace,
    ways: Mapping[BoardSpace, Way],
    kinds: tuple[Kind, ...],
    enough: int,
) -> Deciding[None]:
    """Bring pieces of these kinds until there are `enough`: Guerrillas, or units in all for Troops."""
    by_guerrillas = enough == GUERRILLAS_FOR_A_BASE
    while True:
        wanted = enough - d.number(where, GUERRILLAS[NVA] if by_guerrillas else UNITS)
        origins = [at for at in ways if leaving.of_kinds(at, *kinds)]
        if wanted <= 0 or not origins:
            return
        able = sum([leaving.of_kinds(at, *kinds) for at in origins])
        move = partial(_move_of, leaving, ways, kinds, wanted)
        origin = yield from d.pick_space(
            "8.6.5/do-1", origins, room=len(origins) if able <= wanted else 1, clause_for=move
        )
        pieces = move(origin).pieces
        if not d.accepts(move(origin)):
            ways = {at: way for at, way in ways.items() if at is not origin}
            continue
        yield from _go(d, leaving, ways[origin], pieces)


def _move_of(
    leaving: NvaLeaving, ways: Mapping[BoardSpace, Way], kinds: tuple[Kind, ...], wanted: int, at: BoardSpace
) -> Move:
    """Return the move from a space: Troops or Guerrillas, at most `wanted`."""
    if Kind.NT in kinds:
        return Move(ways[at], unit_counts(min(wanted, leaving.of_kinds(at, Kind.NT)), 0, 0))
    return Move(ways[at], leaving.guerrillas(at, wanted))


# -- do-2: onto a LoC --------------------------------------------------------------------------------


def _onto_a_road(d: Decider, leaving: NvaLeaving) -> Deciding[bool]:
    """March 1 Underground Guerrilla onto a LoC without any: Hue - Da Nang if possible, else a random one."""
    node = "8.6.5/do-2"
    origins = {
        road: _origins(d, leaving, road) for road in board().spaces if road.is_loc and not _is_held(d, road)
    }
    roads = [road for road, starts in origins.items() if starts]
    if not roads:
        return False
    first = [road for road in roads if {"hue", "da-nang"} <= set(road.adjacent)]
    road = first[0] if first else (yield from d.pick_space(node, roads))
    origin = yield from d.pick_space(node, origins[road])
    d.note_pick(node, road.name, "Hue - Da Nang if possible" if first else "8.3")
    yield from _go(d, leaving, (origin.id, road.id), ONE)
    return True


def _is_held(d: Decider, road: BoardSpace) -> bool:
    return d.number(road, (Kind.NG, Kind.VG)) > 0


def _origins(d: Decider, leaving: NvaLeaving, road: BoardSpace) -> list[BoardSpace]:
    near = [at for at in along(road.adjacent) if not at.is_loc and leaving.of_kinds(at, Kind.NG)]
    return [at for at in near if d.accepts(Move((at.id, road.id), ONE))]


# -- do-3: for Control -------------------------------------------------------------------------------


def _for_control(d: Decider, leaving: NvaLeaving) -> Deciding[bool]:
    """Add NVA Control in up to 3 spaces of the highest Population. All units that leave a space go
    together.
    """
    node = "8.6.5/do-3"
    taken = 0
    while taken < MOST_TAKEN:
        mixes = {at: mix for at in board().spaces if (mix := _smallest_mix(d, leaving, at))}
        if not mixes:
            break
        where = yield from d.pick_space(
            node,
            list(mixes),
            *_letters(d, mixes),
            room=_room(d, mixes, taken),
            clause_for=partial(_first_move, d, leaving, mixes),
        )
        ways = _ways_into(d, where)
        best = _leaving_most(d, leaving, where, mixes, MOST_TAKEN - taken - 1)
        mixture: Mix = yield from d.pick_evenly(node, best, _names)
        for origin in mixture:
            pieces = pieces_that_may_march(d, ways[origin], leaving.group(origin))
            yield from _go(d, leaving, ways[origin], pieces)
        leaving.hold(where)
        taken += 1
    return taken > 0


def _first_move(
    d: Decider, leaving: NvaLeaving, mixes: Mapping[BoardSpace, list[Mix]], where: BoardSpace
) -> Move:
    origin = mixes[where][0][0]
    way = _ways_into(d, where)[origin]
    return Move(way, pieces_that_may_march(d, way, leaving.group(origin)))


def _leaving_most(
    d: Decider, leaving: NvaLeaving, where: BoardSpace, mixes: dict[BoardSpace, list[Mix]], spaces: int
) -> list[Mix]:
    """Return the combinations of groups that leave the most Population for the later spaces."""
    if len(mixes[where]) == 1 or not spaces:
        return mixes[where]
    targets = {at: _whole_groups(d, leaving, at) for at in mixes if at is not where}
    outlook = Outlook(targets, MOST_GROUPS, partial(_takes, d))
    later = {mix: outlook.later_population(where, mix, min(spaces, d.spendable - 1)) for mix in mixes[where]}
    if outlook.is_cut:
        d.note("8.6.5/do-3", f"the search ended after {MOST_LOOKED_AT} combinations for later spaces")
    best = max(later.values())
    return [mix for mix in mixes[where] if later[mix] == best]


def _letters(
    d: Decider, mixes: dict[BoardSpace, list[Mix]]
) -> tuple[tuple[str, Callable[[BoardSpace], int]], ...]:
    """Return the priorities: highest Population, a single group, no US Base, a VC Base but no NVA Base."""
    return (
        ("", lambda at: at.population),
        ("a", lambda at: len(mixes[at][0]) == 1),
        ("b", lambda at: not d.number(at, BASES[US])),
        ("c", lambda at: d.number(at, BASES[VC]) > 0 and not d.number(at, BASES[NVA])),
    )


def _room(d: Decider, mixes: dict[BoardSpace, list[Mix]], taken: int) -> Callable[[list[BoardSpace]], int]:
    """Return a function for the number of tied spaces that units can enter in any order.

    All can be entered if each has its own groups, else one at a time.
    """

    def room(left: list[BoardSpace]) -> int:
        origins = [origin for at in left for mix in mixes[at] for origin in mix]
        apart = len(origins) == len(set(origins)) and all(len(mixes[at]) == 1 for at in left)
        apart = apart and not set(origins) & set(left)
        return MOST_TAKEN - taken if apart and d.spendable >= len(left) else 1

    return room


def _names(mix: Mix) -> str:
    return " and ".join([at.name for at in mix])


def _smallest_mix(d: Decider, leaving: NvaLeaving, where: BoardSpace) -> list[Mix]:
    """Return the combinations of fewest groups that bring a space under NVA Control; [] if there are none.

    All combinations of up to `MOST_GROUPS` groups are tried.
    """
    if where.is_loc or d.control(where) == "nva":
        return []
    groups = _whole_groups(d, leaving, where)
    if not groups or not _takes(d, where, list(groups.values())):
        return []
    mixes = smallest_mixes(groups, MOST_GROUPS, partial(_takes, d, where))
    if not mixes:
        d.note("8.6.5/do-3", f"{where.name}: it would need more than {MOST_GROUPS} groups and was not tried")
    return mixes


def _whole_groups(d: Decider, leaving: NvaLeaving, where: BoardSpace) -> dict[BoardSpace, Force]:
    """Return the groups that may enter a space."""
    coming = _groups_into(d, leaving, where)
    return {at: pieces for at, pieces in coming.items() if _goes_whole(d, leaving, at)}


def _goes_whole(d: Decider, leaving: NvaLeaving, origin: BoardSpace) -> bool:
    """Check whether a group may leave. By the other reading of NP-Q25, only if no unit has to stay."""
    return leaving.number(origin) == d.number(origin, UNITS) or not d.other_reading("NP-Q25")


def _takes(d: Decider, where: BoardSpace, groups: Sequence[Force]) -> bool:
    """Check whether these groups bring a space under NVA Control."""
    return control_with(d, where, [count for pieces in groups for count in pieces]) == "nva"


# -- do-4: toward COIN Control ---------------------------------------------------------------------


def _toward_coin(d: Decider, leaving: NvaLeaving) -> Deciding[bool]:
    """March the most Troops that are not adjacent to COIN Control into 1 space that is (NP-Q53)."""
    node = "8.6.5/do-4"
    coming = {at: dict(_troops_into(d, leaving, at)) for at in board().spaces if _is_wanted(d, at)}
    destinations = [at for at, by_origin in coming.items() if by_origin]
    if not destinations:
        return False
    where = yield from d.pick_space(node, destinations, ("", lambda at: sum(coming[at].values())))
    ways = _ways_into(d, where)
    for origin, troops in coming[where].items():
        move = Move(ways[origin], unit_counts(troops, 0, 0))
        if d.accepts(move):
            yield from _go(d, leaving, move.path, move.pieces)
    return True


def _is_wanted(d: Decider, where: BoardSpace) -> bool:
    """Check whether a space is adjacent to COIN Control in the South.

    By the other reading, the space itself must be in the South, adjacent to any COIN Control.
    """
    if d.other_reading("NP-Q53"):
        return where.in_south_vietnam and is_beside_coin(d, where)
    return is_beside_coin(d, where, southern=True)


def is_beside_coin(d: Decider, where: BoardSpace, southern: bool = False) -> bool:
    """Check whether a space is adjacent to COIN Control; with `southern`, to a space of South Vietnam."""
    around = along(where.adjacent)
    return any(d.control(at) == "coin" for at in around if at.in_south_vietnam or not southern)


def _troops_into(d: Decider, leaving: NvaLeaving, where: BoardSpace) -> Iterator[tuple[BoardSpace, int]]:
    """Yield the Troops that can enter a space from spaces not adjacent to COIN Control."""
    for origin, way in _ways_into(d, where).items():
        troops = leaving.of_kinds(origin, Kind.NT)
        if not troops or is_beside_coin(d, origin):
            continue
        if d.accepts(Move(way, unit_counts(troops, 0, 0))):
            yield origin, troops


# -- groups that leave the most for later spaces (do-3) -------------------------------------------

Mix = tuple[BoardSpace, ...]
"""The origins of groups that go together."""
Groups = Mapping[BoardSpace, Force]
"""The units that can enter a space, by origin."""

MOST_LOOKED_AT = 5_000
"""The most combinations that are tried for the later spaces."""


def smallest_mixes(groups: Groups, most: int, takes: Callable[[Sequence[Force]], bool]) -> list[Mix]:
    """Return the combinations of fewest groups, up to `most`, that take a space. All of one size
    are tried.
    """
    for number in range(1, min(len(groups), most) + 1):
        if mixes := [mix for mix in combinations(groups, number) if takes([groups[at] for at in mix])]:
            return mixes
    return []


class Outlook:
    """The spaces that can still be taken with the remaining groups.

    The groups are those ready now. The units already in a space that is to come under Control are left out,
    because they may have to stay there.
    """

    def __init__(
        self,
        targets: Mapping[BoardSpace, Groups],
        most_groups: int,
        takes: Callable[[BoardSpace, Sequence[Force]], bool],
    ) -> None:
        self.targets = targets
        self.most_groups = most_groups
        self.takes = takes
        self.looked_at: int = 0

    @property
    def is_cut(self) -> bool:
        """Whether the limit of the search has been reached."""
        return self.looked_at >= MOST_LOOKED_AT

    def later_population(self, where: BoardSpace, mix: Mix, spaces: int) -> tuple[int, ...]:
        """Return the Population of up to `spaces` spaces that can be taken after this one, the
        highest first.
        """
        return self._best(frozenset([where]), frozenset([where, *mix]), spaces)

    def _best(
        self, taken: frozenset[BoardSpace], used: frozenset[BoardSpace], spaces: int
    ) -> tuple[int, ...]:
        if not spaces:
            return ()
        mixes = {
            at: space_mixes
            for at in self.targets
            if at not in taken and (space_mixes := self._mixes(at, used))
        }
        people = max([at.population for at in mixes], default=-1)
        best: tuple[int, ...] = ()
        for where in [at for at in mixes if at.population == people]:
            for mix in mixes[where]:
                if self.is_cut:
                    return best
                self.looked_at += 1
                onward = self._best(taken | {where}, used | {where, *mix}, spaces - 1)
                best = max(best, (people, *onward))
        return best

    def _mixes(self, where: BoardSpace, used: frozenset[BoardSpace]) -> list[Mix]:
        groups = {at: force for at, force in self.targets[where].items() if at not in used}
        if not groups or not self.takes(where, list(groups.values())):
            return []
        return smallest_mixes(groups, self.most_groups, lambda forces: self.takes(where, forces))
