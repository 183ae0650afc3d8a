"""Attack (3.3.3): remove enemy pieces by Guerrillas with a die, or by NVA Troops without."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from functools import partial
from typing import Any

from fitl_core.activities.ambush import bound_to_ambush, expose_tanks, has_target, most_spaces
from fitl_core.board import BoardSpace, board, spaces_by_id
from fitl_core.choices import Choice, OptionChoice, Procedure, SpaceChoice, Taken, either
from fitl_core.errors import Refusal
from fitl_core.events import Remove, Roll
from fitl_core.factions import ARVN, NVA, US, Faction
from fitl_core.lasting import CLAYMORES, PT_76
from fitl_core.piece_choices import PiecesChoice
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
        return where.id in waiting and where.id not in turn.act.only_ambush

    def ask() -> SpaceChoice:
        test = partial(_refuse_further, turn)
        choice = turn.operation_space("a space to Attack in", test, waiting=ready)
        choice.defers = not waiting  # an Ambush is due before the Operation ends
        choice.explicit = turn.act.tanks == "owed"  # another Attack by Troops is to follow
        choice.optional = choice.optional and not choice.explicit
        return choice

    while (where := (yield ask())) is not None:
        may_wait = may_ambush(turn) and where.id not in waiting
        if where.id not in waiting:
            turn.act.operation_spaces.append(where.id)
            turn.pay(COST)
            waiting.append(where.id)
            if not _has_enemy(turn, where):
                turn.act.only_ambush.append(where.id)
        yield from _resolve(turn, where, may_wait)
    while waiting:
        where = spaces_by_id()[(bound_to_ambush(turn) or waiting)[0]]
        if where.id in turn.act.only_ambush and not has_target(turn, where):
            waiting.remove(where.id)
            turn.draft.report(RULE, note=f"the Attack in {where.name} comes to nothing: no enemy is left")
        else:
            yield from _resolve(turn, where, may_wait=False)


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


def _refuse_further(turn: Turn, where: BoardSpace) -> Refusal | None:
    """As `refuse_space`; what PT-76 owes must stay within the NVA's means (card 45)."""
    refusal = refuse_space(turn, where)
    if refusal is None and turn.act.tanks == "owed" and not turn.draft.of_kind(where, Kind.NT):
        return None if _another_by_troops(turn, besides=where, spent=COST) else _tanks_are_owed(turn)
    return refusal


def _tanks_are_owed(turn: Turn) -> Refusal:
    why = "an Attack by Troops with a piece for each Troop is due; behind this there could be none"
    return Refusal("capability", f"card {PT_76}", why)


def _has_enemy(turn: Turn, where: BoardSpace) -> bool:
    return turn.draft.of_faction(where, US, ARVN) > 0


def may_ambush(turn: Turn) -> bool:
    """Whether an Ambush may still come as the Special Activity of this Attack."""
    act = turn.act
    return not act.limop and not turn.act.terms.free and act.activity is None


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
        yield from by_troops(turn, where, last=_tanks(turn) and not _another_by_troops(turn))
    else:
        yield from by_guerrillas(turn, where, (turn.faction,))


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
        elif where.id in turn.act.only_ambush:
            why = f"{where.name} has no enemy of {turn.faction}; only an Ambush needs none"
            options[name] = turn.no("pieces-needed", why)
        elif name == "guerrillas" and turn.act.tanks == "owed" and not _another_by_troops(turn, where):
            options[name] = _tanks_are_owed(turn)
    prompt = f"how the Attack in {where.name} is carried out"
    implied = {"guerrillas": lambda clause: isinstance(clause, Roll)}
    return turn.option(prompt, options, implied, optional=may_wait)


