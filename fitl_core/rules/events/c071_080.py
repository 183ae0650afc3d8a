"""Events 71 to 80."""

from __future__ import annotations

from functools import partial

from fitl_core.asking.questions import Procedure
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.game_map import BoardSpace, adjacent, board, spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import OF_FACTION, Kind
from fitl_core.record.clauses import Move, Place, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.coup.commitment import whole_phase
from fitl_core.rules.events.alternatives import EventWay, changing, choose, on_track
from fitl_core.rules.events.event_pieces import (
    US_PIECES,
    number_of,
    place_here,
    place_in_each,
    place_pieces,
    rebox,
    rebox_pieces,
    remove_all,
    remove_pieces,
)
from fitl_core.rules.events.event_spaces import (
    can_shift,
    in_spaces,
    only,
    only_able,
    set_spaces,
    shift_spaces,
)
from fitl_core.rules.events.free_actions import free, free_choice, is_possible
from fitl_core.rules.events.lasting_events import momentum_side, put_out_momentum
from fitl_core.rules.events.parts_in_any_order import in_any_order
from fitl_core.rules.events.sides import Events
from fitl_core.rules.operations.march import GrantedMarch
from fitl_core.rules.progress import Grant
from fitl_core.rules.sequence import make_ineligible, stay_eligible


def an_loc_unshaded(ctx: Context) -> Procedure:
    """71: where ARVN has pieces in the South, all NVA Troops of 1 space leave and 3 ARVN Troops come."""

    def hold(where: BoardSpace) -> Procedure:
        remove_all(ctx, where, (Kind.NT,))
        yield from place_here(ctx, where, (Kind.AT,), 3)

    def fits(where: BoardSpace) -> bool:
        return where.in_south_vietnam and ctx.draft.of_faction(where, ARVN) > 0

    test = only(ctx, "a space of South Vietnam with ARVN pieces", fits)
    yield from in_spaces(ctx, "the space that ARVN holds", 1, test, hold, opens=(Place, Remove))


def an_loc_shaded(ctx: Context) -> Procedure:
    """71: NVA Troops March free into 1 City, even in Monsoon; then NVA Attacks there twice, free."""
    nva = ctx.under(ctx.rule, NVA)
    troops = (Kind.NT,)
    cities = [where for where in board().spaces if where.is_city]
    reached = [
        w for w in cities if is_possible(ctx, NVA, "march", granted=GrantedMarch(into=w, kinds=troops))
    ]

    def attacked(where: BoardSpace) -> bool:
        return where in reached and ctx.draft.of_faction(where, US, ARVN) > 0

    def open_to_either(where: BoardSpace) -> bool:
        here = only(nva, "there", lambda other: other is where)
        return where in reached or (where.is_city and is_possible(ctx, NVA, "attack", Grant(within=here)))

    def strike(where: BoardSpace) -> Procedure:
        yield from free(ctx, NVA, "march", granted=GrantedMarch(into=where, kinds=troops))
        here = only(nva, f"{where.name}, the City selected", lambda other: other is where)
        for _ in range(2):
            yield from free(ctx, NVA, "attack", Grant(within=here))

    test = only(nva, "a City that NVA Troops can March into or NVA can Attack in", open_to_either)
    prompt, what = "the City of the March and the Attacks", "a March of Troops and an Attack"
    yield from in_spaces(nva, prompt, 1, test, strike, opens=(Move,), whole=attacked, what=what)


def body_count_shaded(ctx: Context) -> Procedure:
    """72: 1 VC Guerrilla into each space at Active Opposition …"""
    opposed = [w for w in board().spaces if ctx.draft[w].support == Level.ACTIVE_OPPOSITION.value_]
    beyond = [w for w in board().spaces if w.in_laos_or_cambodia]
    yield from in_any_order(place_in_each(ctx, Kind.VG, 1, opposed), place_in_each(ctx, Kind.NT, 2, beyond))


def great_society_unshaded(ctx: Context) -> Procedure:
    """73: a Commitment Phase now (6.5), by the rules of the edition."""
    yield from whole_phase(ctx)


