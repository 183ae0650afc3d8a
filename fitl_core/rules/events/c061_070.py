"""Events 61 to 70."""

from __future__ import annotations

from functools import partial

import msgspec

from fitl_core.asking.questions import Procedure, Question
from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.game_map import BoardSpace, along, board, spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import CUBES, OF_FACTION, SPECIAL_FORCES, TROOPS, TUNNELED, Kind, number_named
from fitl_core.record.clauses import (
    Activate,
    At,
    Clause,
    Move,
    Number,
    Option,
    Place,
    Remove,
    Roll,
    SetLevel,
)
from fitl_core.rules.context import Context
from fitl_core.rules.coup.support import pacification_by_event
from fitl_core.rules.events.alternatives import (
    EventWay,
    add_to_one,
    changing,
    choose,
    choose_change,
    choose_faction,
    from_box,
    to_arvn,
    written_as,
)
from fitl_core.rules.events.event_pieces import (
    US_PIECES,
    number_of,
    place_here,
    place_pieces,
    remove_pieces,
    take_off,
)
from fitl_core.rules.events.event_spaces import (
    anywhere,
    can_be_set,
    choose_space,
    only,
    only_for_coin,
    same,
    set_spaces,
    whole_first,
    within,
)
from fitl_core.rules.events.free_actions import free, free_special_activity, is_possible
from fitl_core.rules.events.lasting_events import capability
from fitl_core.rules.events.piece_answers import PlacePieces, RemovePieces
from fitl_core.rules.events.relocation import relocate, relocation
from fitl_core.rules.events.sides import Events
from fitl_core.rules.events.unwritten import as_answered, one_of_all
from fitl_core.rules.forms.space_questions import passing
from fitl_core.rules.operations.assault_removal import FollowUp, GrantedAssault
from fitl_core.rules.operations.sweep import GrantedSweep
from fitl_core.rules.progress import Grant
from fitl_core.rules.repertoire import ACTIVITIES_OF
from fitl_core.rules.sequence import make_ineligible, stay_eligible


def cambodian_civil_war_unshaded(ctx: Context) -> Procedure:
    """62: the US may Air Lift free into Cambodia …"""
    cambodia = only(ctx, "in Cambodia", lambda where: where.country == "cambodia")
    yield from free(ctx, US, "airlift", Grant(may_skip=True, within=cambodia))
    faction: Faction = yield ctx.name_faction("who Sweeps", {US: None, ARVN: None})
    yield from free(ctx, faction, "sweep", Grant(within=cambodia), GrantedSweep(refuse_origin=cambodia))
    yield from remove_pieces(ctx, "Bases to remove from Cambodia", (Kind.NB, Kind.VB), 2, cambodia)


def cambodian_civil_war_shaded(ctx: Context) -> Procedure:
    """62: NVA places 12 Troops and Guerrillas in Cambodia."""
    nva = ctx.under(ctx.rule, NVA)
    cambodia = only(nva, "in Cambodia", lambda where: where.country == "cambodia")
    yield from place_pieces(nva, "NVA pieces to place in Cambodia", (Kind.NT, Kind.NG), 12, cambodia)


def fact_finding_unshaded(ctx: Context) -> Procedure:
    """63: 2 US pieces from Out of Play into the South, or a die of Patronage to ARVN Resources …"""
    prompt = "pieces from Out of Play, or Patronage to ARVN Resources"
    implied = {"pieces": written_as(Place), "patronage": lambda clause: isinstance(clause, Roll)}
    pieces = from_box(ctx, "oop", US_PIECES, "US pieces Out of Play")
    match (yield choose(ctx, prompt, {"pieces": pieces, "patronage": to_arvn(ctx)}, implied)):
        case "pieces":
            yield from _into_the_south(ctx, up_to=False)
        case "patronage":
            die: int = yield from ctx.roll("the Patronage to transfer")
            ctx.hand_over("patronage", "ARVN", die)
    ctx.add("aid", 6)


