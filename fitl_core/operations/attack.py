"""Attack (3.3.3): remove enemy pieces by Guerrillas with a die, or by NVA Troops without."""

from __future__ import annotations

from functools import partial

from fitl_core.board import BoardSpace, spaces_by_id
from fitl_core.choices import OptionChoice, Procedure
from fitl_core.errors import Refusal, Violation
from fitl_core.events import Roll
from fitl_core.factions import ARVN, NVA, US
from fitl_core.pieces import GUERRILLAS, Count, Kind
from fitl_core.targets import bases_last
from fitl_core.turn import Turn

RULE = "3.3.3"
COST = 1
MOST_BY_GUERRILLAS = 2
TROOPS_FOR_A_PIECE = 2


def attack(turn: Turn) -> Procedure:
    """The whole Operation (3.3.3). A space may wait for its Ambush (4.4.3)."""
    ask = partial(turn.operation_space, "a space to Attack in", partial(refuse_space, turn))
    while (where := (yield ask())) is not None:
        turn.act.operation_spaces.append(where.id)
        turn.pay(COST)
        turn.act.unresolved.append(where.id)
        yield from _resolve(turn, where, may_wait=may_ambush(turn))
    while turn.act.unresolved:
        yield from _resolve(turn, spaces_by_id()[turn.act.unresolved[0]], may_wait=False)


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether the Faction may not Attack in a space: it needs own and enemy pieces, and 1 Resource.

    A LoC selected for Ambush need not have an enemy (4.4.3).
    """
    faction = turn.faction
    own = (*GUERRILLAS[faction], *((Kind.NT,) if faction is NVA else ()))
    if not turn.draft.number(where, own):
        why = f"{faction} has no Guerrillas{' or Troops' if faction is NVA else ''} in {where.name}"
        return turn.no("pieces-needed", why)
    if not turn.draft.of_faction(where, US, ARVN) and not (where.is_loc and may_ambush(turn)):
        return turn.no("pieces-needed", f"{where.name} has no enemy of {faction} (1.5.1)")
    return turn.refuse_cost(COST)


def may_ambush(turn: Turn) -> bool:
    """Whether an Ambush may still come as the Special Activity of this Attack."""
    act = turn.act
    return not act.limop and not act.free and act.activity in (None, "ambush")


def _resolve(turn: Turn, where: BoardSpace, may_wait: bool) -> Procedure:
    """How one Attack is carried out; nothing if an Ambush has resolved it or is to do so."""
    method: str | None = yield _method(turn, where, may_wait)
    if method is None:
        return
    if where.id not in turn.act.unresolved:
        why = f"the Attack in {where.name} has been resolved by its Ambush"
        raise Violation(Refusal("space-twice", "4.4.3", why), faction=turn.faction)
    turn.act.unresolved.remove(where.id)
    if method == "troops":
        yield from _by_troops(turn, where)
    else:
        yield from _by_guerrillas(turn, where)


def _method(turn: Turn, where: BoardSpace, may_wait: bool) -> OptionChoice:
    guerrillas = turn.draft.number(where, GUERRILLAS[turn.faction])
    no_guerrillas = None
    if not guerrillas:
        no_guerrillas = turn.no("pieces-needed", f"{where.name} has no {turn.faction} Guerrillas")
    options: dict[str, Refusal | None] = {"guerrillas": no_guerrillas}
    if turn.faction is NVA:
        troops = turn.draft.number(where, (Kind.NT,))
        missing = turn.no("pieces-needed", f"{where.name} has no NVA Troops")
        options["troops"] = None if troops else missing
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
        removal = yield bases_last(turn, where, MOST_BY_GUERRILLAS, at_least=1, optional=True)
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
