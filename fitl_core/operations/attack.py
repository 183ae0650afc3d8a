"""Attack (3.3.3): remove enemy pieces by Guerrillas with a die, or by NVA Troops without."""

from __future__ import annotations

from functools import partial

from fitl_core.activities.ambush import bound_to_ambush, has_target, most_spaces
from fitl_core.board import BoardSpace, spaces_by_id
from fitl_core.choices import OptionChoice, Procedure, SpaceChoice
from fitl_core.errors import Refusal
from fitl_core.events import Roll
from fitl_core.factions import ARVN, NVA, US
from fitl_core.lasting import CLAYMORES
from fitl_core.pieces import GUERRILLAS, Count, Kind
from fitl_core.targets import bases_last
from fitl_core.turn import Turn

RULE = "3.3.3"
COST = 1
MOST_BY_GUERRILLAS = 2
TROOPS_FOR_A_PIECE = 2


def attack(turn: Turn) -> Procedure:
    """The whole Operation (3.3.3). A space may wait for its Ambush (4.4.3)."""
    waiting = turn.act.unresolved

    def ready(where: BoardSpace) -> bool:
        return where.id in waiting and where.id not in bound_to_ambush(turn)

    def ask() -> SpaceChoice:
        test = partial(refuse_space, turn)
        choice = turn.operation_space("a space to Attack in", test, waiting=ready)
        choice.defers = not waiting  # an Ambush is due before the Operation ends
        return choice

    while (where := (yield ask())) is not None:
        may_wait = may_ambush(turn) and where.id not in waiting
        if where.id not in waiting:
            turn.act.operation_spaces.append(where.id)
            turn.pay(COST)
            waiting.append(where.id)
        yield from _resolve(turn, where, may_wait)
    while waiting:
        name = (bound_to_ambush(turn) or waiting)[0]
        yield from _resolve(turn, spaces_by_id()[name], may_wait=False)


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether the Faction may not Attack in a space: it needs own and enemy pieces, and 1 Resource.

    A LoC selected for Ambush need not have an enemy (4.4.3).
    """
    faction = turn.faction
    own = (*GUERRILLAS[faction], *((Kind.NT,) if faction is NVA else ()))
    if not turn.draft.number(where, own):
        why = f"{faction} has no Guerrillas{' or Troops' if faction is NVA else ''} in {where.name}"
        return turn.no("pieces-needed", why)
    if not _has_enemy(turn, where) and not _only_for_ambush(turn, where):
        return turn.no("pieces-needed", f"{where.name} has no enemy of {faction} (1.5.1)")
    return turn.refuse_cost(COST)


def _has_enemy(turn: Turn, where: BoardSpace) -> bool:
    return turn.draft.of_faction(where, US, ARVN) > 0


def may_ambush(turn: Turn) -> bool:
    """Whether an Ambush may still come as the Special Activity of this Attack."""
    act = turn.act
    return not act.limop and not act.free and act.activity is None


def _only_for_ambush(turn: Turn, where: BoardSpace) -> bool:
    """Whether this is a LoC without enemies from which an Ambush can still strike (4.4.3)."""
    if not where.is_loc or not may_ambush(turn) or not has_target(turn, where):
        return False
    if turn.momentum(CLAYMORES) == "unshaded":
        return False
    hidden = turn.draft.number(where, GUERRILLAS[turn.faction][:1])
    return hidden > 0 and len(bound_to_ambush(turn)) < most_spaces(turn)


def _resolve(turn: Turn, where: BoardSpace, may_wait: bool) -> Procedure:
    """How one Attack is carried out; nothing if it waits for an Ambush."""
    method: str | None = yield _method(turn, where, may_wait)
    if method is None:
        return
    turn.act.unresolved.remove(where.id)
    if method == "troops":
        yield from _by_troops(turn, where)
    else:
        yield from _by_guerrillas(turn, where)


def _method(turn: Turn, where: BoardSpace, may_wait: bool) -> OptionChoice:
    own: dict[str, tuple[Kind, ...]] = {"guerrillas": GUERRILLAS[turn.faction]}
    if turn.faction is NVA:
        own["troops"] = (Kind.NT,)
    options: dict[str, Refusal | None] = {}
    for name, kinds in own.items():
        options[name] = None
        if not turn.draft.number(where, kinds):
            why = f"{where.name} has no {turn.faction} {name.title()}"
            options[name] = turn.no("pieces-needed", why)
        elif where.is_loc and not _has_enemy(turn, where):
            why = f"{where.name} has no enemy of {turn.faction}; only an Ambush needs none"
            options[name] = turn.no("pieces-needed", why)
    prompt = f"how the Attack in {where.name} is carried out"
    implied = {"guerrillas": lambda clause: isinstance(clause, Roll)}
    return turn.option(prompt, options, implied, optional=may_wait)


def _by_guerrillas(turn: Turn, where: BoardSpace) -> Procedure:
    """Activate all own Guerrillas; on a roll up to their number remove up to 2 pieces."""
    hidden, shown = GUERRILLAS[turn.faction]
    turn.draft.activate(where, hidden, turn.draft.number(where, (hidden,)), RULE)
    number = turn.draft.number(where, (shown,))
    die: int = yield turn.roll(f"the Attack in {where.name}, by {number} Guerrillas")
    if die <= number:
        removal = yield bases_last(turn, where, MOST_BY_GUERRILLAS, up_to=True, optional=True)
        if removal is not None:
            _hit(turn, where, removal.pieces, shown)


def _by_troops(turn: Turn, where: BoardSpace) -> Procedure:
    """Remove 1 piece for every 2 NVA Troops."""
    hits = turn.draft.number(where, (Kind.NT,)) // TROOPS_FOR_A_PIECE
    choice = bases_last(turn, where, hits)
    choice.optional = choice.least == 0
    removal = yield choice
    if removal is not None:
        _hit(turn, where, removal.pieces, Kind.NT)


def _hit(turn: Turn, where: BoardSpace, pieces: tuple[Count, ...], attacker: Kind) -> None:
    """Remove the pieces, then 1 Attacking piece for each US Troop and US Base among them."""
    turn.remove_by_enemy(where, pieces)
    lost = sum([count.number for count in pieces if count.kind in (Kind.UT, Kind.UB)])
    lost = min(lost, turn.draft.number(where, (attacker,)))
    if lost:
        turn.draft.remove(where, attacker, lost, RULE)
