"""Events 21 to 30."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from fitl_core.asking.questions import Procedure, Question
from fitl_core.facts.factions import ARVN, US, VC, Faction
from fitl_core.facts.game_map import BoardSpace, adjacent, board, spaces_by_id
from fitl_core.facts.lasting import DA_NANG, SEARCH_AND_DESTROY
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import OF_FACTION, SPECIAL_FORCES, TUNNELED, Kind
from fitl_core.record.clauses import Hide, Move, Number, Place, Remove
from fitl_core.rules.activities.airstrike import GrantedAirStrike
from fitl_core.rules.context import Context
from fitl_core.rules.events.event_pieces import (
    INSURGENT_PIECES,
    US_TROOPS,
    clear_of,
    hide_all,
    number_of,
    place_pieces,
    remove_all,
    remove_pieces,
    without_tunnels,
)
from fitl_core.rules.events.event_spaces import (
    anywhere,
    can_be_set,
    in_spaces,
    is_near,
    only,
    sabotage_spaces,
    same,
    set_spaces,
    shift_spaces,
    within,
)
from fitl_core.rules.events.free_actions import free, lift_sweep_and_assault
from fitl_core.rules.events.lasting_events import capability, put_out_momentum
from fitl_core.rules.events.piece_answers import PlacePieces, ReboxPieces, RemovePieces
from fitl_core.rules.events.relocation import relocation
from fitl_core.rules.events.replacing import replace_pieces
from fitl_core.rules.events.several_ways import Moved, in_ways
from fitl_core.rules.events.sides import Events
from fitl_core.rules.operations.assault_removal import GrantedAssault
from fitl_core.rules.progress import Grant
from fitl_core.rules.sequence import stay_eligible

IRREGULARS = SPECIAL_FORCES[US]


def americal_unshaded(ctx: Context) -> Procedure:
    """21: the US moves up to 2 Troops of the map and up to 2 from Out of Play …"""
    us = ctx.under(ctx.rule, US)
    prompt = "US Troops of the map and from Out of Play, to one place"

    def place(clause: Moved) -> str:
        match clause:
            case Move(path):
                return path[-1]
            case Place(space):
                return space
        return "available"

    def ways(moved: Sequence[Moved]) -> list[Question]:
        places = {place(clause) for clause in moved}
        here = only(us, "where the others go", lambda where: places <= {where.id})
        to_available = places <= {"available"}
        of_map = 2 - number_of([clause for clause in moved if isinstance(clause, Move | Remove)])
        out_of_play = 4 - of_map - number_of(moved)
        choices: list[Question] = []
        if of_map:
            choices.append(relocation(us, prompt, US_TROOPS, of_map, anywhere, here))
            if to_available:
                choices.append(us.ask(RemovePieces, prompt, US_TROOPS, of_map, anywhere))
        if out_of_play:
            choices.append(us.ask(PlacePieces, prompt, US_TROOPS, out_of_play, here, source="oop"))
            if to_available:
                choices.append(
                    us.ask(ReboxPieces, prompt, "oop", "available", US_TROOPS, out_of_play, optional=True)
                )
        return choices

    yield from in_ways(us, ways, up_to=True)


def americal_shaded(ctx: Context) -> Procedure:
    """21: in 1 or 2 Provinces with US Troops 1 VC piece leaves …"""
    forced = without_tunnels(OF_FACTION[VC])
    open_to = OF_FACTION[VC] if ctx.faction is VC else forced
    populated_only = ctx.alternative("card-21")

    def fits(kinds: Sequence[Kind], where: BoardSpace) -> bool:
        draft = ctx.draft
        there = draft.number(where, US_TROOPS) > 0 and draft.number(where, kinds) > 0
        return there and where.kind == "province" and (where.population > 0 or not populated_only)

    def massacre(where: BoardSpace) -> Procedure:
        if (yield from remove_pieces(ctx, "the VC piece to remove", OF_FACTION[VC], 1, same(ctx, where))):
            ctx.set_level(where, Level.ACTIVE_OPPOSITION)

    what = "a Province with US Troops and a VC piece that can be removed"
    yield from in_spaces(
        ctx,
        "a Province with US Troops and VC pieces",
        2,
        only(ctx, what, partial(fits, open_to)),
        massacre,
        least=1 if any(fits(forced, where) for where in board().spaces) else 0,
        opens=(Remove,),
        becomes=lambda where: Level.ACTIVE_OPPOSITION if where.population else Level.NEUTRAL,
        whole=partial(can_be_set, ctx, level=Level.ACTIVE_OPPOSITION),
        what=f"a change to {Level.ACTIVE_OPPOSITION.words}",
    )


def da_nang_unshaded(ctx: Context) -> Procedure:
    """22: the US puts up to 6 Troops into Da Nang, at most 3 of them from Out of Play …"""
    us = ctx.under(ctx.rule, US)
    da_nang = only(us, "Da Nang", lambda where: where.id == "da-nang")
    prompt = "US Troops to place in Da Nang"

    def ways(placed: Sequence[Moved]) -> list[Question]:
        remaining = 6 - number_of(placed)
        gone = number_of(
            [clause for clause in placed if isinstance(clause, Place) and clause.source == "oop"]
        )
        out_of_play = min(remaining, 3 - gone)
        choices: list[Question] = []
        if remaining:
            choices.append(us.ask(PlacePieces, prompt, US_TROOPS, out_of_play, da_nang, source="oop"))
            choices.append(us.ask(PlacePieces, prompt, US_TROOPS, remaining, da_nang))
        return choices

    yield from in_ways(us, ways, up_to=True)


def da_nang_shaded(ctx: Context) -> None:
    """22: Support in Da Nang and the spaces next to it falls to Neutral …"""
    centre = spaces_by_id()["da-nang"]
    for where in board().spaces:
        if (where is centre or adjacent(where, centre)) and ctx.draft[where].support > 0:
            ctx.set_level(where, Level.NEUTRAL)
    put_out_momentum(ctx, DA_NANG, "shaded")


def operation_attleboro_unshaded(ctx: Context) -> Procedure:
    """23: the US chooses a space with a Tunnel and there, free, Air Lifts to, Sweeps and Assaults …"""
    us = ctx.under(ctx.rule, US)
    yield from in_spaces(
        us,
        "the space with a Tunnel",
        1,
        only(us, "a space with a Tunnel", lambda where: us.draft.number(where, TUNNELED) > 0),
        partial(lift_sweep_and_assault, us, assault=GrantedAssault(past_tunnels=True)),
        opens=(Move,),
        whole=lambda where: not where.in_north_vietnam,
        what="anything of the US",
    )


def operation_attleboro_shaded(ctx: Context) -> Procedure:
    """23: a die of US Troops within 1 space of a Tunnel become Casualties."""

    def ambushed(where: BoardSpace) -> Procedure:
        die: int = yield from ctx.roll("the US Troops lost")
        near = within(ctx, where, 1)
        yield from remove_pieces(ctx, "US Troops to remove", US_TROOPS, die, near, us_to="casualties")

    test = only(ctx, "a space with a Tunnel", lambda where: ctx.draft.number(where, TUNNELED) > 0)
    yield from in_spaces(
        ctx, "the space with a Tunnel", 1, test, ambushed, alters=partial(is_near, ctx, US_TROOPS)
    )


def operation_starlite_unshaded(ctx: Context) -> Procedure:
    """24: all VC pieces but Tunneled Bases leave a coastal Province with US Troops in or next to it."""

    def fits(where: BoardSpace) -> bool:
        near = [there for there in board().spaces if there is where or adjacent(there, where)]
        there = any(ctx.draft.number(space, US_TROOPS) for space in near)
        return where.kind == "province" and where.coastal and there

    def clear(where: BoardSpace) -> Procedure:
        yield from clear_of(ctx, where, OF_FACTION[VC])

    def whole(where: BoardSpace) -> bool:
        return ctx.draft.number(where, without_tunnels(OF_FACTION[VC])) > 0

    yield from in_spaces(
        ctx,
        "the coastal Province",
        1,
        only(ctx, "a coastal Province with US Troops in it or next to it", fits),
        clear,
        opens=(Remove,),
        whole=whole,
        what="a removal of VC pieces",
        alters=whole,
    )


def operation_starlite_shaded(ctx: Context) -> Procedure:
    """24: all VC Guerrillas of up to 3 Provinces go Underground; the executing Faction stays Eligible."""
    test = only(ctx, "a Province", lambda where: where.kind == "province")
    prompt = "a Province where VC Guerrillas turn Underground"

    def hide(where: BoardSpace) -> None:
        hide_all(ctx, where, (Kind.VG,))

    yield from in_spaces(ctx, prompt, 3, test, hide, up_to=True, opens=(Hide,))
    stay_eligible(ctx.draft, ctx.faction, ctx.rule)


def _mekong() -> list[BoardSpace]:
    """Return the LoCs along the Mekong (1.3.4)."""
    return [where for where in board().spaces if where.loc_type is not None and "mekong" in where.loc_type]


def riverines_unshaded(ctx: Context) -> Procedure:
    """25: NVA and VC leave the Mekong LoCs …"""
    for loc in _mekong():
        remove_all(ctx, loc, INSURGENT_PIECES)
    faction: Faction = yield ctx.name_faction("who Sweeps and Assaults", {US: None, ARVN: None})

    def fits(where: BoardSpace) -> bool:
        return where.terrain == "lowland" and any(adjacent(where, loc) for loc in _mekong())

    there = only(ctx, "a Lowland next to a Mekong LoC", fits)
    for verb in ("sweep", "assault"):
        yield from free(ctx, faction, verb, Grant(within=there, everywhere=True))


def riverines_shaded(ctx: Context) -> Procedure:
    """25: 2 VC Guerrillas onto each Mekong LoC; Sabotage where VC then outnumber COIN."""
    if ctx.draft.available[Kind.VG.slot] >= 2 * len(_mekong()):
        for loc in _mekong():
            ctx.draft.place(loc, Kind.VG, 2, ctx.rule)
    else:
        test = only(ctx, "a Mekong LoC", lambda where: where in _mekong())
        number = 2 * len(_mekong())
        prompt = "VC Guerrillas to place on Mekong LoCs"
        yield from place_pieces(ctx, prompt, (Kind.VG,), number, test, per_space=2)
    draft = ctx.draft
    lost = [loc for loc in _mekong() if draft.of_faction(loc, VC) > draft.of_faction(loc, US, ARVN)]
    yield from sabotage_spaces(ctx, lost)


def lrrp_unshaded(ctx: Context) -> Procedure:
    """26: the US places 3 Irregulars in Laos or Cambodia …"""
    us = ctx.under(ctx.rule, US)
    there = only(us, "outside South Vietnam", lambda where: not where.in_south_vietnam)
    yield from place_pieces(us, "Irregulars to place outside the South", (Kind.UI,), 3, there)
    yield from free(us, US, "airstrike", granted=GrantedAirStrike(bases_first=ctx.original))


def lrrp_shaded(ctx: Context) -> Procedure:
    """26: 3 Irregulars become Casualties …"""
    removed = yield from remove_pieces(ctx, "Irregulars to remove", IRREGULARS, 3, us_to="casualties")
    for name in dict.fromkeys(clause.space for clause in removed):
        ctx.shift(spaces_by_id()[name], -1)


def phoenix_program_unshaded(ctx: Context) -> Procedure:
    """27: 3 VC pieces leave spaces with COIN Control."""
    test = only(ctx, "a space with COIN Control", lambda where: ctx.draft.control(where) == "coin")
    yield from remove_pieces(ctx, "VC pieces to remove", OF_FACTION[VC], 3, test)


def phoenix_program_shaded(ctx: Context) -> Procedure:
    """27: 2 spaces with COIN Control and VC pieces, not Saigon …"""

    def fits(where: BoardSpace) -> bool:
        coin = ctx.draft.control(where) == "coin"
        return where.id != "saigon" and coin and ctx.draft.of_faction(where, VC) > 0

    def terror(where: BoardSpace) -> None:
        ctx.draft.add_terror(where, ctx.rule)

    test = only(ctx, "a space other than Saigon with COIN Control and VC pieces", fits)
    yield from set_spaces(
        ctx,
        "a space with COIN Control and VC pieces",
        2,
        test,
        Level.ACTIVE_OPPOSITION,
        then=terror,
        opens=(Number,),
        alters=lambda _: ctx.draft.markers_left() > 0,
        alike=lambda: ctx.draft.markers_left() != 1,
    )


def tribesmen_unshaded(ctx: Context) -> Procedure:
    """29: 4 Insurgent pieces leave spaces with Irregulars."""
    test = only(ctx, "a space with Irregulars", lambda where: ctx.draft.number(where, IRREGULARS) > 0)
    yield from remove_pieces(ctx, "Insurgent pieces to remove", INSURGENT_PIECES, 4, test)


def tribesmen_shaded(ctx: Context) -> Procedure:
    """29: VC Guerrillas replace all Irregulars; a Neutral Highland goes to Active Opposition …"""
    there = ctx.draft.on_map(IRREGULARS)
    yield from replace_pieces(ctx, "Irregulars to replace", IRREGULARS, (Kind.VG,), there)

    def fits(where: BoardSpace) -> bool:
        return where.terrain == "highland" and where.population > 0 and not ctx.draft[where].support

    test = only(ctx, "a Neutral Highland with Population", fits)
    yield from set_spaces(ctx, "a Neutral Highland", 1, test, Level.ACTIVE_OPPOSITION)
    ctx.add("patronage", -3)


def uss_new_jersey_unshaded(ctx: Context) -> Procedure:
    """30: the US or ARVN strikes up to 3 coastal spaces from the air without a die or pieces there …"""
    faction: Faction = yield ctx.name_faction("who strikes", {US: None, ARVN: None})
    coastal = only(ctx, "a coastal space", lambda where: where.coastal)
    strike = GrantedAirStrike(each_space=6 if ctx.original else 2, unseen=True, degrades=False)
    yield from free(ctx, faction, "airstrike", Grant(within=coastal, most_spaces=3), strike)


def uss_new_jersey_shaded(ctx: Context) -> Procedure:
    """30: 2 coastal Provinces with US Troops shift 2 levels toward Active Opposition."""

    def fits(where: BoardSpace) -> bool:
        return where.kind == "province" and where.coastal and ctx.draft.number(where, US_TROOPS) > 0

    test = only(ctx, "a coastal Province with US Troops", fits)
    yield from shift_spaces(ctx, "a coastal Province with US Troops", 2, test, -2)


EVENTS: Events = {
    21: {"unshaded": americal_unshaded, "shaded": americal_shaded},
    22: {"unshaded": da_nang_unshaded, "shaded": da_nang_shaded},
    23: {"unshaded": operation_attleboro_unshaded, "shaded": operation_attleboro_shaded},
    24: {"unshaded": operation_starlite_unshaded, "shaded": operation_starlite_shaded},
    25: {"unshaded": riverines_unshaded, "shaded": riverines_shaded},
    26: {"unshaded": lrrp_unshaded, "shaded": lrrp_shaded},
    27: {"unshaded": phoenix_program_unshaded, "shaded": phoenix_program_shaded},
    28: capability(SEARCH_AND_DESTROY),
    29: {"unshaded": tribesmen_unshaded, "shaded": tribesmen_shaded},
    30: {"unshaded": uss_new_jersey_unshaded, "shaded": uss_new_jersey_shaded},
}
