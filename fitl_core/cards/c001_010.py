"""Events 1 to 10."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.act import Strike
from fitl_core.activities.degrading import after_degrading
from fitl_core.cards.grants import free
from fitl_core.cards.lasting import (
    capability,
    capability_side,
    momentum_side,
    put_out_capability,
    put_out_momentum,
    remove_capability,
)
from fitl_core.cards.piece_answers import PlacePieces, ReboxPieces, RemovePieces
from fitl_core.cards.pieces import (
    INSURGENT_PIECES,
    NVA_PIECES,
    US_PIECES,
    US_TROOPS,
    number_of,
    place_pieces,
    rebox,
    remove_pieces,
)
from fitl_core.cards.sides import Events
from fitl_core.cards.spaces import anywhere, only
from fitl_core.cards.ways import Moved, in_ways
from fitl_core.choices import Choice, Procedure
from fitl_core.events import Remove
from fitl_core.factions import NVA, US
from fitl_core.lasting import (
    ADSID,
    ARC_LIGHT,
    MIGS,
    ROLLING_THUNDER,
    SA_2S,
    TOP_GUN,
    WILD_WEASELS,
)
from fitl_core.pieces import Kind
from fitl_core.pivotal import held
from fitl_core.sequence import make_ineligible
from fitl_core.turn import Turn


def gulf_of_tonkin_unshaded(turn: Turn) -> Procedure:
    """1: the US strikes from the air, then moves 6 of its pieces from Out of Play to Cities."""
    us = turn.under(turn.rule, US)
    yield from free(us, US, "airstrike")
    cities = only(us, "a City", lambda where: where.is_city)
    yield from place_pieces(us, "US pieces from Out of Play to Cities", US_PIECES, 6, cities, source="oop")


def gulf_of_tonkin_shaded(turn: Turn) -> None:
    """1: Aid -1 for each Casualty; all Casualties go Out of Play."""
    turn.add("aid", -sum(turn.draft.casualties))
    for kind in US_PIECES:
        rebox(turn, "casualties", "oop", kind)


def kissinger_unshaded(turn: Turn) -> Procedure:
    """2: a die of Insurgent pieces leave Laos and Cambodia."""
    there = only(turn, "in Laos or Cambodia", lambda where: where.in_laos_or_cambodia)
    die: int = yield from turn.roll("the pieces to remove")
    yield from remove_pieces(
        turn, "Insurgent pieces in Laos and Cambodia to remove", INSURGENT_PIECES, die, there
    )


def kissinger_shaded(turn: Turn) -> Procedure:
    """2: NVA places 2 pieces in Cambodia; 2 US Troops, of the map, Available or Casualties, go Out of
    Play; Aid -6."""
    nva, us = turn.under(turn.rule, NVA), turn.under(turn.rule, US)
    cambodia = only(nva, "in Cambodia", lambda where: where.country == "cambodia")
    yield from place_pieces(nva, "NVA pieces to place in Cambodia", NVA_PIECES, 2, cambodia)
    prompt = "US Troops to go Out of Play"

    def ways(gone: Sequence[Moved]) -> list[Choice]:
        left = 2 - number_of(gone)
        if not left:
            return []
        boxes = [
            us.ask(ReboxPieces, prompt, box, "oop", US_TROOPS, left) for box in ("available", "casualties")
        ]
        return [us.ask(RemovePieces, prompt, US_TROOPS, left, anywhere), *boxes]

    yield from in_ways(us, ways, us_to="oop")
    turn.add("aid", -6)


def peace_talks_unshaded(turn: Turn) -> None:
    """3: NVA Resources -9; Linebacker II, if the US holds it, needs only more than 25."""
    turn.add("NVA", -9)
    if US in held(turn.draft.state):
        turn.draft.set(peace_talks=True)
        turn.draft.report(turn.rule, note="Linebacker II now needs only more than 25 Support and Available")


def peace_talks_shaded(turn: Turn) -> None:
    """3: NVA Resources +9; a Trail below 3 rises to 3."""
    turn.add("NVA", 9)
    turn.add("trail", max(0, 3 - turn.draft.trail))


def top_gun_unshaded(turn: Turn) -> None:
    """4: Capability: an Air Strike Degrades the Trail 2 boxes; shaded MiGs leave play and stay out."""
    put_out_capability(turn, TOP_GUN, "unshaded")
    if turn.capability(MIGS) == "shaded":
        remove_capability(turn, MIGS)


def wild_weasels_unshaded(turn: Turn) -> None:
    """5: shaded SA-2s leave play; if they are not out, the Trail -2 and NVA Resources -9."""
    if turn.capability(SA_2S) == "shaded":
        remove_capability(turn, SA_2S)
        return
    turn.add("trail", -2)
    turn.add("NVA", -9)


def aces_unshaded(turn: Turn) -> Procedure:
    """6: an Air Strike of 6 hits, without a die or pieces there, in 1 Province outside the South
    (original edition: by its rule for 6 pieces); the Trail -2."""
    outside = only(turn, "outside South Vietnam", lambda where: not where.in_south_vietnam)
    strike = Strike(hits=6, unseen=True, trail=False)
    yield from free(turn, turn.faction, "airstrike", within=outside, most_spaces=1, strike=strike)
    if turn.add("trail", -2) and turn.alternative("card-6"):
        yield from after_degrading(turn)


def aces_shaded(turn: Turn) -> None:
    """6: 2 Available US Troops become Casualties; the Trail +2."""
    rebox(turn, "available", "casualties", Kind.UT, 2)
    turn.add("trail", 2)


def adsid_shaded(turn: Turn) -> None:
    """7: the Trail +1, and to 2 if it is still lower; ARVN Resources -9."""
    turn.add("trail", max(1, 2 - turn.draft.trail))
    turn.add("ARVN", -9)


def psychedelic_cookie_unshaded(turn: Turn) -> Procedure:
    """9: the US moves up to 3 Troops: from Out of Play to Available or South Vietnam, or from the map
    to Available."""
    us = turn.under(turn.rule, US)
    south = only(us, "in South Vietnam", lambda where: where.in_south_vietnam)
    prompt = "US Troops to come from Out of Play or leave the map"
    mixed = turn.alternative("card-9")

    def ways(moved: Sequence[Moved]) -> list[Choice]:
        left = 3 - number_of(moved)
        withdrawn = [isinstance(clause, Remove) for clause in moved]
        choices: list[Choice] = []
        if left and (mixed or not any(withdrawn)):
            choices.append(us.ask(PlacePieces, prompt, US_TROOPS, left, south, source="oop"))
            choices.append(us.ask(ReboxPieces, prompt, "oop", "available", US_TROOPS, left, optional=True))
        if left and (mixed or all(withdrawn)):
            choices.append(us.ask(RemovePieces, prompt, US_TROOPS, left, anywhere))
        return choices

    yield from in_ways(us, ways, up_to=True)


def psychedelic_cookie_shaded(turn: Turn) -> Procedure:
    """9: the US moves 3 of its Troops from the map Out of Play."""
    us = turn.under(turn.rule, US)
    yield from remove_pieces(us, "US Troops to go Out of Play", US_TROOPS, 3, us_to="oop")


def rolling_thunder_unshaded(turn: Turn) -> None:
    """10: the Trail -2, NVA Resources -9, NVA is Ineligible."""
    turn.add("trail", -2)
    turn.add("NVA", -9)
    make_ineligible(turn.draft, NVA, turn.rule)


def rolling_thunder_shaded(turn: Turn) -> None:
    """10: ARVN Resources -5; Momentum: the US chooses no Air Strike."""
    turn.add("ARVN", -5)
    put_out_momentum(turn, ROLLING_THUNDER, "shaded")


EVENTS: Events = {
    1: {"unshaded": gulf_of_tonkin_unshaded, "shaded": gulf_of_tonkin_shaded},
    2: {"unshaded": kissinger_unshaded, "shaded": kissinger_shaded},
    3: {"unshaded": peace_talks_unshaded, "shaded": peace_talks_shaded},
    4: {
        "unshaded": top_gun_unshaded,
        "shaded": capability_side(
            TOP_GUN,
            "shaded",
            "an Air Strike Degrades the Trail only on a roll of 4-6, for 2 hits either way (original "
            "edition: without hits)",
        ),
    },
    5: {
        "unshaded": wild_weasels_unshaded,
        "shaded": momentum_side(
            WILD_WEASELS,
            "shaded",
            "an Air Strike either Degrades the Trail or removes 1 piece (original edition: Degrades "
            "only if it selects no space)",
        ),
    },
    6: {"unshaded": aces_unshaded, "shaded": aces_shaded},
    7: {
        "unshaded": momentum_side(ADSID, "unshaded", "NVA Resources -6 whenever the Trail changes"),
        "shaded": adsid_shaded,
    },
    8: capability(
        ARC_LIGHT,
        unshaded="1 Air Strike space may be a Province without US or ARVN pieces",
        shaded="a space that loses 2 or more pieces to an Air Strike shifts 2 levels",
    ),
    9: {"unshaded": psychedelic_cookie_unshaded, "shaded": psychedelic_cookie_shaded},
    10: {"unshaded": rolling_thunder_unshaded, "shaded": rolling_thunder_shaded},
}
