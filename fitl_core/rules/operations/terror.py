"""Terror (3.3.4): frighten the people, or Sabotage a LoC."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from typing import Any

from fitl_core.asking.questions import Procedure, Question
from fitl_core.errors import Refusal
from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import GUERRILLAS, Kind
from fitl_core.record.clauses import Activate, Number, Remove, SetLevel
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import PiecesChoice
from fitl_core.rules.forms.space_questions import SpaceChoice, is_new
from fitl_core.rules.shared.price_of_cadres import cost_guerrillas, pay_guerrillas, refuse_guerrillas

RULE = "3.3.4"
COST = 1
NOT_WITHOUT_POPULATION = "1.6.2-03"
"""The reading by which a space without Population cannot be selected for Terror."""
BY_ITSELF = (Activate, Number, SetLevel)
"""The clauses for Terror's automatic effects; one of them may be written instead of the bare space."""
ANY_FRIENDLY_ONE = "3.3.4-08"
"""The reading of the original edition by which Terror exposes a Guerrilla of either Insurgent."""


def terror(ctx: Context) -> Procedure:
    """Carry out the whole Operation (3.3.4)."""
    opens = (*BY_ITSELF, Remove) if cost_guerrillas(ctx) else BY_ITSELF

    def ask() -> SpaceChoice:
        choice = ctx.operation_space("a space for Terror", partial(refuse_space, ctx), opens)
        choice.opens_only = partial(is_new, ctx.progress.operation_spaces)
        return choice

    while (where := (yield ask())) is not None:
        ctx.progress.operation_spaces.append(where.id)
        ctx.pay(_cost(where))
        terrorize(ctx, where, (yield from _exposed(ctx, where)))
        yield from pay_guerrillas(ctx, where)


def _cost(where: BoardSpace) -> int:
    return 0 if where.is_loc else COST


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a space without an Underground Guerrilla or, for NVA, a Troop, or without the Resource."""
    hidden, shown = GUERRILLAS[ctx.faction]
    ready = (hidden, Kind.NT) if ctx.faction is NVA else (hidden,)
    if not ctx.draft.number(where, ready):
        what = f"an Underground {ctx.faction} Guerrilla{' or NVA Troop' if ctx.faction is NVA else ''}"
        there = ctx.draft.of_kind(where, shown)
        facts = (f"{where.name}: {shown.words(there)}",) if there else ()
        return ctx.no("pieces-needed", f"Terror needs {what} in {where.name}", *facts)
    if ctx.alternative(NOT_WITHOUT_POPULATION) and not (where.is_loc or where.population):
        why = f"{where.name} has no Population to terrorize"
        return ctx.no("no-population", why, f"reading {NOT_WITHOUT_POPULATION} is played")
    return refuse_guerrillas(ctx, where) or ctx.refuse_cost(_cost(where))


def _exposed(ctx: Context, where: BoardSpace) -> Generator[Question, Any, Kind]:
    """Return the kind of Guerrilla that Terror exposes: one of the Faction's own.

    The original edition names a friendly Guerrilla. By the reading `ANY_FRIENDLY_ONE` the other Insurgent's
    Guerrillas are friendly, too (1.5.1).
    """
    own, other = GUERRILLAS[ctx.faction][0], GUERRILLAS[NVA if ctx.faction is VC else VC][0]
    if not (ctx.original and ctx.alternative(ANY_FRIENDLY_ONE) and ctx.draft.of_kind(where, other)):
        return own
    if not ctx.draft.of_kind(where, own):
        return other
    limits = {own: 1, other: 1}
    prompt = f"the Guerrilla that Terror exposes in {where.name}"
    clause: Activate = yield PiecesChoice(ctx.faction, RULE, prompt, Activate, where, limits, 1, 1)
    return clause.pieces[0].kind


def terrorize(ctx: Context, where: BoardSpace, hidden: Kind) -> None:
    """Expose a Guerrilla, add a marker if there is none, and shift the space."""
    draft = ctx.draft
    draft.activate(where, hidden, min(1, draft.of_kind(where, hidden)), RULE)
    if where.is_loc:
        if not draft[where].sabotage and draft.markers_left():
            draft.set_sabotage(where, True, RULE)
        return
    reading = "3.3.4-05" if draft[where].terror else "3.3.4-06"
    placed = not draft[where].terror and draft.add_terror(where, RULE)
    # The rule states the shift apart from the marker, so it needs no marker (docs/look-up/rulings.md).
    shifts = placed or not ctx.alternative(reading)
    if shifts and (ctx.faction is VC or draft[where].support > 0):
        draft.shift(where, -1, RULE)
