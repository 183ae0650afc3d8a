"""Events 1 to 32."""

from __future__ import annotations

from functools import partial

from fitl_core.activities.airstrike import airstrike
from fitl_core.board import BoardSpace
from fitl_core.cards.common import choose_space, momentum, place_from_box, remove_pieces
from fitl_core.choices import Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Remove
from fitl_core.factions import US
from fitl_core.pieces import KINDS, Kind
from fitl_core.sequence import stay_eligible
from fitl_core.turn import Act, Turn

COIN_BASES = (Kind.UB, Kind.AB)
HIDDEN_GUERRILLAS = (Kind.NG, Kind.VG)


def gulf_of_tonkin_unshaded(turn: Turn) -> Procedure:
    """1: the US strikes from the air, then moves 6 of its pieces from Out of Play to Cities."""
    us = turn.granted(US, Act())
    yield us.announce("airstrike")
    yield from airstrike(us.under("4.2.3"))

    def test(where: BoardSpace) -> Refusal | None:
        return None if where.is_city else us.no("space-not-allowed", f"{where.name} is no City")

    kinds = (Kind.UT, Kind.UI, Kind.UB)
    yield from place_from_box(us, "US pieces from Out of Play to Cities", "oop", kinds, 6, test)


def gulf_of_tonkin_shaded(turn: Turn) -> None:
    """1: Aid -1 for each Casualty; all Casualties go Out of Play."""
    turn.draft.add("aid", -sum(turn.draft.casualties), turn.rule)
    for kind in KINDS:
        turn.draft.transfer("casualties", "oop", kind, turn.draft.casualties[kind.slot], turn.rule)


def claymores_unshaded(turn: Turn) -> None:
    """17: the executing Faction stays Eligible; Momentum against Ambush and March."""
    stay_eligible(turn.draft, turn.faction, turn.rule)
    momentum(turn, 17, "unshaded")


def claymores_shaded(turn: Turn) -> Procedure:
    """17: where they are together, 1 COIN Base (US: to Casualties) and 1 Underground Guerrilla go."""

    def test(where: BoardSpace) -> Refusal | None:
        if turn.draft.number(where, COIN_BASES) and turn.draft.number(where, HIDDEN_GUERRILLAS):
            return None
        why = f"{where.name} has not both a COIN Base and an Underground Guerrilla"
        return turn.no("pieces-needed", why)

    choice = choose_space(turn, "the space of the Base and the Guerrilla", test, (Remove,))
    if not choice.is_open():
        return
    where: BoardSpace = yield choice
    here = partial(_only, turn, where)
    for kinds, what in ((COIN_BASES, "the Base"), (HIDDEN_GUERRILLAS, "the Underground Guerrilla")):
        yield from remove_pieces(turn, f"{what} to remove", kinds, 1, here, us_to="casualties")


def _only(turn: Turn, chosen: BoardSpace, where: BoardSpace) -> Refusal | None:
    return None if where is chosen else turn.no("space-not-allowed", f"both go from {chosen.name}")


EVENTS = {
    1: {"unshaded": gulf_of_tonkin_unshaded, "shaded": gulf_of_tonkin_shaded},
    17: {"unshaded": claymores_unshaded, "shaded": claymores_shaded},
}
