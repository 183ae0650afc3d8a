"""Terror (3.3.4): frighten the people, or Sabotage a LoC."""

from __future__ import annotations

from functools import partial

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.pieces import GUERRILLAS, Kind
from fitl_core.record.clauses import Remove
from fitl_core.rules.context import Context
from fitl_core.rules.shared.price_of_cadres import cost_guerrillas, pay_guerrillas, refuse_guerrillas

RULE = "3.3.4"
COST = 1
NOT_WITHOUT_POPULATION = "1.6.2-03"
"""The reading by which there is no Terror where nobody can shift."""


def terror(ctx: Context) -> Procedure:
    """The whole Operation (3.3.4)."""
    opens = (Remove,) if cost_guerrillas(ctx) else ()
    ask = partial(ctx.operation_space, "a space for Terror", partial(refuse_space, ctx), opens)
    while (where := (yield ask())) is not None:
        ctx.progress.operation_spaces.append(where.id)
        ctx.pay(_cost(where))
        terrorize(ctx, where)
        yield from pay_guerrillas(ctx, where)


def _cost(where: BoardSpace) -> int:
    return 0 if where.is_loc else COST


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Whether there can be no Terror: it takes an Underground Guerrilla or, for NVA, a Troop."""
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


def terrorize(ctx: Context, where: BoardSpace) -> None:
    """What Terror does in a space: expose a Guerrilla, a marker where none is, and the shift."""
    draft, hidden = ctx.draft, GUERRILLAS[ctx.faction][0]
    draft.activate(where, hidden, min(1, draft.of_kind(where, hidden)), RULE)
    if where.is_loc:
        if not draft[where].sabotage and draft.markers_left():
            draft.set_sabotage(where, True, RULE)
        return
    reading = "3.3.4-05" if draft[where].terror else "3.3.4-06"
    placed = not draft[where].terror and draft.add_terror(where, RULE)
    # The shift does not depend on the marker: it is a sentence of its own (docs/rulings.md).
    shifts = placed or not ctx.alternative(reading)
    if shifts and (ctx.faction is VC or draft[where].support > 0):
        draft.shift(where, -1, RULE)
