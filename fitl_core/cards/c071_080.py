"""Events 71 to 80."""

from __future__ import annotations

from fitl_core.board import BoardSpace, adjacent, board, spaces_by_id
from fitl_core.cards.grants import free, free_choice, is_possible
from fitl_core.cards.lasting import momentum_side, put_out_momentum
from fitl_core.cards.pieces import (
    US_PIECES,
    number_of,
    place_here,
    place_in_each,
    place_pieces,
    rebox,
    rebox_pieces,
    remove_all,
    remove_pieces,
)
from fitl_core.cards.sides import Events
from fitl_core.cards.spaces import (
    can_shift,
    in_spaces,
    only,
    set_spaces,
    shift_spaces,
)
from fitl_core.choices import Procedure
from fitl_core.coup.commitment import whole_phase
from fitl_core.events import Level, Place
from fitl_core.factions import ARVN, NVA, US, VC, Faction
from fitl_core.pieces import OF_FACTION, Kind
from fitl_core.sequence import make_ineligible, stay_eligible
from fitl_core.turn import Turn


def an_loc_unshaded(turn: Turn) -> Procedure:
    """71: where ARVN has pieces in the South, all NVA Troops of 1 space leave and 3 ARVN Troops come."""

    def hold(where: BoardSpace) -> Procedure:
        remove_all(turn, where, (Kind.NT,))
        yield from place_here(turn, where, (Kind.AT,), 3)

    def fits(where: BoardSpace) -> bool:
        return where.in_south_vietnam and turn.draft.of_faction(where, ARVN) > 0

    test = only(turn, "a space of South Vietnam with ARVN pieces", fits)
    yield from in_spaces(turn, "the space that ARVN holds", 1, test, hold, opens=(Place,))


def an_loc_shaded(turn: Turn) -> Procedure:
    """71: NVA Troops March free into 1 City, even in Monsoon; then NVA Attacks there twice, free."""
    nva = turn.under(turn.rule, NVA)
    troops = (Kind.NT,)
    cities = [where for where in board().spaces if where.is_city]
    reached = [w for w in cities if is_possible(turn, NVA, "march", march_into=w, march_kinds=troops)]

    def attacked(where: BoardSpace) -> bool:
        return where in reached and turn.draft.of_faction(where, US, ARVN) > 0

    def open_to_either(where: BoardSpace) -> bool:
        here = only(nva, "there", lambda other: other is where)
        return where in reached or (where.is_city and is_possible(turn, NVA, "attack", within=here))

    def strike(where: BoardSpace) -> Procedure:
        yield from free(turn, NVA, "march", march_into=where, march_kinds=troops)
        here = only(nva, f"{where.name}, the City selected", lambda other: other is where)
        for _ in range(2):
            yield from free(turn, NVA, "attack", within=here)

    test = only(nva, "a City that NVA Troops can March into or NVA can Attack in", open_to_either)
    prompt, what = "the City of the March and the Attacks", "a March of Troops and an Attack"
    yield from in_spaces(nva, prompt, 1, test, strike, whole=attacked, what=what)


def body_count_shaded(turn: Turn) -> Procedure:
    """72: 1 VC Guerrilla into each space at Active Opposition; 2 NVA Troops into each of Laos and
    Cambodia."""
    opposed = [w for w in board().spaces if turn.draft[w].support == Level.ACTIVE_OPPOSITION.value_]
    yield from place_in_each(turn, Kind.VG, 1, opposed)
    yield from place_in_each(turn, Kind.NT, 2, [w for w in board().spaces if w.in_laos_or_cambodia])


def great_society_unshaded(turn: Turn) -> Procedure:
    """73: a Commitment Phase now (6.5), by the rules of the edition."""
    yield from whole_phase(turn)


def great_society_shaded(turn: Turn) -> Procedure:
    """73: the US moves 3 pieces from Available Out of Play."""
    us = turn.under(turn.rule, US)
    yield from rebox_pieces(us, "US pieces to go Out of Play", "available", "oop", US_PIECES, 3)


