"""Support Phase (6.3): Pacification by the US and ARVN, Agitation by the VC."""

from __future__ import annotations

from functools import partial

from fitl_core.act import Act
from fitl_core.board import BoardSpace
from fitl_core.choices import Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Number, SetLevel
from fitl_core.factions import ARVN, VC, Faction
from fitl_core.lasting import BLOWTORCH_KOMER, KY, MANDATE_OF_HEAVEN
from fitl_core.pieces import TROOPS, Kind
from fitl_core.state import Effort
from fitl_core.support import (
    MOST_LEVELS,
    agitate,
    pacification_cost,
    refuse_agitation,
    refuse_space,
    shift_for_resources,
)
from fitl_core.turn import Turn

MOST_SPACES = 4
COST_BY_KOMER = 1
KY_CARD = 127


def pacification(turn: Turn, cost: int | None = None, most_levels: int = MOST_LEVELS) -> Procedure:
    """The US, then ARVN, spend ARVN Resources in at most 4 spaces together (6.3.1).

    An Event may set the `cost` of a step and the `most_levels` of a space (card 96).
    """
    price = _cost(turn) if cost is None else cost

    def levels_left(where: BoardSpace) -> int:
        return most_levels - _levels_so_far(turn, where)

    def test(where: BoardSpace) -> Refusal | None:
        return _refuse_pacify(turn, where) or refuse_space(turn, where, +1, price, levels_left(where))

    ask = partial(turn.activity_space, "a space to Pacify", test, MOST_SPACES, (Number, SetLevel))
    while (where := (yield ask(may_be_none=True))) is not None:
        turn.act.activity_spaces.append(where.id)
        levels = yield from shift_for_resources(turn, where, +1, price, levels_left(where))
        efforts = {effort.space: effort.levels for effort in turn.draft.state.pacified}
        efforts[where.id] = efforts.get(where.id, 0) + levels
        turn.draft.set(pacified=tuple([Effort(space, n) for space, n in efforts.items()]))


def pacification_by_event(
    turn: Turn, *factions: Faction, cost: int | None = None, most_levels: int = MOST_LEVELS
) -> Procedure:
    """These Factions in turn Pacify as in a Support Phase of their own (cards 64, 96)."""
    turn.draft.set(pacified=())
    for faction in factions:
        acting = Turn(turn.draft, faction, "6.3.1", Act())
        yield acting.option("Pacification", {"pacify": None})
        yield from pacification(acting, cost, most_levels)
    turn.draft.set(pacified=())


def _cost(turn: Turn) -> int:
    """What each step of Pacification costs; by Blowtorch Komer 1 (card 16).

    Of Komer and Nguyen Cao Ky the later holds: Ky where his is the Coup card of this Round.
    """
    ky_is_later = turn.draft.state.card == KY_CARD or turn.alternative("6.3.1-05")
    if not turn.momentum(BLOWTORCH_KOMER) or (turn.leader == KY and ky_is_later):
        return pacification_cost(turn)
    return COST_BY_KOMER


def _levels_so_far(turn: Turn, where: BoardSpace) -> int:
    return sum([effort.levels for effort in turn.draft.state.pacified if effort.space == where.id])


def _refuse_pacify(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether the Faction may not Pacify there, whatever it costs (6.3.1)."""
    draft = turn.draft
    spaces = [effort.space for effort in draft.state.pacified]
    if where.id not in spaces and len(spaces) >= MOST_SPACES:
        why = "the US and ARVN together Pacify at most 4 spaces"
        return turn.no("too-many-spaces", why, f"Pacified: {len(spaces)}")
    if turn.faction is ARVN and turn.capability(MANDATE_OF_HEAVEN) == "shaded":
        refusal = turn.refuse_more(turn.act.activity_spaces, 1, f"card {MANDATE_OF_HEAVEN}")
        if refusal is not None:
            return refusal
    if where.is_loc:
        return turn.no("space-not-allowed", f"{where.name} is a LoC")
    if draft.control(where) != "coin":
        return turn.no("no-control", f"Pacification needs COIN Control of {where.name}")
    troops = TROOPS[turn.faction]
    if not draft.of_kind(where, Kind.AP) or not draft.of_kind(where, troops):
        why = f"Pacification needs Police and {troops.noun}s in {where.name}"
        facts = [kind.words(draft.of_kind(where, kind)) for kind in (Kind.AP, troops)]
        return turn.no("pieces-needed", why, *facts)
    return None


def agitation(turn: Turn) -> Procedure:
    """VC spend Resources where they are and COIN has no Control, in 4 spaces at most (6.3.2)."""
    test = partial(_refuse_agitate, turn)
    ask = partial(turn.activity_space, "a space to Agitate", test, MOST_SPACES, (Number, SetLevel))
    while (where := (yield ask(may_be_none=True))) is not None:
        turn.act.activity_spaces.append(where.id)
        yield from agitate(turn, where)


def _refuse_agitate(turn: Turn, where: BoardSpace) -> Refusal | None:
    if where.is_loc:
        return turn.no("space-not-allowed", f"{where.name} is a LoC")
    if not turn.draft.of_faction(where, VC):
        return turn.no("pieces-needed", f"Agitation needs VC pieces in {where.name}")
    if turn.draft.control(where) == "coin":
        return turn.no("coin-control", f"no Agitation under COIN Control: {where.name}")
    return refuse_agitation(turn, where)
