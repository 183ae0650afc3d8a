"""Pacification and Agitation of one space, step by step (3.2.1, 6.3.1, 6.3.2).

Each step costs Resources: first every Terror marker, then levels. Train, the Support Phase and
Events share it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fitl_core.board import BoardSpace
from fitl_core.cadres import pay_guerrillas, refuse_guerrillas
from fitl_core.choices import Choice, LevelChoice, Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Level, level
from fitl_core.factions import US
from fitl_core.lasting import CORDS, KY
from fitl_core.turn import Turn

MOST_LEVELS = 2
PACIFICATION_COST = 3
PACIFICATION_COST_UNDER_KY = 4
AGITATION_COST = 1
TRAIN = "3.2.1"


def pacification_cost(turn: Turn) -> int:
    """ARVN Resources for each Terror marker and level: 3, under Nguyen Cao Ky 4 (card 127)."""
    return PACIFICATION_COST_UNDER_KY if turn.leader == KY else PACIFICATION_COST


def ceiling(turn: Turn) -> int:
    """The highest level that can be bought: by CORDS, shaded, Passive Support in US Train (card 19)."""
    limited = turn.faction is US and turn.rule == TRAIN and turn.capability(CORDS) == "shaded"
    return Level.PASSIVE_SUPPORT.value_ if limited else Level.ACTIVE_SUPPORT.value_


def _refuse_above_ceiling(turn: Turn, where: BoardSpace, support: int) -> Refusal | None:
    if support <= ceiling(turn):
        return None
    facts = (f"{where.name} is at {level(turn.draft[where].support).words}",)
    return Refusal("wrong-level", f"card {CORDS}", "US Train Pacifies no further than Passive Support", facts)


def refuse_space(
    turn: Turn, where: BoardSpace, toward: int, cost: int, levels: int = MOST_LEVELS
) -> Refusal | None:
    """Whether no step can be bought in a space; by another reading Terror alone is none (3.2.1-12)."""
    here = turn.draft[where]
    if not here.terror or turn.alternative("3.2.1-12"):
        if not where.population:
            return Refusal("no-population", "1.6.2", f"{where.name} has no Population, it stays Neutral")
        if here.support * toward >= 2:
            why = f"{where.name} is at {level(here.support).words}, it cannot shift further"
            return turn.no("wrong-level", why)
        if not levels:
            return turn.no("too-many-levels", f"{where.name} has shifted as far as it may already")
        if (refusal := _refuse_above_ceiling(turn, where, here.support + toward)) is not None:
            return refusal
    return turn.refuse_cost(cost, even_if_free=True)


def refuse_agitation(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether VC cannot Agitate in a space for what it costs: Resources, under Cadres Guerrillas too."""
    return refuse_guerrillas(turn, where) or refuse_space(turn, where, -1, AGITATION_COST)


def agitate(turn: Turn, where: BoardSpace) -> Procedure:
    """VC Agitate in a space (6.3.2)."""
    yield from shift_for_resources(turn, where, -1, AGITATION_COST)
    yield from pay_guerrillas(turn, where)


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
        refusal = _refuse_above_ceiling(turn, where, wanted.value_)
        return refusal or turn.refuse_cost(change * cost, even_if_free=True)

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
