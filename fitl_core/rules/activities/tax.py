"""Tax (4.5.1): hidden VC Guerrillas gain Resources, and the people shift toward Saigon."""

from __future__ import annotations

from functools import partial

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import Kind
from fitl_core.record.clauses import Activate, SetLevel
from fitl_core.rules.context import Context
from fitl_core.rules.forms.space_questions import SpaceChoice, is_new

RULE = "4.5.1"
MOST_SPACES = 4
BY_ITSELF = (Activate, SetLevel)
"""The clauses for Tax's automatic effects; one of them may be written instead of the bare space."""


def tax(ctx: Context) -> Procedure:
    """Carry out the whole Special Activity (4.5.1)."""

    def ask() -> SpaceChoice:
        choice = ctx.activity_space("a space to Tax", partial(refuse_space, ctx), MOST_SPACES, BY_ITSELF)
        choice.opens_only = partial(is_new, ctx.progress.activity_spaces)
        return choice

    while (where := (yield ask())) is not None:
        ctx.progress.activity_spaces.append(where.id)
        ctx.draft.activate(where, Kind.VG, 1, RULE)
        ctx.draft.add("VC", where.econ or 2 * where.population, RULE)
        ctx.draft.shift(where, +1, RULE)


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a space under COIN Control or without an Underground VC Guerrilla."""
    if ctx.draft.control(where) == "coin":
        return ctx.no("coin-control", f"no Tax under COIN Control: {where.name}")
    if not ctx.draft.of_kind(where, Kind.VG):
        shown = ctx.draft.of_kind(where, Kind.VG_ACTIVE)
        facts = (f"{where.name}: {Kind.VG_ACTIVE.words(shown)}",) if shown else ()
        why = f"Tax needs an Underground VC Guerrilla in {where.name}"
        return ctx.no("pieces-needed", why, *facts)
    return None
