"""Show the Pivotal Events that Factions hold to other programs: preconditions with figures (2.3.8).

`card_previews` has the words of the cards. Read `fitl_core.rules.pivotal` for the rule.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.rules.pivotal import Precondition, held, may_place, preconditions
from fitl_core.state.state import State


class PivotalEventView(msgspec.Struct, frozen=True):
    """A Pivotal Event that a Faction holds: its card, its conditions, and whether it may be placed now."""

    faction: Faction
    card: int
    conditions: tuple[Precondition, ...]
    may_be_placed: bool


def view_pivotal_events(state: State) -> tuple[PivotalEventView, ...]:
    """Return the Pivotal Events that Factions hold in a position. Raises nothing."""
    placeable = may_place(state)
    return tuple(
        [
            PivotalEventView(
                faction, pivotal_cards()[faction], preconditions(state, faction), faction in placeable
            )
            for faction in held(state)
        ]
    )
