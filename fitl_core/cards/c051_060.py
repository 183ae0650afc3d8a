"""Events 51 to 60."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fitl_core.board import BoardSpace, adjacent, board
from fitl_core.cards.grants import free, free_choice
from fitl_core.cards.lasting import flip_us_capability, remove_capability
from fitl_core.cards.pieces import (
    COIN_BASES,
    GUERRILLA_KINDS,
    NVA_TROOPS,
    US_PIECES,
    US_TROOPS,
    place_here,
    place_pieces,
    rebox_pieces,
    relocate,
    remove_pieces,
    without_tunnels,
)
from fitl_core.cards.sides import Events
from fitl_core.cards.spaces import in_spaces, only, same, whole_first
from fitl_core.choices import Procedure
from fitl_core.coup.redeploy import refuse_arvn
from fitl_core.errors import Refusal
from fitl_core.events import Remove, Replace
from fitl_core.factions import ARVN, NVA, US, VC
from fitl_core.lasting import MIGS, TOP_GUN
from fitl_core.piece_choices import ReplaceChoice, combinations, totals
from fitl_core.pieces import CUBES, GUERRILLAS, OF_FACTION, Count, Kind
from fitl_core.repertoire import ACTIVITIES_OF, INSURGENT_OPERATIONS
from fitl_core.sequence import make_eligible, make_ineligible, stay_eligible
from fitl_core.turn import Turn


def supply_battalion_unshaded(turn: Turn) -> Procedure:
    """51: 6 Insurgent pieces, no Bases, leave spaces outside the South."""
    outside = only(turn, "outside South Vietnam", lambda where: not where.in_south_vietnam)
    kinds = (Kind.NT, *GUERRILLAS[NVA], *GUERRILLAS[VC])
    yield from remove_pieces(turn, "Insurgent pieces outside the South to remove", kinds, 6, outside)


def supply_battalion_shaded(turn: Turn) -> Procedure:
    """51: the Trail +2; NVA Resources + a die."""
    turn.add("trail", 2)
    die: int = yield from turn.roll("NVA Resources gained")
    turn.add("NVA", die)


def rand_unshaded(turn: Turn) -> Procedure:
    """52: 1 US Capability turns unshaded."""
    card = yield from flip_us_capability(turn, "unshaded")
    if card == TOP_GUN and turn.capability(MIGS) == "shaded" and turn.alternative("card-52"):
        remove_capability(turn, MIGS)


def rand_shaded(turn: Turn) -> Procedure:
    """52: 1 US Capability turns shaded."""
    yield from flip_us_capability(turn, "shaded")


def sappers_unshaded(turn: Turn) -> Procedure:
    """53: up to 3 spaces of the South each lose 2 NVA Troops; the executing Faction stays Eligible."""

    def fits(where: BoardSpace) -> bool:
        return where.in_south_vietnam and turn.draft.number(where, NVA_TROOPS) > 0

    def lose(where: BoardSpace) -> Procedure:
        prompt = f"NVA Troops to remove in {where.name}"
        yield from remove_pieces(turn, prompt, NVA_TROOPS, 2, same(turn, where))

    test = only(turn, "a space of South Vietnam with NVA Troops", fits)
    yield from in_spaces(turn, "a space with NVA Troops", 3, test, lose, up_to=True, opens=(Remove,))
    stay_eligible(turn.draft, turn.faction, turn.rule)


def sappers_shaded(turn: Turn) -> Procedure:
    """53: up to 1 US Base (to Casualties) and up to 2 ARVN Bases leave Provinces."""
    left = {Kind.UB: turn.draft.on_map((Kind.UB,)) - 1, Kind.AB: turn.draft.on_map((Kind.AB,)) - 2}

    def whole(clause: Remove) -> Refusal | None:
        for count in clause.pieces:
            if turn.draft.on_map((count.kind,)) - count.number < left[count.kind]:
                return turn.no(
                    "too-many", f"at most 1 US Base and 2 ARVN Bases, no further {count.kind.noun}"
                )
        return None

    provinces = only(turn, "a Province", lambda where: where.kind == "province")
    yield from remove_pieces(
        turn,
        "US and ARVN Bases to remove",
        COIN_BASES,
        3,
        provinces,
        up_to=True,
        us_to="casualties",
        whole=whole,
    )


def son_tay_unshaded(turn: Turn) -> Procedure:
    """54: 2 US Troops in Casualties become Available; NVA are Ineligible; the US is Eligible at once."""
    yield from rebox_pieces(turn, "US Troops to Available", "casualties", "available", US_TROOPS, 2)
    make_ineligible(turn.draft, NVA, turn.rule)
    make_eligible(turn.draft, US, turn.rule, this_card=not turn.alternative("card-54"))


def son_tay_shaded(turn: Turn) -> Procedure:
    """54: 2 pieces in Casualties go Out of Play; the US is Ineligible."""
    yield from rebox_pieces(turn, "US pieces to Out of Play", "casualties", "oop", US_PIECES, 2)
    make_ineligible(turn.draft, US, turn.rule)


def trucks_unshaded(turn: Turn) -> Procedure:
    """55: the Trail -2; NVA remove 4 of their pieces from Laos and 4 from Cambodia."""
    turn.add("trail", -2)
    nva = turn.under(turn.rule, NVA)
    laos = only(nva, "in Laos", lambda where: where.country == "laos")
    yield from remove_pieces(nva, "NVA pieces to remove from Laos", OF_FACTION[NVA], 4, laos)
    cambodia = only(nva, "in Cambodia", lambda where: where.country == "cambodia")
    yield from remove_pieces(nva, "NVA pieces to remove from Cambodia", OF_FACTION[NVA], 4, cambodia)


def trucks_shaded(turn: Turn) -> Procedure:
    """55: NVA and VC gain twice the Trail; NVA may shift unTunneled Bases in Laos and Cambodia."""
    # Bases of a kind are alike, so every rearrangement can be written as moves that never overstack.
    for faction in (NVA, VC):
        turn.draft.gain(faction, 2 * turn.draft.trail, turn.rule)
    nva = turn.under(turn.rule, NVA)
    there = only(nva, "in Laos or Cambodia", lambda where: where.in_laos_or_cambodia)
    number = nva.draft.on_map((Kind.NB,))
    yield from relocate(nva, "NVA Bases to relocate", (Kind.NB,), number, there, there, up_to=True)


def vo_nguyen_giap_unshaded(turn: Turn) -> Procedure:
    """56: in each of 3 spaces 2 Guerrillas give way to an NVA Troop, if one is Available."""

    def replace(where: BoardSpace) -> Procedure:
        prompt = f"2 Guerrillas to replace in {where.name}"
        if turn.draft.available[Kind.NT.slot]:
            answer: Replace = yield _two_for_a_troop(turn, prompt, where)
            turn.draft.replace(where, answer.pieces, answer.by, turn.rule)
        else:
            yield from remove_pieces(turn, prompt, GUERRILLA_KINDS, 2, same(turn, where))
            yield from place_here(turn, where, NVA_TROOPS, 1)

    test = only(turn, "a space with 2 Guerrillas", lambda w: turn.draft.number(w, GUERRILLA_KINDS) >= 2)
    yield from in_spaces(turn, "a space with 2 Guerrillas", 3, test, replace, opens=(Remove, Replace))


def _two_for_a_troop(turn: Turn, prompt: str, where: BoardSpace) -> ReplaceChoice:
    """2 Guerrillas of a space by 1 NVA Troop: `Ple-vg-ng+nt` (card 56)."""
    troop = (Count(1, Kind.NT),)

    def test(answer: Replace) -> Refusal | None:
        counts = totals(answer.pieces)
        if answer.by != troop or sum(counts.values()) != 2 or not set(counts) <= set(GUERRILLA_KINDS):
            return turn.no("wrong-pieces", "2 Guerrillas are replaced with 1 NVA Troop")
        return turn.refuse_absent(where, tuple([Count(number, kind) for kind, number in counts.items()]))

    def ways() -> Iterator[Replace]:
        there = {kind: turn.draft.of_kind(where, kind) for kind in GUERRILLA_KINDS}
        return (Replace(where.id, pieces, troop) for pieces in combinations(there, 2, 2))

    return ReplaceChoice(turn.faction, turn.rule, prompt, where, test, ways)


def vo_nguyen_giap_shaded(turn: Turn) -> Procedure:
    """56: NVA March free into up to 3 spaces; in each they may act once more, free.

    That is an Operation or a Special Activity of their choice, in that space alone.
    """
    march = yield from free(turn, NVA, "march", may_skip=True, most_spaces=3)
    nva = turn.under(turn.rule, NVA)
    verbs = (*INSURGENT_OPERATIONS, *ACTIVITIES_OF[NVA])

    def go_on(where: BoardSpace) -> Procedure:
        prompt = f"a free Operation or Special Activity in {where.name}"
        yield from free_choice(nva, NVA, verbs, prompt, limop=True, within=same(nva, where))

    test = only(nva, "a space of the March", lambda where: where.id in march.operation_spaces)
    yield from in_spaces(nva, "a space where NVA go on", 3, test, go_on, up_to=True)


def international_unrest_unshaded(turn: Turn) -> Procedure:
    """57: 2 US pieces in Casualties become Available."""
    yield from rebox_pieces(turn, "US pieces to Available", "casualties", "available", US_PIECES, 2)


def international_unrest_shaded(turn: Turn) -> Procedure:
    """57: 2 Available US Troops go Out of Play; NVA Resources + a die."""
    yield from rebox_pieces(turn, "US Troops to Out of Play", "available", "oop", US_TROOPS, 2)
    die: int = yield from turn.roll("NVA Resources gained")
    turn.add("NVA", die)


def pathet_lao_unshaded(turn: Turn) -> Procedure:
    """58: NVA remove 6 of their pieces from North Vietnam and Laos."""
    nva = turn.under(turn.rule, NVA)
    north = only(
        nva, "in North Vietnam or Laos", lambda where: where.in_north_vietnam or where.country == "laos"
    )
    yield from remove_pieces(nva, "NVA pieces to remove", OF_FACTION[NVA], 6, north)


def pathet_lao_shaded(turn: Turn) -> Procedure:
    """58: the Trail +2 if no COIN cube is in Laos; else the US and ARVN take theirs to South Vietnam.

    ARVN go where they could Redeploy (6.4.2).
    """
    laos = [where for where in board().spaces if where.country == "laos"]
    if not any(turn.draft.number(where, (*CUBES[US], *CUBES[ARVN])) for where in laos):
        turn.add("trail", 2)
        return
    for faction in (US, ARVN):
        decider = turn.under(turn.rule, faction)
        origin = only(decider, "in Laos", lambda where: where in laos)
        for kind in CUBES[faction]:
            number = turn.draft.on_map((kind,))
            test = partial(_refuse_home, decider, kind)
            yield from relocate(decider, f"{kind.noun} from Laos", (kind,), number, origin, test)


def _refuse_home(turn: Turn, kind: Kind, where: BoardSpace) -> Refusal | None:
    """Whether cubes from Laos may not go to a space (card 58)."""
    if not where.in_south_vietnam:
        return turn.no("space-not-allowed", f"{where.name} is not in South Vietnam")
    return refuse_arvn(turn, kind, where) if kind.faction is ARVN else None


def plei_mei_unshaded(turn: Turn) -> Procedure:
    """59: 3 NVA pieces leave a space with a COIN Base in it or beside it."""
    kinds = without_tunnels(OF_FACTION[NVA])
    bases = [where for where in board().spaces if turn.draft.number(where, COIN_BASES)]

    def fits(where: BoardSpace) -> bool:
        near = where in bases or any(adjacent(where, base) for base in bases)
        return near and turn.draft.number(where, kinds) > 0

    def lose(where: BoardSpace) -> Procedure:
        prompt = f"NVA pieces to remove in {where.name}"
        yield from remove_pieces(turn, prompt, kinds, 3, same(turn, where))

    def whole(where: BoardSpace) -> bool:
        return turn.draft.number(where, kinds) >= 3

    test = whole_first(
        turn, only(turn, "a space with NVA pieces at or beside a COIN Base", fits), whole, "the loss of 3"
    )
    yield from in_spaces(turn, "the space of the NVA pieces", 1, test, lose, opens=(Remove,))


def plei_mei_shaded(turn: Turn) -> Procedure:
    """59: NVA March free from outside the South, then Attack or Ambush free in 1 space.

    For the Ambush an Active NVA Guerrilla will do.
    """
    outside = frozenset([where.id for where in board().spaces if not where.in_south_vietnam])
    yield from free(turn, NVA, "march", march_from=outside)
    prompt = "a free Attack or Ambush in 1 space"
    yield from free_choice(turn, NVA, ("attack", "ambush"), prompt, most_spaces=1, exposed=True)


def war_photographer_unshaded(turn: Turn) -> Procedure:
    """60: 3 US pieces Out of Play become Available."""
    yield from rebox_pieces(turn, "US pieces to Available", "oop", "available", US_PIECES, 3)


def war_photographer_shaded(turn: Turn) -> Procedure:
    """60: NVA place 6 Troops outside the South and gain 6 Resources; if they execute, they stay Eligible."""
    nva = turn.under(turn.rule, NVA)
    outside = only(nva, "outside South Vietnam", lambda where: not where.in_south_vietnam)
    yield from place_pieces(nva, "NVA Troops outside South Vietnam", NVA_TROOPS, 6, outside)
    turn.add("NVA", 6)
    if turn.faction is NVA:
        stay_eligible(turn.draft, NVA, turn.rule)


EVENTS: Events = {
    51: {"unshaded": supply_battalion_unshaded, "shaded": supply_battalion_shaded},
    52: {"unshaded": rand_unshaded, "shaded": rand_shaded},
    53: {"unshaded": sappers_unshaded, "shaded": sappers_shaded},
    54: {"unshaded": son_tay_unshaded, "shaded": son_tay_shaded},
    55: {"unshaded": trucks_unshaded, "shaded": trucks_shaded},
    56: {"unshaded": vo_nguyen_giap_unshaded, "shaded": vo_nguyen_giap_shaded},
    57: {"unshaded": international_unrest_unshaded, "shaded": international_unrest_shaded},
    58: {"unshaded": pathet_lao_unshaded, "shaded": pathet_lao_shaded},
    59: {"unshaded": plei_mei_unshaded, "shaded": plei_mei_shaded},
    60: {"unshaded": war_photographer_unshaded, "shaded": war_photographer_shaded},
}
