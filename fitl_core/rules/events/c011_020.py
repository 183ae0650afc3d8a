"""Events 11 to 20."""

from __future__ import annotations

from fitl_core.asking.questions import Procedure, lapsing
from fitl_core.facts.factions import NVA
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import (
    ABRAMS,
    BLOWTORCH_KOMER,
    CLAYMORES,
    COBRAS,
    COMBINED_ACTION_PLATOONS,
    CORDS,
    LASER_GUIDED_BOMBS,
    MEDEVAC,
    PATTON,
)
from fitl_core.facts.pieces import BASES, COIN_BASES, TROOPS, Kind
from fitl_core.record.clauses import Remove
from fitl_core.rules.context import Context
from fitl_core.rules.events.event_pieces import activate_all, hide_pieces, place_pieces, remove_pieces
from fitl_core.rules.events.event_spaces import choose_space, only, shift_spaces
from fitl_core.rules.events.lasting_events import capability, momentum_side, put_out_momentum
from fitl_core.rules.events.parts_in_any_order import in_any_order
from fitl_core.rules.events.sides import Events
from fitl_core.rules.sequence import stay_eligible

HIDDEN_GUERRILLAS = (Kind.NG, Kind.VG)


def capt_buck_adams_unshaded(ctx: Context) -> Procedure:
    """12: all Guerrillas outside the South become Active; 1 NVA Base leaves from there."""
    outside = only(ctx, "outside South Vietnam", lambda where: not where.in_south_vietnam)
    for where in board().spaces:
        if outside(where) is None:
            activate_all(ctx, where, HIDDEN_GUERRILLAS)
    yield from remove_pieces(ctx, "the NVA Base to remove", BASES[NVA], 1, outside)


def capt_buck_adams_shaded(ctx: Context) -> Procedure:
    """12: an NVA Base comes in outside the South where NVA Controls; 3 NVA Guerrillas go Underground."""

    def fits(where: BoardSpace) -> bool:
        return not where.in_south_vietnam and ctx.draft.control(where) == "nva"

    test = only(ctx, "outside South Vietnam with NVA Control", fits)
    yield from place_pieces(ctx, "the NVA Base to place", (Kind.NB,), 1, test)
    yield from hide_pieces(ctx, "NVA Guerrillas to turn Underground", (Kind.NG,), 3)


def medevac_shaded(ctx: Context) -> None:
    """15: the executing Faction stays Eligible; Momentum: the US chooses no Air Lift."""
    stay_eligible(ctx.draft, ctx.faction, ctx.rule)
    put_out_momentum(ctx, MEDEVAC, "shaded")


def blowtorch_komer_unshaded(ctx: Context) -> None:
    """16: Aid +10; Momentum: in the Support Phase each step of Pacification costs 1."""
    ctx.add("aid", 10)
    put_out_momentum(ctx, BLOWTORCH_KOMER, "unshaded")


def blowtorch_komer_shaded(ctx: Context) -> Procedure:
    """16: Aid -10; a space with Troops and Police shifts 1 level toward Active Opposition."""
    ctx.add("aid", -10)
    troops = TROOPS.values() if not ctx.alternative("card-16-2") else (Kind.UT, Kind.AT)

    def fits(where: BoardSpace) -> bool:
        return ctx.draft.number(where, troops) > 0 and ctx.draft.of_kind(where, Kind.AP) > 0

    test = only(ctx, "a space with Troops and Police", fits)
    yield from shift_spaces(ctx, "a space with Troops and Police", 1, test, -1)


def claymores_unshaded(ctx: Context) -> None:
    """17: the executing Faction stays Eligible …"""
    stay_eligible(ctx.draft, ctx.faction, ctx.rule)
    put_out_momentum(ctx, CLAYMORES, "unshaded")


def claymores_shaded(ctx: Context) -> Procedure:
    """17: where they are together, 1 COIN Base (US: to Casualties) and 1 Underground Guerrilla go."""

    def both(where: BoardSpace) -> bool:
        draft = ctx.draft
        return draft.number(where, COIN_BASES) > 0 and draft.number(where, HIDDEN_GUERRILLAS) > 0

    test = only(ctx, "a space with a COIN Base and an Underground Guerrilla", both)
    choice = choose_space(ctx, "the space of the Base and the Guerrilla", test, (Remove,))
    there: BoardSpace | None = yield lapsing(choice)
    if there is None:
        return
    here = only(ctx, f"{there.name}, the space of both", lambda where: where is there)
    losses = ((COIN_BASES, "the Base"), (HIDDEN_GUERRILLAS, "the Underground Guerrilla"))
    yield from in_any_order(
        *[
            remove_pieces(ctx, f"{what} to remove", kinds, 1, here, us_to="casualties")
            for kinds, what in losses
        ]
    )


EVENTS: Events = {
    11: capability(ABRAMS),
    12: {"unshaded": capt_buck_adams_unshaded, "shaded": capt_buck_adams_shaded},
    13: capability(COBRAS),
    14: capability(PATTON),
    15: {
        "unshaded": momentum_side(MEDEVAC, "unshaded"),
        "shaded": medevac_shaded,
    },
    16: {"unshaded": blowtorch_komer_unshaded, "shaded": blowtorch_komer_shaded},
    17: {"unshaded": claymores_unshaded, "shaded": claymores_shaded},
    18: capability(COMBINED_ACTION_PLATOONS),
    19: capability(CORDS),
    20: capability(LASER_GUIDED_BOMBS),
}
