"""Troops that may move in a Sweep (8.7.5), and which spaces they can be shared out to.

A demand is how many Troops each of some spaces wants. It can be met if no group of these spaces wants more
than all the spaces beside it can send together: so every group is looked at, and the answer is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from fitl_core.facts.board import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import Kind
from fitl_core.players.non_players.arvn.measures import COIN_UNITS, may_leave
from fitl_core.players.non_players.decider import Decider
from fitl_core.rules.context import Context
from fitl_core.rules.operations.sweep import refuse_crossing

KEPT = 3
"""So many US and ARVN cubes and Special Forces stay behind in a space that Troops leave."""

Ways = dict[str, tuple[str, ...]]
"""By the id of each space that can be entered, the way there."""


class Movers:
    """The ARVN Troops that may yet move, by the ids of their spaces, and where they can go."""

    def __init__(
        self, d: Decider, ctx: Context, arrived: Mapping[str, int], engaged: Mapping[str, int]
    ) -> None:
        """`arrived` are Troops that have moved already; `engaged` pieces that stay to find Guerrillas."""
        self.spare: dict[str, int] = {}
        self.ways: dict[str, Ways] = {}
        for where in board().spaces:
            pieces = d.now.spaces[where.index].pieces
            troops = pieces[Kind.AT.slot] - arrived.get(where.id, 0)
            if troops <= 0:
                continue
            kept = max(KEPT, engaged.get(where.id, 0))
            number = min(troops, may_leave(where, pieces), d.number(where, COIN_UNITS) - kept)
            if number > 0:
                self.spare[where.id] = number
                self.ways[where.id] = _ways_out(ctx, where)

    def origins(self, where: str) -> list[str]:
        """The spaces from which Troops can still come to a space."""
        return [name for name, number in self.spare.items() if number and where in self.ways[name]]

    def in_reach(self) -> set[str]:
        """The spaces to which some Troops can go."""
        return {name for origin, ways in self.ways.items() if self.spare[origin] for name in ways}

    def can_meet(self, demand: Mapping[str, int]) -> bool:
        """Whether all of a demand can be met at once."""
        names = [name for name, number in demand.items() if number]
        senders = {name: frozenset(self.origins(name)) for name in names}
        for size in range(1, len(names) + 1):
            for group in combinations(names, size):
                beside = frozenset().union(*[senders[name] for name in group])
                if sum([demand[name] for name in group]) > sum([self.spare[origin] for origin in beside]):
                    return False
        return True

    def most_from(self, origin: str, to: str, demand: Mapping[str, int]) -> int:
        """How many Troops may go from a space to another so that the rest of the demand can still be met."""
        have = self.spare[origin]
        for number in range(min(have, demand[to]), 0, -1):
            self.spare[origin] = have - number
            rest = {**demand, to: demand[to] - number}
            met = self.can_meet(rest)
            self.spare[origin] = have
            if met:
                return number
        return 0

    def leave(self, origin: str, number: int) -> None:
        """So many Troops have left a space."""
        self.spare[origin] -= number


def _ways_out(ctx: Context, origin: BoardSpace) -> Ways:
    """Where Troops can go: beside them, or over one LoC that is free of NVA and VC (3.2.3)."""
    ways: Ways = {}
    crossed: Iterable[BoardSpace] = [spaces_by_id()[name] for name in origin.adjacent]
    for loc in [there for there in crossed if there.is_loc and refuse_crossing(ctx, there) is None]:
        for name in loc.adjacent:
            if name != origin.id:
                ways.setdefault(name, (origin.id, loc.id, name))
    for name in origin.adjacent:
        ways[name] = (origin.id, name)
    return {name: way for name, way in ways.items() if not spaces_by_id()[name].is_loc}
