"""Events 91 to 100."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fitl_core.asking.questions import Procedure, lapsing
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.game_map import BoardSpace, adjacent, along, board, spaces_by_id
from fitl_core.facts.pieces import CUBES, GUERRILLAS, OF_FACTION, TUNNELED, Kind
from fitl_core.record.clauses import Move, Place, Remove, Replace
from fitl_core.record.play_effects import CardReturned, LeaderTurnedDown
from fitl_core.rules.activities.ambush import GrantedAmbush
from fitl_core.rules.context import Context
from fitl_core.rules.coup.support import pacification_by_event
from fitl_core.rules.events.alternatives import (
    EventWay,
    changing,
    choose,
    choose_faction,
    from_box,
    of_whom,
    on_track,
    to_arvn,
    written_as,
)
from fitl_core.rules.events.c121_124 import tet_offensive
from fitl_core.rules.events.event_pieces import (
    GUERRILLA_KINDS,
    US_PIECES,
    VC_PIECES,
    are_there,
    clear_of,
    number_of,
    place_here,
    rebox_pieces,
    remove_all,
    remove_pieces,
    without_tunnels,
)
from fitl_core.rules.events.event_spaces import (
    anywhere,
    can_come,
    choose_space,
    in_spaces,
    only,
    only_for_coin,
    same,
    shift_spaces,
    whole_first,
)
from fitl_core.rules.events.free_actions import free, is_possible, sweep_or_assault
from fitl_core.rules.events.relocation import relocate, relocation
from fitl_core.rules.events.sides import Events
from fitl_core.rules.events.tunnels import can_dig, dig_tunnels
from fitl_core.rules.forms.space_questions import SpaceTest, passing
from fitl_core.rules.operations.assault_removal import FollowUp, GrantedAssault
from fitl_core.rules.operations.march import GrantedMarch
from fitl_core.rules.operations.sweep import GrantedSweep
from fitl_core.rules.progress import Grant
from fitl_core.state.state import FAILED_ATTEMPTS

TET_OFFENSIVE = 124


def bob_hope_unshaded(ctx: Context) -> Procedure:
    """91: any number of US Troops move from 1 Province to 1 COIN-Controlled City …"""
    provinces = only(ctx, "a Province", lambda where: where.kind == "province")
    cities = only(
        ctx, "a COIN-Controlled City", lambda where: where.is_city and ctx.draft.control(where) == "coin"
    )
    number = ctx.draft.on_map((Kind.UT,))
    prompt = "US Troops to move from a Province to a City"
    move: Move | None = yield relocation(ctx, prompt, (Kind.UT,), number, provinces, cities, optional=True)
    if move is not None:
        ctx.draft.move(along(move.path), move.pieces, ctx.rule)
        back = number_of([move]) // 2
        yield from rebox_pieces(ctx, "US Casualties", "casualties", "available", US_PIECES, back)


def bob_hope_shaded(ctx: Context) -> Procedure:
    """91: NVA or VC move up to 3 US Troops from Provinces to Cities …"""
    provinces = only(ctx, "a Province", lambda where: where.kind == "province")
    some = EventWay(are_there(ctx, (Kind.UT,), provinces), "there are no US Troops in a Province")
    faction: Faction | None = yield choose_faction(
        ctx, "who moves the Troops", dict.fromkeys((NVA, VC), some)
    )
    if faction is None:
        return
    actor = ctx.under(ctx.rule, faction)
    cities = only(actor, "a City", lambda where: where.is_city)
    prompt = "US Troops to move from Provinces to Cities"
    moves = yield from relocate(actor, prompt, (Kind.UT,), 3, provinces, cities, up_to=True)
    kinds = (Kind.NG, Kind.VG) if ctx.alternative("card-91") else GUERRILLAS[faction][:1]
    for move in moves:
        yield from place_here(actor, spaces_by_id()[move.path[0]], kinds, number_of([move]))


def sealords_unshaded(ctx: Context) -> Procedure:
    """92: in each space adjacent to Can Tho, ARVN Sweep in place or Assault, free; then the US do so."""
    delta = _adjacent_to_can_tho(ctx)
    for faction in (ARVN, US):
        alone = ctx.alternative("card-92")
        yield from sweep_or_assault(ctx, faction, len(board().spaces), delta, alone=alone)


def sealords_shaded(ctx: Context) -> Procedure:
    """92: NVA or VC move any of their pieces, Tunneled Bases aside …"""
    origins = only(
        ctx, "in Cambodia, or Tay Ninh", lambda where: where.country == "cambodia" or where.id == "tay-ninh"
    )

    def of(faction: Faction) -> EventWay:
        can = are_there(ctx, without_tunnels(OF_FACTION[faction]), origins)
        return EventWay(can, f"{faction} has no such piece in Cambodia or Tay Ninh")

    faction: Faction | None = yield choose_faction(
        ctx, "who moves", {who: of(who) for who in (NVA, VC)}, of_whom
    )
    if faction is None:
        return
    actor = ctx.under(ctx.rule, faction)
    kinds = without_tunnels(OF_FACTION[faction])
    number = ctx.draft.on_map(kinds)
    prompt = f"{faction} pieces to move next to Can Tho"
    yield from relocate(actor, prompt, kinds, number, origins, _adjacent_to_can_tho(actor), up_to=True)


def _adjacent_to_can_tho(ctx: Context) -> SpaceTest:
    can_tho = spaces_by_id()["can-tho"]
    return only(ctx, "adjacent to Can Tho", lambda where: adjacent(can_tho, where))


def senator_fulbright_unshaded(ctx: Context) -> Procedure:
    """93: the US takes 4 of its pieces off the map to Available."""
    us = ctx.under(ctx.rule, US)
    yield from remove_pieces(us, "US pieces to bring home", OF_FACTION[US], 4)


def senator_fulbright_shaded(ctx: Context) -> None:
    """93: 1 US Base goes from Available Out of Play; Aid -9."""
    base = min(1, ctx.draft.available[Kind.UB.slot])
    ctx.draft.transfer("available", "oop", Kind.UB, base, ctx.rule)
    ctx.add("aid", -9)


def tunnel_rats(ctx: Context) -> Procedure:
    """94: Tunnels for 1 Base in each of 2 Provinces; or a Tunneled Base goes where US Troops are."""
    troops = only(ctx, "a space with US Troops", lambda where: ctx.draft.of_kind(where, Kind.UT) > 0)
    provinces = only(ctx, "a Province", lambda where: where.kind == "province")
    ways = {
        "tunnels": EventWay(
            can_dig(ctx, provinces), "there is no Base in a Province, or no marker, for a Tunnel"
        ),
        "remove": EventWay(are_there(ctx, TUNNELED, troops), "there is no Tunneled Base where US Troops are"),
    }
    implied = {"tunnels": written_as(Replace), "remove": written_as(Remove)}
    match (yield choose(ctx, "Tunnels for 2 Bases, or a Tunneled Base removed", ways, implied)):
        case "tunnels":
            yield from dig_tunnels(ctx, "a Base that gets a Tunnel", 2, provinces)
        case "remove":
            yield from remove_pieces(ctx, "a Tunneled Base to remove", TUNNELED, 1, troops, tunnels=True)


def westmoreland_unshaded(ctx: Context) -> Procedure:
    """95: the US Air Lifts free, Sweeps in place or Assaults (without ARVN) in 2 spaces, and Air Strikes."""
    yield from free(ctx, US, "airlift")
    yield from sweep_or_assault(ctx, US, 2, anywhere, alone=True)
    yield from free(ctx, US, "airstrike")


def westmoreland_shaded(ctx: Context) -> Procedure:
    """95: 3 Provinces without Police shift 2 levels toward Active Opposition."""

    def fits(where: BoardSpace) -> bool:
        return where.kind == "province" and not ctx.draft.of_kind(where, Kind.AP)

    test = only(ctx, "a Province without Police", fits)
    yield from shift_spaces(ctx, "a Province without Police", 3, test, -2)


def apc_unshaded(ctx: Context) -> Procedure:
    """96: the US, then ARVN, Pacify as in a Support Phase, at no cost and each space by 1 level at most."""
    yield from pacification_by_event(ctx, US, ARVN, cost=0, most_levels=1)


def apc_shaded(ctx: Context) -> Procedure:
    """96: Tet Offensive returns to the VC if it has been executed …"""
    played = ctx.draft.state.played
    if TET_OFFENSIVE not in played:
        yield from tet_offensive(ctx)
        return
    ctx.draft.happen(CardReturned(ctx.rule, TET_OFFENSIVE, VC))


def brinks_hotel_unshaded(ctx: Context) -> Procedure:
    """97: Aid +10 or 4 Patronage into ARVN Resources; then the Leader card turns face down."""
    prompt = "Aid +10, or 4 Patronage to ARVN Resources"
    ways = {"aid": on_track(ctx, "aid", 10), "patronage": to_arvn(ctx)}
    implied = {"aid": changing("aid"), "patronage": changing("patronage", "ARVN")}
    match (yield choose(ctx, prompt, ways, implied)):
        case "aid":
            ctx.add("aid", 10)
        case "patronage":
            ctx.hand_over("patronage", "ARVN", 4)
    state = ctx.draft.state
    if any(card not in FAILED_ATTEMPTS for card in state.leader_box):
        ctx.draft.happen(LeaderTurnedDown(ctx.rule))


def brinks_hotel_shaded(ctx: Context) -> Procedure:
    """97: a City with VC shifts 2 levels toward Active Opposition and gets a Terror marker."""

    def terror(where: BoardSpace) -> None:
        ctx.draft.add_terror(where, ctx.rule)

    test = only(ctx, "a City with VC pieces", lambda w: w.is_city and ctx.draft.of_faction(w, VC) > 0)

    def alters(_: BoardSpace) -> bool:
        return ctx.draft.markers_left() > 0

    yield from shift_spaces(ctx, "the City", 1, test, -2, then=terror, alters=alters)


def long_tan_unshaded(ctx: Context) -> Procedure:
    """98: 2 US Troops from Out of Play into 1 Province …"""
    jungle = only(
        ctx, "Jungle with US Troops", lambda w: w.terrain == "jungle" and ctx.draft.of_kind(w, Kind.UT) > 0
    )
    ways = {
        "troops": from_box(ctx, "oop", (Kind.UT,), "US Troops Out of Play"),
        "guerrillas": EventWay(
            are_there(ctx, GUERRILLA_KINDS, jungle), "there are none in Jungle with US Troops"
        ),
    }
    implied = {"troops": written_as(Place), "guerrillas": written_as(Remove)}
    match (yield choose(ctx, "Troops into a Province, or Guerrillas out of Jungle", ways, implied)):
        case "guerrillas":
            for where in board().spaces:
                if jungle(where) is None:
                    remove_all(ctx, where, GUERRILLA_KINDS)
        case "troops":
            yield from _reinforce(ctx)


def _reinforce(ctx: Context) -> Procedure:
    """Place 2 US Troops from Out of Play in 1 Province."""
    fits = only_for_coin(ctx, "a Province", lambda where: where.kind == "province")
    number = min(2, ctx.draft.out_of_play[Kind.UT.slot])
    if number:
        there: BoardSpace = yield choose_space(ctx, "the Province of the Troops", fits, (Place,))
        yield from place_here(ctx, there, (Kind.UT,), number, source="oop")


def long_tan_shaded(ctx: Context) -> Procedure:
    """98: where 2 VC Guerrillas are in Jungle, a US Base and a US Troop become Casualties."""
    losses = (Kind.UB, Kind.UT)

    def fits(where: BoardSpace) -> bool:
        return where.terrain == "jungle" and ctx.draft.number(where, GUERRILLAS[VC]) >= 2

    def has(number: int, where: BoardSpace) -> bool:
        return sum([ctx.draft.of_kind(where, kind) > 0 for kind in losses]) >= number

    test = only(ctx, "a Jungle space with 2 VC Guerrillas", fits)
    test = whole_first(ctx, test, partial(has, 1), "any loss")
    test = whole_first(ctx, test, partial(has, 2), "a loss of both Base and Troop")
    able = any(has(1, where) for where in passing(test))
    choice = choose_space(ctx, "the Jungle space", test, (Remove,), optional=not able)
    where: BoardSpace | None = yield lapsing(choice)
    if where is not None:
        for kind in losses:
            if ctx.draft.of_kind(where, kind):
                ctx.draft.remove(where, kind, 1, ctx.rule, "casualties")


def masher_unshaded(ctx: Context) -> Procedure:
    """99: the US or ARVN Sweeps 1 space that is no Jungle, even in Monsoon, with US and ARVN Troops …"""
    faction: Faction = yield ctx.name_faction("who Sweeps and Assaults", {US: None, ARVN: None})
    acting, troops = ctx.under(ctx.rule, faction), (Kind.UT, Kind.AT)
    both = ctx.alternative("card-99")

    def fits(where: BoardSpace) -> bool:
        held = all(ctx.draft.of_kind(where, kind) for kind in troops)
        return where.terrain != "jungle" and (held or not both)

    troops_of_both = " with US and ARVN Troops" if both else ""
    open_to_it = only(acting, f"a City or a Province outside Jungle{troops_of_both}", fits)
    together = GrantedSweep(as_troops=troops)
    sweep = yield from free(ctx, faction, "sweep", Grant(within=open_to_it, most_spaces=1), together)
    there = only(acting, "the space of the Sweep", lambda where: where.id in sweep.operation_spaces)
    joint = GrantedAssault(as_troops=troops, follow_up=FollowUp(done=True))
    yield from free(ctx, faction, "assault", Grant(within=there), joint, acts_as=US)


def masher_shaded(ctx: Context) -> Procedure:
    """99: NVA or VC March Guerrillas into 3 spaces, even in Monsoon, then Ambush in each of them …"""

    def of(faction: Faction) -> EventWay:
        can = is_possible(ctx, faction, "march", granted=GrantedMarch(kinds=GUERRILLAS[faction]))
        return EventWay(can, f"{faction} has no Guerrillas that could March")

    ways = {who: of(who) for who in (NVA, VC)}
    faction: Faction | None = yield choose_faction(ctx, "who Marches and Ambushes", ways)
    if faction is None:
        return
    acting, guerrillas = ctx.under(ctx.rule, faction), GrantedMarch(kinds=GUERRILLAS[faction])
    march = yield from free(ctx, faction, "march", Grant(most_spaces=3, everywhere=True), guerrillas)
    there = only(acting, "a space of the March", lambda where: where.id in march.operation_spaces)
    exposed = GrantedAmbush(exposed=True)
    yield from free(ctx, faction, "ambush", Grant(within=there, most_spaces=3, everywhere=True), exposed)


def rach_ba_rai_unshaded(ctx: Context) -> Procedure:
    """100: from 1 Lowland Province with US Troops go all VC pieces, or all NVA pieces but Troops."""
    kinds = {NVA: tuple([kind for kind in OF_FACTION[NVA] if kind is not Kind.NT]), VC: OF_FACTION[VC]}
    either = without_tunnels((*kinds[NVA], *kinds[VC]))

    def strike(where: BoardSpace) -> Procedure:
        def of(faction: Faction) -> EventWay:
            gone = kinds[faction] if faction is ctx.faction else without_tunnels(kinds[faction])
            return EventWay(ctx.draft.number(where, gone) > 0, f"{where.name} has no such {faction} piece")

        ways = {faction: of(faction) for faction in kinds}
        faction: Faction | None = yield choose_faction(ctx, "whose pieces go", ways, of_whom)
        if faction is None:
            return
        another = any(way.can for other, way in ways.items() if other is not faction)
        yield from clear_of(ctx, where, kinds[faction], another=another)

    test = _lowland(ctx, "US Troops", lambda where: ctx.draft.of_kind(where, Kind.UT) > 0)
    whole = partial(_has, ctx, either)
    yield from in_spaces(
        ctx, "the Lowland Province", 1, test, strike, whole=whole, what="any removal", alters=whole
    )


def rach_ba_rai_shaded(ctx: Context) -> Procedure:
    """100: a die of US (to Casualties) and ARVN cubes leave 1 Lowland Province with VC; a VC piece comes."""
    cubes = (*CUBES[US], *CUBES[ARVN])

    def lose(where: BoardSpace) -> Procedure:
        die: int = yield from ctx.roll("the US and ARVN cubes lost")
        prompt = f"US and ARVN cubes to remove in {where.name}"
        yield from remove_pieces(ctx, prompt, cubes, die, same(ctx, where), us_to="casualties")
        yield from place_here(ctx, where, VC_PIECES, 1)

    test = _lowland(ctx, "VC pieces", lambda where: ctx.draft.of_faction(where, VC) > 0)
    whole = partial(_has, ctx, cubes)

    def alters(where: BoardSpace) -> bool:
        return whole(where) or can_come(ctx, where, VC_PIECES)

    yield from in_spaces(
        ctx, "the Lowland Province", 1, test, lose, whole=whole, what="any loss", alters=alters
    )


def _lowland(ctx: Context, what: str, has: Callable[[BoardSpace], bool]) -> SpaceTest:
    """Return the condition that a space is a Lowland Province with these pieces."""
    name = f"a Lowland Province with {what}"
    return only(ctx, name, lambda w: w.kind == "province" and w.terrain == "lowland" and has(w))


def _has(ctx: Context, kinds: tuple[Kind, ...], where: BoardSpace) -> bool:
    return ctx.draft.number(where, kinds) > 0


EVENTS: Events = {
    91: {"unshaded": bob_hope_unshaded, "shaded": bob_hope_shaded},
    92: {"unshaded": sealords_unshaded, "shaded": sealords_shaded},
    93: {"unshaded": senator_fulbright_unshaded, "shaded": senator_fulbright_shaded},
    94: {"unshaded": tunnel_rats},
    95: {"unshaded": westmoreland_unshaded, "shaded": westmoreland_shaded},
    96: {"unshaded": apc_unshaded, "shaded": apc_shaded},
    97: {"unshaded": brinks_hotel_unshaded, "shaded": brinks_hotel_shaded},
    98: {"unshaded": long_tan_unshaded, "shaded": long_tan_shaded},
    99: {"unshaded": masher_unshaded, "shaded": masher_shaded},
    100: {"unshaded": rach_ba_rai_unshaded, "shaded": rach_ba_rai_shaded},
}
