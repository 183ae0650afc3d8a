"""Bombard (4.4.2): NVA Troops in or beside a space cost massed COIN Troops a cube."""

from __future__ import annotations

from functools import partial

from fitl_core.board import BoardSpace, spaces_by_id
from fitl_core.choices import Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Clause, Remove
from fitl_core.lasting import LONG_RANGE_GUNS
from fitl_core.piece_choices import PiecesChoice
from fitl_core.pieces import Kind
from fitl_core.turn import Turn

RULE = "4.4.2"
MOST_SPACES = 2
MOST_WITH_GUNS = {"unshaded": 1, "shaded": 3}
"""With Long Range Guns (card 32)."""
MASSED = 3
COIN_TROOPS = (Kind.UT, Kind.AT)


def bombard(turn: Turn) -> Procedure:
    """The whole Special Activity (4.4.2)."""
    guns = turn.capability(LONG_RANGE_GUNS)
    ask = partial(
        turn.activity_space,
        "a space to Bombard",
        partial(refuse_space, turn),
        MOST_WITH_GUNS[guns] if guns else MOST_SPACES,
        (Remove,),
        limited_by=f"card {LONG_RANGE_GUNS}" if guns else "",
    )
    while True:
        choice = ask()
        if turn.act.unresolved:
            choice.opens_only = _is_a_troop  # other removals are of an Attack that waits
        where: BoardSpace | None = yield choice
        if where is None:
            return
        turn.act.activity_spaces.append(where.id)
        limits = {kind: turn.draft.of_kind(where, kind) for kind in COIN_TROOPS}
        prompt = f"the Troop to remove in {where.name}"
        removal: Remove = yield PiecesChoice(turn.faction, RULE, prompt, Remove, where, limits, 1, 1)
        turn.remove_by_enemy(where, removal.pieces)


def _is_a_troop(clause: Clause) -> bool:
    """Whether a clause removes just 1 Troop."""
    return isinstance(clause, Remove) and [(c.number, c.kind in COIN_TROOPS) for c in clause.pieces] == [
        (1, True)
    ]


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether a space cannot be Bombarded."""
    draft = turn.draft
    troops = draft.number(where, COIN_TROOPS)
    if troops < MASSED and not draft.number(where, (Kind.UB, Kind.AB)):
        why = "Bombard needs 3 US and ARVN Troops, or a US or ARVN Base"
        return turn.no("pieces-needed", why, f"{where.name}: {troops} Troops, no Base")
    if not troops:
        return turn.no("pieces-needed", f"{where.name} has no US or ARVN Troop to remove")
    around = (where, *(spaces_by_id()[name] for name in where.adjacent))
    if all(draft.of_kind(there, Kind.NT) < MASSED for there in around):
        return turn.no("pieces-needed", f"no 3 NVA Troops together in or beside {where.name}")
    return None
