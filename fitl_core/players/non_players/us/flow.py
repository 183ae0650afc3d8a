"""The flowchart of the US on an Event card: Capability, Assault, Patrol or Sweep, Event, Train (8.8)."""

from __future__ import annotations

from collections.abc import Collection

from fitl_core.facts.factions import US
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.event_or_pass import event_or_pass
from fitl_core.players.non_players.events.instructions import capability_of
from fitl_core.players.non_players.events.playing import event_is_open, is_worth_it, play_event, refuse_event
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.us.activities import ACTIVITIES, activities_of, is_possible
from fitl_core.players.non_players.us.assault import assault, called_for
from fitl_core.players.non_players.us.patrol import origins, patrol
from fitl_core.players.non_players.us.sweep import is_called_for, sweep
from fitl_core.players.non_players.us.train import train
from fitl_core.players.non_players.verb_attempts import operate
from fitl_core.players.non_players.wanted import Deciding


def flow(d: Decider) -> Deciding[DecisionOutcome]:
    """Run the whole flowchart (8.8)."""
    outcome = yield from event_or_pass(d)
    if outcome is not None:
        return outcome
    if node := called_for(d):
        return (yield from _assault(d, node))
    if d.start.monsoon:
        return (yield from _patrol(d))
    if is_called_for(d):
        if (yield from operate(d, "sweep", sweep)):
            return DecisionOutcome("operation", "8.8.5/if-1")
        return (yield from _train_instead(d, "8.8.5/none"))
    return (yield from _event_or_train(d))


def _assault(d: Decider, node: str) -> Deciding[DecisionOutcome]:
    """Assault; if impossible, Sweep. In Monsoon Train instead, or Patrol by the other reading (NP-Q54)."""
    if (yield from operate(d, "assault", assault)):
        return DecisionOutcome("operation", node)
    d.note("8.8.3/none", "no Assault: Sweep")
    if not d.start.monsoon:
        return (yield from _sweep_instead(d, "Assault")) or (yield from _train(d, "8.8.5/none"))
    if d.other_reading("NP-Q54"):
        return (yield from _patrol(d))
    return (yield from _train(d, "8.8.5/none"))


def _sweep_instead(d: Decider, failed: str) -> Deciding[DecisionOutcome | None]:
    """Sweep in place of a failed Operation, unless Sweep has failed too."""
    d.test("8.8.5/if-2", True, f"{failed} has proved impossible")
    return DecisionOutcome("operation", "8.8.5/if-2") if (yield from operate(d, "sweep", sweep)) else None


def _patrol(d: Decider) -> Deciding[DecisionOutcome]:
    """Patrol if Troops are in Laos or Cambodia; else Train, or the Event by the other reading (NP-Q33)."""
    names = [where.name for where in origins(d)]
    called = d.test("8.8.4", bool(names), f"US Troops in Laos and Cambodia: {', '.join(names) or 'none'}")
    if called and (yield from operate(d, "patrol", patrol)):
        return DecisionOutcome("operation", "8.8.4/do-1")
    return (yield from _train_instead(d, "8.8.4/none"))


def _train_instead(d: Decider, node: str) -> Deciding[DecisionOutcome]:
    """Train in place of an impossible Operation. By the other reading of NP-Q33, the Event comes first."""
    d.note(node, "impossible: Train")
    if event_is_open(d) and d.other_reading("NP-Q33"):
        return (yield from _event_or_train(d))
    return (yield from _train(d, node))


def _event_or_train(d: Decider) -> Deciding[DecisionOutcome]:
    """Play the Event if it is open, not declined and effective (8.8.6); else Train."""
    if event_is_open(d) and _may_play(d) and refuse_event(d, "8.8.6") is None:
        worth = yield from is_worth_it(d)
        d.test("8.8.6", worth, "the Event would change something" if worth else "the Event is ineffective")
        if worth and (yield from play_event(d, "8.8.6")):
            return DecisionOutcome("event", "8.8.6")
    return (yield from _train(d, "8.8.7"))


def _may_play(d: Decider) -> bool:
    """Check whether the Event may still be played after node 8.8.2. By default every Event may.

    By the other reading (NP-Q55), a Capability whose roll failed there may not, nor any Event before a US
    Capability.
    """
    capability = capability_of(d.start.card) is not None or capability_of(d.start.next) is US
    if capability and d.other_reading("NP-Q55"):
        return d.test("8.8.6", False, "a Capability whose roll has failed, or one of its own is next")
    return True


def _train(d: Decider, node: str) -> Deciding[DecisionOutcome]:
    """Train; if impossible, Sweep unless it failed or it is Monsoon; else Pass (NP-Q14)."""
    if (yield from operate(d, "train", train)):
        return DecisionOutcome("operation", node)
    d.note("8.8.7/none", "no Training is possible: Sweep, or in Monsoon Pass")
    if not d.start.monsoon:
        outcome = yield from _sweep_instead(d, "Train")
        if outcome is not None:
            return outcome
    d.walk = None
    return DecisionOutcome("pass", "8.8.7/none" if d.start.monsoon else "8.8.5/none")


def which_operation(d: Decider, among: Collection[str]) -> Deciding[str | None]:
    """Return the first of these Operations that the flowchart calls for, without its Event and Pass nodes
    (8.4.4).
    """
    yield from ()
    if "assault" in among and called_for(d):
        return "assault"
    if "patrol" in among and d.start.monsoon and origins(d):
        return "patrol"
    if "sweep" in among and is_called_for(d):
        return "sweep"
    return next((verb for verb in ("train", "sweep", "patrol", "assault") if verb in among), None)


def which_activity(d: Decider, among: Collection[str]) -> Deciding[str | None]:
    """Return the Special Activity of these that the flowchart would take (8.4.4).

    The flowchart finds the Operation. Of its Activities, the first possible one is taken.
    """
    operation = yield from which_operation(d, ("assault", "patrol", "sweep", "train"))
    wanted = [verb for verb in activities_of(d, operation or "train") if verb in among]
    possible = (verb for verb in (*wanted, *among) if verb in ACTIVITIES and is_possible(d, verb))
    return next(possible, next(iter(wanted), None))
