"""Events 111 to 120."""

from __future__ import annotations

from fitl_core.act import Strike
from fitl_core.board import BoardSpace, adjacent, board, spaces_by_id
from fitl_core.cards.grants import free
from fitl_core.cards.lasting import capability, put_out_momentum
from fitl_core.cards.piece_answers import PlacePieces, RemovePieces
from fitl_core.cards.pieces import (
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
    replace_pieces,
    take_off,
)
from fitl_core.cards.sides import Events
from fitl_core.cards.spaces import only, set_spaces, shift_spaces
from fitl_core.choices import Procedure, SpaceTest, either
from fitl_core.events import Level, Place, Remove
from fitl_core.factions import ARVN, NVA, US, VC
from fitl_core.lasting import TYPHOON_KATE
from fitl_core.pieces import BASES, GUERRILLAS, OF_FACTION, Kind, number_named
from fitl_core.sequence import make_ineligible, stay_eligible
from fitl_core.turn import Turn


def agent_orange_unshaded(turn: Turn) -> Procedure:
    """111: all Guerrillas in Jungle go Active; the US strikes 2 Jungle spaces from the air, with or
    without pieces there, not the Trail."""
    jungle = [where for where in board().spaces if where.terrain == "jungle"]
    for where in jungle:
        activate_all(turn, where, (Kind.NG, Kind.VG))
    us = turn.under(turn.rule, US)
    within = only(us, "a Jungle space", lambda where: where in jungle)
    strike = Strike(unseen=True, trail=False)
    yield from free(us, US, "airstrike", within=within, most_spaces=2, strike=strike)


def agent_orange_shaded(turn: Turn) -> None:
    """111: every Jungle and Highland space with Insurgents shifts 1 level toward Active Opposition."""
    for where in board().spaces:
        if where.terrain in ("jungle", "highland") and turn.draft.number(where, INSURGENT_PIECES):
            turn.shift(where, -1)


def colonel_chau_unshaded(turn: Turn) -> Procedure:
    """112: 1 Police into each of 6 Provinces."""
    provinces = only(turn, "a Province", lambda where: where.kind == "province")
    yield from place_pieces(turn, "a Province for 1 Police", (Kind.AP,), 6, provinces, per_space=1)


def colonel_chau_shaded(turn: Turn) -> Procedure:
    """112: 3 Provinces with ARVN pieces shift toward Active Opposition and get a VC Guerrilla."""

    def fits(where: BoardSpace) -> bool:
        return where.kind == "province" and turn.draft.of_faction(where, ARVN) > 0

    test = only(turn, "a Province with ARVN pieces", fits)
    prompt = "a Province with ARVN pieces"

    def guerrilla(where: BoardSpace) -> Procedure:
        yield from place_here(turn, where, (Kind.VG,), 1)

    yield from shift_spaces(turn, prompt, 3, test, -1, then=guerrilla, opens=(Place,))


def ruff_puff_unshaded(turn: Turn) -> Procedure:
    """113: up to 8 Police anywhere in South Vietnam, LoCs included."""
    south = only(turn, "in South Vietnam", lambda where: where.in_south_vietnam)
    yield from place_pieces(turn, "Police to place", (Kind.AP,), 8, south, up_to=True)


def ruff_puff_shaded(turn: Turn) -> Procedure:
    """113: 5 Police outside Cities become VC pieces, at most 1 of them a Base."""
    outside = only(turn, "outside the Cities", lambda where: not where.is_city)
    prompt = "Police to replace with VC"
    yield from replace_pieces(turn, prompt, (Kind.AP,), VC_PIECES, 5, outside, at_most={Kind.VB: 1})


def tri_quang_unshaded(turn: Turn) -> Procedure:
    """114: up to 3 Cities at Neutral or Opposition go to Passive Support."""

    def fits(where: BoardSpace) -> bool:
        return where.is_city and turn.draft[where].support <= 0

    test = only(turn, "a City at Neutral or Opposition", fits)
    yield from set_spaces(turn, "a City for Passive Support", 3, test, Level.PASSIVE_SUPPORT, up_to=True)


def tri_quang_shaded(turn: Turn) -> Procedure:
    """114: Saigon, Hue and Da Nang shift 1 level toward Active Opposition; 1 VC piece comes to Saigon."""
    for name in ("saigon", "hue", "da-nang"):
        turn.shift(spaces_by_id()[name], -1)
    yield from place_here(turn, spaces_by_id()["saigon"], VC_PIECES, 1)


def typhoon_kate(turn: Turn) -> None:
    """115: Momentum: no Air Lift, Transport or Bombard, and every other Special Activity in 1 space at
    most; the executing Faction stays Eligible."""
    put_out_momentum(turn, TYPHOON_KATE, "unshaded")
    stay_eligible(turn.draft, turn.faction, turn.rule)


def corps_commanders_unshaded(turn: Turn) -> Procedure:
    """117: ARVN places 3 of its Troops, from Out of Play or Available, in 1 space or 2 adjacent ones, and
    Sweeps there free."""
    arvn = turn.under(turn.rule, ARVN)
    chosen: list[BoardSpace] = []
    test = _together(arvn, chosen)
    prompt = "ARVN Troops to place in 1 space or 2 adjacent ones"
    troops = (Kind.AT,)
    lift = executing(turn) is ARVN or turn.alternative("card-2")
    left = 3
    while left:
        off_map = [
            arvn.ask(PlacePieces, prompt, troops, left, test, source=box) for box in ("available", "oop")
        ]
        must = any(choice.is_open() for choice in off_map)
        lifted = arvn.ask(PlacePieces, prompt, troops, left, test, lift=lift)
        choice = either(lifted, off_map[1], optional=not must)
        choice.explicit = bool(chosen)
        clause: Place | None = yield choice
        if clause is None:
            break
        put(arvn, clause)
        left -= number_named(clause.pieces)
        if (where := spaces_by_id()[clause.space]) not in chosen:
            chosen.append(where)
    into = only(arvn, "a space that received Troops", lambda where: where in chosen)
    yield from free(arvn, ARVN, "sweep", within=into, everywhere=True)


