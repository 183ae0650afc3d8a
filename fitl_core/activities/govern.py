"""Govern (4.3.1): add Aid, or turn Aid and Support into Patronage."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from typing import Any

from fitl_core.board import BoardSpace
from fitl_core.choices import Choice, Procedure
from fitl_core.errors import Refusal
from fitl_core.factions import ARVN
from fitl_core.lasting import MANDATE_OF_HEAVEN, YOUNG_TURKS
from fitl_core.pieces import CUBES, Kind
from fitl_core.turn import Turn

RULE = "4.3.1"
MOST_SPACES = 2
AID_PER_POPULATION = 3
YOUNG_TURKS_PATRONAGE = 2


def govern(turn: Turn) -> Procedure:
    """The whole Special Activity (4.3.1)."""
    mandate = turn.capability(MANDATE_OF_HEAVEN)
    most, limited_by = (1, f"card {MANDATE_OF_HEAVEN}") if mandate == "shaded" else (MOST_SPACES, "")
    test = partial(refuse_space, turn)
    ask = partial(turn.activity_space, "a space to Govern", test, most, limited_by=limited_by)
    while (where := (yield ask())) is not None:
        turn.act.activity_spaces.append(where.id)
        options = {"aid": None, "patronage": _refuse_patronage(turn, where)}
        match (yield turn.option(f"how to Govern {where.name}", options)):
            case "aid":
                turn.draft.add("aid", AID_PER_POPULATION * where.population, RULE)
            case "patronage":
                # A transfer cannot move more Aid than there is.
                moved = -turn.draft.add("aid", -where.population, RULE)
                turn.draft.add("patronage", moved, RULE)
                if not (yield from _is_spared(turn, where)):
                    turn.draft.shift(where, -1, RULE)
    if turn.leader == YOUNG_TURKS:
        turn.draft.add("patronage", YOUNG_TURKS_PATRONAGE, "card 126")


def _is_spared(turn: Turn, where: BoardSpace) -> Generator[Choice, Any, bool]:
    """Mandate of Heaven, unshaded: in 1 space ARVN may leave the shift out (card 86)."""
    if turn.capability(MANDATE_OF_HEAVEN) != "unshaded":
        return False
    if turn.act.has_used(MANDATE_OF_HEAVEN) and not turn.alternative("card-86"):
        return False
    mandate = turn.under(f"card {MANDATE_OF_HEAVEN}")
    if (yield mandate.option(f"no shift in {where.name}", {"mandate": None}, optional=True)) is None:
        return False
    turn.act.note_use(MANDATE_OF_HEAVEN, where)
    return True


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether a space cannot be Governed: COIN Control, Support, not Saigon, not Trained in."""
    if where.id == "saigon":
        return turn.no("space-not-allowed", "Saigon is never Governed")
    if turn.act.operation == "train" and where.id in turn.act.operation_spaces:
        return turn.no("accompanying-space", f"{where.name} was selected for Train")
    if turn.draft.control(where) != "coin":
        return turn.no("no-control", f"Govern needs COIN Control of {where.name}")
    if turn.draft[where].support <= 0:
        return turn.no("no-support", f"Govern needs Support in {where.name}")
    return None


def _refuse_patronage(turn: Turn, where: BoardSpace) -> Refusal | None:
    arvn = turn.draft.number(where, CUBES[ARVN])
    us = turn.draft.of_kind(where, Kind.UT)
    if arvn <= us:
        why = "Patronage needs more ARVN cubes than US cubes"
        return turn.no("pieces-needed", why, f"{where.name}: {arvn} ARVN against {us} US cubes")
    if turn.alternative("4.3.1-06") and turn.draft.aid < where.population:
        why = f"Patronage takes as much Aid as {where.name} has Population, here {where.population}"
        return turn.no("too-little-aid", why, f"Aid {turn.draft.aid}")
    return None
