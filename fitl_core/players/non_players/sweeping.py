"""A Sweep of US or ARVN (3.2.3): the Guerrillas that it finds, and the Troops that move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import ClassVar

from fitl_core.facts.game_map import BoardSpace, along, neighbours
from fitl_core.facts.pieces import CUBES, SPECIAL_FORCES, TROOPS, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.movement import Force, Movement, Way
from fitl_core.players.non_players.saying import is_unlimited
from fitl_core.players.non_players.strikes import COIN_UNITS
from fitl_core.record.clauses import Move
from fitl_core.rules.context import Context
from fitl_core.rules.operations.sweep import RULE, finds, refuse_crossing
from fitl_core.rules.progress import Progress
from fitl_core.state.draft import Draft

UNDERGROUND = (Kind.VG, Kind.NG)


def searchers(d: Decider, where: BoardSpace) -> int:
    """Return how many own cubes and Special Forces search a space."""
    return d.number(where, (*CUBES[d.faction], *SPECIAL_FORCES[d.faction]))


def activated(d: Decider, where: BoardSpace, more: int = 0) -> int:
    """Return how many Underground Guerrillas are Activated in a space, with `more` further pieces."""
    return min(d.number(where, UNDERGROUND), finds(where, searchers(d, where) + more))


def searchers_needed(where: BoardSpace, guerrillas: int) -> int:
    """Return the fewest cubes and Special Forces that Activate this many Guerrillas in a space."""
    return next(number for number in count() if finds(where, number) >= guerrillas)


def kept_for_search(d: Decider, where: BoardSpace) -> int:
    """Return how many own Troops a space needs to Activate as many Guerrillas as now."""
    troops = d.number(where, (TROOPS[d.faction],))
    others = searchers(d, where) - troops
    return max(0, min(troops, searchers_needed(where, activated(d, where)) - others))


class Sweeping(Movement):
    """The movement of a Sweep into the `spaces` that are selected. Troops that find Guerrillas there stay."""

    counted: ClassVar[tuple[Kind, ...]] = COIN_UNITS

    def __init__(self, d: Decider, spaces: Sequence[BoardSpace]) -> None:
        super().__init__(d)
        self.spaces: list[BoardSpace] = list(spaces)
        self._ways: dict[BoardSpace, Mapping[BoardSpace, Way]] = {}
        self._is_unlimited = is_unlimited(d)

    def under(self, where: BoardSpace) -> object:
        """Return whether a space is selected."""
        return where in self.spaces

    def unmoved(self, where: BoardSpace, kind: Kind) -> int:
        """Return how many Troops have not moved, and are not needed to find Guerrillas."""
        number = super().unmoved(where, kind)
        if number and where in self.spaces:
            number = min(number, self.d.number(where, (kind,)) - kept_for_search(self.d, where))
        return number

    def ways(self, where: BoardSpace) -> Mapping[BoardSpace, Way]:
        """Return the paths into a Sweep space."""
        if where not in self._ways:
            self._ways[where] = ways_into(self.d, where)
        return self._ways[where]

    def admitted(self, way: Way, force: Force) -> Force:
        """Return the Troops if the Event that grants the Sweep lets them move."""
        return force if self._is_unlimited or self.d.try_clauses(Move(way, force)) is not None else ()


def ways_into(d: Decider, where: BoardSpace) -> dict[BoardSpace, Way]:
    """Return the path of Troops into a space from each origin: straight, or over a LoC without Insurgents."""
    ctx = Context(Draft(d.now), d.faction, RULE, Progress())
    near = along(where.adjacent)
    ways: dict[BoardSpace, Way] = {origin: (origin.id, where.id) for origin in near}
    for loc in near:
        if loc.is_loc and refuse_crossing(ctx, loc) is None:
            for origin in along(sorted(neighbours()[loc.index] - {where.id})):
                ways.setdefault(origin, (origin.id, loc.id, where.id))
    return ways
