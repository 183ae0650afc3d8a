"""What the rules of Non-players name: the nodes of Event or Pass, and equal chances by dice (8.0)."""

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

FACES = 6


def dice_for(candidates: int) -> int:
    """How many dice give equal chances among so many candidates: as few as have that many outcomes.

    >>> [dice_for(candidates) for candidates in (1, 2, 6, 7, 36, 37)]
    [0, 1, 1, 2, 2, 3]
    """
    dice, outcomes = 0, 1
    while outcomes < candidates:
        dice, outcomes = dice + 1, outcomes * FACES
    return dice


def chosen_by(dice: tuple[int, ...], candidates: int) -> int | None:
    """Which of so many candidates, from 0, the dice choose; None where they must be rolled again.

    `dice` are as many as `dice_for` says, 1 to 6 each. They are read as a number in base 6, a 1 as 0. Each
    candidate has as many of the outcomes as there are for all of them alike; one beyond these chooses none.

    >>> [chosen_by((die,), 3) for die in range(1, 7)]
    [0, 0, 1, 1, 2, 2]
    >>> [chosen_by((die,), 4) for die in range(1, 7)]
    [0, 1, 2, 3, None, None]
    """
    outcome = 0
    for die in dice:
        outcome = outcome * FACES + die - 1
    chosen = outcome // (FACES ** len(dice) // candidates)
    return chosen if chosen < candidates else None
