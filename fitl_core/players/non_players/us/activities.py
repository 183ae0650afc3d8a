"""The Special Activity that accompanies each US Operation (8.8.3-8.8.7)."""

from __future__ import annotations

from collections.abc import Mapping

from fitl_core.facts.game_map import board
from fitl_core.facts.move_words import spoken
from fitl_core.players.non_players.decider import CarryOut, Decider
from fitl_core.players.non_players.flowchart import first_that_holds
from fitl_core.players.non_players.saying import is_unlimited
from fitl_core.players.non_players.us.advise import advise, strikes, sweepable
from fitl_core.players.non_players.us.airlift import AirLift, FewSpaces, Purpose
from fitl_core.players.non_players.us.airstrike import airstrike, is_worth_it
from fitl_core.players.non_players.us.assault import CONDITIONS as FOR_ASSAULT
from fitl_core.players.non_players.us.policy_choice import is_policy
from fitl_core.players.non_players.us.prospects import AssaultLift, BattleLift, Outlooks
from fitl_core.players.non_players.us.sweep import SweepLift, first_to_sweep
from fitl_core.players.non_players.verb_attempts import attempt
from fitl_core.players.non_players.wanted import Deciding

SPACES_OF_WESTMORELAND = 2
WESTMORELAND = 95
"""The card on which an Air Lift comes before Sweeps or Assaults of 2 spaces that are chosen later."""


def airlift(d: Decider) -> Deciding[bool]:
    """Air Lift after its verb for no special purpose of an Operation: to spaces with Police, and so on
    (8.8.3).

    If an Event grants the Air Lift, first lift to where the following Operations can do the most (8.4.4).
    """
    purpose = yield from _purpose(d)
    if (yield from AirLift(d, purpose).run()):
        return True
    if d.start.card != WESTMORELAND:
        return False
    return (yield from AirLift(d, FewSpaces(BattleLift(d), max(1, _spaces_to_win(d)))).run())


def _purpose(d: Decider) -> Deciding[Purpose]:
    """Return the purpose of an Air Lift: on most cards a Sweep and an Assault, else the flowchart's
    Operation.
    """
    if is_unlimited(d):
        return Purpose()
    if d.start.card != WESTMORELAND:
        return BattleLift(d)
    if not (yield from first_that_holds(d, FOR_ASSAULT)):
        return SweepLift(d, (yield from first_to_sweep(d, SPACES_OF_WESTMORELAND)))
    return FewSpaces(AssaultLift(d, Outlooks(d, arvn=False), goes_on=True), _spaces_to_win(d))


def _spaces_to_win(d: Decider) -> int:
    """Return how many of card 95's spaces are left if an Assault clears all it can now."""
    outlooks = Outlooks(d, arvn=False)
    return SPACES_OF_WESTMORELAND - len([at for at in board().spaces if outlooks.of(at).clears])


ACTIVITIES: Mapping[str, CarryOut] = {"advise": advise, "airlift": airlift, "airstrike": airstrike}


def activities_of(d: Decider, operation: str) -> tuple[str, ...]:
    """Return the Special Activities of an Operation in order. The first possible one is taken."""
    match operation:
        case "assault":
            return "airlift", "airstrike"
        case "sweep":
            return ("airstrike",) if is_policy(d, "LBJ") else ("airlift", "airstrike")
        case "patrol" | "train" if is_policy(d, "LBJ"):
            return "airstrike", "advise", "airlift"
        case "patrol" if d.other_reading("NP-Q39"):
            return ()
        case _:
            return "advise", "airlift", "airstrike"


def is_possible(d: Decider, verb: str) -> bool:
    """Check whether a Special Activity would do anything, wherever it is allowed."""
    match verb:
        case "airstrike":
            return is_worth_it(d)
        case "advise":
            return any(strikes(d, where) or sweepable(d, where) for where in board().spaces)
        case _:
            return AirLift(d, Purpose()).is_possible()


def take_activity(d: Decider, node: str, operation: str) -> Deciding[bool]:
    """Carry out the Special Activity after Patrol or Train; return whether one was possible."""
    order = activities_of(d, operation)
    if order:
        d.note(node, f"{', then '.join(map(spoken, order))}: the first that is possible")
    for verb in order:
        if (yield from attempt(d, verb, ACTIVITIES[verb])):
            d.note_pick(node, spoken(verb), "the first that is possible")
            return True
        d.note(node, f"no {spoken(verb)} is possible")
    return False
