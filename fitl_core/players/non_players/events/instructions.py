"""What a card's symbol and instruction say to each Non-player (8.4.1)."""

from __future__ import annotations

from fitl_core.facts.factions import Faction


def capability_of(card: int | None) -> Faction | None:
    """Whose Capability a card is (5.3), if it is one."""
    raise NotImplementedError