def by_guerrillas(turn: Turn, where: BoardSpace, factions: tuple[Faction, ...]) -> Procedure:
    """Activate all Guerrillas of these Factions; on a roll up to their number remove up to 2 pieces.

    In an Operation that is the Attacking Faction alone.
    """
    expose_tanks(turn, where)
    shown = tuple([GUERRILLAS[faction][1] for faction in factions])
    for faction in factions:
        hidden = GUERRILLAS[faction][0]
        turn.draft.activate(where, hidden, turn.draft.of_kind(where, hidden), RULE)
    number = turn.draft.number(where, shown)
    die: int = yield from turn.roll(f"the Attack in {where.name}, by {number} Guerrillas")
    if die <= number:
        removal = yield bases_last(turn, where, MOST_BY_GUERRILLAS, up_to=True, optional=True)
        if removal is not None:
            _hit(turn, where, removal.pieces, shown)


def by_troops(turn: Turn, where: BoardSpace, last: bool) -> Procedure:
    """Remove 1 piece for every 2 NVA Troops; it may be the `last` such Attack of the Operation."""
    expose_tanks(turn, where)
    hits = turn.draft.of_kind(where, Kind.NT) // TROOPS_FOR_A_PIECE
    choice = bases_last(turn, where, hits)
    choice.optional = choice.least == 0
    if _tanks(turn) and turn.act.tanks != "used":
        removal = yield from _with_tanks(turn, where, choice, last)
    else:
        removal = yield choice
    if removal is not None:
        _hit(turn, where, removal.pieces, (Kind.NT,))


def _tanks(turn: Turn) -> bool:
    """Whether shaded PT-76 is in effect (card 45)."""
    return turn.capability(PT_76) == "shaded"


def _with_tanks(
    turn: Turn, where: BoardSpace, halved: PiecesChoice, last: bool
) -> Generator[Choice, Any, Remove | None]:
    """Shaded PT-76: in exactly one space a piece for every Troop (card 45).

    Whoever removes fewer leaves it to another space, which must then follow.
    """
    act = turn.act
    tanks = turn.under(f"card {PT_76}")
    troops = turn.draft.of_kind(where, Kind.NT)
    full = bases_last(tanks, where, troops)
    full.optional = full.least == 0
    whole = full.test

    def test(counts: Mapping[Kind, int]) -> Refusal | None:
        refusal = whole(counts) if whole is not None else None
        if refusal is None or refusal.code != "too-few":
            return refusal
        why = f"one Attack by Troops removes a piece for each Troop, here {troops}"
        return tanks.no(refusal.code, why, *refusal.facts)

    full.test = test
    must = last and act.tanks != "open"
    removal: Remove | None = yield full if must else either(full, halved, optional=halved.optional)

    def fits(choice: PiecesChoice) -> bool:
        return choice.optional if removal is None else isinstance(choice.take(removal), Taken)

    if not fits(halved):
        act.tanks = "used"
    elif fits(full):
        act.tanks = "open"
    elif act.tanks != "open":
        act.tanks = "owed"
    return removal


def _another_by_troops(turn: Turn, besides: BoardSpace | None = None, spent: int = 0) -> bool:
    """Whether an Attack by Troops could follow in another space, once so many Resources more are spent."""

    def possible(where: BoardSpace) -> bool:
        if where is besides or not turn.draft.of_kind(where, Kind.NT) or not _has_enemy(turn, where):
            return False
        if where.id in turn.act.unresolved:
            return True
        fresh = where.id not in turn.act.operation_spaces and turn.refuse_new_space(where) is None
        return fresh and refuse_space(turn, where) is None and turn.refuse_cost(spent + COST) is None

    return any(possible(where) for where in board().spaces)


def _hit(turn: Turn, where: BoardSpace, pieces: tuple[Count, ...], attackers: tuple[Kind, ...]) -> None:
    """Remove the pieces, then 1 Attacking piece for each US Troop and US Base among them."""
    turn.remove_by_enemy(where, pieces)
    lost = sum([count.number for count in pieces if count.kind in (Kind.UT, Kind.UB)])
    for attacker in attackers:
        number = min(lost, turn.draft.of_kind(where, attacker))
        if number:
            turn.draft.remove(where, attacker, number, RULE)
        lost -= number
