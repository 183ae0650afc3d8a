"""Try a verb or a clause: if it cannot be carried out, the action is set back to its state before (8.1.1,
NP-Q14).
"""

from __future__ import annotations

from contextlib import nullcontext

from fitl_core.errors import Violation
from fitl_core.players.non_players.decider import CarryOut, Decider
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Clause, Verb


def attempt(d: Decider, verb: str, carry_out: CarryOut) -> Deciding[bool]:
    """Try to carry out a verb; return whether that succeeded. If not, set the action back."""
    before, begun, notes = d.walk, len(d.trace), d.foresight
    with notes.trying(d, verb, carry_out) if notes is not None else nullcontext():
        done = d.begin(verb) and (yield from carry_out(d))
    if not done:
        d.take_back(before, begun)
    return done


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


def why_impossible(d: Decider, verb: str, why_not: str = "none of its steps does anything") -> str:
    """Return why a verb proved impossible: the rules do not let it begin, or else `why_not`."""
    return why_not if d.try_clauses(Verb(verb)) is not None else "the rules do not let it begin"


def say_if_open(d: Decider, clause: Clause) -> Deciding[bool]:
    """Answer with a clause unless an Event or an easy game refuses it; return whether it was accepted."""
    before = d.walk
    try:
        yield from d.say(clause)
    except Violation:
        d.walk = before
        return False
    return True
