"""Events 111 to 120."""

from __future__ import annotations

from functools import partial

import msgspec

from fitl_core.asking.questions import Procedure, Question, either
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, adjacent, board, spaces_by_id
from fitl_core.facts.lasting import TYPHOON_KATE
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import BASES, GUERRILLAS, OF_FACTION, Kind, number_named
from fitl_core.record.clauses import Place
from fitl_core.rules.activities.airstrike import GrantedAirStrike
from fitl_core.rules.context import Context
from fitl_core.rules.events.event_pieces import (
    INSURGENT_PIECES,
    US_PIECES,
    VC_PIECES,
    activate_all,
    executing,
    place_here,
    place_pieces,
    put,
    rebox,
    rebox_pieces,
    remove_one_in_each,
    take_off,
)
from fitl_core.rules.events.event_spaces import (
    can_be_set,
    can_come,
    only,
    set_spaces,
    shift_spaces,
    whole_first,
)
from fitl_core.rules.events.free_actions import free
from fitl_core.rules.events.lasting_events import capability, put_out_momentum
from fitl_core.rules.events.parts_in_any_order import in_any_order
from fitl_core.rules.events.piece_answers import PlacePieces, RemovePieces
from fitl_core.rules.events.replacing import replace_pieces
from fitl_core.rules.events.sides import Events
from fitl_core.rules.events.unwritten import as_answered, one_of_all
from fitl_core.rules.forms.space_questions import SpaceTest
from fitl_core.rules.progress import Grant
from fitl_core.rules.sequence import make_ineligible, stay_eligible


def agent_orange_unshaded(ctx: Context) -> Procedure:
    """111: all Guerrillas in Jungle go Active …"""
    jungle = [where for where in board().spaces if where.terrain == "jungle"]
    for where in jungle:
        activate_all(ctx, where, (Kind.NG, Kind.VG))
    us = ctx.under(ctx.rule, US)
    within = only(us, "a Jungle space", lambda where: where in jungle)
    strike = GrantedAirStrike(unseen=True, degrades=False)
    yield from free(us, US, "airstrike", Grant(within=within, most_spaces=2), strike)


def agent_orange_shaded(ctx: Context) -> None:
    """111: every Jungle and Highland space with Insurgents shifts 1 level toward Active Opposition."""
    for where in board().spaces:
        if where.terrain in ("jungle", "highland") and ctx.draft.number(where, INSURGENT_PIECES):
            ctx.shift(where, -1)


def colonel_chau_unshaded(ctx: Context) -> Procedure:
    """112: 1 Police into each of 6 Provinces."""
    provinces = only(ctx, "a Province", lambda where: where.kind == "province")
    yield from place_pieces(ctx, "a Province for 1 Police", (Kind.AP,), 6, provinces, per_space=1)


def colonel_chau_shaded(ctx: Context) -> Procedure:
    """112: 3 Provinces with ARVN pieces shift toward Active Opposition and get a VC Guerrilla."""

    def fits(where: BoardSpace) -> bool:
        return where.kind == "province" and ctx.draft.of_faction(where, ARVN) > 0

    test = only(ctx, "a Province with ARVN pieces", fits)
    prompt = "a Province with ARVN pieces"

    def guerrilla(where: BoardSpace) -> Procedure:
        yield from place_here(ctx, where, (Kind.VG,), 1)

    yield from shift_spaces(
        ctx,
        prompt,
        3,
        test,
        -1,
        then=guerrilla,
        opens=(Place,),
        alters=lambda where: can_come(ctx, where, (Kind.VG,)),
        alike=lambda: ctx.draft.available[Kind.VG.slot] not in (1, 2),
    )


def ruff_puff_unshaded(ctx: Context) -> Procedure:
    """113: up to 8 Police anywhere in South Vietnam, LoCs included."""
    south = only(ctx, "in South Vietnam", lambda where: where.in_south_vietnam)
    yield from place_pieces(ctx, "Police to place", (Kind.AP,), 8, south, up_to=True)


def ruff_puff_shaded(ctx: Context) -> Procedure:
    """113: 5 Police outside Cities become VC pieces, at most 1 of them a Base."""
    outside = only(ctx, "outside the Cities", lambda where: not where.is_city)
    prompt = "Police to replace with VC"
    yield from replace_pieces(ctx, prompt, (Kind.AP,), VC_PIECES, 5, outside, at_most={Kind.VB: 1})


