"""Pacification and Agitation of one space, step by step (3.2.1, 6.3.1, 6.3.2).

Each step costs Resources: first every Terror marker, then levels. Train, the Support Phase and
Events share it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fitl_core.board import BoardSpace
from fitl_core.choices import Choice, LevelChoice
from fitl_core.errors import Refusal
from fitl_core.events import Level, level
from fitl_core.lasting import KY
from fitl_core.turn import Turn

MOST_LEVELS = 2
PACIFICATION_COST = 3
PACIFICATION_COST_UNDER_KY = 4
AGITATION_COST = 1


def pacification_cost(turn: Turn) -> int:
    """ARVN Resources for each Terror marker and level: 3, under Nguyen Cao Ky 4 (card 127)."""
    return PACIFICATION_COST_UNDER_KY if turn.leader == KY else PACIFICATION_COST


def refuse_space(
    turn: Turn, where: BoardSpace, toward: int, cost: int, levels: int = MOST_LEVELS
) -> Refusal | None:
    """Whether not even one step can be bought in a space."""
    here = turn.draft[where]
    if not here.terror:
        if not where.population:
            return Refusal("no-population", "1.6.2", f"{where.name} has no Population, it stays Neutral")
        if here.support * toward >= 2:
            why = f"{where.name} is at {level(here.support).words}, it cannot shift further"
            return turn.no("wrong-level", why)
        if not levels:
            return turn.no("too-many-levels", f"{where.name} has shifted by {MOST_LEVELS} levels already")
    return turn.refuse_cost(cost, even_if_free=True)


def shift_for_resources(
    turn: Turn, where: BoardSpace, toward: int, cost: int, levels: int = MOST_LEVELS
) -> Generator[Choice, Any, int]:
    """Remove Terror, then shift toward Active Support (+1) or Opposition (-1), paying each step.

    Returns by how many levels the space was shifted.
    """
    draft = turn.draft
    terror = draft[where].terror
    removed: int | None = None
    if terror:
        prices = {-n: turn.refuse_cost(n * cost, even_if_free=True) for n in range(1, terror + 1)}
        removed = yield turn.amount(f"Terror to remove in {where.name}", "terror", prices, where.id)
        if removed is not None:
            turn.pay(-removed * cost, even_if_free=True)
            draft.remove_terror(where, -removed, turn.rule)
    start = draft[where].support

    def test(wanted: Level) -> Refusal | None:
        change = (wanted.value_ - start) * toward
        if draft[where].terror:
            facts = (f"{where.name} has {draft[where].terror} Terror",)
            return turn.no("terror-first", "Terror must be removed before the space can shift", *facts)
        if not where.population:
            return Refusal("no-population", "1.6.2", f"{where.name} has no Population, it stays Neutral")
        if change <= 0:
            goal = "Active Support" if toward > 0 else "Active Opposition"
            why = f"{where.name} is at {level(start).words}; it shifts toward {goal}"
            return turn.no("wrong-level", why)
        if change > levels:
            why = f"{where.name} may shift at most {levels} level{'s' if levels != 1 else ''} more"
            return turn.no("too-many-levels", why, f"it is at {level(start).words}")
        return turn.refuse_cost(change * cost, even_if_free=True)

    prompt = f"the level of {where.name}"
    wanted: Level | None = yield LevelChoice(
        turn.faction, turn.rule, prompt, where, test, optional=removed is not None
    )
    if wanted is None:
        return 0
    change = abs(wanted.value_ - start)
    turn.pay(change * cost, even_if_free=True)
    draft.set_level(where, wanted.value_, turn.rule)
    return change
