"""What a Non-player promises that Passes for its own Capability: to play the next Event (8.5.2 to 8.8.2).

A die that exceeds the number of Coup cards in the Leader box makes the promise; where there is none, the Pass
itself does. An action other than a Pass on that card ends it again, and so does the end of the next card.
"""

from __future__ import annotations

from fitl_core.facts.cards import cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.non_players import EVENT_OR_PASS
from fitl_core.facts.phases import Deed
from fitl_core.facts.players import non_players
from fitl_core.record.play_effects import Promised, PromiseEnded
from fitl_core.state.draft import Draft
from fitl_core.state.state import State
from fitl_core.state.turn import executed, next_to_act

NO_CAPABILITY_AT_ALL = "NP-Q07"
"""The reading by which the card that is played must be nobody's Capability."""


def may_promise(state: State, faction: Faction) -> bool:
    """Whether a Non-player that Passes now does so for its own Capability, if its die allows it.

    Its own Capability is next; the card that is played is not one, or its Event has been executed.
    """
    if state.next is None or state.card is None or cards()[state.next].capability_of is not faction:
        return False
    owner = cards()[state.card].capability_of
    bars = owner is not None if NO_CAPABILITY_AT_ALL in state.readings else owner is faction
    return not bars or any(done.deed == "event" for done in executed(state))


def rolled(draft: Draft, faction: Faction, die: int) -> None:
    """The die for a promise has been rolled: it makes one, or ends what is left of an older one."""
    state = draft.state
    if state.phase != "card" or next_to_act(state) is not faction or not may_promise(state, faction):
        return
    if die <= len(state.leader_box):
        _end(draft, faction)
    else:
        _make(draft, faction)


def acted(draft: Draft, faction: Faction, deed: Deed) -> None:
    """A Faction is about to have acted so: only a Pass for its own Capability leaves a promise."""
    state = draft.state
    if faction not in non_players(state.players):
        return
    if deed != "pass" or not may_promise(state, faction):
        _end(draft, faction)
    elif not state.leader_box:
        _make(draft, faction)


def card_is_done(draft: Draft) -> None:
    """The card is done: what was promised before it has ended; a Pass on it has left its promise."""
    state = draft.state
    passed = [done.faction for done in state.done if done.deed == "pass"]
    for faction in state.promises:
        if faction not in passed:
            _end(draft, faction)


def has_player(draft: Draft, faction: Faction) -> None:
    """A player gets the Faction, who promises nothing."""
    _end(draft, faction)


def _make(draft: Draft, faction: Faction) -> None:
    if faction not in draft.state.promises:
        draft.happen(Promised(EVENT_OR_PASS[faction], faction))


def _end(draft: Draft, faction: Faction) -> None:
    if faction in draft.state.promises:
        draft.happen(PromiseEnded(EVENT_OR_PASS[faction], faction))
