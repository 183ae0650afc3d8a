"""The Policy of a Non-player US, set by one die in each Commitment Phase (8.8.1)."""

from __future__ import annotations

from fitl_core.facts.factions import US
from fitl_core.facts.non_player_nodes import POLICY_NODE
from fitl_core.facts.phases import Policy
from fitl_core.facts.players import non_players
from fitl_core.record.play_effects import PolicySet
from fitl_core.state.draft import Draft
from fitl_core.state.state import State
from fitl_core.state.victory import scores

MOST_SCORE = 45
"""The highest US score at which the Policy may change."""
GREAT_SOCIETY = 73
"""The Event that conducts a Commitment Phase."""


def policy_by(die: int, leaders: int) -> Policy:
    """Return the Policy that a die of 1 to 6 sets, by the number of leaders in the box (2.4.1).

    >>> [policy_by(die, 2) for die in (1, 2, 3)]
    ['Nixon', 'JFK', 'LBJ']
    """
    if die == leaders:
        return "JFK"
    return "LBJ" if die > leaders else "Nixon"


def rolled(draft: Draft, die: int) -> None:
    """Apply the die for the Policy; it counts in a Commitment Phase, at a score of 45 or less."""
    state = draft.freeze()
    by_event = state.phase == "card" and state.card == GREAT_SOCIETY
    if (state.phase == "commitment" or by_event) and _may_change(state):
        draft.happen(PolicySet(POLICY_NODE, state.policy, policy_by(die, len(state.leader_box))))


def settle_without_a_die(draft: Draft) -> None:
    """Set the Policy without a die if the Leader box has no Coup card: every face exceeds their number."""
    if US not in non_players(draft.state.players) or draft.state.leader_box:
        return
    state = draft.freeze()
    if state.policy != "LBJ" and _may_change(state):
        draft.happen(PolicySet(POLICY_NODE, state.policy, "LBJ"))


def _may_change(state: State) -> bool:
    return scores(state)[US] <= MOST_SCORE