def great_society_shaded(ctx: Context) -> Procedure:
    """73: the US moves 3 pieces from Available Out of Play."""
    us = ctx.under(ctx.rule, US)
    yield from rebox_pieces(us, "US pieces to go Out of Play", "available", "oop", US_PIECES, 3)


def lam_son_719_unshaded(ctx: Context) -> Procedure:
    """74: up to 6 ARVN Troops into Central or Southern Laos …"""

    def push(where: BoardSpace) -> Procedure:
        yield from place_here(ctx, where, (Kind.AT,), 6, up_to=True)
        here = only(ctx, f"{where.name}, the space selected", lambda other: other is where)
        verbs = ("train", "sweep", "assault")  # no Patrol goes into a Province
        yield from free_choice(
            ctx, ARVN, verbs, "a free Limited Operation", grant=Grant(within=here), limop=True
        )

    laos = only(ctx, "in Laos", lambda where: where.country == "laos")
    yield from in_spaces(ctx, "Central or Southern Laos", 1, laos, push, opens=(Place,))
    ctx.add("trail", -2)


def lam_son_719_shaded(ctx: Context) -> None:
    """74: NVA Resources +6, and +1 for each ARVN piece in Laos."""
    laos = [where for where in board().spaces if where.country == "laos"]
    ctx.add("NVA", 6 + sum([ctx.draft.of_faction(where, ARVN) for where in laos]))


def sihanouk_unshaded(ctx: Context) -> Procedure:
    """75: the US or ARVN Sweeps in Cambodia free, even in Monsoon, then Assaults 1 space there."""
    faction: Faction = yield ctx.name_faction("who Sweeps and Assaults", {US: None, ARVN: None})
    cambodia = only(ctx, "in Cambodia", lambda where: where.country == "cambodia")
    yield from free(ctx, faction, "sweep", Grant(within=cambodia))
    yield from free(ctx, faction, "assault", Grant(within=cambodia, most_spaces=1))


def sihanouk_shaded(ctx: Context) -> Procedure:
    """75: VC, then NVA, Rally free in Cambodia and March free from there."""
    cambodia = only(ctx, "in Cambodia", lambda where: where.country == "cambodia")
    may_skip = ctx.alternative("card-75")
    for faction in (VC, NVA):
        rally = yield from free(ctx, faction, "rally", Grant(within=cambodia, may_skip=may_skip))
        from_there = GrantedMarch(begins=frozenset(rally.operation_spaces))
        yield from free(ctx, faction, "march", Grant(may_skip=True), from_there)


def annam_unshaded(ctx: Context) -> None:
    """76: NVA and VC Resources -1 each for every space that both have pieces in; Patronage +2."""
    draft = ctx.draft
    shared = sum([1 for w in board().spaces if draft.of_faction(w, NVA) and draft.of_faction(w, VC)])
    ctx.add("NVA", -shared)
    ctx.add("VC", -shared)
    ctx.add("patronage", 2)


def annam_shaded(ctx: Context) -> Procedure:
    """76: Support in Hue, in Da Nang and in 1 Province beside either goes to Neutral."""
    cities = [spaces_by_id()[name] for name in ("hue", "da-nang")]
    for city in cities:
        if ctx.draft[city].support > 0:
            ctx.set_level(city, Level.NEUTRAL)

    def fits(where: BoardSpace) -> bool:
        beside = any(adjacent(where, city) for city in cities)
        return where.kind == "province" and beside

    def supports(where: BoardSpace) -> bool:
        return ctx.draft[where].support > 0

    test = only_able(ctx, "a Province beside Hue or Da Nang", fits, supports, "a loss of Support")
    yield from set_spaces(ctx, "the Province set to Neutral", 1, test, Level.NEUTRAL)


