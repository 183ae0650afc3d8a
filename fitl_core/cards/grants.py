"""Free Operations and Special Activities granted by an Event (3.1.2, 5.5)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import partial
from typing import Any

from fitl_core.act import Act, Terms
from fitl_core.activities.transport import cavalry_assault
from fitl_core.board import BoardSpace
from fitl_core.cards.spaces import in_spaces, only, same
from fitl_core.choices import Choice, OptionChoice, Procedure, SpaceTest
from fitl_core.errors import Refusal
from fitl_core.factions import US, Faction
from fitl_core.operations.assault import refuse_targets, refuse_us_assault
from fitl_core.pieces import CUBES, SPECIAL_FORCES, Kind
from fitl_core.repertoire import (
    ACTIVITIES_OF,
    ACTIVITY_PROCEDURES,
    COIN_OPERATIONS,
    INSURGENT_OPERATIONS,
    NOT_IN_MONSOON,
    OPERATION_PROCEDURES,
)
from fitl_core.turn import Turn
from fitl_core.vocabulary import VERBS, spoken


def free(
    turn: Turn, faction: Faction, verb: str, *, limop: bool = False, **terms: Any
) -> Generator[Choice, Any, Act]:
    """A Faction executes an Operation or Special Activity free, on these `Terms`; returns its record.

    Nothing happens where none is possible (5.1.3). Its verb may be written; that Faction decides
    the details (5.1). Monsoon does not stop what an Event names (5.1.1).
    """
    act = Act(terms=Terms(free=True, **terms), limop=limop)
    yield from _execute(turn, faction, verb, act)
    return act


def free_limited_operation(turn: Turn, faction: Faction, **terms: Any) -> Procedure:
    """A Faction executes a free Limited Operation of its choice (2.3.5); Monsoon holds (2.3.9)."""
    verbs = COIN_OPERATIONS if faction.is_coin else INSURGENT_OPERATIONS
    yield from free_choice(turn, faction, verbs, "a free Limited Operation", limop=True, **terms)


def free_special_activity(turn: Turn, faction: Faction, **terms: Any) -> Procedure:
    """A Faction executes a free Special Activity of its choice."""
    yield from free_choice(turn, faction, ACTIVITIES_OF[faction], "a free Special Activity", **terms)


def free_choice(
    turn: Turn,
    faction: Faction,
    verbs: Iterable[str],
    prompt: str,
    *,
    limop: bool = False,
    monsoon_holds: bool = True,
    optional: bool = False,
    **terms: Any,
) -> Generator[Choice, Any, Act | None]:
    """A Faction executes one of several Operations or Special Activities free; returns its record.

    Nothing happens where none is possible (5.1.3).
    """
    monsoon = monsoon_holds and turn.monsoon and not turn.alternative("2.3.9-08")

    def refuse(verb: str) -> Refusal | None:
        if monsoon and verb in NOT_IN_MONSOON:
            return Refusal("monsoon", "2.3.9", f"no {spoken(verb)} in Monsoon")
        if monsoon_holds and verb == "assault" and (ban := refuse_us_assault(turn.under("5.5", faction))):
            return ban
        if _begun(turn, faction, verb, Act(terms=Terms(free=True, **terms), limop=limop)) is None:
            return turn.no("no-answer", f"no {spoken(verb)} is possible here")
        return None

    options = {verb: partial(refuse, verb) for verb in verbs}
    choice = OptionChoice(faction, turn.rule, prompt, options, optional=optional, lapses=True)
    verb = yield choice
    if verb is None:
        return None
    act = Act(terms=Terms(free=True, **terms), limop=limop)
    yield from _execute(turn, faction, verb, act, announced=True)
    return act


def lift_sweep_and_assault(us: Turn, where: BoardSpace, **assault: Any) -> Procedure:
    """The US Air Lifts to, Sweeps and Assaults a space, free; `assault` are further terms of the last."""
    here = same(us, where)
    yield from free(us, US, "airlift", within=here)
    yield from free(us, US, "sweep", within=here)
    yield from free(us, US, "assault", within=here, **assault)


def sweep_or_assault(
    turn: Turn, faction: Faction, number: int, test: SpaceTest, *, alone: bool = False
) -> Procedure:
    """In so many different spaces a Faction Sweeps in place or Assaults, free, as it chooses for each.

    Only where it finds or hits anything; `alone` bars the ARVN Assault behind one of the US (3.2.4).
    """
    decider = turn.under(turn.rule, faction)
    followed = alone
    forces = (*CUBES[faction], *SPECIAL_FORCES[faction])

    def fits(where: BoardSpace) -> bool:
        draft = turn.draft
        finds = not where.is_loc and draft.number(where, forces) and draft.number(where, (Kind.NG, Kind.VG))
        return bool(finds) or refuse_targets(decider, where, faction) is None

    def suitable(where: BoardSpace) -> Refusal | None:
        return test(where) or only(decider, "where it can Sweep or Assault", fits)(where)

    def act(where: BoardSpace) -> Procedure:
        nonlocal followed
        here = only(decider, f"{where.name}, the space selected", lambda other: other is where)
        done = yield from free_choice(
            turn,
            faction,
            ("sweep", "assault"),
            f"Sweep or Assault in {where.name}",
            monsoon_holds=False,
            within=here,
            most_spaces=1,
            in_place=True,
            alone=followed,
        )
        followed = followed or (done is not None and done.followed)

    yield from in_spaces(decider, "a space to Sweep or Assault", number, suitable, act)


def is_possible(turn: Turn, faction: Faction, verb: str, **terms: Any) -> bool:
    """Whether a Faction could execute an Operation or Special Activity free on these `Terms`."""
    return _begun(turn, faction, verb, Act(terms=Terms(free=True, **terms))) is not None


def _begun(turn: Turn, faction: Faction, verb: str, act: Act) -> tuple[Procedure, Choice] | None:
    """The procedure of a verb and its first question; None where that has no answer."""
    operation = verb in OPERATION_PROCEDURES
    if operation:
        act.operation = verb
    else:
        act.activity = verb
    procedures = OPERATION_PROCEDURES if operation else ACTIVITY_PROCEDURES
    procedure = procedures[verb](Turn(turn.draft, act.terms.acts_as or faction, VERBS[verb], act))
    first = next(procedure, None)
    if first is None or not (first.optional or first.is_open()):
        return None
    return procedure, first


def _execute(turn: Turn, faction: Faction, verb: str, act: Act, announced: bool = False) -> Procedure:
    begun = _begun(turn, faction, verb, act)
    if begun is None:
        return
    procedure, first = begun
    if not announced:
        yield OptionChoice(faction, turn.rule, f"the free {verb}", {verb: None})
    choice = first
    while True:
        if choice.faction is act.terms.acts_as:
            choice.faction = faction
        answer: Any = yield choice
        try:
            choice = procedure.send(answer)
        except StopIteration:
            break
    yield from cavalry_assault(Turn(turn.draft, faction, VERBS[verb], act))
