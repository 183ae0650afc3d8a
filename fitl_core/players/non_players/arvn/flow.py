"""The flowchart of ARVN on an Event card: Event or Pass, Train, Patrol, Assault, Sweep (8.7)."""

from __future__ import annotations

from collections.abc import Collection

from fitl_core.players.non_players.arvn.assault import assault, assault_calls
from fitl_core.players.non_players.arvn.attend import attend
from fitl_core.players.non_players.arvn.govern import govern_is_possible
from fitl_core.players.non_players.arvn.measures import has_said
from fitl_core.players.non_players.arvn.patrol import patrol
from fitl_core.players.non_players.arvn.raid import raid, raid_is_possible
from fitl_core.players.non_players.arvn.sweep import sweep
from fitl_core.players.non_players.arvn.threats import patrol_calls
from fitl_core.players.non_players.arvn.train import train_calls, train_fully
from fitl_core.players.non_players.arvn.transport import (
    cavalry,
    go,
    to_a_province,
    to_an_assault,
    transport_is_possible,
    try_transport,
)
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.event_or_pass import event_or_pass
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.verb_attempts import attempt, operate
from fitl_core.players.non_players.wanted import Deciding

SWEEP = "8.7.5"


def flow(d: Decider) -> Deciding[DecisionOutcome]:
    """Run the whole flowchart (8.7)."""
    outcome = yield from event_or_pass(d)
    return outcome if outcome is not None else (yield from operation(d))


def operation(d: Decider) -> Deciding[DecisionOutcome]:
    """Run the flowchart after its Event nodes: an Operation, or a Pass if none is possible (8.7.2-8.7.5)."""
    outcome = yield from _operation(d)
    yield from cavalry(d)
    return outcome


def _operation(d: Decider) -> Deciding[DecisionOutcome]:
    if (node := train_calls(d)) is not None:
        return (yield from _train(d, node))
    if (node := patrol_calls(d)) is not None:
        return (yield from _patrol(d, node))
    if (node := assault_calls(d)) is not None:
        return (yield from _assault(d, node))
    if (yield from _sweep(d)):
        return DecisionOutcome("operation", SWEEP)
    d.note("8.7.5/none", "no Sweep is possible: Assault")
    d.test("8.7.4/if-4", True, "Sweep was tried")
    return (yield from _assault(d, "8.7.4/if-4"))


def _train(d: Decider, node: str) -> Deciding[DecisionOutcome]:
    """Train, for 0 Resources if necessary; else Pass (8.7.2)."""
    results: list[str] = []

    def carry_out(d: Decider) -> Deciding[bool]:
        results.append((yield from train_fully(d)))
        return results[-1] != "none"

    if (yield from operate(d, "train", carry_out)):
        return DecisionOutcome("operation", node if results[-1] == "full" else "8.7.2/none")
    d.note("8.7.2/none", "neither Train nor Govern nor Transport is possible: Pass")
    d.walk = None
    return DecisionOutcome("pass", "8.7.2/none")


def _patrol(d: Decider, node: str) -> Deciding[DecisionOutcome]:
    """Patrol, then Govern or Transport (8.7.3).

    If no Patrol is possible, Train. After a Raid, Patrol all the same without moving anything.
    """
    if (yield from operate(d, "patrol", patrol)):
        yield from attend(d, "8.7.3/sa")
        return DecisionOutcome("operation", node)
    if has_said(d, "raid") and d.begin("patrol"):
        d.note("8.7.3/none", "after the Raid, ARVN pay for a Patrol that moves nothing")
        yield from d.settle()
        return DecisionOutcome("operation", "8.7.3/none")
    d.note("8.7.3/none", "no Patrol is possible: Train")
    d.test("8.7.2/if-3", True, "Patrol was tried")
    return (yield from _train(d, "8.7.2/if-3"))


def _assault(d: Decider, node: str) -> Deciding[DecisionOutcome]:
    """Assault after a Raid or a Transport; if no Assault is possible, Patrol (8.7.4)."""
    before = d.walk
    raided = has_said(d, "raid") or (yield from _raid(d))
    if not raided:
        yield from try_transport(d, to_an_assault)
    if (yield from operate(d, "assault", assault)):
        return DecisionOutcome("operation", node)
    if not raided:
        d.walk = before  # the Transport was only to enable an Assault
    d.note("8.7.4/none", "no Assault is possible: Patrol")
    d.test("8.7.3/if-3", True, "Assault was tried")
    return (yield from _patrol(d, "8.7.3/if-3"))


def _sweep(d: Decider) -> Deciding[bool]:
    """Sweep after a Raid (8.7.5); return whether that was possible."""
    if d.start.monsoon:
        d.note("8.7.5/none", "no Sweep in Monsoon (2.3.9)")
        return False
    yield from _raid(d)
    return (yield from operate(d, "sweep", sweep))


def _raid(d: Decider) -> Deciding[bool]:
    """Raid if that would remove anything; return whether it was possible."""
    return raid_is_possible(d) and (yield from attempt(d, "raid", raid))


def which_operation(d: Decider, among: Collection[str]) -> Deciding[str | None]:
    """Return the first of these Operations that the flowchart calls for, without its Event and Pass nodes
    (8.4.4).
    """
    yield from ()
    for verb, calls in (("train", train_calls), ("patrol", patrol_calls), ("assault", assault_calls)):
        if verb in among and calls(d) is not None:
            return verb
    return next((verb for verb in ("sweep", "assault", "patrol", "train") if verb in among), None)


def which_activity(d: Decider, among: Collection[str]) -> Deciding[str | None]:
    """Return the Special Activity of these that the flowchart would take (8.4.4)."""
    operation = yield from which_operation(d, ("train", "patrol", "assault", "sweep"))
    first = ("govern", govern_is_possible) if operation in ("train", "patrol") else ("raid", raid_is_possible)
    for verb, is_possible in (first, ("transport", transport_is_possible)):
        if verb in among and is_possible(d):
            return verb
    return None


def transport_by_flow(d: Decider) -> Deciding[bool]:
    """Carry out a Transport that an Event grants alone, as with the Operation that the flowchart calls for
    (8.4.4).
    """
    operation = yield from which_operation(d, ("train", "patrol", "assault", "sweep"))
    find = to_a_province if operation in ("train", "patrol") else to_an_assault
    if not (yield from go(d, find(d))):
        return False
    yield from cavalry(d)
    return True