def corps_commanders_shaded(turn: Turn) -> Procedure:
    """117: a die roll of ARVN pieces leaves 1 space or 2 adjacent ones; ARVN is Ineligible through the
    next card."""
    left: int = yield from turn.roll("the ARVN pieces to remove")
    chosen: list[BoardSpace] = []
    test = _together(turn, chosen)
    while left:
        emptied = bool(chosen) and not any(turn.draft.of_faction(where, ARVN) for where in chosen)
        prompt = "ARVN pieces to remove from 1 space or 2 adjacent ones"
        choice = turn.ask(RemovePieces, prompt, OF_FACTION[ARVN], left, test, explicit=bool(chosen))
        choice.optional = emptied or not choice.is_open()
        clause: Remove | None = yield choice
        if clause is None:
            break
        left -= take_off(turn, clause)
        if (where := spaces_by_id()[clause.space]) not in chosen:
            chosen.append(where)
    make_ineligible(turn.draft, ARVN, turn.rule)


def _together(turn: Turn, chosen: list[BoardSpace]) -> SpaceTest:
    """The condition that a space is one of those chosen so far, 1 or 2 adjacent ones, or becomes one."""

    def fits(where: BoardSpace) -> bool:
        return where in chosen or (len(chosen) < 2 and all(adjacent(where, other) for other in chosen))

    return only(turn, "one of 2 adjacent spaces", fits)


def korean_war_arms_unshaded(turn: Turn) -> Procedure:
    """118: VC removes 1 of its Guerrillas from each space that has 2 or more and no NVA Base."""
    draft, kinds = turn.draft, GUERRILLAS[VC]

    def bleeds(where: BoardSpace) -> bool:
        return draft.number(where, kinds) >= 2 and not draft.number(where, BASES[NVA])

    spaces = [where for where in board().spaces if bleeds(where)]
    yield from remove_one_in_each(turn.under(turn.rule, VC), "a VC Guerrilla to remove", kinds, spaces)


def korean_war_arms_shaded(turn: Turn) -> Procedure:
    """118: 1 VC piece into each of 3 spaces."""
    yield from place_pieces(turn, "a VC piece for a space", VC_PIECES, 3, per_space=1)


def my_lai_unshaded(turn: Turn) -> None:
    """119: 2 US Troops from Available go Out of Play; Patronage +2."""
    rebox(turn, "available", "oop", Kind.UT, 2)
    turn.add("patronage", 2)


def my_lai_shaded(turn: Turn) -> Procedure:
    """119: a Province with US Troops goes to Active Opposition, VC places a Base and a Guerrilla there;
    Aid -6."""
    vc = turn.under(turn.rule, VC)

    def arm(where: BoardSpace) -> Procedure:
        for kind in VC_PIECES:
            yield from place_here(vc, where, (kind,), 1)

    def fits(where: BoardSpace) -> bool:
        return where.kind == "province" and turn.draft.of_kind(where, Kind.UT) > 0

    test = only(turn, "a Province with US Troops", fits)
    prompt = "the Province set to Active Opposition"
    yield from set_spaces(turn, prompt, 1, test, Level.ACTIVE_OPPOSITION, then=arm)
    turn.add("aid", -6)


def press_corps_unshaded(turn: Turn) -> Procedure:
    """120: 4 US pieces come from Out of Play onto the map, only 2 with 3 or more cards in the RVN Leader
    box."""
    number = 4 if len(turn.draft.state.leader_box) <= 2 else 2
    yield from place_pieces(turn, "US pieces from Out of Play", US_PIECES, number, source="oop")


def press_corps_shaded(turn: Turn) -> Procedure:
    """120: all Bases and, for each card in the RVN Leader box, up to 1 Troop of the US go from Casualties
    Out of Play."""
    number = len(turn.draft.state.leader_box)
    tip = turn.alternative("card-120")
    kinds = (Kind.UT, Kind.UI) if tip else (Kind.UT,)
    prompt = "Casualties that go Out of Play"
    yield from rebox_pieces(turn, prompt, "casualties", "oop", kinds, number, up_to=not tip)
    rebox(turn, "casualties", "oop", Kind.UB)


EVENTS: Events = {
    111: {"unshaded": agent_orange_unshaded, "shaded": agent_orange_shaded},
    112: {"unshaded": colonel_chau_unshaded, "shaded": colonel_chau_shaded},
    113: {"unshaded": ruff_puff_unshaded, "shaded": ruff_puff_shaded},
    114: {"unshaded": tri_quang_unshaded, "shaded": tri_quang_shaded},
    115: {"unshaded": typhoon_kate},
    116: capability(
        116,
        unshaded="VC Terror and Agitation cost 2 VC Guerrillas in each space",
        shaded="a VC Rally may also Agitate in 1 of its spaces that had a VC Base, whoever Controls it",
    ),
    117: {"unshaded": corps_commanders_unshaded, "shaded": corps_commanders_shaded},
    118: {"unshaded": korean_war_arms_unshaded, "shaded": korean_war_arms_shaded},
    119: {"unshaded": my_lai_unshaded, "shaded": my_lai_shaded},
    120: {"unshaded": press_corps_unshaded, "shaded": press_corps_shaded},
}
