"""The flowchart of the US on an Event card: Capability, Assault, Patrol or Sweep, Event, Train (8.8)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from fitl_core.facts.factions import US
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.event_or_pass import event_or_pass
from fitl_core.players.non_players.events.instructions import capability_of
from fitl_core.players.non_players.events.playing import event_is_open, is_worth_it, play_event, refuse_event
from fitl_core.players.non_players.flowchart import Box, Flowchart, FlowCondition, in_monsoon
from fitl_core.players.non_players.us.activities import ACTIVITIES, activities_of, is_possible
from fitl_core.players.non_players.us.assault import CONDITIONS as FOR_ASSAULT
from fitl_core.players.non_players.us.assault import assault
from fitl_core.players.non_players.us.patrol import origins, patrol
from fitl_core.players.non_players.us.sweep import CONDITIONS as FOR_SWEEP
from fitl_core.players.non_players.us.sweep import sweep
from fitl_core.players.non_players.us.train import train
from fitl_core.players.non_players.wanted import Deciding


def _in_monsoon(d: Decider) -> bool:
    return d.start.monsoon


def _troops_abroad(d: Decider) -> tuple[int, str]:
    if not d.start.monsoon:
        return False, "a Coup card is next"
    names = [where.name for where in origins(d)]
    return bool(names), f"US Troops in Laos and Cambodia: {', '.join(names) or 'none'}"


def _event(d: Decider) -> Deciding[bool]:
    """Play the Event if it is open, not declined and effective (8.8.6)."""
    if not event_is_open(d) or not _may_play(d) or refuse_event(d, "8.8.6") is not None:
        return False
    worth = yield from is_worth_it(d, "8.8.6")
    d.test("8.8.6", worth, "the Event would change something" if worth else "the Event would change nothing")
    return worth and (yield from play_event(d, "8.8.6"))


def _may_play(d: Decider) -> bool:
    """Check whether the Event may still be played after node 8.8.2. By default every Event may.

    By the other reading (NP-Q55), a Capability whose roll failed there may not, nor any Event before a US
    Capability.
    """
    capability = capability_of(d.start.card) is not None or capability_of(d.start.next) is US
    if capability and d.other_reading("NP-Q55"):
        return d.test("8.8.6", False, "a Capability whose roll has failed, or one of its own is next")
    return True


def _sweep_or_patrol(d: Decider) -> str:
    """Return the rule after an impossible Assault: Sweep, in Monsoon Patrol by the other reading of
    NP-Q54.
    """
    return "8.8.4" if d.start.monsoon and d.other_reading("NP-Q54") else "8.8.5"


def _train_or_event(d: Decider) -> str:
    """Return the rule after an impossible Patrol or Sweep: Train, by reading B of NP-Q33 the Event."""
    return "8.8.6" if event_is_open(d) and d.other_reading("NP-Q33") else "8.8.7"


def _choose(d: Decider, wanted: Sequence[str], among: Collection[str]) -> str | None:
    """Return the first Special Activity that is possible, those of the Operation first."""
    possible = (verb for verb in (*wanted, *among) if verb in ACTIVITIES and is_possible(d, verb))
    return next(possible, next(iter(wanted), None))


FLOW = Flowchart(
    (
        event_or_pass,
        Box(
            "8.8.3",
            "assault",
            assault,
            conditions=FOR_ASSAULT,
            otherwise=_sweep_or_patrol,
            activities=partial(activities_of, operation="assault"),
        ),
        Box(
            "8.8.4",
            "patrol",
            patrol,
            conditions=(FlowCondition("8.8.4/if-1", _troops_abroad),),
            otherwise=_train_or_event,
            tried="8.8.4/if-1",
            insists=_in_monsoon,
            activities=partial(activities_of, operation="patrol"),
        ),
        Box(
            "8.8.5",
            "sweep",
            sweep,
            conditions=FOR_SWEEP,
            barred=in_monsoon,
            otherwise=_train_or_event,
            tried="8.8.5/if-2",
            activities=partial(activities_of, operation="sweep"),
        ),
        Box("8.8.6", "event", _event, entire=True, deed="event", tried="8.8.6"),
        Box(
            "8.8.7",
            "train",
            train,
            otherwise=lambda d: "" if d.start.monsoon else "8.8.5",
            activities=partial(activities_of, operation="train"),
        ),
    ),
    failing_that=("train", "sweep", "patrol", "assault"),
    choose=_choose,
)
