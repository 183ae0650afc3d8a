"""Pacification and Agitation of one space, step by step (3.2.1, 6.3.1, 6.3.2).

Each step costs Resources: first every Terror marker, then levels. Train, the Support Phase and Events share
this module.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fitl_core.asking.questions import Answer, Procedure, Question, either
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import US
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import CORDS, KY
from fitl_core.facts.levels import Level, level
from fitl_core.record.clauses import Clause, Number
from fitl_core.rules.context import Context
from fitl_core.rules.forms.space_questions import LevelChoice
from fitl_core.rules.shared.price_of_cadres import pay_guerrillas, refuse_guerrillas
from fitl_core.state.draft import Draft

MOST_LEVELS = 2
PACIFICATION_COST = 3
PACIFICATION_COST_UNDER_KY = 4
AGITATION_COST = 1
TRAIN = "3.2.1"


def pacification_cost(ctx: Context) -> int:
    """Return the ARVN Resources for each Terror marker and level: 3, or 4 under Nguyen Cao Ky (card 127)."""
    return PACIFICATION_COST_UNDER_KY if ctx.leader == KY else PACIFICATION_COST


def ceiling(ctx: Context) -> int:
    """Return the highest level for sale: Passive Support in US Train under shaded CORDS (card 19)."""
    limited = ctx.faction is US and ctx.rule == TRAIN and ctx.capability(CORDS) == "shaded"
    return Level.PASSIVE_SUPPORT.value_ if limited else Level.ACTIVE_SUPPORT.value_


def _refuse_above_ceiling(ctx: Context, where: BoardSpace, support: int) -> Refusal | None:
    if support <= ceiling(ctx):
        return None
    facts = (f"{where.name} is at {level(ctx.draft[where].support).words}",)
    return Refusal("wrong-level", f"card {CORDS}", "US Train Pacifies no further than Passive Support", facts)


def refuse_space(
    ctx: Context, where: BoardSpace, toward: int, cost: int, levels: int = MOST_LEVELS
) -> Refusal | None:
    """Refuse a space in which no step can be bought.

    By the reading 3.2.1-12 a space in which only Terror could be removed is refused, too.
    """
    here = ctx.draft[where]
    if not here.terror or ctx.alternative("3.2.1-12"):
        if not where.population:
            return Refusal("no-population", "1.6.2", f"{where.name} has no Population, it stays Neutral")
        if here.support * toward >= 2:
            why = f"{where.name} is at {level(here.support).words}, it cannot shift further"
            return ctx.no("wrong-level", why)
        if not levels:
            return ctx.no("too-many-levels", f"{where.name} has shifted as far as it may already")
        if (refusal := _refuse_above_ceiling(ctx, where, here.support + toward)) is not None:
            return refusal
    return ctx.refuse_cost(cost, even_if_free=True)


def refuse_agitation(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a space in which VC cannot pay for Agitation: Resources, under Cadres also Guerrillas."""
    return refuse_guerrillas(ctx, where) or refuse_space(ctx, where, -1, AGITATION_COST)


def agitate(ctx: Context, where: BoardSpace) -> Procedure:
    """Let VC Agitate in a space (6.3.2)."""
    yield from shift_for_resources(ctx, where, -1, AGITATION_COST)
    yield from pay_guerrillas(ctx, where)


def shift_for_resources(
    ctx: Context, where: BoardSpace, toward: int, cost: int, levels: int = MOST_LEVELS
) -> Generator[Question, Any, int]:
    """Remove Terror, then shift toward Active Support (+1) or Opposition (-1), paying for each step.

    Return the number of levels by which the space was shifted.
    """
    draft = ctx.draft
    terror = draft[where].terror
    start = draft[where].support

    def test(wanted: Level) -> Refusal | None:
        change = (wanted.value_ - start) * toward
        if draft[where].terror:
            facts = (f"{where.name} has {draft[where].terror} Terror",)
            return ctx.no("terror-first", "Terror must be removed before the space can shift", *facts)
        if not where.population:
            return Refusal("no-population", "1.6.2", f"{where.name} has no Population, it stays Neutral")
        if change <= 0:
            goal = "Active Support" if toward > 0 else "Active Opposition"
            why = f"{where.name} is at {level(start).words}; it shifts toward {goal}"
            return ctx.no("wrong-level", why)
        if change > levels:
            why = f"{where.name} may shift at most {counted(levels, 'more level')}"
            return ctx.no("too-many-levels", why, f"it is at {level(start).words}")
        refusal = _refuse_above_ceiling(ctx, where, wanted.value_)
        return refusal or ctx.refuse_cost(change * cost, even_if_free=True)

    prompt = f"the level of {where.name}"
    to_level = _PaidLevel(ctx.faction, ctx.rule, prompt, where, test, draft=draft, optional=terror > 0)
    if terror:
        prices = {-n: ctx.refuse_cost(n * cost, even_if_free=True) for n in range(1, terror + 1)}
        prompt = f"Terror to remove in {where.name}"
        amount = ctx.amount(prompt, "terror", prices, where.id, optional=False)
        removed: int = yield either(amount, to_level, explicit=True)  # a level says why it is too early
        ctx.pay(-removed * cost, even_if_free=True)
        draft.remove_terror(where, -removed, ctx.rule)
    wanted: Level | None = yield to_level
    if wanted is None:
        return 0
    change = abs(wanted.value_ - start)
    ctx.pay(change * cost, even_if_free=True)
    draft.set_level(where, wanted.value_, ctx.rule)
    return change


class _PaidLevel(LevelChoice):
    """The level of a space after its Terror. A space without Terror says so to a clause that removes some."""

    draft: Draft

    def take(self, clause: Clause) -> Answer:
        if isinstance(clause, Number) and (clause.track, clause.space) == ("terror", self.where.id):
            if self.draft[self.where].terror:
                return None
            return Refusal("wrong-amount", self.rule, f"{self.where.name} has no Terror marker to remove")
        return super().take(clause)
