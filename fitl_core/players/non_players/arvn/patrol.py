"""ARVN Patrol (8.7.3): cubes onto LoCs with Guerrillas, then into Cities, then a free Assault."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.factions import ARVN, NVA, VC
from fitl_core.facts.game_map import BoardSpace, board, cities, locs
from fitl_core.facts.pieces import CUBES, GUERRILLAS, Count, Kind
from fitl_core.players.non_players.ambushed_column import let_nva_remove
from fitl_core.players.non_players.arvn.assault import strike
from fitl_core.players.non_players.arvn.hits import hit_in
from fitl_core.players.non_players.arvn.measures import (
    COIN_CUBES,
    COIN_TROOPS,
    COIN_UNITS,
    HIDDEN,
    figure_from,
    hidden,
    insurgents,
    is_granted,
    lacks_for_control,
    may_leave,
    rules_now,
)
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.distances import from_saigon
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Activate, Clause, Move, Option
from fitl_core.rules.operations.patrol import RULE, ways_to

ROADS = "8.7.3/do-1"
CITIES = "8.7.3/do-2"
LEAST_GUARDS = 3
GUARDS_TO_ENEMIES = 2
GUERRILLA_KINDS = (*GUERRILLAS[NVA], *GUERRILLAS[VC])


def patrol(d: Decider) -> Deciding[bool]:
    """Carry out the whole Operation; return whether anything moved or was removed (8.7.3)."""
    patrolling = _Patrol(d)
    moved = yield from patrolling.to_roads()
    moved |= yield from patrolling.to_cities()
    yield from _search(d)
    removed = yield from _assault(d)
    yield from let_nva_remove(d)
    return moved or removed


class _Patrol:
    """The movement of a Patrol. `destinations` are the ids of its destinations so far."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        self.roads = Roads(d)
        self.destinations: set[str] = set()

    def to_roads(self) -> Deciding[bool]:
        """Move enough cubes onto each LoC with Guerrillas, or none (do-1). Cities may be emptied for this."""
        d, moved = self.d, False
        threatened = [where for where in locs() if d.number(where, GUERRILLA_KINDS)]
        far = from_saigon(len(threatened) > 1 and d.other_reading("NP-Q30"))
        self.destinations |= {where.id for where in threatened if _guards_wanted(d, where) <= 0}
        while reachable_roads := self._roads_in_reach(threatened):
            where = yield from d.pick_space(
                ROADS,
                list(reachable_roads),
                ("nearest to Saigon", lambda at: -far[at.id]),
                ("a", lambda at: hidden(d.now.spaces[at.index].pieces) > 0),
                room=partial(
                    _room_among,
                    {at: (senders, (_guards_wanted(d, at),)) for at, senders in reachable_roads.items()},
                ),
            )
            self.destinations.add(where.id)
            moved |= (yield from send(d, ROADS, where, _guards_wanted(d, where), reachable_roads[where])) > 0
        return moved

    def _roads_in_reach(self, threatened: list[BoardSpace]) -> Found:
        """Return the LoCs to which as many cubes can go as they want."""
        reachable, near = {}, garrisons(self.d)
        for where in threatened:
            if where.id not in self.destinations:
                ways = self.roads.to(where)
                senders = sources(self.d, near, ways, self.destinations, empties_cities=True)
                if number_of_cubes(senders) >= _guards_wanted(self.d, where):
                    reachable[where] = senders
        return reachable

    def to_cities(self) -> Deciding[bool]:
        """Move cubes into Cities: for COIN Control, then for 3 COIN cubes and Special Forces, a Troop and
        Police (do-2).
        """
        d, moved = self.d, False
        served: set[str] = set()  # once each: an easy game, or an Event, may refuse all moves (8.9, 5.5)
        while reachable_cities := self._cities_in_reach(_lacks_control, _brings_control, served):
            where = yield from self._pick_city(reachable_cities)
            self.destinations.add(where.id)
            served.add(where.id)
            wanted = lacks_for_control(d.now.spaces[where.index].pieces)
            moved |= (yield from send(d, CITIES, where, wanted, reachable_cities[where])) > 0
        filled: set[str] = set()
        while reachable_cities := self._cities_in_reach(_is_thin, _makes_fuller, filled):
            where = yield from self._pick_city(reachable_cities)
            self.destinations.add(where.id)
            filled.add(where.id)
            moved |= yield from _fill(d, where, reachable_cities[where])
        return moved

    def _cities_in_reach(
        self,
        wants: Callable[[Decider, BoardSpace], bool],
        fits: Callable[[Decider, BoardSpace, list[ConvoySource]], bool],
        done: Collection[str] = (),
    ) -> Found:
        """Return the Cities that want cubes and can get enough of them."""
        d = self.d
        reachable, near = {}, garrisons(d)
        for where in cities():
            if where.id not in done and wants(d, where):
                senders = sources(d, near, self.roads.to(where), self.destinations, empties_cities=False)
                if fits(d, where, senders):
                    reachable[where] = senders
        return reachable

    def _pick_city(self, left: Found) -> Deciding[BoardSpace]:
        """Pick the City with the highest Population. If the order does not matter, pick the first of equal
        ones.
        """
        wants = {at: (senders, _wants_of_city(self.d, at)) for at, senders in left.items()}
        room = partial(_room_among, wants)
        return (yield from self.d.pick_space(CITIES, list(left), ("a", lambda at: at.population), room=room))


