"""Dice that decide for a Non-player, on lines of their own (8.2-8.8).

Their decision shows in the line after them. Two dice change the position themselves: the die for the Policy
(8.8.1), and the die for a promise (8.5.2, 8.6.2, 8.7.1, 8.8.2).
"""

from __future__ import annotations

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import US
from fitl_core.facts.non_player_nodes import EVENT_OR_PASS, POLICY_NODE
from fitl_core.facts.players import non_players
from fitl_core.record.events import DecisionDice
from fitl_core.rules import policy, promises
from fitl_core.state.draft import Draft

RULE = "8.0"


def roll(draft: Draft, event: DecisionDice) -> None:
    """Record dice. Raises `Violation` if a player has the Faction, or the game is over."""
    state, faction = draft.state, event.faction
    if state.phase == "over":
        raise Violation(Refusal("game-over", "7.0", "the game has ended; no dice decide anything"))
    without = non_players(state.players)
    if faction not in without:
        why = f"{faction} has a player, who decides himself; dice decide for Non-players"
        raise Violation(
            Refusal("player-decides", RULE, why, (f"Non-players: {', '.join(without) or 'none'}",))
        )
    if len(event.dice) != 1:
        return
    if event.node == POLICY_NODE and faction is US:
        policy.rolled(draft, event.dice[0])
    elif event.node == f"{EVENT_OR_PASS[faction]}/if-1":
        promises.rolled(draft, faction, event.dice[0])