def tri_quang_unshaded(ctx: Context) -> Procedure:
    """114: up to 3 Cities at Neutral or Opposition go to Passive Support."""

    def fits(where: BoardSpace) -> bool:
        return where.is_city and ctx.draft[where].support <= 0

    test = only(ctx, "a City at Neutral or Opposition", fits)
    yield from set_spaces(ctx, "a City for Passive Support", 3, test, Level.PASSIVE_SUPPORT, up_to=True)


def tri_quang_shaded(ctx: Context) -> Procedure:
    """114: Saigon, Hue and Da Nang shift 1 level toward Active Opposition; 1 VC piece comes to Saigon."""
    for name in ("saigon", "hue", "da-nang"):
        ctx.shift(spaces_by_id()[name], -1)
    yield from place_here(ctx, spaces_by_id()["saigon"], VC_PIECES, 1)


def typhoon_kate(ctx: Context) -> None:
    """115: Momentum: no Air Lift, Transport or Bombard …"""
    put_out_momentum(ctx, TYPHOON_KATE, "unshaded")
    stay_eligible(ctx.draft, ctx.faction, ctx.rule)


def corps_commanders_unshaded(ctx: Context) -> Procedure:
    """117: ARVN places 3 of its Troops, from Out of Play or Available, in 1 space or 2 adjacent ones …"""
    arvn = ctx.under(ctx.rule, ARVN)
    chosen: list[BoardSpace] = []
    test = _together(arvn, chosen)
    prompt = "ARVN Troops to place in 1 space or 2 adjacent ones"
    troops = (Kind.AT,)
    lift = executing(ctx) is ARVN or ctx.alternative("card-2")
    remaining = 3
    while remaining:
        off_map = [
            arvn.ask(PlacePieces, prompt, troops, remaining, test, source=box) for box in ("available", "oop")
        ]
        must = any(choice.is_open() for choice in off_map)
        lifted = arvn.ask(PlacePieces, prompt, troops, remaining, test, lift=lift)
        choice = either(lifted, off_map[1], optional=not must, explicit=bool(chosen))
        clause: Place | None = yield choice
        if clause is None:
            break
        put(arvn, clause)
        remaining -= number_named(clause.pieces)
        if (where := spaces_by_id()[clause.space]) not in chosen:
            chosen.append(where)
    into = only(arvn, "a space that received Troops", lambda where: where in chosen)
    yield from free(arvn, ARVN, "sweep", Grant(within=into, everywhere=True))


def corps_commanders_shaded(ctx: Context) -> Procedure:
    """117: a die roll of ARVN pieces leaves 1 space or 2 adjacent ones …"""
    remaining: int = yield from ctx.roll("the ARVN pieces to remove")
    chosen: list[BoardSpace] = []
    begun = False
    test = _together(ctx, chosen)
    while remaining:
        emptied = bool(chosen) and not any(ctx.draft.of_faction(where, ARVN) for where in chosen)
        prompt = "ARVN pieces to remove from 1 space or 2 adjacent ones"
        due = ctx.ask(RemovePieces, prompt, OF_FACTION[ARVN], remaining, test)
        stops = emptied or not due.is_open()
        all_go = not (stops or begun) and due.all_are_due() and _are_together(due)
        question: Question = msgspec.structs.replace(due, optional=stops, explicit=begun)
        if all_go:
            question = one_of_all(due, due.whole_answer(next(due.openings())))
        clause, written = as_answered((yield question))
        if clause is None:
            break
        begun = begun or written
        remaining -= take_off(ctx, clause)
        if (where := spaces_by_id()[clause.space]) not in chosen:
            chosen.append(where)
    make_ineligible(ctx.draft, ARVN, ctx.rule)


def _are_together(due: RemovePieces) -> bool:
    """Check whether all pieces that may be named are in 1 space or 2 adjacent ones."""
    spaces = list(dict.fromkeys([where for where, _, _ in due.openings()]))
    return len(spaces) == 1 or (len(spaces) == 2 and adjacent(*spaces))


def _together(ctx: Context, chosen: list[BoardSpace]) -> SpaceTest:
    """Return the condition that a space is one of at most 2 adjacent spaces, with those chosen so far."""

    def fits(where: BoardSpace) -> bool:
        return where in chosen or (len(chosen) < 2 and all(adjacent(where, other) for other in chosen))

    return only(ctx, "one of 2 adjacent spaces", fits)