def _guards_wanted(d: Decider, where: BoardSpace) -> int:
    """Return how many more cubes a LoC wants: 3 in all, or twice the enemies if that is more."""
    enemies = insurgents(d.now.spaces[where.index].pieces)
    return max(LEAST_GUARDS, GUARDS_TO_ENEMIES * enemies) - d.number(where, CUBES[ARVN])


def _wants_of_city(d: Decider, where: BoardSpace) -> tuple[int, ...]:
    """Return the figures that decide how many cubes a City takes. The first figure is an upper bound."""
    most = max(KEPT, lacks_for_control(d.now.spaces[where.index].pieces)) + len(COIN_CUBES)
    missing = [not d.number(where, kinds) for kinds in (COIN_TROOPS, (Kind.AP,))]
    return (most, lacks_for_control(d.now.spaces[where.index].pieces), d.number(where, COIN_UNITS), *missing)


def _room_among(
    wants: dict[BoardSpace, tuple[list[ConvoySource], tuple[int, ...]]], tied: list[BoardSpace]
) -> int:
    """Return the number of these destinations if their order does not matter (NP-Q50); else 1.

    The order does not matter if there are enough cubes for all, also of each kind. All cubes must also come
    from one space, or all destinations must want the same from the same spaces.
    """
    sources = {source.where: source for at in tied for source in wants[at][0]}
    needed = sum([wants[at][1][0] for at in tied])
    kinds = [sum([source.of_kind(kind) for source in sources.values()]) for kind in CUBES[ARVN]]
    if any(0 < number < needed for number in kinds) or any(at in sources for at in tied):
        return 1
    alike = len(sources) == 1 or all(wants[at] == wants[tied[0]] for at in tied)
    return len(tied) if alike and number_of_cubes(list(sources.values())) >= needed else 1


def _lacks_control(d: Decider, where: BoardSpace) -> bool:
    """Check whether a City is not under COIN Control."""
    return d.control(where) != "coin"


def _brings_control(d: Decider, where: BoardSpace, senders: list[ConvoySource]) -> bool:
    """Check whether enough cubes can come for COIN Control."""
    return lacks_for_control(d.now.spaces[where.index].pieces) <= number_of_cubes(senders)


def _is_thin(d: Decider, where: BoardSpace) -> bool:
    """Check whether a City under COIN Control lacks a COIN Troop, Police, or 3 COIN cubes and
    Special Forces.
    """
    if d.control(where) != "coin":
        return False
    complete = d.number(where, COIN_TROOPS) and d.number(where, (Kind.AP,))
    return not complete or d.number(where, COIN_UNITS) < KEPT


def _makes_fuller(d: Decider, where: BoardSpace, senders: list[ConvoySource]) -> bool:
    """Check whether some of the missing pieces of such a City can come."""
    lacking = KEPT - d.number(where, COIN_UNITS)
    return (
        (not d.number(where, (Kind.AP,)) and any(source.of_kind(Kind.AP) for source in senders))
        or (not d.number(where, COIN_TROOPS) and any(source.of_kind(Kind.AT) for source in senders))
        or 0 < lacking <= number_of_cubes(senders)
    )


def _fill(d: Decider, where: BoardSpace, senders: list[ConvoySource]) -> Deciding[bool]:
    """Move in missing Police, a missing Troop, then cubes up to 3; return whether any moved."""
    moved = 0
    if not d.number(where, (Kind.AP,)):
        moved += yield from send(d, CITIES, where, 1, senders, (Kind.AP,))
    if not d.number(where, COIN_TROOPS):
        moved += yield from send(d, CITIES, where, 1, senders, (Kind.AT,))
    lacking = KEPT - d.number(where, COIN_UNITS)
    if lacking > 0 and number_of_cubes(senders) >= lacking:
        moved += yield from send(d, CITIES, where, lacking, senders)
    return moved > 0


def _search(d: Decider) -> Deciding[None]:
    """Activate Guerrillas on LoCs, VC before NVA (8.1.2)."""
    for where in locs():
        there = d.now.spaces[where.index].pieces
        if number := min(hidden(there), d.number(where, CUBES[ARVN])):
            yield from say_if_open(d, Activate(where.id, enemy_pieces(there, HIDDEN, number)))


def _assault(d: Decider) -> Deciding[bool]:
    """Assault where the most enemy pieces are removed, then where the most are (do-3); return whether any
    was.
    """
    ctx = rules_now(d, RULE)
    hits = {where: hit for where in locs() if (hit := hit_in(ctx, where)) is not None}
    before = d.walk
    if not hits or not (yield from say_if_open(d, Option("assault"))):
        return False
    open_now = d.open_spaces()
    hits = {where: hit for where, hit in hits.items() if where in open_now}
    if not hits:
        d.walk = before
        return False
    where = yield from d.pick_space(
        "8.7.3/do-3",
        list(hits),
        ("", figure_from(hits, lambda hit: hit.number)),
        ("", figure_from(hits, lambda hit: insurgents(hit.before))),
    )
    yield from strike(d, hits[where])
    return True


