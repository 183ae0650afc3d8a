"""The Policy by which a Non-player US decides (8.8.1)."""

from __future__ import annotations

from fitl_core.facts.phases import Policy
from fitl_core.players.non_players.decider import Decider


def policy_of(d: Decider) -> Policy:
    """Return US Policy at the beginning of the decision; LBJ if none is marked."""
    return d.start.policy or "LBJ"


def is_policy(d: Decider, *policies: Policy) -> bool:
    """Check whether US Policy is one of these."""
    return policy_of(d) in policies


def lets_into_laos(d: Decider) -> bool:
    """Check whether Troops may be moved into Laos and Cambodia: by Nixon, not in Monsoon (8.8.3, 8.8.5)."""
    return is_policy(d, "Nixon") and not d.start.monsoon