def lam_son_719_unshaded(turn: Turn) -> Procedure:
    """74: up to 6 ARVN Troops into Central or Southern Laos; ARVN executes a free Limited Operation
    there; the Trail -2."""

    def push(where: BoardSpace) -> Procedure:
        yield from place_here(turn, where, (Kind.AT,), 6, up_to=True)
        here = only(turn, f"{where.name}, the space selected", lambda other: other is where)
        verbs = ("train", "sweep", "assault")  # no Patrol goes into a Province
        yield from free_choice(turn, ARVN, verbs, "a free Limited Operation", limop=True, within=here)

    laos = only(turn, "in Laos", lambda where: where.country == "laos")
    yield from in_spaces(turn, "Central or Southern Laos", 1, laos, push, opens=(Place,))
    turn.add("trail", -2)


def lam_son_719_shaded(turn: Turn) -> None:
    """74: NVA Resources +6, and +1 for each ARVN piece in Laos."""
    laos = [where for where in board().spaces if where.country == "laos"]
    turn.add("NVA", 6 + sum([turn.draft.of_faction(where, ARVN) for where in laos]))


def sihanouk_unshaded(turn: Turn) -> Procedure:
    """75: the US or ARVN Sweeps in Cambodia free, even in Monsoon, then Assaults 1 space there."""
    faction: Faction = yield turn.name_faction("who Sweeps and Assaults", {US: None, ARVN: None})
    cambodia = only(turn, "in Cambodia", lambda where: where.country == "cambodia")
    yield from free(turn, faction, "sweep", within=cambodia)
    yield from free(turn, faction, "assault", within=cambodia, most_spaces=1)


def sihanouk_shaded(turn: Turn) -> Procedure:
    """75: VC, then NVA, Rally free in Cambodia and March free from there."""
    cambodia = only(turn, "in Cambodia", lambda where: where.country == "cambodia")
    may_skip = turn.alternative("card-75")
    for faction in (VC, NVA):
        rally = yield from free(turn, faction, "rally", within=cambodia, may_skip=may_skip)
        origins = frozenset(rally.operation_spaces)
        yield from free(turn, faction, "march", may_skip=True, march_from=origins)


def annam_unshaded(turn: Turn) -> None:
    """76: NVA and VC Resources -1 each for every space that both have pieces in; Patronage +2."""
    draft = turn.draft
    shared = sum([1 for w in board().spaces if draft.of_faction(w, NVA) and draft.of_faction(w, VC)])
    turn.add("NVA", -shared)
    turn.add("VC", -shared)
    turn.add("patronage", 2)


def annam_shaded(turn: Turn) -> Procedure:
    """76: Support in Hue, in Da Nang and in 1 Province beside either goes to Neutral."""
    cities = [spaces_by_id()[name] for name in ("hue", "da-nang")]
    for city in cities:
        if turn.draft[city].support > 0:
            turn.set_level(city, Level.NEUTRAL)

    def fits(where: BoardSpace) -> bool:
        beside = any(adjacent(where, city) for city in cities)
        return where.kind == "province" and beside and turn.draft[where].support > 0

    test = only(turn, "a Province with Support beside Hue or Da Nang", fits)
    yield from set_spaces(turn, "the Province set to Neutral", 1, test, Level.NEUTRAL)


