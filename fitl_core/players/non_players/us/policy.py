"""The Policy by which a Non-player US decides (8.8.1)."""

from __future__ import annotations

from fitl_core.facts.phases import Policy
from fitl_core.players.non_players.decider import Decider


def policy_of(d: Decider) -> Policy:
    """US Policy as it was when the decision began; LBJ where none is marked."""
    return d.start.policy or "LBJ"


def is_policy(d: Decider, *policies: Policy) -> bool:
    """Whether US Policy is one of these."""
    return policy_of(d) in policies


def lets_into_laos(d: Decider) -> bool:
    """Whether Troops may be moved into Laos and Cambodia: by Nixon, not in Monsoon (8.8.3, 8.8.5)."""
    return is_policy(d, "Nixon") and not d.start.monsoon
