"""Events 41 to 50."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fitl_core.asking.questions import Procedure
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.lasting import BOMBING_PAUSE, PT_76, TRANSPORT_GROUP_559
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import COIN_BASES, CUBES, Kind
from fitl_core.record.clauses import Clause, Move, Place, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.events.alternatives import (
    add_to_one,
    changing,
    choose,
    choose_faction,
    from_box,
    of_whom,
    on_track,
)
from fitl_core.rules.events.event_pieces import (
    ARVN_PIECES,
    GUERRILLA_KINDS,
    NVA_TROOPS,
    US_TROOPS,
    executing,
    place_here,
    place_pieces,
    rebox,
    remove_pieces,
)
from fitl_core.rules.events.event_spaces import (
    can_be_set,
    in_spaces,
    is_near,
    only,
    only_for_coin,
    same,
    set_spaces,
    within,
)
from fitl_core.rules.events.free_actions import free, free_limited_operation, lift_sweep_and_assault
from fitl_core.rules.events.lasting_events import capability, put_out_momentum
from fitl_core.rules.events.sides import Events
from fitl_core.rules.forms.space_questions import SpaceTest
from fitl_core.rules.operations.assault_removal import GrantedAssault
from fitl_core.rules.progress import Grant


def bombing_pause_unshaded(ctx: Context) -> Procedure:
    """41: 2 spaces with Population to Passive Support; Patronage +2. Momentum: no Air Strike."""
    test = only(ctx, "a space with Population", lambda where: where.population > 0)
    yield from set_spaces(ctx, "a space set to Passive Support", 2, test, Level.PASSIVE_SUPPORT)
    ctx.add("patronage", 2)
    put_out_momentum(ctx, BOMBING_PAUSE, "unshaded")


def chou_en_lai_unshaded(ctx: Context) -> Procedure:
    """42: NVA Resources -10; NVA remove a die's number of their Troops."""
    ctx.add("NVA", -10)
    die: int = yield from ctx.roll("the NVA Troops to remove")
    nva = ctx.under(ctx.rule, NVA)
    yield from remove_pieces(nva, "NVA Troops to remove", NVA_TROOPS, die)


def chou_en_lai_shaded(ctx: Context) -> None:
    """42: NVA Resources +10; VC gain the Trail."""
    ctx.add("NVA", 10)
    ctx.add("VC", ctx.draft.trail)


def economic_aid_unshaded(ctx: Context) -> Procedure:
    """43: 2 Bases of the US or of ARVN come into play; then ARVN Resources +6 or Aid +12."""
    bases = {US: Kind.UB, ARVN: Kind.AB}
    owners = {who: from_box(ctx, "oop", (base,), f"{who} Bases Out of Play") for who, base in bases.items()}
    faction: Faction | None = yield choose_faction(ctx, "whose Bases become Available", owners, of_whom)
    if faction is not None:
        rebox(ctx, "oop", "available", bases[faction], 2)
    yield from add_to_one(ctx, "ARVN Resources or Aid", {"resources": ("ARVN", 6), "aid": ("aid", 12)})


def economic_aid_shaded(ctx: Context) -> Procedure:
    """43: the Trail +1; then +1 again or NVA Resources +10."""
    boxes = on_track(ctx, "trail", 2)  # both boxes are one Improvement, which goes as far as it can
    ctx.add("trail", 1)
    ways = {"trail": boxes, "resources": on_track(ctx, "NVA", 10)}
    implied = {"trail": changing("trail", by=2), "resources": changing("NVA")}
    match (yield choose(ctx, "the Trail or NVA Resources", ways, implied)):
        case "trail":
            ctx.add("trail", 1)
        case "resources":
            ctx.add("NVA", 10)


def ia_drang_unshaded(ctx: Context) -> Procedure:
    """44: the US chooses a space with NVA pieces and there, free, Air Lifts to, Sweeps and Assaults."""
    us = ctx.under(ctx.rule, US)

    def fits(where: BoardSpace) -> bool:
        return us.draft.of_faction(where, NVA) > 0

    test = only_for_coin(us, "a space with NVA pieces", fits)
    battle = partial(lift_sweep_and_assault, us)
    yield from in_spaces(us, "the space of the battle", 1, test, battle, opens=(Move,))


