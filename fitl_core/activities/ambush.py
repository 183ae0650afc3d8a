"""Ambush (4.4.3, 4.5.3): an Attack on the move, sure to hit, that exposes a single Guerrilla."""

from __future__ import annotations

from functools import partial

from fitl_core.board import BoardSpace, spaces_by_id
from fitl_core.choices import Procedure, either
from fitl_core.errors import Refusal
from fitl_core.events import Remove
from fitl_core.factions import NVA, VC
from fitl_core.lasting import BOOBY_TRAPS, MAIN_FORCE_BATTALIONS, PT_76
from fitl_core.pieces import GUERRILLAS, Count, Kind, number_named
from fitl_core.targets import bases_last, enemy_limits
from fitl_core.turn import Turn

RULE = "4.4.3"
MOST_SPACES = 2


def ambush(turn: Turn) -> Procedure:
    """The whole Special Activity, the same for NVA and VC."""
    most, limited_by = space_limit(turn)
    test = partial(refuse_space, turn)
    ask = partial(turn.activity_space, "a space to Ambush in", test, most, (Remove,), limited_by=limited_by)
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


def space_limit(turn: Turn) -> tuple[int, str]:
    """In how many spaces a Faction may Ambush, and the card that limits it further."""
    if turn.capability(BOOBY_TRAPS) == "unshaded":
        return turn.activity_limit(1, f"card {BOOBY_TRAPS}")
    return turn.activity_limit(MOST_SPACES)


def most_spaces(turn: Turn) -> int:
    """In how many spaces a Faction may Ambush."""
    return space_limit(turn)[0]


def bound_to_ambush(turn: Turn) -> list[str]:
    """LoCs that were selected for Attack without enemies: only an Ambush can be carried out there.

    One whose last target has been removed is let off: the Attack there comes to nothing.
    """
    due = [name for name in turn.act.unresolved if name in turn.act.only_ambush]
    return [name for name in due if has_target(turn, spaces_by_id()[name])]


def has_target(turn: Turn, where: BoardSpace) -> bool:
    """Whether an Ambush could remove an enemy from here."""
    return any(enemy_limits(turn, there) for there in _reach(where))


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether a space cannot be an Ambush: a March destination or waiting Attack with a hidden Guerrilla."""
    hidden = turn.draft.number(where, GUERRILLAS[turn.faction][:1])
    if turn.act.terms.free:  # an Event's Ambush goes without March or Attack (5.5)
        own = GUERRILLAS[turn.faction][: 2 if turn.act.terms.exposed else 1]
        ready = turn.draft.number(where, own) > 0
    elif where.id in turn.act.unresolved:
        ready = hidden > 0
    elif where.id in turn.act.ambushable:
        ready = turn.act.ambushable[where.id] > 0 and hidden > 0
    else:
        why = f"{where.name} is no March destination or unresolved Attack of this Operation"
        return turn.no("accompanying-space", why)
    if not ready:
        return _not_ready(turn, where, hidden)
    bound = bound_to_ambush(turn)
    if where.id not in bound and len(bound) >= most_spaces(turn) - len(turn.act.activity_spaces):
        why = "a LoC without enemies was selected for Ambush"
        return turn.no("ambush-due", why, *[spaces_by_id()[name].name for name in bound])
    if not has_target(turn, where):
        return turn.no("pieces-needed", f"{where.name} has no enemy of {turn.faction} to remove")
    return None


def _not_ready(turn: Turn, where: BoardSpace, hidden: int) -> Refusal:
    """Why no Guerrilla can Ambush in a space: there is none, or none that came in stayed hidden."""
    facts = [f"{where.name}: {hidden} Underground {turn.faction} Guerrilla{'s' if hidden != 1 else ''}"]
    if turn.act.terms.free:
        state = "" if turn.act.terms.exposed else "n Underground"
        return turn.no("pieces-needed", f"it takes a{state} {turn.faction} Guerrilla in {where.name}", *facts)
    if where.id in turn.act.ambushable:
        facts.append(f"of those that Marched in, {turn.act.ambushable[where.id]} are Underground (3.3.2)")
    why = f"an Underground {turn.faction} Guerrilla must have Marched into or Attack in {where.name}"
    return turn.no("pieces-needed", why, *facts)


def _reach(where: BoardSpace) -> tuple[BoardSpace, ...]:
    """Where the piece may be removed: the space itself or, from a LoC, any adjacent one instead."""
    if not where.is_loc:
        return (where,)
    return (where, *(spaces_by_id()[name] for name in where.adjacent))


def _strike(turn: Turn, where: BoardSpace) -> Procedure:
    """Activate 1 Underground Guerrilla and remove 1 enemy piece: no die, no attrition.

    With shaded Main Force Battalions (card 104) VC may remove 2 pieces of one space, once.
    """
    expose_tanks(turn, where)
    hidden = GUERRILLAS[turn.faction][0]
    flipped = min(1, turn.draft.of_kind(where, hidden))
    turn.draft.activate(where, hidden, flipped, RULE)
    turn.act.note_activated(where, hidden, flipped)
    most = 1
    if turn.faction is VC and turn.capability(MAIN_FORCE_BATTALIONS) == "shaded":
        most = 1 if turn.act.has_used(MAIN_FORCE_BATTALIONS) else 2
    targets = [there for there in _reach(where) if enemy_limits(turn, there)]
    removal: Remove = yield either(*[bases_last(turn, there, most, up_to=True) for there in targets])
    if number_named(removal.pieces) > 1:
        turn.act.note_use(MAIN_FORCE_BATTALIONS, where)
    turn.remove_by_enemy(spaces_by_id()[removal.space], removal.pieces)


def expose_tanks(turn: Turn, where: BoardSpace) -> None:
    """Unshaded PT-76: NVA lose a Troop wherever they Attack, before anything else (card 45)."""
    if turn.faction is NVA and turn.capability(PT_76) == "unshaded":
        troops = min(1, turn.draft.of_kind(where, Kind.NT))
        turn.under(f"card {PT_76}").remove_by_enemy(where, (Count(troops, Kind.NT),) if troops else ())
