"""Policies decide for a seat: at random, by section 8, greedily, or as a program says.

The names of `__all__` are public. Each is imported at its first use. Read
`fitl_core.policies.seat_policy` next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.policies.greedy import GreedyWeights
    from fitl_core.policies.moves import PolicyFault
    from fitl_core.policies.seat_policy import Policy
    from fitl_core.policies.policy_games import policy_game
    from fitl_core.policies.registry import POLICY_NAMES, UnknownPolicy, policy_named
# isort: on

__all__ = [
    "POLICY_NAMES", "GreedyWeights", "Policy", "PolicyFault", "UnknownPolicy", "policy_game", "policy_named",
]
# fmt: on

_HOMES = {
    "greedy": "GreedyWeights",
    "moves": "PolicyFault",
    "seat_policy": "Policy",
    "policy_games": "policy_game",
    "registry": "POLICY_NAMES UnknownPolicy policy_named",
}
"""The module of this package that defines each name: the same list as above, for the running program."""

lazy_names(__name__, _HOMES)
