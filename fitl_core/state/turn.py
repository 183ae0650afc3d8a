"""Who has acted on an Event card and who is still to act, as the position shows it (2.3)."""

from __future__ import annotations

from fitl_core.facts.cards import cards
from fitl_core.facts.factions import Faction
from fitl_core.state.state import Done, State

MOST_TO_ACT = 2
"""So many Eligible Factions execute something on a card (2.3.3)."""


def executed(state: State) -> tuple[Done, ...]:
    """What Factions have executed on this card, Passes aside."""
    return tuple([done for done in state.done if done.deed != "pass"]) if state.done else ()


def waiting(state: State) -> tuple[Faction, ...]:
    """The Eligible Factions that have not acted on this card, in its Faction order (2.3.2)."""
    if state.card is None:
        return ()
    eligible, order = state.eligible, cards()[state.card].order
    acted = [done.faction for done in state.done]
    return tuple([faction for faction in order if faction in eligible and faction not in acted])


def next_to_act(state: State) -> Faction | None:
    """Who acts next on the card (2.3.2); None where two have executed, or nobody is left (2.3.3)."""
    done, eligible = state.done, state.eligible
    if state.card is None or (len(done) >= MOST_TO_ACT and len(executed(state)) >= MOST_TO_ACT):
        return None
    acted = [one.faction for one in done] if done else ()
    for faction in cards()[state.card].order:  # as `waiting`, up to the first: every event asks this
        if faction in eligible and faction not in acted:
            return faction
    return None
