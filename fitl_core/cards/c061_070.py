"""Events 61 to 70."""

from __future__ import annotations

from functools import partial

from fitl_core.board import BoardSpace, along, board, spaces_by_id
from fitl_core.cards.grants import free, free_special_activity
from fitl_core.cards.lasting import capability
from fitl_core.cards.piece_answers import RemovePieces
from fitl_core.cards.pieces import (
    US_PIECES,
    number_of,
    place_here,
    place_pieces,
    relocate,
    relocation,
    remove_pieces,
    take_off,
)
from fitl_core.cards.sides import Events
from fitl_core.cards.spaces import (
    anywhere,
    can_be_set,
    choose_space,
    only,
    set_spaces,
    whole_first,
    within,
)
from fitl_core.choices import Procedure
from fitl_core.coup.support import pacification_by_event
from fitl_core.errors import Refusal
from fitl_core.events import Activate, Clause, Level, Move, Place, Remove, Roll
from fitl_core.factions import ARVN, NVA, US, VC, Faction
from fitl_core.pieces import CUBES, OF_FACTION, SPECIAL_FORCES, TROOPS, TUNNELED, Kind, number_named
from fitl_core.sequence import make_ineligible, stay_eligible
from fitl_core.turn import Turn


def cambodian_civil_war_unshaded(turn: Turn) -> Procedure:
    """62: the US may Air Lift free into Cambodia; the US or ARVN Sweeps free among Cambodia's spaces,
    even in Monsoon; 2 NVA or VC Bases leave Cambodia."""
    cambodia = only(turn, "in Cambodia", lambda where: where.country == "cambodia")
    yield from free(turn, US, "airlift", may_skip=True, within=cambodia)
    faction: Faction = yield turn.name_faction("who Sweeps", {US: None, ARVN: None})
    yield from free(turn, faction, "sweep", within=cambodia, sweep_from=cambodia)
    yield from remove_pieces(turn, "Bases to remove from Cambodia", (Kind.NB, Kind.VB), 2, cambodia)


def cambodian_civil_war_shaded(turn: Turn) -> Procedure:
    """62: NVA places 12 Troops and Guerrillas in Cambodia."""
    nva = turn.under(turn.rule, NVA)
    cambodia = only(nva, "in Cambodia", lambda where: where.country == "cambodia")
    yield from place_pieces(nva, "NVA pieces to place in Cambodia", (Kind.NT, Kind.NG), 12, cambodia)


def fact_finding_unshaded(turn: Turn) -> Procedure:
    """63: 2 US pieces from Out of Play into the South, or a die of Patronage to ARVN Resources; then
    Aid +6."""
    prompt = "pieces from Out of Play, or Patronage to ARVN Resources"
    implied = {"pieces": _from_out_of_play, "patronage": lambda clause: isinstance(clause, Roll)}
    if (yield turn.option(prompt, {"pieces": None, "patronage": None}, implied)) == "pieces":
        yield from _into_the_south(turn, up_to=False)
    else:
        die: int = yield from turn.roll("the Patronage to transfer")
        turn.add("ARVN", -turn.add("patronage", -die))
    turn.add("aid", 6)


def _from_out_of_play(clause: Clause) -> bool:
    return isinstance(clause, Place) and clause.source == "oop"


def _into_the_south(turn: Turn, up_to: bool) -> Procedure:
    """2 US pieces from Out of Play into South Vietnam."""
    south = only(turn, "in South Vietnam", lambda where: where.in_south_vietnam)
    prompt = "US pieces from Out of Play to South Vietnam"
    yield from place_pieces(turn, prompt, US_PIECES, 2, south, source="oop", up_to=up_to)


def fact_finding_shaded(turn: Turn) -> Procedure:
    """63: a COIN-Controlled City with Support, not Saigon, goes to Neutral; Patronage +4 or VC
    Resources +4."""

    def fits(where: BoardSpace) -> bool:
        city = where.is_city and where.id != "saigon"
        return city and turn.draft.control(where) == "coin" and turn.draft[where].support > 0

    test = only(turn, "a COIN-Controlled City with Support, other than Saigon", fits)
    yield from set_spaces(turn, "the City set to Neutral", 1, test, Level.NEUTRAL)
    options = {"patronage": None, "resources": None}
    name: str = yield turn.option("Patronage or VC Resources", options)
    turn.add("patronage" if name == "patronage" else "VC", 4)


