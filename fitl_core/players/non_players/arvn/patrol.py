"""How ARVN Patrol (8.7.3): cubes onto LoCs with Guerrillas, then into Cities, then a free Assault."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from fitl_core.errors import Violation
from fitl_core.facts.board import BoardSpace, cities, locs
from fitl_core.facts.factions import ARVN, NVA, VC
from fitl_core.facts.pieces import CUBES, GUERRILLAS, Kind
from fitl_core.players.non_players.ambushed_column import let_nva_remove
from fitl_core.players.non_players.arvn.assault import strike
from fitl_core.players.non_players.arvn.convoys import (
    KEPT,
    Roads,
    Source,
    garrisons,
    number_of_cubes,
    send,
    sources,
)
from fitl_core.players.non_players.arvn.hits import hit_in
from fitl_core.players.non_players.arvn.measures import (
    COIN_CUBES,
    COIN_TROOPS,
    COIN_UNITS,
    HIDDEN,
    by,
    hidden,
    insurgents,
    lacks_for_control,
    rules_now,
)
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.distances import from_saigon
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Activate, Clause, Option
from fitl_core.rules.operations.patrol import RULE

ROADS = "8.7.3/do-1"
CITIES = "8.7.3/do-2"
LEAST_GUARDS = 3
GUARDS_TO_ENEMIES = 2
GUERRILLA_KINDS = (*GUERRILLAS[NVA], *GUERRILLAS[VC])


def patrol(d: Decider) -> Deciding[bool]:
    """The whole Operation; whether anything moved or was removed (8.7.3)."""
    patrolling = _Patrol(d)
    moved = yield from patrolling.to_roads()
    moved |= yield from patrolling.to_cities()
    yield from _search(d)
    removed = yield from _assault(d)
    yield from let_nva_remove(d)
    return moved or removed


Found = dict[BoardSpace, list[Source]]
"""Spaces that cubes in reach can serve, with where these are."""


class _Patrol:
    """The movement of a Patrol; `destinations` are those it has had, as ids."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        self.roads = Roads(d)
        self.destinations: set[str] = set()

    def to_roads(self) -> Deciding[bool]:
        """Onto LoCs with Guerrillas enough cubes, or none (do-1); Cities may be emptied for it."""
        d, moved = self.d, False
        threatened = [where for where in locs() if d.number(where, GUERRILLA_KINDS)]
        far = from_saigon(len(threatened) > 1 and d.other_reading("NP-Q30"))
        self.destinations |= {where.id for where in threatened if _guards_wanted(d, where) <= 0}
        while left := self._roads_in_reach(threatened):
            where = yield from d.pick_space(
                ROADS,
                list(left),
                ("nearest to Saigon", lambda at: -far[at.id]),
                ("a", lambda at: hidden(d.now.spaces[at.index].pieces) > 0),
                room=partial(
                    _room_among, {at: (senders, (_guards_wanted(d, at),)) for at, senders in left.items()}
                ),
            )
            self.destinations.add(where.id)
            moved |= (yield from send(d, ROADS, where, _guards_wanted(d, where), left[where])) > 0
        return moved

    def _roads_in_reach(self, threatened: list[BoardSpace]) -> Found:
        """The LoCs to which as many cubes can go as they want."""
        found, near = {}, garrisons(self.d)
        for where in threatened:
            if where.id not in self.destinations:
                ways = self.roads.to(where)
                senders = sources(self.d, near, ways, self.destinations, empties_cities=True)
                if number_of_cubes(senders) >= _guards_wanted(self.d, where):
                    found[where] = senders
        return found

    def to_cities(self) -> Deciding[bool]:
        """Into Cities for COIN Control, then for 3 COIN cubes and Special Forces, Troop and Police (do-2)."""
        d, moved = self.d, False
        served: set[str] = set()  # once each: an easy game, or an Event, may let nobody in (8.9, 5.5)
        while left := self._cities_in_reach(_lacks_control, _brings_control, served):
            where = yield from self._pick_city(left)
            self.destinations.add(where.id)
            served.add(where.id)
            wanted = lacks_for_control(d.now.spaces[where.index].pieces)
            moved |= (yield from send(d, CITIES, where, wanted, left[where])) > 0
        filled: set[str] = set()
        while left := self._cities_in_reach(_is_thin, _makes_fuller, filled):
            where = yield from self._pick_city(left)
            self.destinations.add(where.id)
            filled.add(where.id)
            moved |= yield from _fill(d, where, left[where])
        return moved

    def _cities_in_reach(
        self,
        wants: Callable[[Decider, BoardSpace], bool],
        fits: Callable[[Decider, BoardSpace, list[Source]], bool],
        done: Collection[str] = (),
    ) -> Found:
        """The Cities that want something for which cubes in reach will do."""
        d = self.d
        found, near = {}, garrisons(d)
        for where in cities():
            if where.id not in done and wants(d, where):
                senders = sources(d, near, self.roads.to(where), self.destinations, empties_cities=False)
                if fits(d, where, senders):
                    found[where] = senders
        return found

    def _pick_city(self, left: Found) -> Deciding[BoardSpace]:
        """The City of highest Population; of several the first, if it does not matter which is."""
        wants = {at: (senders, _wants_of_city(self.d, at)) for at, senders in left.items()}
        room = partial(_room_among, wants)
        return (yield from self.d.pick_space(CITIES, list(left), ("a", lambda at: at.population), room=room))


