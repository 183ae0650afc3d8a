"""Bombard (4.4.2): NVA Troops in or beside a space remove a Troop of massed COIN forces."""

from __future__ import annotations

from functools import partial

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.lasting import LONG_RANGE_GUNS
from fitl_core.facts.pieces import Kind
from fitl_core.record.clauses import Clause, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import PiecesChoice
from fitl_core.rules.shared.ambushes import AmbushSites

RULE = "4.4.2"
MOST_SPACES = 2
MOST_WITH_GUNS = {"unshaded": 1, "shaded": 3}
"""The number of spaces under Long Range Guns (card 32)."""
MASSED = 3
COIN_TROOPS = (Kind.UT, Kind.AT)


def bombard(ctx: Context) -> Procedure:
    """Carry out the whole Special Activity (4.4.2)."""
    guns = ctx.capability(LONG_RANGE_GUNS)
    ask = partial(
        ctx.activity_space,
        "a space to Bombard",
        partial(refuse_space, ctx),
        MOST_WITH_GUNS[guns] if guns else MOST_SPACES,
        (Remove,),
        limited_by=f"card {LONG_RANGE_GUNS}" if guns else "",
    )
    while True:
        choice = ask()
        if ctx.progress.record(AmbushSites).waiting:
            choice.opens_only = _is_a_troop  # other removals belong to an Attack that waits
        where: BoardSpace | None = yield choice
        if where is None:
            return
        ctx.progress.activity_spaces.append(where.id)
        limits = {kind: ctx.draft.of_kind(where, kind) for kind in COIN_TROOPS}
        prompt = f"the Troop to remove in {where.name}"
        removal: Remove = yield PiecesChoice(ctx.faction, RULE, prompt, Remove, where, limits, 1, 1)
        ctx.remove_by_enemy(where, removal.pieces)


def _is_a_troop(clause: Clause) -> bool:
    """Check whether a clause removes just 1 Troop."""
    return isinstance(clause, Remove) and [(c.number, c.kind in COIN_TROOPS) for c in clause.pieces] == [
        (1, True)
    ]


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a space that cannot be Bombarded."""
    draft = ctx.draft
    troops = draft.number(where, COIN_TROOPS)
    if troops < MASSED and not draft.number(where, (Kind.UB, Kind.AB)):
        why = "Bombard needs 3 US and ARVN Troops, or a US or ARVN Base"
        return ctx.no("pieces-needed", why, f"{where.name}: {counted(troops, 'Troop')}, no Base")
    if not troops:
        return ctx.no("pieces-needed", f"{where.name} has no US or ARVN Troop to remove")
    around = (where, *(spaces_by_id()[name] for name in where.adjacent))
    if all(draft.of_kind(there, Kind.NT) < MASSED for there in around):
        return ctx.no("pieces-needed", f"no 3 NVA Troops together in or beside {where.name}")
    return None
