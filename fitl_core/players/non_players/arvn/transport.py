"""ARVN Transport (8.7.2): its origin, its pieces and its destination."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace, along, board
from fitl_core.facts.lasting import ARMORED_CAVALRY
from fitl_core.facts.pieces import Count, Kind, changed, number_named
from fitl_core.players.non_players.arvn.assault import Rank, best_on, rank
from fitl_core.players.non_players.arvn.measures import (
    COIN_TROOPS,
    RANGERS,
    insurgents,
    is_granted,
    may_leave,
    rules_now,
)
from fitl_core.players.non_players.assaulting import assault_blow, assault_in
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.verb_attempts import attempt
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move, Option, Verb
from fitl_core.record.spoken import Said
from fitl_core.rules.activities.transport import (
    MOST_PIECES,
    RULE,
    Convoy,
    kinds_carried,
    ways_from,
)
from fitl_core.rules.context import Context
from fitl_core.state.control import control
from fitl_core.state.draft import Draft

NODE = "8.7.2/sa-4"


class Load(msgspec.Struct, frozen=True):
    """The pieces that may be Transported out of a space, and the number of Troops that the space
    can spare.
    """

    origin: BoardSpace
    pieces: tuple[Count, ...]
    troops_to_spare: int


class Trip(msgspec.Struct, frozen=True):
    """A load with its path."""

    load: Load
    path: tuple[str, ...]

    @property
    def destination(self) -> BoardSpace:
        """The last space of the path."""
        return along(self.path)[-1]

    @property
    def move(self) -> Move:
        """The clause of the trip."""
        return Move(self.path, self.load.pieces)


Goals = Callable[[Context, list[Trip]], list[Trip]]
"""Selects the trips of a load that serve the purpose best; none if none does."""
Trips = dict[BoardSpace, list[Trip]]
"""The possible trips, by their origins."""


def to_a_province(d: Decider) -> Trips:
    """Return the trips with Train or Patrol: into 1 Province (8.7.2)."""
    return _trips(d, _into_a_province)


def to_an_assault(d: Decider) -> Trips:
    """Return the trips before an Assault: to enable the Assault that 8.7.4 puts highest."""
    return _trips(d, _into_an_assault)


def try_transport(d: Decider, find: Callable[[Decider], Trips]) -> Deciding[bool]:
    """Transport if any trip serves the purpose; return whether that was possible."""
    trips = find(d)
    if trips and (yield from attempt(d, "transport", partial(go, trips=trips))):
        return True
    d.note(NODE, "no Transport is possible: no Special Activity")
    return False


def go(d: Decider, trips: Trips) -> Deciding[bool]:
    """Transport from one of the origins to the best of its destinations, at random among equal ones."""
    if is_granted(d):
        trips = {
            at: able
            for at, origin_trips in trips.items()
            if (able := [trip for trip in origin_trips if _is_open(d, trip)])
        }
    if not trips:
        return False
    origin = yield from d.pick_space(NODE, list(trips))
    by_place = {trip.destination: trip for trip in trips[origin]}
    where = yield from d.pick_space(NODE, list(by_place))
    yield from d.say(by_place[where].move)
    return True


def _is_open(d: Decider, trip: Trip) -> bool:
    """Check whether an Event accepts the trip (5.5)."""
    return d.try_clauses(trip.move) is not None


def _trips(d: Decider, goals: Goals) -> Trips:
    """Return the best trips by origin, from the first group of loads that serves the purpose at all."""
    ctx, convoy = rules_now(d, RULE), Convoy()
    for group in groups(loads(ctx)):
        trips: Trips = {}
        for load in group:
            ways = [Trip(load, way) for way in ways_from(ctx, convoy, load.origin)]
            entering = [trip for trip in ways if _may_enter(ctx, trip)]
            if entering and (best := goals(ctx, entering)):
                trips[load.origin] = best
        if trips:
            return trips
    return {}


def loads(ctx: Context) -> list[Load]:
    """Return the load of each space, in board order: Troops, then Rangers, without ending COIN
    Control there.
    """
    kinds = kinds_carried(ctx)
    all_loads = []
    for origin in board().spaces:
        pieces = ctx.draft[origin].pieces
        if not any(pieces[kind.slot] for kind in kinds):
            continue
        spare = may_leave(origin, pieces)
        pieces_left, taken = min(MOST_PIECES, spare), []
        for kind in (Kind.AT, *RANGERS):
            number = min(pieces_left, pieces[kind.slot]) if kind in kinds else 0
            if number:
                taken.append(Count(number, kind))
                pieces_left -= number
        if taken:
            all_loads.append(Load(origin, tuple(taken), min(spare, pieces[Kind.AT.slot])))
    return all_loads


def groups(found: list[Load]) -> Iterator[list[Load]]:
    """Yield the loads in order of preference: Laos and Cambodia first, then by Troops to spare."""
    abroad = [load for load in found if load.origin.in_laos_or_cambodia]
    if abroad:
        yield abroad
    at_home = [load for load in found if not load.origin.in_laos_or_cambodia]
    for number in sorted({load.troops_to_spare for load in at_home}, reverse=True):
        yield [load for load in at_home if load.troops_to_spare == number]


def _may_enter(ctx: Context, trip: Trip) -> bool:
    return ctx.draft.refuse_entry(trip.destination, trip.load.pieces[0].kind, 1) is None


def _into_a_province(ctx: Context, trips: list[Trip]) -> list[Trip]:
    """Return the trips to Provinces with Police but no COIN Troops, else with a change of Control.

    Of these only the highest Population is kept.
    """
    provinces = [trip for trip in trips if trip.destination.kind == "province"]
    lonely = [trip for trip in provinces if _has_lonely_police(ctx, trip.destination)]
    fitting = lonely or [trip for trip in provinces if _changes_control(ctx, trip)]
    most = max([trip.destination.population for trip in fitting], default=0)
    return [trip for trip in fitting if trip.destination.population == most]


def _has_lonely_police(ctx: Context, where: BoardSpace) -> bool:
    return ctx.draft.of_kind(where, Kind.AP) > 0 and not ctx.draft.number(where, COIN_TROOPS)


def _changes_control(ctx: Context, trip: Trip) -> bool:
    where = trip.destination
    before = ctx.draft[where].pieces
    return control(where, before) != control(where, changed(before, Kind.AT, number_named(trip.load.pieces)))


def _into_an_assault(ctx: Context, trips: list[Trip]) -> list[Trip]:
    """Return the trips to the space where the newly possible Assault ranks highest."""
    ranks = [(rank, trip) for trip in trips if (rank := _rank_enabled(ctx, trip)) is not None]
    best = max([rank for rank, _ in ranks], default=None)
    return [trip for rank, trip in ranks if rank == best]


def _rank_enabled(ctx: Context, trip: Trip) -> Rank | None:
    """Return the rank of an Assault at the destination if the load raises it, else None."""
    where = trip.destination
    if not insurgents(ctx.draft[where].pieces):
        return None
    now, then = [rank(assault_blow(at, where, ARVN)) for at in (ctx, _after_trip(ctx, trip))]
    return then if then is not None and (now is None or then > now) else None


def _after_trip(ctx: Context, trip: Trip) -> Context:
    """Return the same context in the position after a trip."""
    draft = Draft(ctx.draft.state)
    draft.move(along(trip.path), trip.load.pieces, RULE)
    return Context(draft, ctx.faction, ctx.rule, ctx.progress)


def transport_is_possible(d: Decider) -> bool:
    """Check whether any load can be Transported."""
    return bool(loads(rules_now(d, RULE)))


def cavalry(d: Decider) -> Deciding[None]:
    """Make a free Assault in 1 Transport destination after the Operation, by unshaded Armored Cavalry (card
    61).
    """
    before = d.walk
    if before is None or d.capability(ARMORED_CAVALRY) != "unshaded":
        return
    if (assaulting := d.try_clauses(Option("cavalry"))) is None:
        return
    d.walk = assaulting  # automatic effects of the Operation come first (card 13)
    hit = yield from best_on(d, _destinations(before.said), NODE)
    d.walk = before
    if hit is not None:
        yield from d.say(Option("cavalry"))
        yield from assault_in(d, hit.where, hit.pieces)


def _destinations(said: tuple[Said, ...]) -> list[BoardSpace]:
    """Return the spaces to which the Transport of an action went, each once."""
    verb = ""
    names: dict[str, None] = {}
    for _, clause in said:
        if isinstance(clause, Verb):
            verb = clause.name
        elif isinstance(clause, Move) and verb == "transport":
            names[clause.path[-1]] = None
    return list(along(names))
