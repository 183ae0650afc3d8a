"""Ambush (4.4.3, 4.5.3): an Attack on the move, sure to hit, that exposes a single Guerrilla."""

from __future__ import annotations

from functools import partial

from fitl_core.board import BoardSpace, along, spaces_by_id
from fitl_core.choices import Either, Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Remove
from fitl_core.lasting import BOOBY_TRAPS
from fitl_core.pieces import GUERRILLAS
from fitl_core.targets import bases_last, enemy_limits
from fitl_core.turn import Turn

RULE = "4.4.3"
MOST_SPACES = 2


def ambush(turn: Turn) -> Procedure:
    """The whole Special Activity, the same for NVA and VC."""
    most = most_spaces(turn)
    ask = partial(
        turn.activity_space,
        "a space to Ambush in",
        partial(refuse_space, turn),
        most,
        (Remove,),
        limited_by=f"card {BOOBY_TRAPS}" if most < MOST_SPACES else "",
    )
    while True:
        choice = ask()
        choice.optional = choice.optional and not bound_to_ambush(turn)
        where: BoardSpace | None = yield choice
        if where is None:
            return
        turn.act.activity_spaces.append(where.id)
        if where.id in turn.act.unresolved:
            turn.act.unresolved.remove(where.id)
        yield from _strike(turn, where)


def most_spaces(turn: Turn) -> int:
    """In how many spaces a Faction may Ambush."""
    return 1 if turn.capability(BOOBY_TRAPS) == "unshaded" else MOST_SPACES


def bound_to_ambush(turn: Turn) -> list[str]:
    """LoCs without enemies that were selected for Attack: only an Ambush can be carried out there."""
    spaces = along(turn.act.unresolved)
    return [where.id for where in spaces if where.is_loc and not enemy_limits(turn, where)]


def has_target(turn: Turn, where: BoardSpace) -> bool:
    """Whether an Ambush could remove an enemy from here."""
    return any(enemy_limits(turn, there) for there in _reach(where))


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether a space cannot be an Ambush: a March destination or waiting Attack with a hidden Guerrilla."""
    hidden = turn.draft.number(where, GUERRILLAS[turn.faction][:1])
    if where.id in turn.act.unresolved:
        ready = hidden > 0
    elif where.id in turn.act.ambushable:
        ready = turn.act.ambushable[where.id] > 0 and hidden > 0
    else:
        why = f"{where.name} is no March destination or unresolved Attack of this Operation"
        return turn.no("accompanying-space", why)
    if not ready:
        why = f"an Underground {turn.faction} Guerrilla must have Marched into or Attack in {where.name}"
        return turn.no("pieces-needed", why)
    bound = bound_to_ambush(turn)
    if where.id not in bound and len(bound) >= most_spaces(turn) - len(turn.act.activity_spaces):
        why = "a LoC without enemies was selected for Ambush"
        return turn.no("ambush-due", why, *[spaces_by_id()[name].name for name in bound])
    if not has_target(turn, where):
        return turn.no("pieces-needed", f"{where.name} has no enemy of {turn.faction} to remove")
    return None


def _reach(where: BoardSpace) -> tuple[BoardSpace, ...]:
    """Where the piece may be removed: the space itself or, from a LoC, any adjacent one instead."""
    if not where.is_loc:
        return (where,)
    return (where, *(spaces_by_id()[name] for name in where.adjacent))


def _strike(turn: Turn, where: BoardSpace) -> Procedure:
    """Activate 1 Underground Guerrilla and remove 1 enemy piece: no die, no attrition."""
    hidden = GUERRILLAS[turn.faction][0]
    turn.draft.activate(where, hidden, 1, RULE)
    turn.act.note_activated(where, hidden, 1)
    targets = [bases_last(turn, there, 1) for there in _reach(where) if enemy_limits(turn, there)]
    removal: Remove = yield Either(*targets)
    turn.remove_by_enemy(spaces_by_id()[removal.space], removal.pieces)
