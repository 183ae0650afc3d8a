"""ARVN Patrol (8.7.3): cubes onto LoCs with Guerrillas, then into Cities, then a free Assault."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from fitl_core.facts.factions import ARVN, NVA, VC
from fitl_core.facts.game_map import BoardSpace, board, cities, locs
from fitl_core.facts.pieces import CUBES, GUERRILLAS, Kind
from fitl_core.players.non_players.ambushed_column import let_nva_remove
from fitl_core.players.non_players.arvn.assault import all_hits
from fitl_core.players.non_players.arvn.measures import (
    COIN_TROOPS,
    COIN_UNITS,
    HIDDEN,
    hidden,
    insurgents,
    is_granted,
    lacks_for_control,
    may_leave,
    rules_now,
)
from fitl_core.players.non_players.assaulting import assault_in
from fitl_core.players.non_players.decider import Decider, SpaceLetter
from fitl_core.players.non_players.distances import from_saigon
from fitl_core.players.non_players.fighting import pick_target
from fitl_core.players.non_players.movement import Coming, Force, Groups, Kinds, Movement, Need, Way
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.space_figures import pieces_in
from fitl_core.players.non_players.verb_attempts import say_if_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Activate, Move, Option
from fitl_core.rules.operations.patrol import RULE, ways_to

ROADS = "8.7.3/do-1"
CITIES = "8.7.3/do-2"
LEAST_GUARDS = 3
GUARDS_TO_ENEMIES = 2
KEPT = 3
"""The US and ARVN cubes and Special Forces that stay, and that each City shall have."""
GUERRILLA_KINDS = (*GUERRILLAS[NVA], *GUERRILLAS[VC])


def patrol(d: Decider) -> Deciding[bool]:
    """Carry out the whole Operation; return whether anything moved or was removed (8.7.3)."""
    moving = Patrol(d)
    yield from _to_roads(moving)
    moving.empties_cities = False
    yield from _to_control_cities(moving)
    yield from _to_fill_cities(moving)
    yield from _search(d)
    removed = yield from _assault(d)
    yield from let_nva_remove(d)
    return moving.moved or removed


class Patrol(Movement):
    """A Patrol in progress. Police go before Troops, first from where the most cubes can go.

    COIN Control, 3 COIN cubes and Special Forces, the last COIN Troop and the last Police stay in a space,
    but not on LoCs. Cities may be emptied for LoCs. A destination gives no cubes.
    """

    kinds: ClassVar[tuple[Kind, ...]] = (Kind.AP, Kind.AT)
    counted: ClassVar[tuple[Kind, ...]] = CUBES[ARVN]

    def __init__(self, d: Decider) -> None:
        super().__init__(d)
        self.empties_cities: bool = True
        self.destinations: set[str] = set()
        self._garrisons = [at for at in board().spaces if d.number(at, self.kinds)]
        self._is_limited = is_granted(d) or d.is_limited
        self._rules = rules_now(d, RULE)
        self._ways: dict[BoardSpace, dict[str, Way]] = {}

    def _may_be_emptied(self, where: BoardSpace) -> bool:
        return where.is_loc or (where.is_city and self.empties_cities)

    def unmoved(self, where: BoardSpace, kind: Kind) -> int:
        """Return how many cubes of a kind may leave, without the last Police or COIN Troop."""
        number = self.d.number(where, (kind,))
        last = kind is Kind.AP or not self.d.number(where, (Kind.UT,))
        return max(0, number - 1) if last and not self._may_be_emptied(where) else number

    def ways(self, where: BoardSpace) -> Mapping[BoardSpace, Way]:
        """Return the ways of a Patrol. What blocks it stands still while it moves."""
        if where not in self._ways:
            self._ways[where] = ways_to(self._rules, where)
        found, closed = self._ways[where], self.destinations
        return {at: found[at.id] for at in self._garrisons if at.id in found and at.id not in closed}

    def admitted(self, way: Way, force: Force) -> Force:
        """Return these cubes if they may go this way. An Event, or an easy game, limits it (5.5, 8.9)."""
        return () if self._is_limited and self.d.try_clauses(Move(way, force)) is None else force

    def under(self, where: BoardSpace) -> object:
        """Return whether Cities may be emptied."""
        return self.empties_cities

    def spare(self, where: BoardSpace) -> int:
        """Count how many cubes may leave a space."""
        number = self.unmoved(where, Kind.AP) + self.unmoved(where, Kind.AT)
        if number and not self._may_be_emptied(where):
            left = self.d.number(where, COIN_UNITS) - KEPT
            number = max(0, min(number, may_leave(where, pieces_in(self.d, where)), left))
        return number

    def supply(self, where: BoardSpace, kinds: Kinds = (), but: Collection[BoardSpace] = ()) -> int:
        """Return how many cubes can come to a space."""
        if kinds or but or self._is_limited:
            return super().supply(where, kinds, but)
        return sum(map(self.number, self.ways(where)))

    def is_idle(
        self, needs: Mapping[BoardSpace, Need], coming: Mapping[BoardSpace, Groups], by_lot: bool
    ) -> bool:
        """Check whether the order of equal destinations does not matter.

        It matters if they share some origins only: cubes also come from where another needs them.
        """
        found = {at: coming[at] for at in needs}
        origins = [set(groups) for groups in found.values()]
        everywhere = set().union(*origins)
        shared = all(one == everywhere for one in origins)
        apart = sum(map(len, origins)) == len(everywhere)
        return (shared or apart) and super().is_idle(needs, found, by_lot)

    def origins(self) -> Sequence[SpaceLetter]:
        """Return the cubes that may leave a space as the measure of origins."""
        return (("most cubes", self.number),)

    def send(
        self, node: str, where: BoardSpace, wanted: int, kinds: Sequence[Kind] = (Kind.AP, Kind.AT)
    ) -> Deciding[None]:
        """Bring up to `wanted` cubes to a space, one kind after another."""
        enough = self.d.number(where, CUBES[ARVN]) + wanted
        for kind in kinds:
            missing = enough - self.d.number(where, CUBES[ARVN])
            yield from self.bring(node, where, missing, kinds=(kind,))

    def in_reach(self, needs: Mapping[BoardSpace, int]) -> dict[BoardSpace, int]:
        """Return the destinations of this step that can still get all cubes that they need."""
        open_needs = {at: need for at, need in needs.items() if at.id not in self.destinations}
        return {at: need for at, need in open_needs.items() if self.supply(at) >= need}

    def pick_destination(
        self, node: str, needs: Mapping[BoardSpace, Need], *letters: SpaceLetter
    ) -> Deciding[BoardSpace]:
        """Pick the next destination. Each kind of cubes is counted apart, because a City may need either."""
        where = yield from self.pick(node, Coming(self._each_kind, needs), *letters, needs=needs)
        self.destinations.add(where.id)
        return where

    def _each_kind(self, where: BoardSpace) -> Groups:
        police, troops = [self.coming(where, (kind,)) for kind in self.kinds]
        return {at: (*police.get(at, ()), *troops.get(at, ())) for at in {**police, **troops}}


def _to_roads(moving: Patrol) -> Deciding[None]:
    """Move enough cubes onto each LoC with Guerrillas, or none (do-1). Cities may be emptied for this."""
    d = moving.d
    threatened = [at for at in locs() if d.number(at, GUERRILLA_KINDS)]
    far = from_saigon(len(threatened) > 1 and d.other_reading("NP-Q30"))
    moving.destinations |= {at.id for at in threatened if _guards_wanted(d, at) <= 0}
    while needs := moving.in_reach({at: _guards_wanted(d, at) for at in threatened}):
        nearest = ("nearest to Saigon", lambda at: -far[at.id])
        where = yield from moving.pick_destination(ROADS, needs, nearest, "a")
        yield from moving.send(ROADS, where, needs[where])


def _guards_wanted(d: Decider, where: BoardSpace) -> int:
    """Return how many more cubes a LoC wants: 3 in all, or twice the enemies if that is more."""
    enemies = insurgents(pieces_in(d, where))
    return max(LEAST_GUARDS, GUARDS_TO_ENEMIES * enemies) - d.number(where, CUBES[ARVN])


def _to_control_cities(moving: Patrol) -> Deciding[None]:
    """Move cubes into Cities for COIN Control (do-2)."""
    d = moving.d

    def lacking() -> dict[BoardSpace, int]:
        return {at: lacks_for_control(pieces_in(d, at)) for at in cities() if d.control(at) != "coin"}

    while needs := moving.in_reach(lacking()):
        where = yield from moving.pick_destination(CITIES, needs, "a")
        yield from moving.send(CITIES, where, needs[where])


def _to_fill_cities(moving: Patrol) -> Deciding[None]:
    """Move in missing Police, a missing Troop, then cubes up to 3 where COIN has Control (do-2)."""
    d = moving.d
    left = list(cities())
    while needs := {at: need for at in left if any(need := _missing(moving, at))}:
        where = yield from moving.pick_destination(CITIES, needs, "a")
        left.remove(where)
        police, troops, _ = needs[where]
        yield from moving.send(CITIES, where, police, (Kind.AP,))
        yield from moving.send(CITIES, where, troops, (Kind.AT,))
        lacking = KEPT - d.number(where, COIN_UNITS)
        if 0 < lacking <= moving.supply(where):
            yield from moving.send(CITIES, where, lacking)


def _missing(moving: Patrol, where: BoardSpace) -> tuple[int, int, int]:
    """Return how many Police, Troops and other cubes a City under COIN Control lacks and can get."""
    d = moving.d
    if d.control(where) != "coin":
        return 0, 0, 0
    police = not d.number(where, (Kind.AP,)) and moving.supply(where, (Kind.AP,)) > 0
    troops = not d.number(where, COIN_TROOPS) and moving.supply(where, (Kind.AT,)) > 0
    lacking = KEPT - d.number(where, COIN_UNITS)
    can_get = lacking > police + troops and moving.supply(where) >= lacking
    return int(police), int(troops), lacking - police - troops if can_get else 0


def _search(d: Decider) -> Deciding[None]:
    """Activate Guerrillas on LoCs, VC before NVA (8.1.2)."""
    for where in locs():
        there = pieces_in(d, where)
        if number := min(hidden(there), d.number(where, CUBES[ARVN])):
            yield from say_if_open(d, Activate(where.id, enemy_pieces(there, HIDDEN, number)))


def _assault(d: Decider) -> Deciding[bool]:
    """Assault where the most enemy pieces are removed, then where the most are (do-3); return whether any
    was.
    """
    hits = all_hits(rules_now(d, RULE), locs())
    before = d.walk
    if not hits or not (yield from say_if_open(d, Option("assault"))):
        return False
    open_now = d.open_spaces()
    hits = [hit for hit in hits if hit.where in open_now]
    if not hits:
        d.walk = before
        return False
    hit = yield from pick_target(
        d,
        "8.7.3/do-3",
        hits,
        ("most removed", lambda hit: hit.number),
        ("most Insurgents", lambda hit: insurgents(hit.before)),
    )
    yield from assault_in(d, hit.where, hit.pieces)
    return True
