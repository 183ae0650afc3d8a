"""The promise of a Non-player that Passes for its own Capability: to play the next Event (8.5.2 to 8.8.2).

A die that exceeds the number of Coup cards in the Leader box makes the promise. If there is no such card,
the Pass itself makes it. An action other than a Pass on that card ends the promise; so does the end of the
next card.
"""

from __future__ import annotations

from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.non_player_nodes import EVENT_OR_PASS
from fitl_core.facts.phases import Deed
from fitl_core.facts.players import non_players
from fitl_core.record.play_effects import Promised, PromiseEnded
from fitl_core.state.draft import Draft
from fitl_core.state.state import State
from fitl_core.state.turn_order import executed, next_to_act

NO_CAPABILITY_AT_ALL = "NP-Q07"
"""The reading by which the played card must be nobody's Capability."""


def may_promise(state: State, faction: Faction) -> bool:
    """Check whether a Non-player that Passes now does so for its own Capability, if its die allows it.

    Its own Capability is next; the played card is not one, or its Event has been executed.
    """
    if state.next is None or state.card is None or cards()[state.next].capability_of is not faction:
        return False
    owner = cards()[state.card].capability_of
    bars = owner is not None if NO_CAPABILITY_AT_ALL in state.readings else owner is faction
    return not bars or any(done.deed == "event" for done in executed(state))


def rolled(draft: Draft, faction: Faction, die: int) -> None:
    """Apply the die for a promise: it makes one, or ends an older one."""
    state = draft.state
    if state.phase != "card" or next_to_act(state) is not faction or not may_promise(state, faction):
        return
    if die <= len(state.leader_box):
        _end(draft, faction)
    else:
        _make(draft, faction)


def acted(draft: Draft, faction: Faction, deed: Deed) -> None:
    """End a promise of a Faction that acts, unless it Passes for its own Capability."""
    state = draft.state
    if faction not in non_players(state.players):
        return
    if deed != "pass" or not may_promise(state, faction):
        _end(draft, faction)
    elif not state.leader_box:
        _make(draft, faction)


def card_is_done(draft: Draft) -> None:
    """End the promises made before this card; a Pass on this card keeps its promise."""
    state = draft.state
    passed = [done.faction for done in state.done if done.deed == "pass"]
    for faction in state.promises:
        if faction not in passed:
            _end(draft, faction)


def has_player(draft: Draft, faction: Faction) -> None:
    """End the promise of a Faction that gets a player."""
    _end(draft, faction)


def _make(draft: Draft, faction: Faction) -> None:
    if faction not in draft.state.promises:
        draft.happen(Promised(EVENT_OR_PASS[faction], faction))


def _end(draft: Draft, faction: Faction) -> None:
    if faction in draft.state.promises:
        draft.happen(PromiseEnded(EVENT_OR_PASS[faction], faction))
