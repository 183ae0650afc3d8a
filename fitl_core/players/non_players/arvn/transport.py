"""ARVN Transport (8.7.2): its origin, its pieces and its destination."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace, along, board
from fitl_core.facts.lasting import ARMORED_CAVALRY
from fitl_core.facts.pieces import Kind, changed, number_named
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
from fitl_core.players.non_players.movement import Force, best_of
from fitl_core.players.non_players.piece_order import kind_by_kind
from fitl_core.players.non_players.space_figures import pieces_in
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


Trips = dict[BoardSpace, list[Move]]
"""Moves of equal worth, by their origins."""
Purpose = Callable[[Context, Move], tuple[int, ...] | None]
"""Returns how well a trip serves its purpose: the highest is the best. None if it does not."""


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
    """Transport from one of the origins to one of its destinations, at random; return whether any is open."""
    if is_granted(d):  # an Event sets its own limits (5.5)
        trips = {at: [one for one in moves if d.try_clauses(one) is not None] for at, moves in trips.items()}
    origins = [at for at, moves in trips.items() if moves]
    if not origins:
        return False
    origin = yield from d.called("from", d.pick_space(NODE, origins))
    by_place = {_end(move): move for move in trips[origin]}
    yield from d.say(by_place[(yield from d.pick_space(NODE, list(by_place)))])
    return True


def _end(move: Move) -> BoardSpace:
    return along(move.path)[-1]


# -- from where -----------------------------------------------------------------------------------


def loads(d: Decider) -> dict[BoardSpace, Force]:
    """Return the load of each space: Troops, then Rangers, without ending COIN Control there."""
    carried = kinds_carried(rules_now(d, RULE))
    kinds = [kind for kind in (Kind.AT, *RANGERS) if kind in carried]
    found = {
        at: kind_by_kind(pieces_in(d, at), kinds, min(MOST_PIECES, _spare(d, at))) for at in board().spaces
    }
    return {at: force for at, force in found.items() if force}


def _spare(d: Decider, where: BoardSpace) -> int:
    return may_leave(where, pieces_in(d, where))


def preference(d: Decider, origin: BoardSpace) -> tuple[int, ...]:
    """Return the figures that order origins: Laos and Cambodia first, then by Troops to spare."""
    if origin.in_laos_or_cambodia:
        return 1, 0
    return 0, min(_spare(d, origin), d.number(origin, (Kind.AT,)))


def _trips(d: Decider, purpose: Purpose) -> Trips:
    """Return the best trips from each of the first origins from which any serves the purpose."""
    ctx, all_loads, trips = rules_now(d, RULE), loads(d), Trips()

    def serves(origin: BoardSpace) -> bool:
        moves = [Move(way, all_loads[origin]) for way in ways_from(ctx, Convoy(), origin)]
        moves = [move for move in moves if _may_enter(ctx, move)]
        trips[origin] = best_of(moves, partial(purpose, ctx))
        return bool(trips[origin])

    return {origin: trips[origin] for origin in best_of(all_loads, partial(preference, d), serves)}


def _may_enter(ctx: Context, move: Move) -> bool:
    return ctx.draft.refuse_entry(_end(move), move.pieces[0].kind, 1) is None


# -- where to -------------------------------------------------------------------------------------


def _into_a_province(ctx: Context, move: Move) -> tuple[int, ...] | None:
    """Prefer Provinces with Police but no COIN Troops to those with a change of Control, then Population."""
    where = _end(move)
    lonely = ctx.draft.of_kind(where, Kind.AP) > 0 and not ctx.draft.number(where, COIN_TROOPS)
    if where.kind != "province" or not (lonely or _changes_control(ctx, move)):
        return None
    return int(lonely), where.population


def _changes_control(ctx: Context, move: Move) -> bool:
    before = ctx.draft[_end(move)].pieces
    after = changed(before, Kind.AT, number_named(move.pieces))
    return control(_end(move), before) != control(_end(move), after)


def _into_an_assault(ctx: Context, move: Move) -> Rank | None:
    """Return the rank of an Assault at the destination if the load raises it, else None."""
    where = _end(move)
    if not insurgents(ctx.draft[where].pieces):
        return None
    draft = Draft(ctx.draft.state)
    draft.move(along(move.path), move.pieces, RULE)
    after = Context(draft, ctx.faction, ctx.rule, ctx.progress)
    now, then = [rank(assault_blow(at, where, ARVN)) for at in (ctx, after)]
    return then if then is not None and (now is None or then > now) else None


def transport_is_possible(d: Decider) -> bool:
    """Check whether any load can be Transported."""
    return bool(loads(d))


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