def ia_drang_shaded(ctx: Context) -> Procedure:
    """44: in and around a Province with NVA Troops, a die's number of US Troops become Casualties."""

    def fits(where: BoardSpace) -> bool:
        return where.kind == "province" and ctx.draft.number(where, NVA_TROOPS) > 0

    def lose(where: BoardSpace) -> Procedure:
        die: int = yield from ctx.roll("the US Troops to remove")
        prompt = f"US Troops to remove in and around {where.name}"
        yield from remove_pieces(ctx, prompt, US_TROOPS, die, within(ctx, where, 1), us_to="casualties")

    prompt = "a Province with NVA Troops"
    test = only(ctx, prompt, fits)
    yield from in_spaces(ctx, prompt, 1, test, lose, alters=partial(is_near, ctx, US_TROOPS))


def transport_group_559_unshaded(ctx: Context) -> None:
    """46: the Trail -2. Momentum: Infiltrate is in 1 space only."""
    ctx.add("trail", -2)
    put_out_momentum(ctx, TRANSPORT_GROUP_559, "unshaded")


def transport_group_559_shaded(ctx: Context) -> Procedure:
    """46: NVA Infiltrate free; then NVA gain 3 times the Trail, VC twice."""
    yield from free(ctx, NVA, "infiltrate")
    ctx.add("NVA", 3 * ctx.draft.trail)
    ctx.add("VC", 2 * ctx.draft.trail)


def chu_luc_unshaded(ctx: Context) -> Procedure:
    """47: a space with ARVN and NVA gets an ARVN Troop for each ARVN piece …"""

    def fits(where: BoardSpace) -> bool:
        return ctx.draft.of_faction(where, ARVN) > 0 and ctx.draft.of_faction(where, NVA) > 0

    def double(where: BoardSpace) -> Procedure:
        yield from place_here(ctx, where, (Kind.AT,), ctx.draft.of_faction(where, ARVN))

    def alters(_: BoardSpace) -> bool:
        return ctx.draft.available[Kind.AT.slot] > 0

    test = only(ctx, "a space with ARVN and NVA pieces", fits)
    yield from in_spaces(ctx, "the space where ARVN double", 1, test, double, opens=(Place,), alters=alters)
    yield from free(ctx, ARVN, "assault", Grant(everywhere=True), GrantedAssault(against=NVA))


def chu_luc_shaded(ctx: Context) -> Procedure:
    """47: up to 10 NVA Troops into North Vietnam and spaces beside it."""
    near = within(ctx, spaces_by_id()["north-vietnam"], 1)
    yield from place_pieces(ctx, "NVA Troops in and beside North Vietnam", NVA_TROOPS, 10, near, up_to=True)


def nam_dong_unshaded(ctx: Context) -> Procedure:
    """48: up to 3 Guerrillas leave a Province with a COIN Base, which goes to Active Support."""

    def hold(where: BoardSpace) -> Procedure:
        prompt = f"Guerrillas to remove in {where.name}"
        yield from remove_pieces(ctx, prompt, GUERRILLA_KINDS, 3, same(ctx, where), up_to=True)
        ctx.set_level(where, Level.ACTIVE_SUPPORT)

    test = only(ctx, "a Province with a US or ARVN Base", partial(_is_outpost, ctx))
    yield from _change_outpost(ctx, test, Level.ACTIVE_SUPPORT, hold, GUERRILLA_KINDS)


def nam_dong_shaded(ctx: Context) -> Procedure:
    """48: 1 COIN Base (US: to Casualties) leaves a Province with at most 2 cubes; Active Opposition there."""

    def fits(where: BoardSpace) -> bool:
        return _is_outpost(ctx, where) and ctx.draft.number(where, (*CUBES[US], *CUBES[ARVN])) <= 2

    def fall(where: BoardSpace) -> Procedure:
        here = same(ctx, where)
        yield from remove_pieces(ctx, "the Base to remove", COIN_BASES, 1, here, us_to="casualties")
        ctx.set_level(where, Level.ACTIVE_OPPOSITION)

    test = only(ctx, "a Province with a US or ARVN Base and at most 2 COIN cubes", fits)
    yield from _change_outpost(ctx, test, Level.ACTIVE_OPPOSITION, fall, COIN_BASES)


