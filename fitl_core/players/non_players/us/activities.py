"""Which Special Activity goes with which US Operation (8.8.3-8.8.7), and carrying it out."""

from __future__ import annotations

from collections.abc import Mapping

from fitl_core.players.non_players.attempts import CarryOut, attempt
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.us.advise import advise
from fitl_core.players.non_players.us.airlift import AirLift, NoPurpose
from fitl_core.players.non_players.us.airstrike import airstrike
from fitl_core.players.non_players.us.policy import is_policy
from fitl_core.players.non_players.wanted import Deciding


def airlift(d: Decider) -> Deciding[bool]:
    """Air Lift for no Operation (behind its verb): to Police without US Troops, and so on (8.8.3)."""
    return (yield from AirLift(d, NoPurpose()).run())


ACTIVITIES: Mapping[str, CarryOut] = {"advise": advise, "airlift": airlift, "airstrike": airstrike}


def order_behind(d: Decider, operation: str) -> tuple[str, ...]:
    """The Special Activities that an Operation has, the first that is possible to be taken."""
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


def take(d: Decider, node: str, operation: str) -> Deciding[bool]:
    """The Special Activity behind Patrol or Train; whether one was possible."""
    for verb in order_behind(d, operation):
        if (yield from attempt(d, verb, ACTIVITIES[verb])):
            d.picked(node, verb, "the first that is possible")
            return True
        d.note(node, f"no {verb} is possible")
    return False
