"""The names of nodes of section 8 and of their dice, in lines and positions (8.0)."""

from __future__ import annotations

from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction

EVENT_OR_PASS: dict[Faction, str] = {US: "8.8.2", NVA: "8.6.2", ARVN: "8.7.1", VC: "8.5.2"}
"""The rule by which each Non-player takes the Event, or Passes for a Capability of its own."""
POLICY_NODE = "8.8.1"
"""The die that sets the Policy of a Non-player US."""
RANDOM_SPACE = "space"
"""The two dice of a random Province or City, tens and ones of its table (8.2)."""
EQUAL_CHANCES = "even"
"""The dice of equal chances among several candidates (8.1.2, 8.3, 8.4.7)."""
RULE_OF_CHANCE = {RANDOM_SPACE: "8.2", EQUAL_CHANCES: "8.4.7"}
"""The rules of dice that belong to no node."""

FACES = 6


def step_of(node: str) -> str:
    """Return the step of a node, without the number of a case in it.

    >>> step_of("8.5.4/sa-1 (3)")
    '8.5.4/sa-1'
    """
    return node.partition(" ")[0]
