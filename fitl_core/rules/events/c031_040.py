"""Events 31 to 40."""

from __future__ import annotations

from functools import partial

from fitl_core.asking.questions import Procedure
from fitl_core.facts.factions import ARVN, NVA, US
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import AAA, LONG_RANGE_GUNS, MCNAMARA_LINE, MIGS, ORISKANY, SA_2S, TOP_GUN
from fitl_core.facts.pieces import BASE_KINDS, BASES, INSURGENT_BASES, KINDS, OF_FACTION
from fitl_core.record.clauses import Move, Remove
from fitl_core.rules.activities.airstrike import GrantedAirStrike
from fitl_core.rules.activities.degrading_trail import after_degrading
from fitl_core.rules.context import Context
from fitl_core.rules.events.event_pieces import (
    NVA_TROOPS,
    US_TROOPS,
    number_of,
    rebox_pieces,
    remove_pieces,
    without_tunnels,
)
from fitl_core.rules.events.event_spaces import (
    choose_space,
    in_spaces,
    is_near,
    only,
    same,
    whole_first,
    within,
)
from fitl_core.rules.events.free_actions import free
from fitl_core.rules.events.lasting_events import (
    capability,
    capability_side,
    put_out_capability,
    put_out_momentum,
)
from fitl_core.rules.events.relocation import relocate
from fitl_core.rules.events.sides import Events
from fitl_core.rules.events.tunnels import dig_tunnels
from fitl_core.rules.forms.space_questions import passing
from fitl_core.rules.sequence import make_ineligible


def migs_shaded(ctx: Context) -> None:
    """33: Capability: each Air Strike that Degrades the Trail makes a Casualty of 1 Available US Troop …"""
    if ctx.capability(TOP_GUN) == "unshaded":
        ctx.draft.remark(ctx.rule, "unshaded Top Gun keeps MiGs from coming out")
    else:
        put_out_capability(ctx, MIGS, "shaded")


def thanh_hoa_unshaded(ctx: Context) -> Procedure:
    """35: the Trail -3. Original edition: before it a free US Air Strike, after it NVA Resources -6."""
    if not ctx.original:
        ctx.add("trail", -3)
        return
    by_strike = ctx.alternative("card-35")
    yield from free(ctx, US, "airstrike", granted=GrantedAirStrike(degrades=not by_strike))
    if ctx.add("trail", -3) and by_strike:
        yield from after_degrading(ctx)
    ctx.add("NVA", -6)


def thanh_hoa_shaded(ctx: Context) -> None:
    """35: the Trail +1; NVA gain 3 times the Trail."""
    ctx.add("trail", 1)
    ctx.add("NVA", 3 * ctx.draft.trail)


def _is_highland(where: BoardSpace) -> bool:
    return where.terrain == "highland"


def hamburger_hill_unshaded(ctx: Context) -> Procedure:
    """36: 4 US Troops from elsewhere to 1 Highland Province, where 1 NVA or VC Base goes, Tunneled or not."""

    def fits(where: BoardSpace) -> bool:
        return _is_highland(where) and not where.in_north_vietnam

    def whole(where: BoardSpace) -> bool:
        return ctx.draft.number(where, INSURGENT_BASES) > 0

    test = whole_first(ctx, only(ctx, "a Highland Province in the South", fits), whole, "a Base's removal")
    able = ctx.draft.on_map(US_TROOPS) > 0 or any(whole(where) for where in passing(test))
    choice = choose_space(ctx, "the Highland Province", test, (Move,), optional=not able)
    there: BoardSpace | None = yield choice
    if there is None:
        return
    elsewhere = only(ctx, "elsewhere", lambda where: where is not there)
    here = same(ctx, there)
    yield from relocate(ctx, f"US Troops to {there.name}", US_TROOPS, 4, elsewhere, here)
    yield from remove_pieces(ctx, "the Base to remove", INSURGENT_BASES, 1, here, tunnels=True)


def hamburger_hill_shaded(ctx: Context) -> Procedure:
    """36: an NVA or VC Base in a Highland Province is Tunneled …"""
    spaces = yield from dig_tunnels(
        ctx, "the Highland Base to Tunnel", 1, only(ctx, "a Highland Province", _is_highland)
    )
    if not spaces:
        bases = without_tunnels(INSURGENT_BASES) if ctx.alternative("card-36") else INSURGENT_BASES

        def fits(where: BoardSpace) -> bool:
            return _is_highland(where) and ctx.draft.number(where, bases) > 0

        test = only(ctx, "a Highland Province with an NVA or VC Base", fits)
        spaces = yield from in_spaces(
            ctx,
            "the Highland Base",
            1,
            test,
            lambda _: None,
            opens=(Remove,),
            alters=lambda where: ctx.draft.number(where, US_TROOPS) > 0,
        )
    for where in spaces:
        here = same(ctx, where)
        yield from remove_pieces(ctx, "US Troops to remove", US_TROOPS, 3, here, us_to="casualties")


