"""The flowchart of ARVN on an Event card: Event or Pass, Train, Patrol, Assault, Sweep (8.7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fitl_core.players.non_players.arvn.assault import CONDITIONS as FOR_ASSAULT
from fitl_core.players.non_players.arvn.assault import assault
from fitl_core.players.non_players.arvn.attend import attend
from fitl_core.players.non_players.arvn.govern import govern_is_possible
from fitl_core.players.non_players.arvn.measures import has_said
from fitl_core.players.non_players.arvn.patrol import patrol
from fitl_core.players.non_players.arvn.raid import raid, raid_is_possible
from fitl_core.players.non_players.arvn.sweep import sweep
from fitl_core.players.non_players.arvn.threats import CONDITIONS as FOR_PATROL
from fitl_core.players.non_players.arvn.train import CONDITIONS as FOR_TRAIN
from fitl_core.players.non_players.arvn.train import train
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
from fitl_core.players.non_players.flowchart import Box, Flowchart, in_monsoon
from fitl_core.players.non_players.verb_attempts import attempt
from fitl_core.players.non_players.wanted import Deciding


def _patrol(d: Decider) -> Deciding[bool]:
    """Patrol; after a Raid pay for a Patrol that moves nothing if necessary (8.7.3)."""
    begun = d.walk
    if (yield from patrol(d)):
        return True
    if not has_said(d, "raid"):
        return False
    d.walk = begun
    d.note("8.7.3/none", "after the Raid, ARVN pay for a Patrol that moves nothing")
    yield from d.settle()
    return True


def _after_patrol(d: Decider) -> Deciding[None]:
    yield from attend(d, "8.7.3/sa")
    yield from cavalry(d)


def _raid_or_transport(d: Decider) -> Deciding[bool]:
    """Raid before the Assault, or Transport if that enables it. Only a Raid stands without an Assault."""
    if has_said(d, "raid") or (yield from _raid(d)):
        return True
    yield from try_transport(d, to_an_assault)
    return False


def _raid(d: Decider) -> Deciding[bool]:
    """Raid if that would remove anything; return whether it was possible."""
    return raid_is_possible(d) and (yield from attempt(d, "raid", raid))


def _choose(d: Decider, wanted: Sequence[str], among: Collection[str]) -> str | None:
    return next((verb for verb in wanted if _IS_POSSIBLE[verb](d)), None)


_IS_POSSIBLE = {"govern": govern_is_possible, "raid": raid_is_possible, "transport": transport_is_possible}

FLOW = Flowchart(
    (
        event_or_pass,
        Box(
            "8.7.2",
            "train",
            train,
            conditions=FOR_TRAIN,
            after=cavalry,
            otherwise="",
            tried="8.7.2/if-3",
            activities=("govern", "transport"),
        ),
        Box(
            "8.7.3",
            "patrol",
            _patrol,
            conditions=FOR_PATROL,
            after=_after_patrol,
            otherwise="8.7.2",
            tried="8.7.3/if-3",
            activities=("govern", "transport"),
        ),
        Box(
            "8.7.4",
            "assault",
            assault,
            conditions=FOR_ASSAULT,
            before=_raid_or_transport,
            after=cavalry,
            otherwise="8.7.3",
            tried="8.7.4/if-4",
            activities=("raid", "transport"),
        ),
        Box(
            "8.7.5",
            "sweep",
            sweep,
            barred=in_monsoon,
            before=_raid,
            after=cavalry,
            otherwise="8.7.4",
            activities=("raid", "transport"),
        ),
    ),
    failing_that=("sweep", "assault", "patrol", "train"),
    choose=_choose,
)


def transport_by_flow(d: Decider) -> Deciding[bool]:
    """Carry out a Transport that an Event grants alone, as with the Operation that the flowchart calls for
    (8.4.4).
    """
    operation = yield from FLOW.which_operation(d, FLOW.failing_that)
    find = to_a_province if operation in ("train", "patrol") else to_an_assault
    if not (yield from go(d, find(d))):
        return False
    yield from cavalry(d)
    return True
