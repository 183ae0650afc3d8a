"""Tax (4.5.1): VC gain Resources where they hide, and the people turn to Saigon for it."""

from __future__ import annotations

from functools import partial

from fitl_core.board import BoardSpace
from fitl_core.choices import Procedure
from fitl_core.errors import Refusal
from fitl_core.pieces import Kind
from fitl_core.turn import Turn

RULE = "4.5.1"
MOST_SPACES = 4


def tax(turn: Turn) -> Procedure:
    """The whole Special Activity (4.5.1)."""
    ask = partial(turn.activity_space, "a space to Tax", partial(refuse_space, turn), MOST_SPACES)
    while (where := (yield ask())) is not None:
        turn.act.activity_spaces.append(where.id)
        turn.draft.activate(where, Kind.VG, 1, RULE)
        turn.draft.add("VC", where.econ or 2 * where.population, RULE)
        turn.draft.shift(where, +1, RULE)


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether a space cannot be Taxed: an Underground VC Guerrilla and no COIN Control."""
    if turn.draft.control(where) == "coin":
        return turn.no("coin-control", f"no Tax under COIN Control: {where.name}")
    if not turn.draft.of_kind(where, Kind.VG):
        shown = turn.draft.of_kind(where, Kind.VG_ACTIVE)
        facts = (f"{where.name}: {Kind.VG_ACTIVE.words(shown)}",) if shown else ()
        why = f"Tax needs an Underground VC Guerrilla in {where.name}"
        return turn.no("pieces-needed", why, *facts)
    return None
