"""What VC do on an Event card: Terror, Event or Pass, Rally, March, Attack (8.5)."""

from __future__ import annotations

from collections.abc import Collection

from fitl_core.players.non_players.attempts import operate
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.trace import Outcome
from fitl_core.players.non_players.vc import terror
from fitl_core.players.non_players.wanted import Deciding


def flow(d: Decider) -> Deciding[Outcome]:
    """The whole flow (8.5)."""
    if (yield from terror.is_called_for(d)) and (yield from operate(d, "terror", terror.terror)):
        return Outcome("operation", "8.5.1")
    return Outcome("pass", "8.5.3/none")


def which_operation(d: Decider, among: Collection[str]) -> Deciding[str | None]:
    """The first Operation of these for which the flowchart calls, without Event and Pass nodes (8.4.4)."""
    raise NotImplementedError


def which_activity(d: Decider, among: Collection[str]) -> Deciding[str | None]:
    """The Special Activity of these that the flowchart would take (8.4.4)."""
    raise NotImplementedError
