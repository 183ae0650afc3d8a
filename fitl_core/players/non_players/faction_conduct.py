"""The parts that the package of each Faction offers: its flowchart, its phases and its verbs (8.5-8.8)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import Count
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.wanted import Deciding

T = TypeVar("T")

Node = Callable[[Any], Deciding[T]]
"""A node of section 8. Its argument is the `Decider`."""


def _nobody(_: Any) -> Mapping[BoardSpace, tuple[Count, ...]]:
    """Return no pieces: no instruction prescribes a March of this Faction."""
    return {}


class Conduct(msgspec.Struct, frozen=True):
    """The behaviour of a Faction without a player.

    `flow` is its flowchart on an Event card, from the first condition on. `phases` are its decisions in the
    Coup Round, by the name of the phase. `carry_out` has a node for each verb: it runs after the verb has
    been begun, and returns whether anything was done. The same node serves the flowchart and the free actions
    of an Event (8.4.4).

    `which_operation` returns the first of the given Operations that the flowchart calls for, without its
    Event and Pass nodes. `which_activity` returns the Special Activity that the flowchart would take among
    the given ones. Both may return None. `may_march` returns the pieces that may leave each space by March,
    for cards that prescribe a March.
    """

    flow: Node[DecisionOutcome]
    phases: Mapping[str, Node[DecisionOutcome]]
    carry_out: Mapping[str, Node[bool]]
    which_operation: Callable[[Any, Collection[str]], Deciding[str | None]]
    which_activity: Callable[[Any, Collection[str]], Deciding[str | None]]
    may_march: Callable[[Any], Mapping[BoardSpace, tuple[Count, ...]]] = _nobody


Conducts = Mapping[Faction, Conduct]
"""The conduct of each Faction."""
