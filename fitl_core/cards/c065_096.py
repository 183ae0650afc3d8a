"""Events 65 to 96."""

from __future__ import annotations

from functools import partial

from fitl_core.board import BoardSpace, board, spaces_by_id
from fitl_core.cards.common import RemovePieces, anywhere, choose_space, remove_pieces, whole_first
from fitl_core.choices import Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Clause, Place, Remove
from fitl_core.factions import ARVN, NVA, US, VC, Faction
from fitl_core.operations.assault import assault, refuse_targets
from fitl_core.operations.march import march
from fitl_core.operations.rally import rally
from fitl_core.operations.rally import refuse_space as refuse_rally
from fitl_core.operations.sweep import sweep
from fitl_core.piece_choices import PiecesChoice, TakeUpChoice
from fitl_core.pieces import OF_FACTION, SPECIAL_FORCES, Kind
from fitl_core.placing import refuse_take_up
from fitl_core.sequence import make_ineligible
from fitl_core.turn import Act, Turn

ACTIVE_SUPPORT = 2
ACTIVE_OPPOSITION = -2


def green_berets_unshaded(turn: Turn) -> Procedure:
    """68: 3 Irregulars or 3 Rangers into a Province without NVA Control, then Active Support."""

    def test(where: BoardSpace) -> Refusal | None:
        if where.kind != "province" or where.in_north_vietnam:
            return turn.no("space-not-allowed", f"{where.name} is no Province that COIN may enter")
        if turn.draft.control(where) == "nva":
            return turn.no("space-not-allowed", f"{where.name} has NVA Control")
        return None

    def whole(where: BoardSpace) -> bool:
        return where.population > 0 and turn.draft[where].support < ACTIVE_SUPPORT

    best = whole_first(turn, test, whole, "a change to Active Support")
    where: BoardSpace = yield choose_space(turn, "the Province of the new forces", best, (Place,))

    def places(kind: Kind, clause: Clause) -> bool:
        return isinstance(clause, Place) and clause.pieces[0].kind.off_map is kind

    implied = {"irregulars": partial(places, Kind.UI), "rangers": partial(places, Kind.AR)}
    options = {"irregulars": None, "rangers": None}
    name: str = yield turn.option("3 Irregulars or 3 Rangers", options, implied)
    kind = Kind.UI if name == "irregulars" else Kind.AR
    number = min(3, turn.draft.available[kind.slot])
    if number:
        prompt = f"the {name} placed"
        yield PiecesChoice(turn.faction, turn.rule, prompt, Place, where, {kind: number}, number, number)
        turn.draft.place(where, kind, number, turn.rule)
    yield from _take_up(turn, where, kind, 3 - number)
    turn.draft.set_level(where, ACTIVE_SUPPORT, turn.rule)


def _take_up(turn: Turn, where: BoardSpace, kind: Kind, most: int) -> Procedure:
    """More of a kind from elsewhere on the map, if it is the executing Faction's to lift (1.4.1)."""

    def test(piece: Kind, number: int, source: BoardSpace) -> Refusal | None:
        return refuse_take_up(turn.draft, turn.faction, where, piece, number, source)

    kinds = (kind, kind.active)
    while most:
        prompt = f"more to take up for {where.name}"
        choice = TakeUpChoice(turn.faction, turn.rule, prompt, where, kinds, most, test)
        clause: Place | None = yield choice
        if clause is None:
            return
        for count in clause.pieces:
            turn.draft.place(where, count.kind, count.number, turn.rule, clause.source)
            most -= count.number


