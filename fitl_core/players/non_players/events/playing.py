"""Playing an Event without a player (8.4)."""

from __future__ import annotations

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.conditions import CONDITIONS
from fitl_core.players.non_players.events.instructions import instruction_for
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.rules.sequence import open_deeds


def event_is_open(d: Decider) -> bool:
    """Whether 2.3.4 offers the Faction the Event of the card."""
    return "event" in open_deeds(d.start)


def refuse_event(d: Decider, node: str) -> str | None:
    """Why the Faction declines the Event by its symbol or instruction (8.4.1), told in the trace; or None.

    A rifle declines whatever the card is, a Capability without a roll too (NP-Q47).
    """
    card = d.start.card
    assert card is not None
    told = instruction_for(card, d.faction)
    if not told.is_certain:
        d.unknown[card] = None
    if told.symbol == "rifle":
        d.note(node, "declines the Event", f"card {card}: rifle (8.4.1)")
        return "rifle"
    for name in told.decline:
        if name in CONDITIONS and d.test(node, CONDITIONS[name](d), f"card {card}: {name} (8.4.1)"):
            d.note(node, "declines the Event", told.says)
            return name
    return None


def is_worth_it(d: Decider) -> Deciding[bool]:
    """Whether the Event would change something (8.1, NP-Q01)."""
    raise NotImplementedError


def play_event(d: Decider, node: str) -> Deciding[bool]:
    """Carry the Event out (8.4.2-8.4.7); False where it cannot be."""
    raise NotImplementedError
