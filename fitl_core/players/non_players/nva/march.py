"""How NVA March (8.6.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial

from fitl_core.facts.board import BoardSpace, along, board, spaces_by_id
from fitl_core.facts.factions import NVA, US, VC
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.figures import control_with
from fitl_core.players.non_players.marching import that_may_march
from fitl_core.players.non_players.nva.leaving import (
    FOR_A_BASE,
    GUERRILLAS_FOR_A_BASE,
    UNITS,
    Force,
    Leaving,
    force,
    is_free,
)
from fitl_core.players.non_players.nva.outlook import MOST_LOOKED_AT, Mix, Outlook, smallest_mixes
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move

MOST_TAKEN = 3
"""NVA add Control in so many spaces."""
MOST_GROUPS = 4
"""Mixes of so many groups at most are looked at for one space."""

ONE = (Count(1, Kind.NG),)

Way = tuple[str, ...]


def march(d: Decider) -> Deciding[bool]:
    """The whole Operation, step by step (do-1 to do-4); whether anything Marched."""
    leaving = Leaving(d)
    done = yield from _for_a_base(d, leaving)
    done |= yield from _onto_a_road(d, leaving)
    done |= yield from _for_control(d, leaving)
    done |= yield from _toward_coin(d, leaving)
    return done


# -- ways -------------------------------------------------------------------------------------------


def _goes_far(d: Decider) -> bool:
    """Whether pieces go more than one step along the Trail: at Trail 4, or in a free March."""
    return d.now.trail == 4 or (is_free(d) and d.now.trail > 0)


def _ways_into(d: Decider, where: BoardSpace) -> Mapping[BoardSpace, Way]:
    """From where units can come into a space, and by which way, the shortest."""
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


def _groups_into(d: Decider, leaving: Leaving, where: BoardSpace) -> dict[BoardSpace, Force]:
    """All that may leave other spaces and come into this one, by where it comes from."""
    coming = {
        at: that_may_march(d, way, leaving.group(at))
        for at, way in _ways_into(d, where).items()
        if d.number(at, UNITS)
    }
    return {at: pieces for at, pieces in coming.items() if pieces}


def _go(d: Decider, leaving: Leaving, way: Way, pieces: Force) -> Deciding[None]:
    yield from d.say(Move(way, pieces))
    leaving.went(spaces_by_id()[way[-1]], pieces)


# -- do-1: for a Base ---------------------------------------------------------------------------------


def _for_a_base(d: Decider, leaving: Leaving) -> Deciding[bool]:
    """4 units, 2 of them Guerrillas, into a space of Laos or Cambodia with room for a Base (NP-Q22)."""
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
        left = [at for at in fields if at not in ready and _could_be_ready(d, leaving, at)]
        if not left:
            break
        where = yield from d.pick_space(node, left)
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


def _could_be_ready(d: Decider, leaving: Leaving, where: BoardSpace) -> bool:
    """Whether enough units can come."""
    ways = _groups_into(d, leaving, where)
    guerrillas = sum([leaving.of_kinds(at, *GUERRILLAS[NVA]) for at in ways])
    units = sum([leaving.number(at) for at in ways])
    enough = d.number(where, GUERRILLAS[NVA]) + guerrillas >= GUERRILLAS_FOR_A_BASE
    return enough and d.number(where, UNITS) + units >= FOR_A_BASE


def _gather(d: Decider, leaving: Leaving, where: BoardSpace) -> Deciding[None]:
    """Bring the Guerrillas that are wanted, then Troops, then more Guerrillas, up to 4 units."""
    ways = _ways_into(d, where)
    yield from _bring(d, leaving, where, ways, GUERRILLAS[NVA], GUERRILLAS_FOR_A_BASE)
    yield from _bring(d, leaving, where, ways, (Kind.NT,), FOR_A_BASE)
    yield from _bring(d, leaving, where, ways, GUERRILLAS[NVA], FOR_A_BASE)


def _bring(
    d: Decider,
    leaving: Leaving,
    where: BoardSpace,
    ways: Mapping[BoardSpace, Way],
    kinds: tuple[Kind, ...],
    enough: int,
) -> Deciding[None]:
    """Bring pieces of these kinds until there are enough: of Guerrillas, or of units in all for Troops."""
    by_guerrillas = enough == GUERRILLAS_FOR_A_BASE
    while True:
        wanted = enough - d.number(where, GUERRILLAS[NVA] if by_guerrillas else UNITS)
        left = [at for at in ways if leaving.of_kinds(at, *kinds)]
        if wanted <= 0 or not left:
            return
        able = sum([leaving.of_kinds(at, *kinds) for at in left])
        move = partial(_move_of, leaving, ways, kinds, wanted)
        origin = yield from d.pick_space(
            "8.6.5/do-1", left, room=len(left) if able <= wanted else 1, says=move
        )
        pieces = move(origin).pieces
        if not d.takes(move(origin)):
            ways = {at: way for at, way in ways.items() if at is not origin}
            continue
        yield from _go(d, leaving, ways[origin], pieces)


def _move_of(
    leaving: Leaving, ways: Mapping[BoardSpace, Way], kinds: tuple[Kind, ...], wanted: int, at: BoardSpace
) -> Move:
    """What comes from a space: Troops, or Guerrillas, at most so many."""
    if Kind.NT in kinds:
        return Move(ways[at], force(min(wanted, leaving.of_kinds(at, Kind.NT)), 0, 0))
    return Move(ways[at], leaving.guerrillas(at, wanted))


# -- do-2: onto a LoC --------------------------------------------------------------------------------


def _onto_a_road(d: Decider, leaving: Leaving) -> Deciding[bool]:
    """1 Underground Guerrilla onto a LoC without any: Hue/Da Nang if possible, else a random one."""
    node = "8.6.5/do-2"
    origins = {
        road: _origins(d, leaving, road) for road in board().spaces if road.is_loc and not _is_held(d, road)
    }
    left = [road for road, found in origins.items() if found]
    if not left:
        return False
    first = [road for road in left if {"hue", "da-nang"} <= set(road.adjacent)]
    road = first[0] if first else (yield from d.pick_space(node, left))
    origin = yield from d.pick_space(node, origins[road])
    d.picked(node, road.name, "Hue - Da Nang if possible" if first else "8.3")
    yield from _go(d, leaving, (origin.id, road.id), ONE)
    return True


def _is_held(d: Decider, road: BoardSpace) -> bool:
    return d.number(road, (Kind.NG, Kind.VG)) > 0


def _origins(d: Decider, leaving: Leaving, road: BoardSpace) -> list[BoardSpace]:
    near = [at for at in along(road.adjacent) if not at.is_loc and leaving.of_kinds(at, Kind.NG)]
    return [at for at in near if d.takes(Move((at.id, road.id), ONE))]


# -- do-3: for Control -------------------------------------------------------------------------------


def _for_control(d: Decider, leaving: Leaving) -> Deciding[bool]:
    """Add NVA Control in up to 3 spaces of highest Population; all that leave a space go together."""
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
            says=partial(_first_move, d, leaving, mixes),
        )
        ways = _ways_into(d, where)
        best = _with_most_behind(d, leaving, where, mixes, MOST_TAKEN - taken - 1)
        mixture: Mix = yield from d.even(node, best, _names)
        for origin in mixture:
            pieces = that_may_march(d, ways[origin], leaving.group(origin))
            yield from _go(d, leaving, ways[origin], pieces)
        leaving.hold(where)
        taken += 1
    return taken > 0


def _first_move(
    d: Decider, leaving: Leaving, mixes: Mapping[BoardSpace, list[Mix]], where: BoardSpace
) -> Move:
    origin = mixes[where][0][0]
    way = _ways_into(d, where)[origin]
    return Move(way, that_may_march(d, way, leaving.group(origin)))


def _with_most_behind(
    d: Decider, leaving: Leaving, where: BoardSpace, mixes: dict[BoardSpace, list[Mix]], spaces: int
) -> list[Mix]:
    """Of the mixes of groups for a space those that leave most Population to the spaces behind it."""
    if len(mixes[where]) == 1 or not spaces:
        return mixes[where]
    targets = {at: _whole_groups(d, leaving, at) for at in mixes if at is not where}
    outlook = Outlook(targets, MOST_GROUPS, partial(_takes, d))
    behind = {mix: outlook.behind(where, mix, min(spaces, d.means - 1)) for mix in mixes[where]}
    if outlook.is_cut:
        d.note("8.6.5/do-3", f"the search was cut after {MOST_LOOKED_AT} mixes for the spaces behind")
    best = max(behind.values())
    return [mix for mix in mixes[where] if behind[mix] == best]


def _letters(
    d: Decider, mixes: dict[BoardSpace, list[Mix]]
) -> tuple[tuple[str, Callable[[BoardSpace], int]], ...]:
    """Highest Population, a single group, no US Base, a VC Base but no NVA Base."""
    return (
        ("", lambda at: at.population),
        ("a", lambda at: len(mixes[at][0]) == 1),
        ("b", lambda at: not d.number(at, BASES[US])),
        ("c", lambda at: d.number(at, BASES[VC]) > 0 and not d.number(at, BASES[NVA])),
    )


def _room(d: Decider, mixes: dict[BoardSpace, list[Mix]], taken: int) -> Callable[[list[BoardSpace]], int]:
    """Into how many of the tied spaces units can go: all, where each has groups of its own, else one at
    a time.
    """

    def room(left: list[BoardSpace]) -> int:
        origins = [origin for at in left for mix in mixes[at] for origin in mix]
        apart = len(origins) == len(set(origins)) and all(len(mixes[at]) == 1 for at in left)
        apart = apart and not set(origins) & set(left)
        return MOST_TAKEN - taken if apart and d.means >= len(left) else 1

    return room


def _names(mix: Mix) -> str:
    return " and ".join([at.name for at in mix])


def _smallest_mix(d: Decider, leaving: Leaving, where: BoardSpace) -> list[Mix]:
    """The smallest mixes of groups that would bring a space under NVA Control; [] if none does.

    All mixes of up to `MOST_GROUPS` groups are looked at.
    """
    if where.is_loc or d.control(where) == "nva":
        return []
    groups = _whole_groups(d, leaving, where)
    if not groups or not _takes(d, where, list(groups.values())):
        return []
    found = smallest_mixes(groups, MOST_GROUPS, partial(_takes, d, where))
    if not found:
        d.note("8.6.5/do-3", f"{where.name}: more than {MOST_GROUPS} groups would be needed; not looked at")
    return found


def _whole_groups(d: Decider, leaving: Leaving, where: BoardSpace) -> dict[BoardSpace, Force]:
    """The groups that may come into a space."""
    coming = _groups_into(d, leaving, where)
    return {at: pieces for at, pieces in coming.items() if _goes_whole(d, leaving, at)}


def _goes_whole(d: Decider, leaving: Leaving, origin: BoardSpace) -> bool:
    """Whether a group may go: by the other reading of NP-Q25 only where nobody has to stay."""
    return leaving.number(origin) == d.number(origin, UNITS) or not d.other_reading("NP-Q25")


def _takes(d: Decider, where: BoardSpace, groups: Sequence[Force]) -> bool:
    """Whether these bring a space under NVA Control."""
    return control_with(d, where, [count for pieces in groups for count in pieces]) == "nva"


# -- do-4: toward COIN Control ---------------------------------------------------------------------


def _toward_coin(d: Decider, leaving: Leaving) -> Deciding[bool]:
    """Most Troops that are not beside COIN Control yet into 1 space that is (NP-Q53)."""
    node = "8.6.5/do-4"
    coming = {at: dict(_troops_into(d, leaving, at)) for at in board().spaces if _is_wanted(d, at)}
    left = [at for at, found in coming.items() if found]
    if not left:
        return False
    where = yield from d.pick_space(node, left, ("", lambda at: sum(coming[at].values())))
    ways = _ways_into(d, where)
    for origin, troops in coming[where].items():
        move = Move(ways[origin], force(troops, 0, 0))
        if d.takes(move):
            yield from _go(d, leaving, move.path, move.pieces)
    return True


def _is_wanted(d: Decider, where: BoardSpace) -> bool:
    """Whether a space adjoins COIN Control in the South (by the other reading: lies in the South itself)."""
    if d.other_reading("NP-Q53"):
        return where.in_south_vietnam and is_beside_coin(d, where)
    return is_beside_coin(d, where, southern=True)


def is_beside_coin(d: Decider, where: BoardSpace, southern: bool = False) -> bool:
    """Whether a space adjoins one under COIN Control; with `southern` one in South Vietnam."""
    around = along(where.adjacent)
    return any(d.control(at) == "coin" for at in around if at.in_south_vietnam or not southern)


def _troops_into(d: Decider, leaving: Leaving, where: BoardSpace) -> Iterator[tuple[BoardSpace, int]]:
    """The Troops that can come into a space from where they are not beside COIN Control."""
    for origin, way in _ways_into(d, where).items():
        troops = leaving.of_kinds(origin, Kind.NT)
        if not troops or is_beside_coin(d, origin):
            continue
        if d.takes(Move(way, force(troops, 0, 0))):
            yield origin, troops
