"""Events 51 to 60."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fitl_core.asking.questions import Answer, Procedure, Taken
from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, adjacent, board
from fitl_core.facts.lasting import MIGS, TOP_GUN
from fitl_core.facts.pieces import COIN_BASES, CUBES, GUERRILLAS, OF_FACTION, Count, Kind
from fitl_core.record.clauses import Clause, Remove, Replace
from fitl_core.rules.activities.ambush import GrantedAmbush
from fitl_core.rules.context import Context
from fitl_core.rules.coup.redeploy import refuse_arvn
from fitl_core.rules.events.event_pieces import (
    GUERRILLA_KINDS,
    NVA_TROOPS,
    US_PIECES,
    US_TROOPS,
    place_here,
    place_pieces,
    rebox_pieces,
    remove_pieces,
    take_off,
    without_tunnels,
)
from fitl_core.rules.events.event_spaces import in_spaces, only, same, whole_first
from fitl_core.rules.events.free_actions import free, free_choice
from fitl_core.rules.events.lasting_events import flip_us_capability, remove_capability
from fitl_core.rules.events.parts_in_any_order import in_any_order
from fitl_core.rules.events.relocation import relocate
from fitl_core.rules.events.sides import Events
from fitl_core.rules.forms.piece_questions import ReplaceChoice, combinations, totals
from fitl_core.rules.operations.march import GrantedMarch
from fitl_core.rules.orders import GOING_ON
from fitl_core.rules.progress import Grant
from fitl_core.rules.repertoire import ACTIVITIES_OF, INSURGENT_OPERATIONS
from fitl_core.rules.sequence import make_eligible, make_ineligible, stay_eligible


def supply_battalion_unshaded(ctx: Context) -> Procedure:
    """51: 6 Insurgent pieces, no Bases, leave spaces outside the South."""
    outside = only(ctx, "outside South Vietnam", lambda where: not where.in_south_vietnam)
    kinds = (Kind.NT, *GUERRILLAS[NVA], *GUERRILLAS[VC])
    yield from remove_pieces(ctx, "Insurgent pieces outside the South to remove", kinds, 6, outside)


def supply_battalion_shaded(ctx: Context) -> Procedure:
    """51: the Trail +2; NVA Resources + a die."""
    ctx.add("trail", 2)
    die: int = yield from ctx.roll("NVA Resources gained")
    ctx.add("NVA", die)


def rand_unshaded(ctx: Context) -> Procedure:
    """52: 1 US Capability turns unshaded."""
    card = yield from flip_us_capability(ctx, "unshaded")
    if card == TOP_GUN and ctx.capability(MIGS) == "shaded" and ctx.alternative("card-52"):
        remove_capability(ctx, MIGS)


def rand_shaded(ctx: Context) -> Procedure:
    """52: 1 US Capability turns shaded."""
    yield from flip_us_capability(ctx, "shaded")


def sappers_unshaded(ctx: Context) -> Procedure:
    """53: up to 3 spaces of the South each lose 2 NVA Troops; the executing Faction stays Eligible."""

    def fits(where: BoardSpace) -> bool:
        return where.in_south_vietnam and ctx.draft.number(where, NVA_TROOPS) > 0

    def lose(where: BoardSpace) -> Procedure:
        prompt = f"NVA Troops to remove in {where.name}"
        yield from remove_pieces(ctx, prompt, NVA_TROOPS, 2, same(ctx, where))

    test = only(ctx, "a space of South Vietnam with NVA Troops", fits)
    yield from in_spaces(ctx, "a space with NVA Troops", 3, test, lose, up_to=True, opens=(Remove,))
    stay_eligible(ctx.draft, ctx.faction, ctx.rule)


def sappers_shaded(ctx: Context) -> Procedure:
    """53: up to 1 US Base (to Casualties) and up to 2 ARVN Bases leave Provinces."""
    least = {Kind.UB: ctx.draft.on_map((Kind.UB,)) - 1, Kind.AB: ctx.draft.on_map((Kind.AB,)) - 2}

    def whole(clause: Remove) -> Refusal | None:
        for count in clause.pieces:
            if ctx.draft.on_map((count.kind,)) - count.number < least[count.kind]:
                return ctx.no("too-many", f"at most 1 US Base and 2 ARVN Bases, no further {count.kind.noun}")
        return None

    provinces = only(ctx, "a Province", lambda where: where.kind == "province")
    yield from remove_pieces(
        ctx,
        "US and ARVN Bases to remove",
        COIN_BASES,
        3,
        provinces,
        up_to=True,
        us_to="casualties",
        whole=whole,
    )


def son_tay_unshaded(ctx: Context) -> Procedure:
    """54: 2 US Troops in Casualties become Available; NVA are Ineligible; the US is Eligible at once."""
    yield from rebox_pieces(ctx, "US Troops to Available", "casualties", "available", US_TROOPS, 2)
    make_ineligible(ctx.draft, NVA, ctx.rule)
    make_eligible(ctx.draft, US, ctx.rule, this_card=not ctx.alternative("card-54"))


def son_tay_shaded(ctx: Context) -> Procedure:
    """54: 2 pieces in Casualties go Out of Play; the US is Ineligible."""
    yield from rebox_pieces(ctx, "US pieces to Out of Play", "casualties", "oop", US_PIECES, 2)
    make_ineligible(ctx.draft, US, ctx.rule)


def trucks_unshaded(ctx: Context) -> Procedure:
    """55: the Trail -2; NVA remove 4 of their pieces from Laos and 4 from Cambodia."""
    ctx.add("trail", -2)
    nva = ctx.under(ctx.rule, NVA)

    def leave(country: str) -> Procedure:
        there = only(nva, f"in {country.title()}", lambda where: where.country == country)
        prompt = f"NVA pieces to remove from {country.title()}"
        yield from remove_pieces(nva, prompt, OF_FACTION[NVA], 4, there)

    yield from in_any_order(leave("laos"), leave("cambodia"))


def trucks_shaded(ctx: Context) -> Procedure:
    """55: NVA and VC gain twice the Trail; NVA may shift unTunneled Bases in Laos and Cambodia."""
    # Bases of a kind are equal, so moves that never overstack can reach every rearrangement.
    for faction in (NVA, VC):
        ctx.draft.gain(faction, 2 * ctx.draft.trail, ctx.rule)
    nva = ctx.under(ctx.rule, NVA)
    there = only(nva, "in Laos or Cambodia", lambda where: where.in_laos_or_cambodia)
    number = nva.draft.on_map((Kind.NB,))
    yield from relocate(nva, "NVA Bases to relocate", (Kind.NB,), number, there, there, up_to=True)


def vo_nguyen_giap_unshaded(ctx: Context) -> Procedure:
    """56: in each of 3 spaces 2 Guerrillas give way to an NVA Troop, if one is Available."""

    def replace(where: BoardSpace) -> Procedure:
        prompt = f"2 Guerrillas to replace in {where.name}"
        if ctx.draft.available[Kind.NT.slot]:
            answer: Replace | Remove = yield _two_for_a_troop(ctx, prompt, where)
            if isinstance(answer, Replace):
                ctx.draft.replace(where, answer.pieces, answer.by, ctx.rule)
            else:
                take_off(ctx, answer)
                yield from place_here(ctx, where, NVA_TROOPS, 1)
        else:
            yield from remove_pieces(ctx, prompt, GUERRILLA_KINDS, 2, same(ctx, where))
            yield from place_here(ctx, where, NVA_TROOPS, 1)

    test = only(ctx, "a space with 2 Guerrillas", lambda w: ctx.draft.number(w, GUERRILLA_KINDS) >= 2)
    yield from in_spaces(
        ctx,
        "a space with 2 Guerrillas",
        3,
        test,
        replace,
        opens=(Remove, Replace),
        alters=lambda _: True,
        alike=lambda: ctx.draft.available[Kind.NT.slot] not in (1, 2),
    )


class _TwoForATroop(ReplaceChoice):
    """The 2 Guerrillas to replace; they may be written without the Troop, an automatic effect."""

    def take(self, clause: Clause) -> Answer:
        if isinstance(clause, Remove) and clause.space == self.where.id and not clause.to:
            return self.test(Replace(clause.space, clause.pieces, _TROOP)) or Taken(clause)
        return super().take(clause)


_TROOP = (Count(1, Kind.NT),)


def _two_for_a_troop(ctx: Context, prompt: str, where: BoardSpace) -> ReplaceChoice:
    """Return the question which 2 Guerrillas of a space become 1 NVA Troop: `Ple-vg-ng+nt` (card 56)."""

    def test(answer: Replace) -> Refusal | None:
        counts = totals(answer.pieces)
        if answer.by != _TROOP or sum(counts.values()) != 2 or not set(counts) <= set(GUERRILLA_KINDS):
            return ctx.no("wrong-pieces", "2 Guerrillas are replaced with 1 NVA Troop")
        return ctx.refuse_absent(where, tuple([Count(number, kind) for kind, number in counts.items()]))

    def ways() -> Iterator[Replace]:
        there = {kind: ctx.draft.of_kind(where, kind) for kind in GUERRILLA_KINDS}
        return (Replace(where.id, pieces, _TROOP) for pieces in combinations(there, 2, 2))

    return _TwoForATroop(ctx.faction, ctx.rule, prompt, where, test, ways)


def vo_nguyen_giap_shaded(ctx: Context) -> Procedure:
    """56: NVA March free into up to 3 spaces …"""
    march = yield from free(ctx, NVA, "march", Grant(may_skip=True, most_spaces=3))
    nva = ctx.under(ctx.rule, NVA)
    verbs = (*INSURGENT_OPERATIONS, *ACTIVITIES_OF[NVA])

    def go_on(where: BoardSpace) -> Procedure:
        prompt = f"a free Operation or Special Activity in {where.name}"
        yield from free_choice(nva, NVA, verbs, prompt, grant=Grant(within=same(nva, where)), limop=True)

    test = only(nva, "a space of the March", lambda where: where.id in march.operation_spaces)
    yield from in_spaces(nva, "a space where NVA go on", 3, test, go_on, up_to=True, order=GOING_ON)


def international_unrest_unshaded(ctx: Context) -> Procedure:
    """57: 2 US pieces in Casualties become Available."""
    yield from rebox_pieces(ctx, "US pieces to Available", "casualties", "available", US_PIECES, 2)


def international_unrest_shaded(ctx: Context) -> Procedure:
    """57: 2 Available US Troops go Out of Play; NVA Resources + a die."""
    yield from rebox_pieces(ctx, "US Troops to Out of Play", "available", "oop", US_TROOPS, 2)
    die: int = yield from ctx.roll("NVA Resources gained")
    ctx.add("NVA", die)


def pathet_lao_unshaded(ctx: Context) -> Procedure:
    """58: NVA remove 6 of their pieces from North Vietnam and Laos."""
    nva = ctx.under(ctx.rule, NVA)
    north = only(
        nva, "in North Vietnam or Laos", lambda where: where.in_north_vietnam or where.country == "laos"
    )
    yield from remove_pieces(nva, "NVA pieces to remove", OF_FACTION[NVA], 6, north)


def pathet_lao_shaded(ctx: Context) -> Procedure:
    """58: the Trail +2 if no COIN cube is in Laos …"""
    laos = [where for where in board().spaces if where.country == "laos"]
    if not any(ctx.draft.number(where, (*CUBES[US], *CUBES[ARVN])) for where in laos):
        ctx.add("trail", 2)
        return

    def go_home(kind: Kind) -> Procedure:
        decider = ctx.under(ctx.rule, kind.faction)
        origin = only(decider, "in Laos", lambda where: where in laos)
        number = ctx.draft.on_map((kind,))
        test = partial(_refuse_home, decider, kind)
        yield from relocate(decider, f"{kind.noun} from Laos", (kind,), number, origin, test)

    yield from in_any_order(*[go_home(kind) for kind in (*CUBES[US], *CUBES[ARVN])])


def _refuse_home(ctx: Context, kind: Kind, where: BoardSpace) -> Refusal | None:
    """Refuse a space to which cubes from Laos may not go (card 58)."""
    if not where.in_south_vietnam:
        return ctx.no("space-not-allowed", f"{where.name} is not in South Vietnam")
    return refuse_arvn(ctx, kind, where) if kind.faction is ARVN else None


def plei_mei_unshaded(ctx: Context) -> Procedure:
    """59: 3 NVA pieces leave a space with a COIN Base in it or beside it."""
    forced = without_tunnels(OF_FACTION[NVA])
    open_to = OF_FACTION[NVA] if ctx.faction is NVA else forced
    bases = [where for where in board().spaces if ctx.draft.number(where, COIN_BASES)]

    def fits(where: BoardSpace) -> bool:
        near = where in bases or any(adjacent(where, base) for base in bases)
        return near and ctx.draft.number(where, open_to) > 0

    def due(where: BoardSpace) -> int:
        return min(3, ctx.draft.number(where, forced)) if fits(where) else 0

    most = max(due(where) for where in board().spaces)

    def lose(where: BoardSpace) -> Procedure:
        prompt = f"NVA pieces to remove in {where.name}"
        # If another space would lose more pieces, NVA's own Tunneled Bases here must make up for it.
        tunnels = due(where) < most
        yield from remove_pieces(ctx, prompt, open_to, 3, same(ctx, where), tunnels=tunnels)

    def whole(where: BoardSpace) -> bool:
        return ctx.draft.number(where, open_to) >= 3 and most == 3

    near = only(ctx, "a space with NVA pieces at or beside a COIN Base", fits)
    test = whole_first(ctx, near, whole, "the loss of 3")
    yield from in_spaces(
        ctx, "the space of the NVA pieces", 1, test, lose, opens=(Remove,), least=min(1, most)
    )


def plei_mei_shaded(ctx: Context) -> Procedure:
    """59: NVA March free from outside the South, then Attack or Ambush free in 1 space …"""
    outside = frozenset([where.id for where in board().spaces if not where.in_south_vietnam])
    yield from free(ctx, NVA, "march", granted=GrantedMarch(begins=outside))
    prompt = "a free Attack or Ambush in 1 space"
    granted = {"ambush": GrantedAmbush(exposed=True)}
    yield from free_choice(
        ctx, NVA, ("attack", "ambush"), prompt, grant=Grant(most_spaces=1), granted=granted
    )


def war_photographer_unshaded(ctx: Context) -> Procedure:
    """60: 3 US pieces Out of Play become Available."""
    yield from rebox_pieces(ctx, "US pieces to Available", "oop", "available", US_PIECES, 3)


def war_photographer_shaded(ctx: Context) -> Procedure:
    """60: NVA place 6 Troops outside the South and gain 6 Resources; if they execute, they stay Eligible."""
    nva = ctx.under(ctx.rule, NVA)
    outside = only(nva, "outside South Vietnam", lambda where: not where.in_south_vietnam)
    yield from place_pieces(nva, "NVA Troops outside South Vietnam", NVA_TROOPS, 6, outside)
    ctx.add("NVA", 6)
    if ctx.faction is NVA:
        stay_eligible(ctx.draft, NVA, ctx.rule)


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