def _guards_wanted(d: Decider, where: BoardSpace) -> int:
    """How many more cubes a LoC wants: 3 in all, or twice the enemies if that is more."""
    enemies = insurgents(d.now.spaces[where.index].pieces)
    return max(LEAST_GUARDS, GUARDS_TO_ENEMIES * enemies) - d.number(where, CUBES[ARVN])


def _wants_of_city(d: Decider, where: BoardSpace) -> tuple[int, ...]:
    """What decides how many cubes a City takes; the first figure is more than it can."""
    most = max(KEPT, lacks_for_control(d.now.spaces[where.index].pieces)) + len(COIN_CUBES)
    missing = [not d.number(where, kinds) for kinds in (COIN_TROOPS, (Kind.AP,))]
    return (most, lacks_for_control(d.now.spaces[where.index].pieces), d.number(where, COIN_UNITS), *missing)


def _room_among(wants: dict[BoardSpace, tuple[list[Source], tuple[int, ...]]], tied: list[BoardSpace]) -> int:
    """All of these destinations where it does not matter which comes first (NP-Q50); else 1.

    So it is where there are cubes enough for all, of one kind too, and all of them come from one space, or
    all want the same from the same spaces.
    """
    sources = {source.where: source for at in tied for source in wants[at][0]}
    needed = sum([wants[at][1][0] for at in tied])
    kinds = [sum([source.of_kind(kind) for source in sources.values()]) for kind in CUBES[ARVN]]
    if any(0 < number < needed for number in kinds) or any(at in sources for at in tied):
        return 1
    alike = len(sources) == 1 or all(wants[at] == wants[tied[0]] for at in tied)
    return len(tied) if alike and number_of_cubes(list(sources.values())) >= needed else 1


def _lacks_control(d: Decider, where: BoardSpace) -> bool:
    """Whether a City is not under COIN Control."""
    return d.control(where) != "coin"


def _brings_control(d: Decider, where: BoardSpace, senders: list[Source]) -> bool:
    """Whether cubes enough can come for COIN Control."""
    return lacks_for_control(d.now.spaces[where.index].pieces) <= number_of_cubes(senders)


def _is_thin(d: Decider, where: BoardSpace) -> bool:
    """Whether a City under COIN Control lacks a COIN Troop, Police, or 3 COIN cubes and Special Forces."""
    if d.control(where) != "coin":
        return False
    complete = d.number(where, COIN_TROOPS) and d.number(where, (Kind.AP,))
    return not complete or d.number(where, COIN_UNITS) < KEPT


def _makes_fuller(d: Decider, where: BoardSpace, senders: list[Source]) -> bool:
    """Whether some of what such a City lacks can come."""
    lacking = KEPT - d.number(where, COIN_UNITS)
    return (
        (not d.number(where, (Kind.AP,)) and any(source.of_kind(Kind.AP) for source in senders))
        or (not d.number(where, COIN_TROOPS) and any(source.of_kind(Kind.AT) for source in senders))
        or 0 < lacking <= number_of_cubes(senders)
    )


def _fill(d: Decider, where: BoardSpace, senders: list[Source]) -> Deciding[bool]:
    """Move in Police and a Troop where there are none, then what is lacking of 3; whether anything went."""
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
    """Assault where most enemy pieces go, failing that where most are (do-3); whether any did."""
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
        ("", by(hits, lambda hit: hit.number)),
        ("", by(hits, lambda hit: insurgents(hit.before))),
    )
    yield from strike(d, hits[where])
    return True


def say_if_open(d: Decider, clause: Clause) -> Deciding[bool]:
    """Say what an Event, or an easy game, may leave no place for; whether it was said."""
    try:
        yield from d.say(clause)
    except Violation:
        return False
    return True
