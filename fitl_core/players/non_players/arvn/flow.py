"""What ARVN do on an Event card."""

from __future__ import annotations

from collections.abc import Collection

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.trace import Outcome
from fitl_core.players.non_players.wanted import Deciding


def flow(d: Decider) -> Deciding[Outcome]:
    """The whole flow."""
    yield from d.roll("8.0", 1, "nothing")
    return Outcome("pass", "8.0")


def which_operation(d: Decider, among: Collection[str]) -> Deciding[str | None]:
    """The first Operation of these for which the flowchart calls, without Event and Pass nodes (8.4.4)."""
    raise NotImplementedError


def which_activity(d: Decider, among: Collection[str]) -> Deciding[str | None]:
    """The Special Activity of these that the flowchart would take (8.4.4)."""
    raise NotImplementedError
