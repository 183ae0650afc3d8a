"""Support Phase (6.3): Pacification by the US and ARVN, Agitation by the VC."""

from __future__ import annotations

from functools import partial

from fitl_core.board import BoardSpace
from fitl_core.choices import Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Number, SetLevel
from fitl_core.factions import VC
from fitl_core.pieces import TROOPS, Kind
from fitl_core.state import Effort
from fitl_core.support import (
    AGITATION_COST,
    MOST_LEVELS,
    pacification_cost,
    refuse_space,
    shift_for_resources,
)
from fitl_core.turn import Turn

MOST_SPACES = 4


def pacification(turn: Turn) -> Procedure:
    """The US, then ARVN, spend ARVN Resources in at most 4 spaces together (6.3.1)."""
    test = partial(_refuse_pacify, turn)
    ask = partial(turn.activity_space, "a space to Pacify", test, MOST_SPACES, (Number, SetLevel))
    while (where := (yield ask(may_be_none=True))) is not None:
        turn.act.activity_spaces.append(where.id)
        levels = yield from shift_for_resources(
            turn, where, +1, pacification_cost(turn), MOST_LEVELS - _levels_so_far(turn, where)
        )
        efforts = {effort.space: effort.levels for effort in turn.draft.state.pacified}
        efforts[where.id] = efforts.get(where.id, 0) + levels
        turn.draft.set(pacified=tuple([Effort(space, n) for space, n in efforts.items()]))


def _levels_so_far(turn: Turn, where: BoardSpace) -> int:
    return sum([effort.levels for effort in turn.draft.state.pacified if effort.space == where.id])


def _refuse_pacify(turn: Turn, where: BoardSpace) -> Refusal | None:
    draft = turn.draft
    spaces = [effort.space for effort in draft.state.pacified]
    if where.id not in spaces and len(spaces) >= MOST_SPACES:
        why = "the US and ARVN together Pacify at most 4 spaces"
        return turn.no("too-many-spaces", why, f"Pacified: {len(spaces)}")
    if where.is_loc:
        return turn.no("space-not-allowed", f"{where.name} is a LoC")
    if draft.control(where) != "coin":
        return turn.no("no-control", f"Pacification needs COIN Control of {where.name}")
    troops = TROOPS[turn.faction]
    if not draft.number(where, (Kind.AP,)) or not draft.number(where, (troops,)):
        why = f"Pacification needs Police and {troops.noun}s in {where.name}"
        facts = [kind.words(draft.number(where, (kind,))) for kind in (Kind.AP, troops)]
        return turn.no("pieces-needed", why, *facts)
    return refuse_space(turn, where, +1, pacification_cost(turn), MOST_LEVELS - _levels_so_far(turn, where))


def agitation(turn: Turn) -> Procedure:
    """VC spend Resources where they are and COIN has no Control, in 4 spaces at most (6.3.2)."""
    test = partial(_refuse_agitate, turn)
    ask = partial(turn.activity_space, "a space to Agitate", test, MOST_SPACES, (Number, SetLevel))
    while (where := (yield ask(may_be_none=True))) is not None:
        turn.act.activity_spaces.append(where.id)
        yield from shift_for_resources(turn, where, -1, AGITATION_COST)


def _refuse_agitate(turn: Turn, where: BoardSpace) -> Refusal | None:
    if where.is_loc:
        return turn.no("space-not-allowed", f"{where.name} is a LoC")
    if not turn.draft.of_faction(where, VC):
        return turn.no("pieces-needed", f"Agitation needs VC pieces in {where.name}")
    if turn.draft.control(where) == "coin":
        return turn.no("coin-control", f"no Agitation under COIN Control: {where.name}")
    return refuse_space(turn, where, -1, AGITATION_COST)
