"""Events 101 to 110."""

from __future__ import annotations

from fitl_core.board import BoardSpace, adjacent, board, spaces_by_id
from fitl_core.cards.grants import free_limited_operation
from fitl_core.cards.lasting import capability
from fitl_core.cards.pieces import (
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
from fitl_core.cards.sides import Events
from fitl_core.cards.spaces import in_spaces, only, same, shift_spaces
from fitl_core.cards.tunnels import dig_tunnels
from fitl_core.choices import LevelChoice, Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Level, Place, SetLevel, level
from fitl_core.factions import US, VC
from fitl_core.pieces import TUNNELED, Kind
from fitl_core.sequence import make_eligible, make_ineligible, stay_eligible
from fitl_core.turn import Turn


def cu_chi_unshaded(turn: Turn) -> Procedure:
    """102: all Guerrillas leave 1 COIN-Controlled space with a Tunneled Base."""

    def fits(where: BoardSpace) -> bool:
        return turn.draft.control(where) == "coin" and turn.draft.number(where, TUNNELED) > 0

    def clear(where: BoardSpace) -> None:
        remove_all(turn, where, GUERRILLA_KINDS)

    def whole(where: BoardSpace) -> bool:
        return turn.draft.number(where, GUERRILLA_KINDS) > 0

    test = only(turn, "a COIN-Controlled space with a Tunneled Base", fits)
    yield from in_spaces(turn, "the space to clear", 1, test, clear, whole=whole, what="any removal")


def cu_chi_shaded(turn: Turn) -> Procedure:
    """102: every NVA and VC Base of 1 Province gets a Tunnel; an NVA and a VC Guerrilla come there."""
    bases = (Kind.NB, Kind.VB)

    def dig(where: BoardSpace) -> Procedure:
        while number := turn.draft.number(where, bases):
            if number > turn.draft.tunnels_left():
                yield from dig_tunnels(turn, "the Base that gets the last Tunnel", 1, same(turn, where))
                break
            turn.draft.add_tunnel(where, next(b for b in bases if turn.draft.of_kind(where, b)), turn.rule)
        for guerrilla in (Kind.NG, Kind.VG):
            yield from place_here(turn, where, (guerrilla,), 1)

    def whole(where: BoardSpace) -> bool:
        return turn.draft.tunnels_left() > 0 and turn.draft.number(where, bases) > 0

    test = only(turn, "a Province", lambda where: where.kind == "province")
    yield from in_spaces(turn, "the Province of the Tunnels", 1, test, dig, whole=whole, what="a new Tunnel")


def kent_state_unshaded(turn: Turn) -> Procedure:
    """103: 2 US pieces in Casualties become Available; the US executes a free Limited Operation and is
    Eligible at once."""
    yield from rebox_pieces(turn, "US pieces to Available", "casualties", "available", US_PIECES, 2)
    yield from free_limited_operation(turn, US)
    make_eligible(turn.draft, US, turn.rule, this_card=not turn.alternative("card-54"))


def kent_state_shaded(turn: Turn) -> Procedure:
    """103: up to 3 US Troops in Casualties go Out of Play; Aid -6; the US is Ineligible."""
    yield from rebox_pieces(turn, "US Troops to Out of Play", "casualties", "oop", US_TROOPS, 3, up_to=True)
    turn.add("aid", -6)
    make_ineligible(turn.draft, US, turn.rule)


def rural_pressure_unshaded(turn: Turn) -> Procedure:
    """105: 4 Provinces with VC pieces shift 1 level toward Active Support."""

    def fits(where: BoardSpace) -> bool:
        return where.kind == "province" and turn.draft.of_faction(where, VC) > 0

    test = only(turn, "a Province with VC pieces", fits)
    yield from shift_spaces(turn, "a Province with VC pieces", 4, test, +1)


def rural_pressure_shaded(turn: Turn) -> Procedure:
    """105: 3 Provinces with Police shift 1 level toward Active Opposition; Patronage +6 or -6."""

    def fits(where: BoardSpace) -> bool:
        return where.kind == "province" and turn.draft.of_kind(where, Kind.AP) > 0

    test = only(turn, "a Province with Police", fits)
    yield from shift_spaces(turn, "a Province with Police", 3, test, -1)
    turn.add("patronage", (yield turn.change("Patronage up or down", "patronage", 6, -6)))


def binh_duong(turn: Turn) -> Procedure:
    """106: 2 Provinces adjacent to Saigon shift 1 level up or down; each gets a VC Guerrilla or Police."""
    saigon = spaces_by_id()["saigon"]

    def contest(where: BoardSpace) -> Procedure:
        now = turn.draft[where].support

        def one_level(wanted: Level) -> Refusal | None:
            why = f"{where.name} is at {level(now).words} and shifts 1 level"
            return None if abs(wanted.value_ - now) == 1 else turn.no("wrong-level", why)

        prompt = f"the level of {where.name}"
        wanted: Level = yield LevelChoice(turn.faction, turn.rule, prompt, where, one_level)
        turn.set_level(where, wanted)
        yield from place_here(turn, where, (Kind.VG, Kind.AP), 1)

    test = only(turn, "a Province adjacent to Saigon", lambda w: w.kind == "province" and adjacent(w, saigon))
    prompt = "a Province adjacent to Saigon"
    yield from in_spaces(turn, prompt, 2, test, contest, opens=(SetLevel, Place))


def burning_bonze_unshaded(turn: Turn) -> None:
    """107: Patronage +3, or +6 with Saigon at Active Support."""
    saigon = turn.draft[spaces_by_id()["saigon"]]
    turn.add("patronage", 6 if saigon.support == Level.ACTIVE_SUPPORT.value_ else 3)


def burning_bonze_shaded(turn: Turn) -> None:
    """107: Saigon shifts 1 level toward Active Opposition; Aid -12."""
    turn.shift(spaces_by_id()["saigon"], -1)
    turn.add("aid", -12)


def draft_dodgers_unshaded(turn: Turn) -> None:
    """108: with fewer than 3 US pieces in Casualties, 3 US Troops Out of Play become Available."""
    if sum(turn.draft.casualties) < 3:
        rebox(turn, "oop", "available", Kind.UT, 3)


def draft_dodgers_shaded(turn: Turn) -> None:
    """108: a US Troop for each US piece in Casualties, at most 3, goes from Available Out of Play."""
    rebox(turn, "available", "oop", Kind.UT, min(3, sum(turn.draft.casualties)))


def nguyen_huu_tho_unshaded(turn: Turn) -> None:
    """109: every City with VC pieces shifts 1 level toward Active Support."""
    for where in board().spaces:
        if where.is_city and turn.draft.of_faction(where, VC):
            turn.shift(where, +1)


def nguyen_huu_tho_shaded(turn: Turn) -> Procedure:
    """109: a VC Base and a VC Guerrilla come to Saigon; the executing Faction stays Eligible."""
    for kind in reversed(VC_PIECES):
        yield from place_here(turn, spaces_by_id()["saigon"], (kind,), 1)
    stay_eligible(turn.draft, turn.faction, turn.rule)


def no_contact_unshaded(turn: Turn) -> Procedure:
    """110: 2 US pieces come from Casualties anywhere onto the map; all Rangers and Irregulars turn
    Underground."""
    prompt = "US pieces from Casualties to the map"
    yield from place_pieces(turn, prompt, US_PIECES, 2, source="casualties")
    for where in board().spaces:
        hide_all(turn, where, (Kind.UI, Kind.AR))


def no_contact_shaded(turn: Turn) -> None:
    """110: all Guerrillas turn Underground."""
    for where in board().spaces:
        hide_all(turn, where, (Kind.NG, Kind.VG))


EVENTS: Events = {
    101: capability(
        101, unshaded="Ambush is in 1 space only", shaded="each Sweep space costs a Troop on a roll of 1-3"
    ),
    102: {"unshaded": cu_chi_unshaded, "shaded": cu_chi_shaded},
    103: {"unshaded": kent_state_unshaded, "shaded": kent_state_shaded},
    104: capability(
        104,
        unshaded="a Marching group is seen when it and the COIN pieces there, Bases aside, are more than 1",
        shaded="VC may remove 2 pieces in 1 space of an Ambush",
    ),
    105: {"unshaded": rural_pressure_unshaded, "shaded": rural_pressure_shaded},
    106: {"unshaded": binh_duong},
    107: {"unshaded": burning_bonze_unshaded, "shaded": burning_bonze_shaded},
    108: {"unshaded": draft_dodgers_unshaded, "shaded": draft_dodgers_shaded},
    109: {"unshaded": nguyen_huu_tho_unshaded, "shaded": nguyen_huu_tho_shaded},
    110: {"unshaded": no_contact_unshaded, "shaded": no_contact_shaded},
}
