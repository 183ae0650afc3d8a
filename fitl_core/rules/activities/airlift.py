"""Air Lift (4.2.2): move US Troops, and at most 4 other pieces, among 4 spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN, US
from fitl_core.facts.game_map import BoardSpace, along, board
from fitl_core.facts.options import HIGH_WINDS
from fitl_core.facts.pieces import SPECIAL_FORCES, Count, Kind
from fitl_core.record.clauses import Move
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import MoveChoice

RULE = "4.2.2"
MOST_SPACES = 4
MOST_SPACES_IN_MONSOON = 2
MOST_OTHERS = 4
OTHERS = (Kind.AT, *SPECIAL_FORCES[ARVN], *SPECIAL_FORCES[US])
LIFTED = (Kind.UT, *OTHERS)


def airlift(ctx: Context) -> Procedure:
    """Carry out the whole Special Activity (4.2.2)."""
    chosen = ctx.progress.activity_spaces
    landed: Counter[tuple[str, Kind]] = Counter()
    while True:
        test, ways = partial(refuse_move, ctx, landed), partial(paths, ctx)
        prompt = "pieces to lift"
        optional = bool(chosen) or ctx.progress.grant.may_skip
        move: Move | None = yield MoveChoice(ctx.faction, RULE, prompt, test, ways, optional=optional)
        if move is None:
            return
        chosen += [name for name in move.path if name not in chosen]
        for count in move.pieces:
            landed[move.path[-1], count.kind] += count.number
        path = along(move.path)
        ctx.draft.move(path, move.pieces, RULE)


def refuse_move(ctx: Context, landed: Counter[tuple[str, Kind]], move: Move) -> Refusal | None:
    """Refuse a lift that the rule does not allow; pieces that have `landed` are not lifted again."""
    if len(move.path) != 2 or move.path[0] == move.path[1]:
        return ctx.no("path-too-long", "Air Lift goes straight from a space to another")
    most = _most_spaces(ctx)
    spaces = {*ctx.progress.activity_spaces, *move.path}
    if len(spaces) > most:
        why = f"Air Lift uses at most {most} spaces, origins and destinations alike"
        rule = "2.3.9" if ctx.monsoon and len(spaces) <= MOST_SPACES else RULE
        return Refusal("too-many-spaces", rule, why, (f"used: {len(spaces)}",))
    origin, there = along(move.path)
    others = sum([number for (_, kind), number in landed.items() if kind in OTHERS])
    for count in move.pieces:
        kind, number = count.kind, count.number
        if kind is not Kind.UT and kind not in OTHERS:
            return ctx.no("piece-not-allowed", f"{kind.nouns} are not lifted")
        if kind.faction is not US and ctx.monsoon and ctx.plays_option(HIGH_WINDS):
            why = f"by High Winds only US pieces are lifted in Monsoon, and no {kind.noun}"
            return Refusal("high-winds", "2.1", why)
        others += number if kind in OTHERS else 0
        have = ctx.draft.of_kind(origin, kind) - landed[origin.id, kind]
        if have < number:
            return ctx.no("no-such-pieces", f"{origin.name} has {kind.words(have)} to lift")
        refusal = ctx.refuse_outside(there) or ctx.draft.refuse_entry(there, kind, number)
        if refusal is not None:
            return refusal
    if others > MOST_OTHERS:
        why = f"at most {MOST_OTHERS} ARVN Troops, Rangers and Irregulars are lifted in all"
        return ctx.no("too-many", why, f"with these: {others}")
    return None


def _most_spaces(ctx: Context) -> int:
    return MOST_SPACES_IN_MONSOON if ctx.monsoon else MOST_SPACES


def paths(ctx: Context, origins: Iterable[BoardSpace]) -> Iterator[Move]:
    """Yield lifts from these spaces of any number of pieces of one kind, among them every legal one."""
    origins = [origin for origin in origins if ctx.draft.number(origin, LIFTED)]
    if not origins:
        return
    used = ctx.progress.activity_spaces
    room = _most_spaces(ctx) - len(used)
    new = {where: where.id not in used for where in board().spaces}
    ends = [there for there in board().spaces if ctx.refuse_outside(there) is None]
    for origin in origins:
        reached = [there for there in ends if there is not origin and new[origin] + new[there] <= room]
        for kind in LIFTED if reached else ():
            for number in range(1, ctx.draft.of_kind(origin, kind) + 1):
                for there in reached:
                    yield Move((origin.id, there.id), (Count(number, kind),))
