"""Events 101 to 110."""

from __future__ import annotations

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.factions import US, VC
from fitl_core.facts.game_map import BoardSpace, adjacent, board, spaces_by_id
from fitl_core.facts.levels import Level, level
from fitl_core.facts.pieces import TUNNELED, Kind
from fitl_core.record.clauses import Place, Remove, Replace, SetLevel
from fitl_core.rules.context import Context
from fitl_core.rules.events.alternatives import choose_change
from fitl_core.rules.events.event_pieces import (
    GUERRILLA_KINDS,
    US_PIECES,
    US_TROOPS,
    VC_PIECES,
    hide_all,
    place_here,
    place_pieces,
    rebox,
    rebox_pieces,
    remove_all,
)
from fitl_core.rules.events.event_spaces import can_come, in_spaces, only, same, shift_spaces
from fitl_core.rules.events.free_actions import free_limited_operation
from fitl_core.rules.events.lasting_events import capability
from fitl_core.rules.events.parts_in_any_order import in_any_order
from fitl_core.rules.events.sides import Events
from fitl_core.rules.events.tunnels import dig_tunnels
from fitl_core.rules.forms.space_questions import LevelChoice
from fitl_core.rules.sequence import make_eligible, make_ineligible, stay_eligible


def cu_chi_unshaded(ctx: Context) -> Procedure:
    """102: all Guerrillas leave 1 COIN-Controlled space with a Tunneled Base."""

    def fits(where: BoardSpace) -> bool:
        return ctx.draft.control(where) == "coin" and ctx.draft.number(where, TUNNELED) > 0

    def clear(where: BoardSpace) -> None:
        remove_all(ctx, where, GUERRILLA_KINDS)

    def whole(where: BoardSpace) -> bool:
        return ctx.draft.number(where, GUERRILLA_KINDS) > 0

    test = only(ctx, "a COIN-Controlled space with a Tunneled Base", fits)
    yield from in_spaces(
        ctx,
        "the space to clear",
        1,
        test,
        clear,
        opens=(Remove,),
        whole=whole,
        what="any removal",
        alters=whole,
    )


def cu_chi_shaded(ctx: Context) -> Procedure:
    """102: every NVA and VC Base of 1 Province gets a Tunnel; an NVA and a VC Guerrilla come there."""
    bases = (Kind.NB, Kind.VB)

    def dig(where: BoardSpace) -> Procedure:
        while number := ctx.draft.number(where, bases):
            if number > ctx.draft.tunnels_left():
                yield from dig_tunnels(ctx, "the Base that gets the last Tunnel", 1, same(ctx, where))
                break
            ctx.draft.add_tunnel(where, next(b for b in bases if ctx.draft.of_kind(where, b)), ctx.rule)
        yield from in_any_order(*[place_here(ctx, where, (kind,), 1) for kind in (Kind.NG, Kind.VG)])

    def whole(where: BoardSpace) -> bool:
        return ctx.draft.tunnels_left() > 0 and ctx.draft.number(where, bases) > 0

    yield from in_spaces(
        ctx,
        "the Province of the Tunnels",
        1,
        only(ctx, "a Province", lambda where: where.kind == "province"),
        dig,
        opens=(Place, Replace),
        whole=whole,
        what="a new Tunnel",
        alters=lambda where: whole(where) or can_come(ctx, where, (Kind.NG, Kind.VG)),
    )


def kent_state_unshaded(ctx: Context) -> Procedure:
    """103: 2 US pieces in Casualties become Available …"""
    yield from rebox_pieces(ctx, "US pieces to Available", "casualties", "available", US_PIECES, 2)
    yield from free_limited_operation(ctx, US)
    make_eligible(ctx.draft, US, ctx.rule, this_card=not ctx.alternative("card-54"))


def kent_state_shaded(ctx: Context) -> Procedure:
    """103: up to 3 US Troops in Casualties go Out of Play; Aid -6; the US is Ineligible."""
    yield from rebox_pieces(ctx, "US Troops to Out of Play", "casualties", "oop", US_TROOPS, 3, up_to=True)
    ctx.add("aid", -6)
    make_ineligible(ctx.draft, US, ctx.rule)


def rural_pressure_unshaded(ctx: Context) -> Procedure:
    """105: 4 Provinces with VC pieces shift 1 level toward Active Support."""

    def fits(where: BoardSpace) -> bool:
        return where.kind == "province" and ctx.draft.of_faction(where, VC) > 0

    test = only(ctx, "a Province with VC pieces", fits)
    yield from shift_spaces(ctx, "a Province with VC pieces", 4, test, +1)