def honolulu_conference(turn: Turn) -> Procedure:
    """64: Aid +10 or -10; Patronage +3 or -5; the US or ARVN, executing, Pacifies alone as in a
    Support Phase, NVA or VC stays Eligible."""
    turn.add("aid", (yield turn.change("Aid up or down", "aid", 10, -10)))
    turn.add("patronage", (yield turn.change("Patronage up or down", "patronage", 3, -5)))
    if turn.faction.is_coin:
        yield from pacification_by_event(turn, turn.faction)
    else:
        stay_eligible(turn.draft, turn.faction, turn.rule)


def international_forces_unshaded(turn: Turn) -> Procedure:
    """65: 4 US pieces from Out of Play anywhere onto the map."""
    yield from place_pieces(turn, "US pieces from Out of Play to the map", US_PIECES, 4, source="oop")


def international_forces_shaded(turn: Turn) -> Procedure:
    """65: the US takes a die of its pieces off the map, Out of Play."""
    us = turn.under(turn.rule, US)
    die: int = yield from turn.roll("the US pieces to go Out of Play")
    yield from remove_pieces(us, "US pieces to go Out of Play", OF_FACTION[US], die, us_to="oop")


def ambassador_taylor_unshaded(turn: Turn) -> Procedure:
    """66: Aid +9, ARVN Resources +9; then, if desired, up to 2 US pieces from Out of Play into the
    South, or Patronage -3."""
    turn.add("aid", 9)
    turn.add("ARVN", 9)
    options = {"pieces": None, "patronage": None}
    implied = {"pieces": _from_out_of_play}
    prompt = "pieces from Out of Play, or Patronage -3"
    match (yield turn.option(prompt, options, implied, optional=True)):
        case "pieces":
            yield from _into_the_south(turn, up_to=True)
        case "patronage":
            turn.add("patronage", -3)


def ambassador_taylor_shaded(turn: Turn) -> Procedure:
    """66: 3 spaces with Support, not Saigon, go to Neutral; Patronage -3."""

    def fits(where: BoardSpace) -> bool:
        return where.id != "saigon" and turn.draft[where].support > 0

    test = only(turn, "a space with Support, other than Saigon", fits)
    yield from set_spaces(turn, "a space set to Neutral", 3, test, Level.NEUTRAL)
    turn.add("patronage", -3)


def amphib_landing_unshaded(turn: Turn) -> Procedure:
    """67: the US or ARVN moves any of its Troops among coastal spaces, then Sweeps and Assaults free
    in 1 coastal space, on a LoC only Assaults; even in Monsoon."""
    faction: Faction = yield turn.name_faction("who lands", {US: None, ARVN: None})
    acting = turn.under(turn.rule, faction)
    coast = only(acting, "coastal and open to COIN", lambda w: w.coastal and not w.in_north_vietnam)
    troops = (TROOPS[faction],)
    number = sum([turn.draft.number(where, troops) for where in board().spaces if coast(where) is None])
    yield from relocate(acting, "Troops to move along the coast", troops, number, coast, coast, up_to=True)
    prompt = "the coastal space to Sweep and Assault"
    there: BoardSpace = yield choose_space(acting, prompt, coast, (Activate, Remove))
    here = only(acting, f"{there.name}, the space selected", lambda where: where is there)
    if not there.is_loc:
        yield from free(turn, faction, "sweep", within=here, sweep_into=there)
    yield from free(turn, faction, "assault", within=here)


def amphib_landing_shaded(turn: Turn) -> Procedure:
    """67: VC may relocate up to 3 of its pieces from 1 coastal space to any others; the US and ARVN
    are Ineligible."""
    vc = turn.under(turn.rule, VC)
    moves: list[Move] = []

    def fits(where: BoardSpace) -> bool:
        return where.id == moves[0].path[0] if moves else where.coastal

    one = only(vc, "the one coastal space that VC pieces leave", fits)
    while left := 3 - number_of(moves):
        prompt = "VC pieces to relocate"
        move: Move | None = yield relocation(vc, prompt, OF_FACTION[VC], left, one, anywhere, optional=True)
        if move is None:
            break
        turn.draft.move(along(move.path), move.pieces, turn.rule)
        moves.append(move)
        _arrive_without_tunnel(turn, move)
    for faction in (US, ARVN):
        make_ineligible(turn.draft, faction, turn.rule)


def _arrive_without_tunnel(turn: Turn, move: Move) -> None:
    """By the other reading a relocated Base loses its Tunnel marker."""
    for count in move.pieces if turn.alternative("card-67") else ():
        for _ in range(count.number if count.kind in TUNNELED else 0):
            turn.draft.remove_tunnel(spaces_by_id()[move.path[-1]], count.kind, turn.rule)