def say_if_open(d: Decider, clause: Clause) -> Deciding[bool]:
    """Answer with a clause that an Event, or an easy game, may refuse; return whether it was accepted."""
    try:
        yield from d.say(clause)
    except Violation:
        return False
    return True


# -- the cubes that a Patrol takes, and their origins ---------------------------------------------

KEPT = 3
"""The number of US and ARVN cubes and Special Forces that stay in the origin."""


class ConvoySource(msgspec.Struct):
    """The cubes that may leave a space along a path: Police, Troops, and `most` of both together."""

    where: BoardSpace
    way: tuple[str, ...]
    police: int
    troops: int
    most: int

    @property
    def cubes(self) -> int:
        """How many cubes may leave."""
        return min(self.most, self.police + self.troops)

    def of_kind(self, kind: Kind) -> int:
        """Return how many cubes of a kind may leave."""
        return min(self.most, self.police if kind is Kind.AP else self.troops)

    def take(self, kind: Kind, number: int) -> None:
        """Subtract cubes that have left."""
        self.most -= number
        if kind is Kind.AP:
            self.police -= number
        else:
            self.troops -= number


Found = dict[BoardSpace, list[ConvoySource]]
"""Spaces that cubes in reach can serve, with the sources of these cubes."""


def number_of_cubes(senders: list[ConvoySource]) -> int:
    """Return how many cubes can come from several spaces together."""
    return sum([source.cubes for source in senders])


class Roads:
    """The paths of a Patrol, each found once. The pieces that block a Patrol stand still while it moves."""

    def __init__(self, d: Decider) -> None:
        self._ctx = rules_now(d, RULE)
        self._found: dict[str, dict[str, tuple[str, ...]]] = {}

    def to(self, where: BoardSpace) -> dict[str, tuple[str, ...]]:
        """Return the path to a LoC or City from each space, by the space's id, from which cubes
        can go there.
        """
        if where.id not in self._found:
            self._found[where.id] = ways_to(self._ctx, where)
        return self._found[where.id]


def garrisons(d: Decider) -> list[BoardSpace]:
    """Return the spaces with ARVN cubes, in board order."""
    return [where for where in board().spaces if d.number(where, CUBES[ARVN])]


def sources(
    d: Decider,
    among: list[BoardSpace],
    ways: dict[str, tuple[str, ...]],
    destinations: set[str],
    empties_cities: bool,
) -> list[ConvoySource]:
    """Return the garrisons that can send cubes. A destination of this Patrol sends none.

    Provinces keep COIN Control, 3 COIN cubes and Special Forces, their last COIN Troop and their last Police.
    Cities keep the same, unless `empties_cities` is true.
    """
    senders = []
    now = d.now.spaces
    for where in among:
        if where.id not in ways or where.id in destinations:
            continue
        pieces = now[where.index].pieces
        police, troops = pieces[Kind.AP.slot], pieces[Kind.AT.slot]
        most = police + troops
        if not (where.is_loc or (where.is_city and empties_cities)):
            most = min(most, may_leave(where, pieces), d.number(where, COIN_UNITS) - KEPT)
            police -= 1
            troops -= 0 if pieces[Kind.UT.slot] else 1
        if most > 0 and (police > 0 or troops > 0) and _is_open(d, ways[where.id], police > 0):
            senders.append(ConvoySource(where, ways[where.id], max(0, police), max(0, troops), most))
    return senders


def _is_open(d: Decider, way: tuple[str, ...], by_police: bool) -> bool:
    """Check whether a cube may go this path. An Event, or an easy game, sets its own limits (5.5, 8.9)."""
    kind = Kind.AP if by_police else Kind.AT
    return not (is_granted(d) or d.is_limited) or d.try_clauses(Move(way, (Count(1, kind),))) is not None


def send(
    d: Decider,
    node: str,
    to: BoardSpace,
    number: int,
    senders: list[ConvoySource],
    kinds: tuple[Kind, ...] = (Kind.AP, Kind.AT),
) -> Deciding[int]:
    """Move up to `number` cubes, Police before Troops; return how many went.

    Each time, the origin with the most cubes to send comes first.
    """
    cubes_left = number
    for kind in kinds:
        while cubes_left and (able := {one.where: one for one in senders if one.of_kind(kind)}):
            all_go = sum([one.of_kind(kind) for one in able.values()]) <= cubes_left
            where = yield from d.pick_space(
                node,
                list(able),
                ("most cubes", lambda at: able[at].cubes),
                room=len(able) if all_go else 1,
            )
            source = able[where]
            going = min(cubes_left, source.of_kind(kind))
            move = Move(source.way, (Count(going, kind),))
            if (is_granted(d) or d.is_limited) and d.try_clauses(move) is None:
                return number - cubes_left  # the Event may allow fewer, but not this number
            yield from d.say(move)
            source.take(kind, going)
            cubes_left -= going
    return number - cubes_left
