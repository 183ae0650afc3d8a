"""Try a verb: its node carries the verb out, or the action is set back to its state before (8.1.1,
NP-Q14).
"""

from __future__ import annotations

from collections.abc import Callable

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding

CarryOut = Callable[[Decider], Deciding[bool]]
"""Carries out a verb that has been begun. The result says whether anything was done."""


def attempt(d: Decider, verb: str, carry_out: CarryOut) -> Deciding[bool]:
    """Try to carry out a verb; return whether that succeeded. If not, set the action back."""
    before = d.walk
    if d.begin(verb) and (yield from carry_out(d)):
        return True
    d.walk = before
    return False


def operate(d: Decider, verb: str, carry_out: CarryOut) -> Deciding[bool]:
    """Try to execute an Operation; return whether that succeeded.

    An Operation that failed earlier in this turn is not tried again (NP-Q14).
    """
    if verb in d.failed:
        d.relies_on("NP-Q14")  # nothing has changed since: the Operation would fail again
        return False
    if (yield from attempt(d, verb, carry_out)):
        return True
    d.failed[verb] = None
    return False
