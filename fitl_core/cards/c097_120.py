"""Events 97 to 120."""

from __future__ import annotations

from functools import partial

from fitl_core.board import BoardSpace, spaces_by_id
from fitl_core.cardlist import Side
from fitl_core.cards.common import capability, choose_space, whole_first
from fitl_core.choices import Either, Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Place
from fitl_core.factions import ARVN, US, VC
from fitl_core.piece_choices import PiecesChoice, TakeUpChoice
from fitl_core.pieces import OF_FACTION, Kind
from fitl_core.placing import refuse_take_up
from fitl_core.state import FAILED_ATTEMPTS
from fitl_core.turn import Turn

ACTIVE_SUPPORT = 2
ACTIVE_OPPOSITION = -2


def brinks_hotel_unshaded(turn: Turn) -> Procedure:
    """97: Aid +10 or 4 Patronage into ARVN Resources; then the Leader card turns face down."""
    prompt = "Aid +10, or 4 Patronage to ARVN Resources"
    if (yield turn.option(prompt, {"aid": None, "patronage": None})) == "aid":
        turn.draft.add("aid", 10, turn.rule)
    else:
        moved = turn.draft.add("patronage", -4, turn.rule)
        turn.draft.add("ARVN", -moved, turn.rule)
    state = turn.draft.state
    if any(card not in FAILED_ATTEMPTS for card in state.leader_box):
        turn.draft.set(leader_face_down=True)
        turn.draft.report(turn.rule, note="the RVN Leader's card turns face down")


def brinks_hotel_shaded(turn: Turn) -> Procedure:
    """97: a City with VC shifts 2 levels toward Active Opposition and gets a Terror marker."""

    def test(where: BoardSpace) -> Refusal | None:
        if not where.is_city:
            return turn.no("space-not-allowed", f"{where.name} is no City")
        if not turn.draft.of_faction(where, VC):
            return turn.no("pieces-needed", f"{where.name} has no VC piece")
        return None

    best = whole_first(turn, test, partial(_can_shift, turn), "a shift")
    choice = choose_space(turn, "the City", best)
    if choice.is_open():
        where: BoardSpace = yield choice
        turn.draft.shift(where, -2, turn.rule)
        turn.draft.add_terror(where, turn.rule)


def _can_shift(turn: Turn, where: BoardSpace) -> bool:
    """Whether a space can shift toward Active Opposition."""
    return where.population > 0 and turn.draft[where].support > ACTIVE_OPPOSITION


def booby_traps(side: Side, turn: Turn) -> None:
    """101: a Capability; Ambush in 1 space only (unshaded), or Sweeps lose Troops (shaded)."""
    capability(turn, 101, side)


def burning_bonze_unshaded(turn: Turn) -> None:
    """107: Patronage +3, or +6 with Saigon at Active Support."""
    saigon = turn.draft[spaces_by_id()["saigon"]]
    turn.draft.add("patronage", 6 if saigon.support == ACTIVE_SUPPORT else 3, turn.rule)


def burning_bonze_shaded(turn: Turn) -> None:
    """107: Saigon shifts 1 level toward Active Opposition; Aid -12."""
    turn.draft.shift(spaces_by_id()["saigon"], -1, turn.rule)
    turn.draft.add("aid", -12, turn.rule)


def colonel_chau_unshaded(turn: Turn) -> Procedure:
    """112: 1 Police into each of 6 Provinces."""
    chosen: list[str] = []

    def test(where: BoardSpace) -> Refusal | None:
        if where.kind != "province":
            return turn.no("space-not-allowed", f"{where.name} is no Province")
        if where.id in chosen:
            return turn.no("space-twice", f"{where.name} has its Police; the Provinces differ")
        return turn.draft.refuse_entry(where, Kind.AP, 1)

    while len(chosen) < 6:
        may_lift = turn.faction in (US, ARVN)
        if not turn.draft.available[Kind.AP.slot] and not may_lift:
            return
        none_left = not turn.draft.available[Kind.AP.slot]
        prompt = "a Province for 1 Police"
        where: BoardSpace | None = yield choose_space(turn, prompt, test, (Place,), optional=none_left)
        if where is None:
            return
        chosen.append(where.id)
        yield from _one_piece(turn, where, Kind.AP)


def _one_piece(turn: Turn, where: BoardSpace, kind: Kind) -> Procedure:
    """Place 1 piece from Available or, if none is, taken up from the map (1.4.1)."""
    prompt = f"1 {kind.noun} to place in {where.name}"

    def test(piece: Kind, number: int, source: BoardSpace) -> Refusal | None:
        return refuse_take_up(turn.draft, turn.faction, where, piece, number, source)

    lift = TakeUpChoice(turn.faction, turn.rule, prompt, where, (kind, kind.active), 1, test)
    if turn.draft.available[kind.slot]:
        placed = PiecesChoice(turn.faction, turn.rule, prompt, Place, where, {kind: 1}, 1, 1)
        clause: Place | None = yield Either(placed, lift)
    else:
        clause = (yield lift) if lift.is_open() else None
    if clause is not None:
        turn.draft.place(where, clause.pieces[0].kind, 1, turn.rule, clause.source)


def colonel_chau_shaded(turn: Turn) -> Procedure:
    """112: 3 Provinces with ARVN pieces shift toward Active Opposition and get a VC Guerrilla."""
    chosen: list[BoardSpace] = []

    def test(where: BoardSpace) -> Refusal | None:
        if where.kind != "province":
            return turn.no("space-not-allowed", f"{where.name} is no Province")
        if not turn.draft.number(where, OF_FACTION[ARVN]):
            return turn.no("pieces-needed", f"{where.name} has no ARVN piece")
        if where in chosen:
            return turn.no("space-twice", f"{where.name} is selected already")
        return None

    best = whole_first(turn, test, partial(_can_shift, turn), "a shift")
    while len(chosen) < 3:
        choice = choose_space(turn, "a Province with ARVN pieces", best, (Place,))
        if not choice.is_open():
            break
        where: BoardSpace = yield choice
        chosen.append(where)
        turn.draft.shift(where, -1, turn.rule)
        yield from _one_piece(turn, where, Kind.VG)


EVENTS = {
    97: {"unshaded": brinks_hotel_unshaded, "shaded": brinks_hotel_shaded},
    101: {"unshaded": partial(booby_traps, "unshaded"), "shaded": partial(booby_traps, "shaded")},
    107: {"unshaded": burning_bonze_unshaded, "shaded": burning_bonze_shaded},
    112: {"unshaded": colonel_chau_unshaded, "shaded": colonel_chau_shaded},
}
