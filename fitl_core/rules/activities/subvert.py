"""Subvert (4.5.2): ARVN cubes leave or become VC Guerrillas, and Patronage falls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fitl_core.asking.questions import Procedure, either
from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import CUBES, Count, Kind, number_named
from fitl_core.record.clauses import Remove, Replace
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import PiecesChoice, ReplaceChoice, refuse_state
from fitl_core.rules.shared.placing_pieces import give_up
from fitl_core.rules.shared.standing import standing

RULE = "4.5.2"
MOST_SPACES = 2
REMOVED = 2


def subvert(ctx: Context) -> Procedure:
    """Carry out the whole Special Activity (4.5.2)."""
    test = partial(refuse_space, ctx)
    ask = partial(ctx.activity_space, "a space to Subvert", test, MOST_SPACES, (Remove, Replace))
    gone = 0
    while (where := (yield ask())) is not None:
        ctx.progress.activity_spaces.append(where.id)
        lift = give_up(ctx.draft, ctx.faction, RULE, where, (Kind.VG,))
        answer: Remove | Replace = yield either(_removal(ctx, where), _turncoat(ctx, where), lift)
        if isinstance(answer, Remove) and answer.space != where.id:
            lift.carry_out(answer)
            answer = yield _turncoat(ctx, where)
        gone += number_named(answer.pieces)
        if isinstance(answer, Replace):
            ctx.draft.replace(where, answer.pieces, answer.by, RULE)
        else:
            ctx.remove_by_enemy(where, answer.pieces)
    ctx.draft.add("patronage", -(gone // 2), RULE)


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a space without an Underground VC Guerrilla or without ARVN cubes."""
    if not ctx.draft.of_kind(where, Kind.VG):
        why = f"Subvert needs an Underground VC Guerrilla in {where.name}"
        return ctx.no("pieces-needed", why, standing(ctx.draft, where, Kind.VG))
    if not ctx.draft.number(where, CUBES[ARVN]):
        return ctx.no("pieces-needed", f"{where.name} has no ARVN cube to Subvert")
    return None


def _removal(ctx: Context, where: BoardSpace) -> PiecesChoice:
    """Return the question which 2 ARVN cubes go, or the only one.

    If no Guerrilla can replace a cube (1.4.1), just 1 of several cubes may go, too.
    """
    limits = {kind: ctx.draft.of_kind(where, kind) for kind in CUBES[ARVN]}
    number = min(REMOVED, sum(limits.values()))
    prompt = f"ARVN cubes to Subvert in {where.name}"
    least = number if ctx.draft.available[Kind.VG.slot] else 1
    return PiecesChoice(ctx.faction, RULE, prompt, Remove, where, limits, least, number)


def _turncoat(ctx: Context, where: BoardSpace) -> ReplaceChoice:
    """Return the question which ARVN cube becomes a VC Guerrilla."""

    def test(answer: Replace) -> Refusal | None:
        count = answer.pieces[0]
        if len(answer.pieces) != 1 or count.number != 1 or count.kind not in CUBES[ARVN]:
            return ctx.no("wrong-pieces", "1 ARVN cube is replaced")
        if answer.by == (Count(1, Kind.VG_ACTIVE),):
            return refuse_state(Kind.VG_ACTIVE)
        if answer.by != (Count(1, Kind.VG),):
            return ctx.no("wrong-pieces", "it is replaced with 1 VC Guerrilla")
        if not ctx.draft.of_kind(where, count.kind):
            return ctx.no("no-such-pieces", f"{where.name} has no {count.kind.noun}")
        return ctx.draft.refuse_place(where, Kind.VG, 1)

    def ways() -> Iterator[Replace]:
        for kind in CUBES[ARVN]:
            yield Replace(where.id, (Count(1, kind),), (Count(1, Kind.VG),))

    prompt = f"an ARVN cube that turns in {where.name}"
    return ReplaceChoice(ctx.faction, RULE, prompt, where, test, ways)
