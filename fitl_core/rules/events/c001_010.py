"""Events 1 to 10."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.asking.questions import Procedure, Question
from fitl_core.facts.factions import NVA, US
from fitl_core.facts.lasting import ADSID, ARC_LIGHT, MIGS, ROLLING_THUNDER, SA_2S, TOP_GUN, WILD_WEASELS
from fitl_core.facts.pieces import Kind
from fitl_core.record.clauses import Remove
from fitl_core.record.play_effects import PeaceTalksBegun
from fitl_core.rules.activities.airstrike import GrantedAirStrike
from fitl_core.rules.activities.degrading_trail import after_degrading
from fitl_core.rules.context import Context
from fitl_core.rules.events.event_pieces import (
    INSURGENT_PIECES,
    NVA_PIECES,
    US_PIECES,
    US_TROOPS,
    number_of,
    place_pieces,
    rebox,
    remove_pieces,
)
from fitl_core.rules.events.event_spaces import anywhere, only
from fitl_core.rules.events.free_actions import free
from fitl_core.rules.events.lasting_events import (
    capability,
    capability_side,
    momentum_side,
    put_out_capability,
    put_out_momentum,
    remove_capability,
)
from fitl_core.rules.events.piece_answers import PlacePieces, ReboxPieces, RemovePieces
from fitl_core.rules.events.several_ways import Moved, in_ways
from fitl_core.rules.events.sides import Events
from fitl_core.rules.pivotal import held
from fitl_core.rules.progress import Grant
from fitl_core.rules.sequence import make_ineligible


def gulf_of_tonkin_unshaded(ctx: Context) -> Procedure:
    """1: the US strikes from the air, then moves 6 of its pieces from Out of Play to Cities."""
    us = ctx.under(ctx.rule, US)
    yield from free(us, US, "airstrike")
    cities = only(us, "a City", lambda where: where.is_city)
    yield from place_pieces(us, "US pieces from Out of Play to Cities", US_PIECES, 6, cities, source="oop")


def gulf_of_tonkin_shaded(ctx: Context) -> None:
    """1: Aid -1 for each Casualty; all Casualties go Out of Play."""
    ctx.add("aid", -sum(ctx.draft.casualties))
    for kind in US_PIECES:
        rebox(ctx, "casualties", "oop", kind)


def kissinger_unshaded(ctx: Context) -> Procedure:
    """2: a die of Insurgent pieces leave Laos and Cambodia."""
    there = only(ctx, "in Laos or Cambodia", lambda where: where.in_laos_or_cambodia)
    die: int = yield from ctx.roll("the pieces to remove")
    yield from remove_pieces(
        ctx, "Insurgent pieces in Laos and Cambodia to remove", INSURGENT_PIECES, die, there
    )


def kissinger_shaded(ctx: Context) -> Procedure:
    """2: NVA places 2 pieces in Cambodia …"""
    nva, us = ctx.under(ctx.rule, NVA), ctx.under(ctx.rule, US)
    cambodia = only(nva, "in Cambodia", lambda where: where.country == "cambodia")
    yield from place_pieces(nva, "NVA pieces to place in Cambodia", NVA_PIECES, 2, cambodia)
    prompt = "US Troops to go Out of Play"

    def ways(gone: Sequence[Moved]) -> list[Question]:
        remaining = 2 - number_of(gone)
        if not remaining:
            return []
        boxes = [
            us.ask(ReboxPieces, prompt, box, "oop", US_TROOPS, remaining)
            for box in ("available", "casualties")
        ]
        return [us.ask(RemovePieces, prompt, US_TROOPS, remaining, anywhere, box="oop"), *boxes]

    yield from in_ways(us, ways, us_to="oop")
    ctx.add("aid", -6)


def peace_talks_unshaded(ctx: Context) -> None:
    """3: NVA Resources -9; Linebacker II, if the US holds it, needs only more than 25."""
    ctx.add("NVA", -9)
    if US in held(ctx.draft.state):
        ctx.draft.happen(PeaceTalksBegun(ctx.rule))


def peace_talks_shaded(ctx: Context) -> None:
    """3: NVA Resources +9; a Trail below 3 rises to 3."""
    ctx.add("NVA", 9)
    ctx.add("trail", max(0, 3 - ctx.draft.trail))


def top_gun_unshaded(ctx: Context) -> None:
    """4: Capability: an Air Strike Degrades the Trail 2 boxes; shaded MiGs leave play and stay out."""
    put_out_capability(ctx, TOP_GUN, "unshaded")
    if ctx.capability(MIGS) == "shaded":
        remove_capability(ctx, MIGS)


def wild_weasels_unshaded(ctx: Context) -> None:
    """5: shaded SA-2s leave play; if they are not out, the Trail -2 and NVA Resources -9."""
    if ctx.capability(SA_2S) == "shaded":
        remove_capability(ctx, SA_2S)
        return
    ctx.add("trail", -2)
    ctx.add("NVA", -9)


def aces_unshaded(ctx: Context) -> Procedure:
    """6: an Air Strike of 6 hits, without a die or pieces there …"""
    outside = only(ctx, "outside South Vietnam", lambda where: not where.in_south_vietnam)
    strike = GrantedAirStrike(hits=6, unseen=True, degrades=False)
    yield from free(ctx, ctx.faction, "airstrike", Grant(within=outside, most_spaces=1), strike)
    if ctx.add("trail", -2) and ctx.alternative("card-6"):
        yield from after_degrading(ctx)


def aces_shaded(ctx: Context) -> None:
    """6: 2 Available US Troops become Casualties; the Trail +2."""
    rebox(ctx, "available", "casualties", Kind.UT, 2)
    ctx.add("trail", 2)


def adsid_shaded(ctx: Context) -> None:
    """7: the Trail +1, and to 2 if it is still lower; ARVN Resources -9."""
    ctx.add("trail", max(1, 2 - ctx.draft.trail))
    ctx.add("ARVN", -9)


def psychedelic_cookie_unshaded(ctx: Context) -> Procedure:
    """9: the US moves up to 3 Troops: from Out of Play to Available or South Vietnam …"""
    us = ctx.under(ctx.rule, US)
    south = only(us, "in South Vietnam", lambda where: where.in_south_vietnam)
    prompt = "US Troops to come from Out of Play or leave the map"
    mixed = ctx.alternative("card-9")

    def ways(moved: Sequence[Moved]) -> list[Question]:
        remaining = 3 - number_of(moved)
        withdrawn = [isinstance(clause, Remove) for clause in moved]
        choices: list[Question] = []
        if remaining and (mixed or not any(withdrawn)):
            choices.append(us.ask(PlacePieces, prompt, US_TROOPS, remaining, south, source="oop"))
            choices.append(
                us.ask(ReboxPieces, prompt, "oop", "available", US_TROOPS, remaining, optional=True)
            )
        if remaining and (mixed or all(withdrawn)):
            choices.append(us.ask(RemovePieces, prompt, US_TROOPS, remaining, anywhere))
        return choices

    yield from in_ways(us, ways, up_to=True)


def psychedelic_cookie_shaded(ctx: Context) -> Procedure:
    """9: the US moves 3 of its Troops from the map Out of Play."""
    us = ctx.under(ctx.rule, US)
    yield from remove_pieces(us, "US Troops to go Out of Play", US_TROOPS, 3, us_to="oop")


def rolling_thunder_unshaded(ctx: Context) -> None:
    """10: the Trail -2, NVA Resources -9, NVA is Ineligible."""
    ctx.add("trail", -2)
    ctx.add("NVA", -9)
    make_ineligible(ctx.draft, NVA, ctx.rule)


def rolling_thunder_shaded(ctx: Context) -> None:
    """10: ARVN Resources -5; Momentum: the US chooses no Air Strike."""
    ctx.add("ARVN", -5)
    put_out_momentum(ctx, ROLLING_THUNDER, "shaded")


EVENTS: Events = {
    1: {"unshaded": gulf_of_tonkin_unshaded, "shaded": gulf_of_tonkin_shaded},
    2: {"unshaded": kissinger_unshaded, "shaded": kissinger_shaded},
    3: {"unshaded": peace_talks_unshaded, "shaded": peace_talks_shaded},
    4: {
        "unshaded": top_gun_unshaded,
        "shaded": capability_side(TOP_GUN, "shaded"),
    },
    5: {
        "unshaded": wild_weasels_unshaded,
        "shaded": momentum_side(WILD_WEASELS, "shaded"),
    },
    6: {"unshaded": aces_unshaded, "shaded": aces_shaded},
    7: {
        "unshaded": momentum_side(ADSID, "unshaded"),
        "shaded": adsid_shaded,
    },
    8: capability(ARC_LIGHT),
    9: {"unshaded": psychedelic_cookie_unshaded, "shaded": psychedelic_cookie_shaded},
    10: {"unshaded": rolling_thunder_unshaded, "shaded": rolling_thunder_shaded},
}
