"""Trying a verb: it is carried out by its node, or nothing has been said (8.1.1, NP-Q14)."""

from __future__ import annotations

from collections.abc import Callable

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding

CarryOut = Callable[[Decider], Deciding[bool]]
"""What a Non-player does behind a verb that has been said; whether it did anything."""


def attempt(d: Decider, verb: str, carry_out: CarryOut) -> Deciding[bool]:
    """Whether the verb could be carried out; if not, the action stands as it stood before."""
    before = d.walk
    if d.begin(verb) and (yield from carry_out(d)):
        return True
    d.walk = before
    return False


def operate(d: Decider, verb: str, carry_out: CarryOut) -> Deciding[bool]:
    """Whether an Operation could be executed; one that failed in this turn is not tried again (NP-Q14)."""
    if verb in d.failed:
        d.leans_on("NP-Q14")  # tried again it would fail again: nothing has changed
        return False
    if (yield from attempt(d, verb, carry_out)):
        return True
    d.failed[verb] = None
    return False