def detente_unshaded(turn: Turn) -> None:
    """77: NVA and VC Resources are halved, rounded down; 5 Available NVA Troops go Out of Play."""
    for faction in (NVA, VC):
        have = turn.draft.resources_of(faction)
        turn.draft.gain(faction, have // 2 - have, turn.rule)
    rebox(turn, "available", "oop", Kind.NT, 5)


def detente_shaded(turn: Turn) -> Procedure:
    """77: NVA takes 9 Resources or Infiltrates free; VC Rallies free in up to 6 spaces."""
    nva = turn.under(turn.rule, NVA)
    no = None if is_possible(turn, NVA, "infiltrate") else nva.no("no-answer", "no Infiltrate is possible")
    options = {"resources": None, "infiltrate": no}
    if (yield nva.option("9 Resources, or a free Infiltrate", options)) == "resources":
        turn.add("NVA", 9)
    else:
        yield from free(turn, NVA, "infiltrate")
    yield from free(turn, VC, "rally", most_spaces=6, may_skip=True)


def general_lansdale_unshaded(turn: Turn) -> Procedure:
    """78: a space with US or ARVN pieces, not Saigon, goes to Active Support and gets a Terror marker;
    Patronage +1."""

    def fits(where: BoardSpace) -> bool:
        populated = where.population > 0 and where.id != "saigon"
        return populated and turn.draft.of_faction(where, US, ARVN) > 0

    def terror(where: BoardSpace) -> None:
        turn.draft.add_terror(where, turn.rule)

    test = only(turn, "a space with Population and US or ARVN pieces, other than Saigon", fits)
    prompt = "the space set to Active Support"
    yield from set_spaces(turn, prompt, 1, test, Level.ACTIVE_SUPPORT, then=terror)
    turn.add("patronage", 1)


def general_lansdale_shaded(turn: Turn) -> None:
    """78: Patronage +3; Momentum: the US may not Assault."""
    turn.add("patronage", 3)
    put_out_momentum(turn, 78, "shaded")


def henry_cabot_lodge_unshaded(turn: Turn) -> None:
    """79: Aid +20."""
    turn.add("aid", 20)


def henry_cabot_lodge_shaded(turn: Turn) -> Procedure:
    """79: up to 3 ARVN pieces leave, Patronage +2 for each; ARVN is Ineligible."""
    removed = yield from remove_pieces(turn, "ARVN pieces to remove", OF_FACTION[ARVN], 3, up_to=True)
    turn.add("patronage", 2 * number_of(removed))
    make_ineligible(turn.draft, ARVN, turn.rule)


def light_at_the_end_of_the_tunnel(turn: Turn) -> Procedure:
    """80: 1 to 4 US pieces leave the map for Available; for each, Patronage +2, a space shifts 1 level
    toward Active Opposition, 4 NVA Troops come outside the South; the executing Faction stays Eligible."""
    prompt = "US pieces to withdraw"
    removed = yield from remove_pieces(turn, prompt, OF_FACTION[US], 4, up_to=True, least=1)
    number = number_of(removed)
    turn.add("patronage", 2 * number)
    test = only(turn, "able to shift", lambda where: can_shift(turn, where, -1))
    rounds = (number,) if turn.alternative("card-80") else (1,) * number
    for spaces in rounds:
        yield from shift_spaces(turn, "a space to shift", spaces, test, -1)
    outside = only(turn, "outside South Vietnam", lambda where: not where.in_south_vietnam)
    yield from place_pieces(turn, "NVA Troops to place outside the South", (Kind.NT,), 4 * number, outside)
    stay_eligible(turn.draft, turn.faction, turn.rule)


EVENTS: Events = {
    71: {"unshaded": an_loc_unshaded, "shaded": an_loc_shaded},
    72: {
        "unshaded": momentum_side(
            72,
            "unshaded",
            "ARVN Assault and Patrol cost nothing, and each Guerrilla that a US or ARVN Assault removes "
            "brings Aid +3",
        ),
        "shaded": body_count_shaded,
    },
    73: {"unshaded": great_society_unshaded, "shaded": great_society_shaded},
    74: {"unshaded": lam_son_719_unshaded, "shaded": lam_son_719_shaded},
    75: {"unshaded": sihanouk_unshaded, "shaded": sihanouk_shaded},
    76: {"unshaded": annam_unshaded, "shaded": annam_shaded},
    77: {"unshaded": detente_unshaded, "shaded": detente_shaded},
    78: {"unshaded": general_lansdale_unshaded, "shaded": general_lansdale_shaded},
    79: {"unshaded": henry_cabot_lodge_unshaded, "shaded": henry_cabot_lodge_shaded},
    80: {"unshaded": light_at_the_end_of_the_tunnel},
}
