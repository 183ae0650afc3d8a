"""Pivotal Events without a player (8.4.6): which Non-player places its own now, and its execution."""

from __future__ import annotations

from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.playing import play_event
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.rules.pivotal import may_place
from fitl_core.rules.sequence import pivotal_is_due, to_act
from fitl_core.state.state import State

NODE = "8.4.6"
WEAKEST_FIRST = (US, NVA, ARVN, VC)
"""Each Faction may trump those before it (2.3.8)."""


def places_pivotal(state: State) -> Faction | None:
    """Return the Non-player that places its Pivotal Event now, if any (8.4.6).

    It does so as soon as a player's Faction is 1st Eligible, even if that Faction has just placed its own. If
    several can, all place theirs, the weakest first, or only the strongest (NP-Q45).
    """
    if state.phase != "card" or state.card is None or state.next is None:
        return None
    without = non_players(state.players)
    able = [faction for faction in may_place(state) if faction in without]
    if not able or not (pivotal_is_due(state) or _player_is_first(state, without)):
        return None
    order = reversed(WEAKEST_FIRST) if "NP-Q45" in state.readings else WEAKEST_FIRST
    return next(faction for faction in order if faction in able)


def _player_is_first(state: State, without: tuple[Faction, ...]) -> bool:
    first = to_act(state)
    return first is not None and first not in without


def place_pivotal(d: Decider) -> Deciding[DecisionOutcome]:
    """Record why the Pivotal Event is placed. The move itself is the placing."""
    due = pivotal_is_due(d.start)
    why = "it trumps a Pivotal Event that has been placed" if due else "a player's Faction is 1st Eligible"
    d.test(NODE, True, why, "the precondition holds", "no Coup is next")
    if sum([faction in non_players(d.start.players) for faction in may_place(d.start)]) > 1:
        d.other_reading("NP-Q45")
    return DecisionOutcome("pivotal", NODE)
    yield


def execute_pivotal(d: Decider) -> Deciding[DecisionOutcome]:
    """Execute the Pivotal Event that the Faction has placed (5.1.4, 8.4.6)."""
    d.note(NODE, "executes the Pivotal Event that it has placed")
    yield from play_event(d, NODE)
    return DecisionOutcome("event", NODE)
