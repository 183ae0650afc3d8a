"""A third of the ARVN cubes of each space leave: Failed Attempt, cards 129 and 130 (2.4), and card 84."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from typing import Any

from fitl_core.asking.questions import Procedure, Question, either
from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import CUBES
from fitl_core.record.clauses import Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import PiecesChoice
from fitl_core.state.draft import Draft


def due(draft: Draft, where: BoardSpace) -> int:
    """Return the number of ARVN cubes that leave a space: 1 in 3, rounded down."""
    return draft.number(where, CUBES[ARVN]) // 3


def anyone_deserts(draft: Draft) -> bool:
    """Check whether any space loses cubes."""
    return any(due(draft, where) for where in board().spaces)


def desertion(ctx: Context) -> Procedure:
    """Carry out the immediate effect of a Failed Attempt."""
    yield from a_third_leaves(ctx.under(f"card {ctx.draft.state.card}"))


def a_third_leaves(ctx: Context) -> Generator[Question, Any, list[BoardSpace]]:
    """Let ARVN choose the cubes that leave each space, in any order of spaces. Return the spaces."""
    spaces = [where for where in board().spaces if due(ctx.draft, where)]
    remaining = list(spaces)
    while remaining:
        first, *others = [partial(_removal, ctx, where) for where in remaining]
        answer: Remove | None = yield either(first(), *others, optional=True)
        if answer is None:
            answer = yield first()
        assert answer is not None
        where = spaces_by_id()[answer.space]
        remaining.remove(where)
        for count in answer.pieces:
            ctx.draft.remove(where, count.kind, count.number, ctx.rule)
    return spaces


def _removal(ctx: Context, where: BoardSpace) -> PiecesChoice:
    number = due(ctx.draft, where)
    limits = {kind: ctx.draft.of_kind(where, kind) for kind in CUBES[ARVN]}
    prompt = f"ARVN cubes that leave {where.name}"
    return PiecesChoice(ctx.faction, ctx.rule, prompt, Remove, where, limits, number, number)