def khe_sanh_unshaded(ctx: Context) -> Procedure:
    """37: at a US Base with US Troops, 10 NVA Troops in and around that space are removed."""

    def fits(where: BoardSpace) -> bool:
        return all(ctx.draft.number(where, kinds) for kinds in (BASES[US], US_TROOPS))

    def relieve(where: BoardSpace) -> Procedure:
        near = within(ctx, where, 1)
        yield from remove_pieces(ctx, f"NVA Troops in and around {where.name}", NVA_TROOPS, 10, near)

    test = only(ctx, "a space with a US Base and US Troops", fits)
    yield from in_spaces(ctx, "the US Base", 1, test, relieve, alters=partial(is_near, ctx, NVA_TROOPS))


def khe_sanh_shaded(ctx: Context) -> Procedure:
    """37: up to 3 US Troops in 1 space with NVA pieces become Casualties; the US is Ineligible."""

    def fits(where: BoardSpace) -> bool:
        return ctx.draft.number(where, US_TROOPS) > 0 and ctx.draft.of_faction(where, NVA) > 0

    def lose(where: BoardSpace) -> Procedure:
        here = same(ctx, where)
        prompt = f"US Troops to remove in {where.name}"
        yield from remove_pieces(ctx, prompt, US_TROOPS, 3, here, up_to=True, us_to="casualties")

    test = only(ctx, "a space with US Troops and NVA pieces", fits)
    yield from in_spaces(ctx, "a space with US Troops and NVA", 1, test, lose, up_to=True, opens=(Remove,))
    make_ineligible(ctx.draft, US, ctx.rule)


def mcnamara_line_unshaded(ctx: Context) -> Procedure:
    """38: all US and ARVN pieces in Laos and Cambodia go to COIN-Controlled Cities …"""
    held = [where for where in board().spaces if where.is_city and ctx.draft.control(where) == "coin"]
    outside = only(ctx, "in Laos or Cambodia", lambda where: where.in_laos_or_cambodia)
    cities = only(ctx, "a City that COIN Controlled before", lambda where: where in held)
    left_behind = BASE_KINDS if ctx.alternative("card-38") else ()
    kinds = [kind for kind in (*OF_FACTION[US], *OF_FACTION[ARVN]) if kind not in left_behind]
    yield from relocate(ctx, "COIN pieces to Cities", kinds, ctx.draft.on_map(kinds), outside, cities)
    ctx.add("ARVN", -12)
    put_out_momentum(ctx, MCNAMARA_LINE, "unshaded")


def oriskany_unshaded(ctx: Context) -> Procedure:
    """39: 4 pieces leave North Vietnam or, once it has none, Laos; the Trail -2."""
    remaining = 4
    for country, name in (("north-vietnam", "North Vietnam"), ("laos", "Laos")):
        there = only(ctx, f"in {name}", partial(_is_in, country))
        prompt = f"pieces to remove in {name}"
        remaining -= number_of((yield from remove_pieces(ctx, prompt, KINDS, remaining, there)))
    ctx.add("trail", -2)


def _is_in(country: str, where: BoardSpace) -> bool:
    return where.country == country


def oriskany_shaded(ctx: Context) -> Procedure:
    """39: 1 Available US Troop goes Out of Play. Momentum: the Trail is not Degraded."""
    yield from rebox_pieces(ctx, "a US Troop to Out of Play", "available", "oop", US_TROOPS, 1)
    put_out_momentum(ctx, ORISKANY, "shaded")


def pows_unshaded(ctx: Context) -> Procedure:
    """40: the executing Faction strikes from the air, free; 2 US Troops in Casualties become Available."""
    yield from free(ctx, ctx.faction, "airstrike")
    yield from rebox_pieces(ctx, "US Troops to Available", "casualties", "available", US_TROOPS, 2)


def pows_shaded(ctx: Context) -> Procedure:
    """40: 3 Available US Troops become Casualties."""
    yield from rebox_pieces(ctx, "US Troops to Casualties", "available", "casualties", US_TROOPS, 3)


EVENTS: Events = {
    31: capability(AAA),
    32: capability(LONG_RANGE_GUNS),
    33: {
        "unshaded": capability_side(MIGS, "unshaded"),
        "shaded": migs_shaded,
    },
    34: capability(SA_2S),
    35: {"unshaded": thanh_hoa_unshaded, "shaded": thanh_hoa_shaded},
    36: {"unshaded": hamburger_hill_unshaded, "shaded": hamburger_hill_shaded},
    37: {"unshaded": khe_sanh_unshaded, "shaded": khe_sanh_shaded},
    38: {"unshaded": mcnamara_line_unshaded},
    39: {"unshaded": oriskany_unshaded, "shaded": oriskany_shaded},
    40: {"unshaded": pows_unshaded, "shaded": pows_shaded},
}