def _change_outpost(
    ctx: Context,
    test: SpaceTest,
    level: Level,
    then: Callable[[BoardSpace], Procedure],
    leave: tuple[Kind, ...],
) -> Procedure:
    """In the Province of a Base pieces may `leave`, and it comes to a level."""

    def becomes(where: BoardSpace) -> Level:
        return level if where.population else Level.NEUTRAL

    def alters(where: BoardSpace) -> bool:
        return ctx.draft.number(where, leave) > 0 or can_be_set(ctx, where, level)

    prompt = "the Province of the Base"
    yield from in_spaces(ctx, prompt, 1, test, then, opens=(Remove,), becomes=becomes, alters=alters)


def _is_outpost(ctx: Context, where: BoardSpace) -> bool:
    return where.kind == "province" and ctx.draft.number(where, COIN_BASES) > 0


def russian_arms_unshaded(ctx: Context) -> Procedure:
    """49: 6 ARVN pieces of any types into South Vietnam."""
    south = only(ctx, "in South Vietnam", lambda where: where.in_south_vietnam)
    yield from place_pieces(ctx, "ARVN pieces to place", ARVN_PIECES, 6, south)


def russian_arms_shaded(ctx: Context) -> Procedure:
    """49: NVA double their Troops in 3 spaces, then Bombard free."""
    nva = ctx.under(ctx.rule, NVA)

    def fits(where: BoardSpace) -> bool:
        to_have = nva.draft.available[Kind.NT.slot] > 0 or executing(nva) is NVA
        return nva.draft.number(where, NVA_TROOPS) > 0 and to_have

    def double(where: BoardSpace) -> Procedure:
        yield from place_here(nva, where, NVA_TROOPS, nva.draft.number(where, NVA_TROOPS))

    yield from in_spaces(
        nva,
        "a space where NVA Troops double",
        3,
        only(nva, "a space where NVA Troops can be doubled", fits),
        double,
        opens=(Place,),
        alters=lambda _: nva.draft.available[Kind.NT.slot] > 0,
        alike=lambda: nva.draft.available[Kind.NT.slot] >= nva.draft.on_map(NVA_TROOPS),
    )
    yield from free(ctx, NVA, "bombard")


def uncle_ho_unshaded(ctx: Context) -> Procedure:
    """50: 4 US Troops from Out of Play to South Vietnam, or ARVN Resources +9; ARVN: 2 free LimOps."""

    def places(clause: Clause) -> bool:
        return isinstance(clause, Place)

    ways = {
        "troops": from_box(ctx, "oop", US_TROOPS, "US Troops Out of Play"),
        "resources": on_track(ctx, "ARVN", 9),
    }
    implied = {"troops": places, "resources": changing("ARVN")}
    match (yield choose(ctx, "US Troops or ARVN Resources", ways, implied)):
        case "troops":
            south = only(ctx, "in South Vietnam", lambda where: where.in_south_vietnam)
            prompt = "US Troops from Out of Play to South Vietnam"
            yield from place_pieces(ctx, prompt, US_TROOPS, 4, south, source="oop")
        case "resources":
            ctx.add("ARVN", 9)
    for _ in range(2):
        yield from free_limited_operation(ctx, ARVN)


def uncle_ho_shaded(ctx: Context) -> Procedure:
    """50: 3 free Limited Operations for VC, then 3 for NVA."""
    for faction in (VC, NVA):
        for _ in range(3):
            yield from free_limited_operation(ctx, faction)


EVENTS: Events = {
    41: {"unshaded": bombing_pause_unshaded},
    42: {"unshaded": chou_en_lai_unshaded, "shaded": chou_en_lai_shaded},
    43: {"unshaded": economic_aid_unshaded, "shaded": economic_aid_shaded},
    44: {"unshaded": ia_drang_unshaded, "shaded": ia_drang_shaded},
    45: capability(PT_76),
    46: {"unshaded": transport_group_559_unshaded, "shaded": transport_group_559_shaded},
    47: {"unshaded": chu_luc_unshaded, "shaded": chu_luc_shaded},
    48: {"unshaded": nam_dong_unshaded, "shaded": nam_dong_shaded},
    49: {"unshaded": russian_arms_unshaded, "shaded": russian_arms_shaded},
    50: {"unshaded": uncle_ho_unshaded, "shaded": uncle_ho_shaded},
}