def rural_pressure_shaded(ctx: Context) -> Procedure:
    """105: 3 Provinces with Police shift 1 level toward Active Opposition; Patronage +6 or -6."""

    def fits(where: BoardSpace) -> bool:
        return where.kind == "province" and ctx.draft.of_kind(where, Kind.AP) > 0

    test = only(ctx, "a Province with Police", fits)
    yield from shift_spaces(ctx, "a Province with Police", 3, test, -1)
    ctx.add("patronage", (yield choose_change(ctx, "Patronage up or down", "patronage", 6, -6)))


def binh_duong(ctx: Context) -> Procedure:
    """106: 2 Provinces adjacent to Saigon shift 1 level up or down; each gets a VC Guerrilla or Police."""
    saigon = spaces_by_id()["saigon"]

    def contest(where: BoardSpace) -> Procedure:
        yield from in_any_order(shift(where), place_here(ctx, where, (Kind.VG, Kind.AP), 1))

    def shift(where: BoardSpace) -> Procedure:
        now = ctx.draft[where].support

        def one_level(wanted: Level) -> Refusal | None:
            why = f"{where.name} is at {level(now).words} and shifts 1 level"
            return None if abs(wanted.value_ - now) == 1 else ctx.no("wrong-level", why)

        prompt = f"the level of {where.name}"
        wanted: Level = yield LevelChoice(ctx.faction, ctx.rule, prompt, where, one_level)
        ctx.set_level(where, wanted)

    test = only(ctx, "a Province adjacent to Saigon", lambda w: w.kind == "province" and adjacent(w, saigon))
    prompt = "a Province adjacent to Saigon"
    yield from in_spaces(ctx, prompt, 2, test, contest, opens=(SetLevel, Place))


def burning_bonze_unshaded(ctx: Context) -> None:
    """107: Patronage +3, or +6 with Saigon at Active Support."""
    saigon = ctx.draft[spaces_by_id()["saigon"]]
    ctx.add("patronage", 6 if saigon.support == Level.ACTIVE_SUPPORT.value_ else 3)


def burning_bonze_shaded(ctx: Context) -> None:
    """107: Saigon shifts 1 level toward Active Opposition; Aid -12."""
    ctx.shift(spaces_by_id()["saigon"], -1)
    ctx.add("aid", -12)


def draft_dodgers_unshaded(ctx: Context) -> None:
    """108: with fewer than 3 US pieces in Casualties, 3 US Troops Out of Play become Available."""
    if sum(ctx.draft.casualties) < 3:
        rebox(ctx, "oop", "available", Kind.UT, 3)


def draft_dodgers_shaded(ctx: Context) -> None:
    """108: a US Troop for each US piece in Casualties, at most 3, goes from Available Out of Play."""
    rebox(ctx, "available", "oop", Kind.UT, min(3, sum(ctx.draft.casualties)))


def nguyen_huu_tho_unshaded(ctx: Context) -> None:
    """109: every City with VC pieces shifts 1 level toward Active Support."""
    for where in board().spaces:
        if where.is_city and ctx.draft.of_faction(where, VC):
            ctx.shift(where, +1)


def nguyen_huu_tho_shaded(ctx: Context) -> Procedure:
    """109: a VC Base and a VC Guerrilla come to Saigon; the executing Faction stays Eligible."""
    saigon = spaces_by_id()["saigon"]
    yield from in_any_order(*[place_here(ctx, saigon, (kind,), 1) for kind in reversed(VC_PIECES)])
    stay_eligible(ctx.draft, ctx.faction, ctx.rule)


def no_contact_unshaded(ctx: Context) -> Procedure:
    """110: 2 US pieces come from Casualties anywhere onto the map …"""
    prompt = "US pieces from Casualties to the map"
    yield from place_pieces(ctx, prompt, US_PIECES, 2, source="casualties")
    for where in board().spaces:
        hide_all(ctx, where, (Kind.UI, Kind.AR))


def no_contact_shaded(ctx: Context) -> None:
    """110: all Guerrillas turn Underground."""
    for where in board().spaces:
        hide_all(ctx, where, (Kind.NG, Kind.VG))


EVENTS: Events = {
    101: capability(101),
    102: {"unshaded": cu_chi_unshaded, "shaded": cu_chi_shaded},
    103: {"unshaded": kent_state_unshaded, "shaded": kent_state_shaded},
    104: capability(104),
    105: {"unshaded": rural_pressure_unshaded, "shaded": rural_pressure_shaded},
    106: {"unshaded": binh_duong},
    107: {"unshaded": burning_bonze_unshaded, "shaded": burning_bonze_shaded},
    108: {"unshaded": draft_dodgers_unshaded, "shaded": draft_dodgers_shaded},
    109: {"unshaded": nguyen_huu_tho_unshaded, "shaded": nguyen_huu_tho_shaded},
    110: {"unshaded": no_contact_unshaded, "shaded": no_contact_shaded},
}
