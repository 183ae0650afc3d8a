"""Playing an Event without a player (8.4)."""

from __future__ import annotations

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.rules.sequence import open_deeds


def event_is_open(d: Decider) -> bool:
    """Whether 2.3.4 offers the Faction the Event of the card."""
    return "event" in open_deeds(d.start)


def refuse_event(d: Decider, node: str) -> str | None:
    """Why the Faction declines the Event by its symbol or instruction (8.4.1), told in the trace; or None."""
    raise NotImplementedError


def is_worth_it(d: Decider) -> Deciding[bool]:
    """Whether the Event would change something (8.1, NP-Q01)."""
    raise NotImplementedError


def play_event(d: Decider, node: str) -> Deciding[bool]:
    """Carry the Event out (8.4.2-8.4.7); False where it cannot be."""
    raise NotImplementedError
