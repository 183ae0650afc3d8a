"""What a position waits for, of whom, and by which rule (2.2, 2.3, 6.0)."""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.rules.pivotal import holding
from fitl_core.rules.sequence import COUP_RULES, pivotal_is_due, to_act
from fitl_core.state.state import State

What = Literal["card", "reveal", "action", "event", "phase", "nothing", "over"]


class Awaited(msgspec.Struct, frozen=True):
    """What is waited for, and the number of the rule that says so.

    `what` is "card", the first card played (2.2); "reveal", the next card, or `next none` (2.2, 2.3.7);
    "action", what a Faction does on the card (2.3.2); "event", the Pivotal Event that it has placed
    (5.1.4); "phase", a Faction's part in a phase of a Coup Round (6.0); "nothing", where no card is left
    (2.4.2); "over", where the game has ended (7.0).

    `faction` is the one to act, None where no Faction is. Before it acts play waits for those `holding`
    a Pivotal Event, until they place or waive it (2.3.8).
    """

    what: What
    rule: str
    faction: Faction | None = None
    holding: tuple[Faction, ...] = ()


def awaited(state: State) -> Awaited:
    """What a position waits for. Raises nothing; every lawful position waits for exactly one thing."""
    if state.phase == "over":
        return Awaited("over", "7.0")
    if state.card is None:
        return Awaited("card", "2.2")
    faction = to_act(state)
    if faction is None:
        if state.phase == "card":
            return Awaited("reveal", "2.2")
        return Awaited("nothing", "2.4.2") if state.next is None else Awaited("reveal", "2.3.7")
    if state.phase != "card":
        return Awaited("phase", COUP_RULES[state.phase], faction)
    if pivotal_is_due(state):
        return Awaited("event", "5.1.4", faction, holding(state))
    return Awaited("action", "2.3.2", faction, holding(state))
