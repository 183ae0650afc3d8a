"""The next step that a position waits for, its Faction, and its rule (2.2, 2.3, 6.0)."""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.rules.pivotal import holding
from fitl_core.rules.sequence import COUP_RULES, pivotal_is_due, to_act
from fitl_core.state.state import State

What = Literal["card", "reveal", "action", "event", "phase", "nothing", "over"]


class WaitsFor(msgspec.Struct, frozen=True):
    """The next step that a position waits for, and the number of its rule.

    `what` is one of these words. "card": the first card played (2.2). "reveal": the next card, or `next
    none` (2.2, 2.3.7). "action": a Faction's deed on the card (2.3.2). "event": the Pivotal Event that it
    has placed (5.1.4). "phase": a Faction's part in a phase of a Coup Round (6.0). "nothing": no card is
    left (2.4.2). "over": the game has ended (7.0).

    `faction` is the one to act, or None. Before it acts, play waits for the Factions in `holding`, until
    they place or waive their Pivotal Event (2.3.8).
    """

    what: What
    rule: str
    faction: Faction | None = None
    holding: tuple[Faction, ...] = ()


def next_step(state: State) -> WaitsFor:
    """Return the next step. Raises nothing; every lawful position waits for exactly one step."""
    if state.phase == "over":
        return WaitsFor("over", "7.0")
    if state.card is None:
        return WaitsFor("card", "2.2")
    faction = to_act(state)
    if faction is None:
        if state.phase == "card":
            return WaitsFor("reveal", "2.2")
        return WaitsFor("nothing", "2.4.2") if state.next is None else WaitsFor("reveal", "2.3.7")
    if state.phase != "card":
        return WaitsFor("phase", COUP_RULES[state.phase], faction)
    if pivotal_is_due(state):
        return WaitsFor("event", "5.1.4", faction, holding(state))
    return WaitsFor("action", "2.3.2", faction, holding(state))