def _into_the_south(ctx: Context, up_to: bool) -> Procedure:
    """Place 2 US pieces from Out of Play in South Vietnam."""
    south = only(ctx, "in South Vietnam", lambda where: where.in_south_vietnam)
    prompt = "US pieces from Out of Play to South Vietnam"
    yield from place_pieces(ctx, prompt, US_PIECES, 2, south, source="oop", up_to=up_to)


def fact_finding_shaded(ctx: Context) -> Procedure:
    """63: a COIN-Controlled City with Support, not Saigon, goes to Neutral …"""

    def fits(where: BoardSpace) -> bool:
        city = where.is_city and where.id != "saigon"
        return city and ctx.draft.control(where) == "coin" and ctx.draft[where].support > 0

    test = only(ctx, "a COIN-Controlled City with Support, other than Saigon", fits)
    yield from set_spaces(ctx, "the City set to Neutral", 1, test, Level.NEUTRAL)
    prompt = "Patronage or VC Resources"
    yield from add_to_one(ctx, prompt, {"patronage": ("patronage", 4), "resources": ("VC", 4)})


def honolulu_conference(ctx: Context) -> Procedure:
    """64: Aid +10 or -10; Patronage +3 or -5 …"""
    ctx.add("aid", (yield choose_change(ctx, "Aid up or down", "aid", 10, -10)))
    ctx.add("patronage", (yield choose_change(ctx, "Patronage up or down", "patronage", 3, -5)))
    if ctx.faction.is_coin:
        yield from pacification_by_event(ctx, ctx.faction)
    else:
        ctx.close(partial(_no_pacification, ctx), At, Number, Option, SetLevel)
        stay_eligible(ctx.draft, ctx.faction, ctx.rule)


def _no_pacification(ctx: Context) -> Refusal:
    return ctx.no("not-a-step", f"only the US or ARVN Pacify here; {ctx.faction} stays Eligible instead")


def international_forces_unshaded(ctx: Context) -> Procedure:
    """65: 4 US pieces from Out of Play anywhere onto the map."""
    yield from place_pieces(ctx, "US pieces from Out of Play to the map", US_PIECES, 4, source="oop")


def international_forces_shaded(ctx: Context) -> Procedure:
    """65: the US takes a die of its pieces off the map, Out of Play."""
    us = ctx.under(ctx.rule, US)
    die: int = yield from ctx.roll("the US pieces to go Out of Play")
    yield from remove_pieces(us, "US pieces to go Out of Play", OF_FACTION[US], die, us_to="oop")


def ambassador_taylor_unshaded(ctx: Context) -> Procedure:
    """66: Aid +9, ARVN Resources +9 …"""
    ctx.add("aid", 9)
    ctx.add("ARVN", 9)
    options = {"pieces": None, "patronage": None}
    implied = {"pieces": written_as(Place), "patronage": changing("patronage")}
    prompt = "pieces from Out of Play, or Patronage -3"
    match (yield ctx.option(prompt, options, implied, optional=True)):
        case "pieces":
            yield from _into_the_south(ctx, up_to=True)
        case "patronage":
            ctx.add("patronage", -3)


def ambassador_taylor_shaded(ctx: Context) -> Procedure:
    """66: 3 spaces with Support, not Saigon, go to Neutral; Patronage -3."""

    def fits(where: BoardSpace) -> bool:
        return where.id != "saigon" and ctx.draft[where].support > 0

    test = only(ctx, "a space with Support, other than Saigon", fits)
    yield from set_spaces(ctx, "a space set to Neutral", 3, test, Level.NEUTRAL)
    ctx.add("patronage", -3)


def amphib_landing_unshaded(ctx: Context) -> Procedure:
    """67: the US or ARVN moves any of its Troops among coastal spaces …"""
    faction: Faction = yield ctx.name_faction("who lands", {US: None, ARVN: None})
    acting = ctx.under(ctx.rule, faction)
    coast = only_for_coin(acting, "coastal", lambda where: where.coastal)
    troops = (TROOPS[faction],)
    number = sum([ctx.draft.number(where, troops) for where in board().spaces if coast(where) is None])
    yield from relocate(acting, "Troops to move along the coast", troops, number, coast, coast, up_to=True)
    prompt = "the coastal space to Sweep and Assault"
    there: BoardSpace = yield choose_space(acting, prompt, coast, (Activate, Move, Remove))
    here = only(acting, f"{there.name}, the space selected", lambda where: where is there)
    if not there.is_loc:
        yield from free(ctx, faction, "sweep", Grant(within=here), GrantedSweep(into=there))
    yield from free(ctx, faction, "assault", Grant(within=here))