def green_berets_unshaded(turn: Turn) -> Procedure:
    """68: 3 Irregulars or 3 Rangers into a Province without NVA Control, then Active Support."""

    def fits(where: BoardSpace) -> bool:
        province = where.kind == "province" and not where.in_north_vietnam
        return province and turn.draft.control(where) != "nva"

    test = only(turn, "a Province that COIN may enter, without NVA Control", fits)
    changes = partial(can_be_set, turn, level=Level.ACTIVE_SUPPORT)
    best = whole_first(turn, test, changes, "a change to Active Support")
    there: BoardSpace = yield choose_space(turn, "the Province of the new forces", best, (Place,))

    def places(kind: Kind, clause: Clause) -> bool:
        return isinstance(clause, Place) and clause.pieces[0].kind.off_map is kind

    implied = {"irregulars": partial(places, Kind.UI), "rangers": partial(places, Kind.AR)}
    options = {"irregulars": None, "rangers": None}
    name: str = yield turn.option("3 Irregulars or 3 Rangers", options, implied)
    kind = Kind.UI if name == "irregulars" else Kind.AR
    yield from place_here(turn, there, (kind,), 3)
    turn.set_level(there, Level.ACTIVE_SUPPORT)


def green_berets_shaded(turn: Turn) -> Procedure:
    """68: 3 Irregulars leave the map; 1 Province that they left goes to Active Opposition."""
    irregulars = SPECIAL_FORCES[US]
    left: list[BoardSpace] = []
    due = min(3, turn.draft.on_map(irregulars))

    def changes(where: BoardSpace) -> bool:
        return where.kind == "province" and can_be_set(turn, where, Level.ACTIVE_OPPOSITION)

    possible = any(changes(where) for where in board().spaces if turn.draft.number(where, irregulars))

    def whole(clause: Remove) -> Refusal | None:
        """The last of them must not leave the Event without a Province to set (5.1.3)."""
        number = number_named(clause.pieces)
        if number < due - len(left) or not possible:
            return None
        if any(changes(where) for where in (*left, spaces_by_id()[clause.space])):
            return None
        why = "one of them must come from a Province that can go to Active Opposition"
        return Refusal("whole-effect", "5.1.3", why)

    prompt = "Irregulars to remove"
    while len(left) < due:
        choice = turn.ask(RemovePieces, prompt, irregulars, due - len(left), anywhere, whole=whole)
        clause: Remove = yield choice
        left += [spaces_by_id()[clause.space]] * take_off(turn, clause)
    test = only(
        turn, "a Province from which an Irregular was removed", lambda w: w in left and w.kind == "province"
    )
    yield from set_spaces(turn, "the Province set to Active Opposition", 1, test, Level.ACTIVE_OPPOSITION)


def macv(turn: Turn) -> Procedure:
    """69: the US and then ARVN, or NVA and then VC (named by the first), each execute 1 free Special
    Activity; the executing Faction stays Eligible."""
    prompt = "the US and then ARVN, or NVA and then VC"
    first: Faction = yield turn.name_faction(prompt, {US: None, NVA: None})
    for faction in (US, ARVN) if first is US else (NVA, VC):
        yield from free_special_activity(turn, faction)
    stay_eligible(turn.draft, turn.faction, turn.rule)


def roks_unshaded(turn: Turn) -> Procedure:
    """70: the US or ARVN Sweeps, even in Monsoon, then Assaults in and around Phu Bon, free and as the
    US, every ARVN cube being a US Troop."""
    faction: Faction = yield turn.name_faction("who Sweeps and Assaults", {US: None, ARVN: None})
    around = within(turn, spaces_by_id()["phu-bon-phu-yen"], 1)
    joint, every = CUBES[US] + CUBES[ARVN], turn.alternative("card-70")
    for verb in ("sweep", "assault"):
        yield from free(
            turn, faction, verb, within=around, acts_as=US, joint=joint, alone=True, everywhere=every
        )


def roks_shaded(turn: Turn) -> None:
    """70: Qui Nhon, Phu Bon and Khanh Hoa shift 1 level toward Active Opposition."""
    for name in ("qui-nhon", "phu-bon-phu-yen", "khanh-hoa"):
        turn.shift(spaces_by_id()[name], -1)


EVENTS: Events = {
    61: capability(
        61,
        unshaded="after a Transport and its Operation, ARVN may Assault free in 1 of its destinations",
        shaded="Transport moves Rangers only",
    ),
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