def detente_unshaded(ctx: Context) -> None:
    """77: NVA and VC Resources are halved, rounded down; 5 Available NVA Troops go Out of Play."""
    for faction in (NVA, VC):
        have = ctx.draft.resources_of(faction)
        ctx.draft.gain(faction, have // 2 - have, ctx.rule)
    rebox(ctx, "available", "oop", Kind.NT, 5)


def detente_shaded(ctx: Context) -> Procedure:
    """77: NVA takes 9 Resources or Infiltrates free; VC Rallies free in up to 6 spaces."""
    nva = ctx.under(ctx.rule, NVA)
    ways = {
        "resources": on_track(ctx, "NVA", 9),
        "infiltrate": EventWay(is_possible(ctx, NVA, "infiltrate"), "no Infiltrate is possible"),
    }
    match (yield choose(nva, "9 Resources, or a free Infiltrate", ways, {"resources": changing("NVA")})):
        case "resources":
            ctx.add("NVA", 9)
        case "infiltrate":
            yield from free(ctx, NVA, "infiltrate")
    yield from free(ctx, VC, "rally", Grant(most_spaces=6, may_skip=True))


def general_lansdale_unshaded(ctx: Context) -> Procedure:
    """78: a space with US or ARVN pieces, not Saigon, goes to Active Support and gets a Terror marker …"""

    def fits(where: BoardSpace) -> bool:
        populated = where.population > 0 and where.id != "saigon"
        return populated and ctx.draft.of_faction(where, US, ARVN) > 0

    def terror(where: BoardSpace) -> None:
        ctx.draft.add_terror(where, ctx.rule)

    test = only(ctx, "a space with Population and US or ARVN pieces, other than Saigon", fits)

    def alters(_: BoardSpace) -> bool:
        return ctx.draft.markers_left() > 0

    prompt = "the space set to Active Support"
    yield from set_spaces(ctx, prompt, 1, test, Level.ACTIVE_SUPPORT, then=terror, alters=alters)
    ctx.add("patronage", 1)


def general_lansdale_shaded(ctx: Context) -> None:
    """78: Patronage +3; Momentum: the US may not Assault."""
    ctx.add("patronage", 3)
    put_out_momentum(ctx, 78, "shaded")


def henry_cabot_lodge_unshaded(ctx: Context) -> None:
    """79: Aid +20."""
    ctx.add("aid", 20)


def henry_cabot_lodge_shaded(ctx: Context) -> Procedure:
    """79: up to 3 ARVN pieces leave, Patronage +2 for each; ARVN is Ineligible."""
    removed = yield from remove_pieces(ctx, "ARVN pieces to remove", OF_FACTION[ARVN], 3, up_to=True)
    ctx.add("patronage", 2 * number_of(removed))
    make_ineligible(ctx.draft, ARVN, ctx.rule)


def light_at_the_end_of_the_tunnel(ctx: Context) -> Procedure:
    """80: 1 to 4 US pieces leave the map for Available …"""
    prompt = "US pieces to withdraw"
    removed = yield from remove_pieces(ctx, prompt, OF_FACTION[US], 4, up_to=True, least=1)
    number = number_of(removed)
    ctx.add("patronage", 2 * number)
    able = partial(can_shift, ctx, levels=-1)
    test = only_able(ctx, "a space with Population", lambda where: where.population > 0, able, "a shift")
    rounds = (number,) if ctx.alternative("card-80") else (1,) * number
    for spaces in rounds:
        yield from shift_spaces(ctx, "a space to shift", spaces, test, -1)
    outside = only(ctx, "outside South Vietnam", lambda where: not where.in_south_vietnam)
    yield from place_pieces(ctx, "NVA Troops to place outside the South", (Kind.NT,), 4 * number, outside)
    stay_eligible(ctx.draft, ctx.faction, ctx.rule)


EVENTS: Events = {
    71: {"unshaded": an_loc_unshaded, "shaded": an_loc_shaded},
    72: {
        "unshaded": momentum_side(72, "unshaded"),
        "shaded": body_count_shaded,
    },
    73: {"unshaded": great_society_unshaded, "shaded": great_society_shaded},
    74: {"unshaded": lam_son_719_unshaded, "shaded": lam_son_719_shaded},
    75: {"unshaded": sihanouk_unshaded, "shaded": sihanouk_shaded},
    76: {"unshaded": annam_unshaded, "shaded": annam_shaded},
    77: {"unshaded": detente_unshaded, "shaded": detente_shaded},
    78: {"unshaded": general_lansdale_unshaded, "shaded": general_lansdale_shaded},
    79: {"unshaded": henry_cabot_lodge_unshaded, "shaded": henry_cabot_lodge_shaded},
    80: {"unshaded": light_at_the_end_of_the_tunnel},
}
