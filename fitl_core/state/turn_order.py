"""The Factions that have acted on an Event card, and those still to act, from the position (2.3)."""

from __future__ import annotations

from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import Faction
from fitl_core.state.state import Done, State

MOST_TO_ACT = 2
"""The number of Eligible Factions that execute something on a card (2.3.3)."""


def executed(state: State) -> tuple[Done, ...]:
    """Return the actions that Factions have executed on this card, without Passes."""
    return tuple([done for done in state.done if done.deed != "pass"]) if state.done else ()


def waiting(state: State) -> tuple[Faction, ...]:
    """Return the Eligible Factions that have not acted on this card, in its Faction order (2.3.2)."""
    if state.card is None:
        return ()
    eligible, order = state.eligible, cards()[state.card].order
    acted = [done.faction for done in state.done]
    return tuple([faction for faction in order if faction in eligible and faction not in acted])


def next_to_act(state: State) -> Faction | None:
    """Return the Faction that acts next (2.3.2); None after two have executed or if none is left (2.3.3)."""
    done, eligible = state.done, state.eligible
    if state.card is None or (len(done) >= MOST_TO_ACT and len(executed(state)) >= MOST_TO_ACT):
        return None
    acted = [one.faction for one in done] if done else ()
    for faction in cards()[
        state.card
    ].order:  # the first of `waiting`, without the others: every event asks this
        if faction in eligible and faction not in acted:
            return faction
    return None
