"""How a Faction without a player goes about things: what every package of a Faction offers (8.5-8.8)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

import msgspec

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import Count
from fitl_core.players.non_players.trace import Outcome
from fitl_core.players.non_players.wanted import Deciding

T = TypeVar("T")

Node = Callable[[Any], Deciding[T]]
"""A node of section 8; it is given the `Decider`."""


def _nobody(_: Any) -> Mapping[BoardSpace, tuple[Count, ...]]:
    """No instruction lays down how the Faction Marches."""
    return {}


class Conduct(msgspec.Struct, frozen=True):
    """What a Faction does without a player.

    `flow` is its flowchart on an Event card, from the first condition on; `phases` what it does in the
    phases of a Coup Round, by their names. `carry_out` is what it does behind each verb once that has been
    said, whether it does it by its flowchart or free by an Event (8.4.4), and tells whether it did anything.
    `which_operation` is the flowchart alone, without its Event and Pass nodes: the first of the Operations
    given that it calls for, or None; `which_activity` the Special Activity that its flowchart would take of
    those given, or None. `may_march` are the pieces that its March lets leave each space, of those whose
    March a card's instruction may lay down.
    """

    flow: Node[Outcome]
    phases: Mapping[str, Node[Outcome]]
    carry_out: Mapping[str, Node[bool]]
    which_operation: Callable[[Any, Collection[str]], Deciding[str | None]]
    which_activity: Callable[[Any, Collection[str]], Deciding[str | None]]
    may_march: Callable[[Any], Mapping[BoardSpace, tuple[Count, ...]]] = _nobody


Conducts = Mapping[Faction, Conduct]
"""That of each Faction."""