def amphib_landing_shaded(ctx: Context) -> Procedure:
    """67: VC may relocate up to 3 of its pieces from 1 coastal space to any others …"""
    vc = ctx.under(ctx.rule, VC)
    moves: list[Move] = []

    def fits(where: BoardSpace) -> bool:
        return where.id == moves[0].path[0] if moves else where.coastal

    while remaining := 3 - number_of(moves):
        prompt = "VC pieces to relocate"
        one = only(vc, "the one coastal space that VC pieces leave" if moves else "coastal", fits)
        move: Move | None = yield relocation(
            vc, prompt, OF_FACTION[VC], remaining, one, anywhere, optional=True
        )
        if move is None:
            break
        ctx.draft.move(along(move.path), move.pieces, ctx.rule)
        moves.append(move)
        _arrive_without_tunnel(ctx, move)
    for faction in (US, ARVN):
        make_ineligible(ctx.draft, faction, ctx.rule)


def _arrive_without_tunnel(ctx: Context, move: Move) -> None:
    """Remove the Tunnel marker of a relocated Base, by the other reading."""
    for count in move.pieces if ctx.alternative("card-67") else ():
        for _ in range(count.number if count.kind in TUNNELED else 0):
            ctx.draft.remove_tunnel(spaces_by_id()[move.path[-1]], count.kind, ctx.rule)


def green_berets_unshaded(ctx: Context) -> Procedure:
    """68: 3 Irregulars or 3 Rangers into a Province without NVA Control, then Active Support."""

    def fits(where: BoardSpace) -> bool:
        return where.kind == "province" and ctx.draft.control(where) != "nva"

    test = only_for_coin(ctx, "a Province without NVA Control", fits)
    changes = partial(can_be_set, ctx, level=Level.ACTIVE_SUPPORT)
    best = whole_first(ctx, test, changes, "a change to Active Support")
    new = any(ctx.draft.available[kind.slot] for kind in (Kind.UI, Kind.AR))
    able = new or any(changes(where) for where in passing(test))
    province = choose_space(ctx, "the Province of the new forces", best, (Place,), optional=not able)
    there: BoardSpace | None = yield province
    if there is None:
        return

    def places(kind: Kind, clause: Clause) -> bool:
        return isinstance(clause, Place) and clause.pieces[0].kind.off_map is kind

    implied = {"irregulars": partial(places, Kind.UI), "rangers": partial(places, Kind.AR)}
    kinds = {"irregulars": Kind.UI, "rangers": Kind.AR}

    def of(kind: Kind) -> EventWay:
        can = ctx.ask(PlacePieces, "", (kind,), 3, same(ctx, there), lift=True).is_open()
        return EventWay(can, f"there are no {kind.noun}s to place")

    ways = {name: of(kind) for name, kind in kinds.items()}
    choice = choose(ctx, "3 Irregulars or 3 Rangers", ways, implied)
    if not any(ctx.draft.available[kind.slot] for kind in kinds.values()):
        choice = msgspec.structs.replace(
            choice, optional=True
        )  # nobody must take pieces from the map (1.4.1)
    name: str | None = yield choice
    if name is not None:
        # The other alternative needs no pieces from the map, so this one must not be left undone (1.4.1).
        least = min(1, sum([ctx.draft.available[kind.slot] for kind in kinds.values()]))
        yield from place_here(ctx, there, (kinds[name],), 3, least=least)
    ctx.set_level(there, Level.ACTIVE_SUPPORT)


