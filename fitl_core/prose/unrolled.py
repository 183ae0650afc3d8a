"""Leave out dice that a sentence does not give: a proposal names the purpose of each instead.

The search assumes a die to find the rest of the move, as `the Attack in Hue, by 2 Guerrillas: {6}`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fitl_core.facts.factions import Faction
from fitl_core.record.events import Action
from fitl_core.tell.dice_wanted import purpose_of, without_dice

_ASSUMED = re.compile(r"(?P<asked>.*): \{(?P<die>[1-6])\}", re.DOTALL)


def is_unrolled(assumed: str) -> bool:
    """Check whether an assumption is a die that nobody has rolled."""
    return _ASSUMED.fullmatch(assumed) is not None


def without_unrolled(action: Action, assumes: Sequence[str]) -> tuple[Action, tuple[str, ...]]:
    """Return a move without its assumed dice, and for each of them the way to roll it."""
    matches = [match for one in assumes if (match := _ASSUMED.fullmatch(one))]
    ways_to_roll = [
        f'a die is to be rolled: fitl roll SECRET "{purpose_of(Faction(action.faction), one["asked"])}"'
        for one in matches
    ]
    return without_dice(action, [int(one["die"]) for one in matches]), tuple(ways_to_roll)