def green_berets_shaded(turn: Turn) -> Procedure:
    """68: 3 Irregulars leave the map; 1 Province that they left goes to Active Opposition."""
    irregulars = SPECIAL_FORCES[US]

    def can_be_set(where: BoardSpace) -> bool:
        if where.kind != "province" or not where.population:
            return False
        return turn.draft[where].support > ACTIVE_OPPOSITION

    homes = [where for where in board().spaces if turn.draft.number(where, irregulars)]
    due = min(3, turn.draft.on_map(irregulars))
    possible = any(can_be_set(where) for where in homes)
    left: list[str] = []

    def whole(clause: Remove) -> Refusal | None:
        """The last of them must not leave the Event without a Province to set (5.1.3)."""
        number = sum([count.number for count in clause.pieces])
        names = {*left, clause.space}
        if number < due - len(left) or not possible:
            return None
        if any(can_be_set(spaces_by_id()[name]) for name in names):
            return None
        why = "one of them must come from a Province that can go to Active Opposition"
        return Refusal("whole-effect", "5.1.3", why)

    while len(left) < due:
        prompt = "Irregulars to remove"
        clause: Remove = yield RemovePieces(turn, prompt, irregulars, due - len(left), anywhere, whole=whole)
        for count in clause.pieces:
            turn.draft.remove(spaces_by_id()[clause.space], count.kind, count.number, turn.rule)
            left += [clause.space] * count.number

    def test(where: BoardSpace) -> Refusal | None:
        if where.id not in left or where.kind != "province":
            return turn.no("space-not-allowed", f"no Irregular was removed from a Province {where.name}")
        return None

    best = whole_first(turn, test, can_be_set, "a change to Active Opposition")
    choice = choose_space(turn, "the Province set to Active Opposition", best)
    if choice.is_open():
        where: BoardSpace = yield choice
        turn.draft.set_level(where, ACTIVE_OPPOSITION, turn.rule)


def _in_cambodia(turn: Turn, where: BoardSpace) -> Refusal | None:
    if where.country == "cambodia":
        return None
    return turn.no("space-not-allowed", f"{where.name} is not in Cambodia")


def sihanouk_unshaded(turn: Turn) -> Procedure:
    """75: the US or ARVN Sweeps in Cambodia free, even in Monsoon, then Assaults 1 space there."""
    faction: Faction = yield turn.name_faction("who Sweeps and Assaults", {US: None, ARVN: None})
    within = partial(_in_cambodia, turn)
    yield turn.under(turn.rule, faction).announce("sweep")
    yield from sweep(turn.granted(faction, Act(operation="sweep", within=within)).under("3.2.3"))
    act = Act(operation="assault", within=within, most_spaces=1)
    attacker = turn.granted(faction, act).under("3.2.4")
    spaces = [where for where in board().spaces if where.country == "cambodia"]
    if any(refuse_targets(attacker, where, faction) is None for where in spaces):
        yield turn.under(turn.rule, faction).announce("assault")
        yield from assault(attacker)


def sihanouk_shaded(turn: Turn) -> Procedure:
    """75: VC, then NVA, Rally free in Cambodia and March free from there."""
    for faction in (VC, NVA):
        act = Act(operation="rally", within=partial(_in_cambodia, turn))
        rallying = turn.granted(faction, act).under("3.3.1")
        spaces = [where for where in board().spaces if where.country == "cambodia"]
        if any(refuse_rally(rallying, where) is None for where in spaces):
            yield turn.under(turn.rule, faction).announce("rally")
            yield from rally(rallying)
        origins = frozenset(act.operation_spaces)
        marching = turn.granted(faction, Act(operation="march", may_skip=True, march_from=origins))
        yield turn.under(turn.rule, faction).announce("march")
        yield from march(marching.under("3.3.2"))


def henry_cabot_lodge_unshaded(turn: Turn) -> None:
    """79: Aid +20."""
    turn.draft.add("aid", 20, turn.rule)


def henry_cabot_lodge_shaded(turn: Turn) -> Procedure:
    """79: up to 3 ARVN pieces leave, Patronage +2 for each; ARVN is Ineligible."""
    removed = yield from remove_pieces(
        turn, "ARVN pieces to remove", OF_FACTION[ARVN], 3, anywhere, up_to=True
    )
    number = sum([count.number for clause in removed for count in clause.pieces])
    turn.draft.add("patronage", 2 * number, turn.rule)
    make_ineligible(turn.draft, ARVN, turn.rule)


EVENTS = {
    68: {"unshaded": green_berets_unshaded, "shaded": green_berets_shaded},
    75: {"unshaded": sihanouk_unshaded, "shaded": sihanouk_shaded},
    79: {"unshaded": henry_cabot_lodge_unshaded, "shaded": henry_cabot_lodge_shaded},
}