def green_berets_shaded(ctx: Context) -> Procedure:
    """68: 3 Irregulars leave the map; 1 Province that they left goes to Active Opposition."""
    irregulars = SPECIAL_FORCES[US]
    spaces_left: list[BoardSpace] = []
    due = min(3, ctx.draft.on_map(irregulars))

    def changes(where: BoardSpace) -> bool:
        return where.kind == "province" and can_be_set(ctx, where, Level.ACTIVE_OPPOSITION)

    possible = any(changes(where) for where in board().spaces if ctx.draft.number(where, irregulars))

    def whole(clause: Remove) -> Refusal | None:
        """Refuse a last removal that leaves the Event without a Province to set (5.1.3)."""
        number = number_named(clause.pieces)
        if number < due - len(spaces_left) or not possible:
            return None
        if any(changes(where) for where in (*spaces_left, spaces_by_id()[clause.space])):
            return None
        why = "one of them must come from a Province that can go to Active Opposition"
        return Refusal("whole-effect", "5.1.3", why)

    prompt = "Irregulars to remove"
    while len(spaces_left) < due:
        choice = ctx.ask(RemovePieces, prompt, irregulars, due - len(spaces_left), anywhere, whole=whole)
        question: Question = choice
        if ctx.draft.on_map(irregulars) <= due - len(spaces_left):
            question = one_of_all(choice, choice.whole_answer(next(choice.openings())))
        clause, _ = as_answered((yield question))
        spaces_left += [spaces_by_id()[clause.space]] * take_off(ctx, clause)
    test = only(
        ctx,
        "a Province from which an Irregular was removed",
        lambda w: w in spaces_left and w.kind == "province",
    )
    yield from set_spaces(ctx, "the Province set to Active Opposition", 1, test, Level.ACTIVE_OPPOSITION)


def macv(ctx: Context) -> Procedure:
    """69: the US and then ARVN, or NVA and then VC (named by the first) …"""
    prompt = "the US and then ARVN, or NVA and then VC"
    pairs = {US: (US, ARVN), NVA: (NVA, VC)}

    def able(pair: tuple[Faction, Faction]) -> EventWay:
        can = any(is_possible(ctx, who, verb) for who in pair for verb in ACTIVITIES_OF[who])
        return EventWay(can, f"{' and '.join(pair)} have no possible Special Activity")

    ways = {first: able(pair) for first, pair in pairs.items()}
    first: Faction | None = yield choose_faction(ctx, prompt, ways)
    for faction in pairs[first] if first is not None else ():
        yield from free_special_activity(ctx, faction)
    stay_eligible(ctx.draft, ctx.faction, ctx.rule)


def roks_unshaded(ctx: Context) -> Procedure:
    """70: the US or ARVN Sweeps, even in Monsoon, then Assaults in and around Phu Bon …"""
    faction: Faction = yield ctx.name_faction("who Sweeps and Assaults", {US: None, ARVN: None})
    around = within(ctx, spaces_by_id()["phu-bon-phu-yen"], 1)
    cubes, every = CUBES[US] + CUBES[ARVN], ctx.alternative("card-70")
    granted = {
        "sweep": GrantedSweep(as_troops=cubes),
        "assault": GrantedAssault(as_troops=cubes, follow_up=FollowUp(done=True)),
    }
    for verb, joint in granted.items():
        yield from free(ctx, faction, verb, Grant(within=around, everywhere=every), joint, acts_as=US)


def roks_shaded(ctx: Context) -> None:
    """70: Qui Nhon, Phu Bon and Khanh Hoa shift 1 level toward Active Opposition."""
    for name in ("qui-nhon", "phu-bon-phu-yen", "khanh-hoa"):
        ctx.shift(spaces_by_id()[name], -1)


EVENTS: Events = {
    61: capability(61),
    62: {"unshaded": cambodian_civil_war_unshaded, "shaded": cambodian_civil_war_shaded},
    63: {"unshaded": fact_finding_unshaded, "shaded": fact_finding_shaded},
    64: {"unshaded": honolulu_conference},
    65: {"unshaded": international_forces_unshaded, "shaded": international_forces_shaded},
    66: {"unshaded": ambassador_taylor_unshaded, "shaded": ambassador_taylor_shaded},
    67: {"unshaded": amphib_landing_unshaded, "shaded": amphib_landing_shaded},
    68: {"unshaded": green_berets_unshaded, "shaded": green_berets_shaded},
    69: {"unshaded": macv},
    70: {"unshaded": roks_unshaded, "shaded": roks_shaded},
}