def korean_war_arms_unshaded(ctx: Context) -> Procedure:
    """118: VC removes 1 of its Guerrillas from each space that has 2 or more and no NVA Base."""
    draft, kinds = ctx.draft, GUERRILLAS[VC]

    def bleeds(where: BoardSpace) -> bool:
        return draft.number(where, kinds) >= 2 and not draft.number(where, BASES[NVA])

    spaces = [where for where in board().spaces if bleeds(where)]
    yield from remove_one_in_each(ctx.under(ctx.rule, VC), "a VC Guerrilla to remove", kinds, spaces)


def korean_war_arms_shaded(ctx: Context) -> Procedure:
    """118: 1 VC piece into each of 3 spaces."""
    yield from place_pieces(ctx, "a VC piece for a space", VC_PIECES, 3, per_space=1)


def my_lai_unshaded(ctx: Context) -> None:
    """119: 2 US Troops from Available go Out of Play; Patronage +2."""
    rebox(ctx, "available", "oop", Kind.UT, 2)
    ctx.add("patronage", 2)


def my_lai_shaded(ctx: Context) -> Procedure:
    """119: a Province with US Troops goes to Active Opposition, VC places a Base and a Guerrilla there …"""
    vc = ctx.under(ctx.rule, VC)

    def arm(where: BoardSpace) -> Procedure:
        yield from in_any_order(*[place_here(vc, where, (kind,), 1) for kind in VC_PIECES])

    def fits(where: BoardSpace) -> bool:
        return where.kind == "province" and ctx.draft.of_kind(where, Kind.UT) > 0

    changes = partial(can_be_set, ctx, level=Level.ACTIVE_OPPOSITION)
    base = ctx.draft.available[Kind.VB.slot] > 0  # nobody must take one from the map

    def whole(where: BoardSpace) -> bool:
        return changes(where) and base and ctx.draft.refuse_entry(where, Kind.VB, 1) is None

    test = only(ctx, "a Province with US Troops", fits)
    test = whole_first(ctx, test, changes, f"a change to {Level.ACTIVE_OPPOSITION.words}")
    test = whole_first(ctx, test, whole, "the placement of a Base")
    yield from set_spaces(
        ctx,
        "the Province set to Active Opposition",
        1,
        test,
        Level.ACTIVE_OPPOSITION,
        then=arm,
        opens=(Place,),
        alters=lambda where: can_come(vc, where, VC_PIECES),
    )
    ctx.add("aid", -6)


def press_corps_unshaded(ctx: Context) -> Procedure:
    """120: 4 US pieces come from Out of Play onto the map …"""
    number = 4 if len(ctx.draft.state.leader_box) <= 2 else 2
    yield from place_pieces(ctx, "US pieces from Out of Play", US_PIECES, number, source="oop")


def press_corps_shaded(ctx: Context) -> Procedure:
    """120: all Bases and, for each card in the RVN Leader box …"""
    number = len(ctx.draft.state.leader_box)
    tip = ctx.alternative("card-120")
    kinds = (Kind.UT, Kind.UI) if tip else (Kind.UT,)
    prompt = "Casualties that go Out of Play"
    yield from rebox_pieces(ctx, prompt, "casualties", "oop", kinds, number, up_to=not tip)
    rebox(ctx, "casualties", "oop", Kind.UB)


EVENTS: Events = {
    111: {"unshaded": agent_orange_unshaded, "shaded": agent_orange_shaded},
    112: {"unshaded": colonel_chau_unshaded, "shaded": colonel_chau_shaded},
    113: {"unshaded": ruff_puff_unshaded, "shaded": ruff_puff_shaded},
    114: {"unshaded": tri_quang_unshaded, "shaded": tri_quang_shaded},
    115: {"unshaded": typhoon_kate},
    116: capability(116),
    117: {"unshaded": corps_commanders_unshaded, "shaded": corps_commanders_shaded},
    118: {"unshaded": korean_war_arms_unshaded, "shaded": korean_war_arms_shaded},
    119: {"unshaded": my_lai_unshaded, "shaded": my_lai_shaded},
    120: {"unshaded": press_corps_unshaded, "shaded": press_corps_shaded},
}
