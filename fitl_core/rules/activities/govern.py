"""Govern (4.3.1): add Aid, or turn Aid and Support into Patronage."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import Any

from fitl_core.asking.questions import Procedure, Question
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import MANDATE_OF_HEAVEN, YOUNG_TURKS
from fitl_core.facts.pieces import CUBES, Kind
from fitl_core.record.clauses import Clause, Number, Option, SetLevel
from fitl_core.rules.context import Context

RULE = "4.3.1"
MOST_SPACES = 2
AID_PER_POPULATION = 3
YOUNG_TURKS_PATRONAGE = 2


def govern(ctx: Context) -> Procedure:
    """Carry out the whole Special Activity (4.3.1)."""
    mandate = ctx.capability(MANDATE_OF_HEAVEN)
    most, limited_by = (1, f"card {MANDATE_OF_HEAVEN}") if mandate == "shaded" else (MOST_SPACES, "")
    test = partial(refuse_space, ctx)
    ask = partial(ctx.activity_space, "a space to Govern", test, most, limited_by=limited_by)
    while (where := (yield ask())) is not None:
        ctx.progress.activity_spaces.append(where.id)
        options = {"aid": None, "patronage": refuse_patronage(ctx, where)}
        match (yield ctx.option(f"how to Govern {where.name}", options, _implied(where))):
            case "aid":
                ctx.draft.add("aid", AID_PER_POPULATION * where.population, RULE)
            case "patronage":
                ctx.hand_over("aid", "patronage", where.population)
                if not (yield from _is_spared(ctx, where)):
                    ctx.draft.shift(where, -1, RULE)
    if ctx.leader == YOUNG_TURKS:
        ctx.draft.add("patronage", YOUNG_TURKS_PATRONAGE, "card 126")


def _implied(where: BoardSpace) -> dict[str, Callable[[Clause], bool]]:
    """Return the clauses that imply each way: only one way adds Aid, and only the other shifts the space."""

    def is_aid(clause: Clause) -> bool:
        return isinstance(clause, Number) and clause.track == "aid" and clause.change >= 0

    def is_patronage(clause: Clause) -> bool:
        if isinstance(clause, SetLevel):
            return clause.space == where.id
        return isinstance(clause, Number) and clause.track == "patronage"

    return {"aid": is_aid, "patronage": is_patronage}


def _is_spared(ctx: Context, where: BoardSpace) -> Generator[Question, Any, bool]:
    """Check whether ARVN leave out the shift, in 1 space, under unshaded Mandate of Heaven (card 86)."""
    if ctx.capability(MANDATE_OF_HEAVEN) != "unshaded":
        return False
    mandate = ctx.under(f"card {MANDATE_OF_HEAVEN}")
    if ctx.progress.has_used(MANDATE_OF_HEAVEN) and not ctx.alternative("card-86"):
        why = "Mandate of Heaven spares just 1 space its shift"
        ctx.close(lambda: mandate.no("too-many-spaces", why), Option)
        return False
    if (yield mandate.option(f"no shift in {where.name}", {"mandate": None}, optional=True)) is None:
        return False
    ctx.progress.note_use(MANDATE_OF_HEAVEN, where)
    return True


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse Saigon, a space selected for Train, and a space without COIN Control or Support."""
    if where.id == "saigon":
        return ctx.no("space-not-allowed", "Saigon is never Governed")
    if ctx.progress.operation == "train" and where.id in ctx.progress.operation_spaces:
        return ctx.no("accompanying-space", f"{where.name} was selected for Train")
    if ctx.draft.control(where) != "coin":
        return ctx.no("no-control", f"Govern needs COIN Control of {where.name}")
    if ctx.draft[where].support <= 0:
        return ctx.no("no-support", f"Govern needs Support in {where.name}")
    return None


def refuse_patronage(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse to take Patronage in a space without more ARVN than US cubes."""
    arvn = ctx.draft.number(where, CUBES[ARVN])
    us = ctx.draft.of_kind(where, Kind.UT)
    if arvn <= us:
        why = "Patronage needs more ARVN cubes than US cubes"
        return ctx.no("pieces-needed", why, f"{where.name}: {arvn} ARVN against {counted(us, 'US cube')}")
    if ctx.alternative("4.3.1-06") and ctx.draft.aid < where.population:
        why = f"Patronage takes as much Aid as {where.name} has Population, here {where.population}"
        return ctx.no("too-little-aid", why, f"Aid {ctx.draft.aid}")
    return None
