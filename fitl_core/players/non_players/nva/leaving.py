"""NVA units that may leave a space by March (8.6.5), and their paths."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from fitl_core.facts.factions import NVA, ControlName
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.marching import pieces_that_may_march
from fitl_core.players.non_players.movement import Force, Movement, Way
from fitl_core.record.clauses import Move, Verb

STAY_AT_BASE = 2
FOR_A_BASE = 4
GUERRILLAS_FOR_A_BASE = 2
"""`FOR_A_BASE` units, with this many Guerrillas, are gathered where a Base will be built (8.6.5/do-1)."""
UNITS = (Kind.NT, Kind.NG_ACTIVE, Kind.NG)


class NvaMarch(Movement):
    """A March of NVA in progress.

    2 units stay with NVA Bases. NVA Control stays wherever it was when the March began. Guerrillas stay by
    preference. Units gathered for a Base stay together.
    """

    kinds: ClassVar[tuple[Kind, ...]] = UNITS
    counted: ClassVar[tuple[Kind, ...]] = UNITS

    def __init__(self, d: Decider) -> None:
        super().__init__(d)
        self.held: set[str] = {at.id for at in board().spaces if d.control(at) == "nva"}
        """The spaces that stay under NVA Control."""
        self.gathered: set[str] = set()
        """The spaces with units that were gathered for a Base."""
        self._marching = frozenset(kind for kind in UNITS if _marches(d, kind))

    def stay(self, where: BoardSpace) -> int:
        """Return 4 for a space where a Base will be built, and 2 for another with an NVA Base."""
        if where.id in self.gathered:
            return FOR_A_BASE
        return STAY_AT_BASE if self.d.number(where, BASES[NVA]) else 0

    def may_change(self, where: BoardSpace, was: ControlName, after: ControlName) -> bool:
        """Check whether NVA Control stays where it must."""
        return after == "nva" or where.id not in self.held

    def under(self, where: BoardSpace) -> object:
        """Return whether NVA Control must stay, and whether units were gathered."""
        return where.id in self.held, where.id in self.gathered

    def ways(self, where: BoardSpace) -> Mapping[BoardSpace, Way]:
        """Return the shortest path into a space from each origin.

        At Trail 4, or in a free March, units go more than one step along the Trail.
        """
        trail = self.d.now.trail
        return _ways(where, trail == 4 or (trail > 0 and _is_free(self.d)))

    def admitted(self, way: Way, force: Force) -> Force:
        """Return the units that the walk lets March along a path."""
        return pieces_that_may_march(self.d, way, force)

    def unmoved(self, where: BoardSpace, kind: Kind) -> int:
        """Return how many units of a kind have not moved. 2 gathered Guerrillas stay, Underground
        ones first.
        """
        number = super().unmoved(where, kind) if kind in self._marching else 0
        if where.id in self.gathered and kind is not Kind.NT:
            number = min(number, self.d.number(where, GUERRILLAS[NVA]) - GUERRILLAS_FOR_A_BASE)
            if kind is Kind.NG:
                number -= self.unmoved(where, Kind.NG_ACTIVE)
        return max(0, number)


@cache
def _ways(where: BoardSpace, far: bool) -> Mapping[BoardSpace, Way]:
    ways: dict[BoardSpace, Way] = {}
    edge: list[Way] = [(where.id,)]
    while edge:
        onward: list[Way] = []
        for way in edge:
            for name in sorted(spaces_by_id()[way[0]].adjacent):
                origin = spaces_by_id()[name]
                if origin is where or origin in ways:
                    continue
                ways[origin] = (name, *way)
                if far and origin.in_laos_or_cambodia:
                    onward.append(ways[origin])
        edge = onward
    return ways


def _marches(d: Decider, kind: Kind) -> bool:
    """Check whether units of this kind March at all. An Event may forbid it (5.5)."""
    if not _is_free(d):
        return True
    return any(
        d.accepts(Move((at.id, name), (Count(1, kind),)))
        for at in board().spaces
        if d.number(at, (kind,))
        for name in at.adjacent
    )


def _is_free(d: Decider) -> bool:
    """Check whether an Event grants this March (5.5)."""
    return d.walk is not None and any(clause == Verb("event") for _, clause in d.walk.said)


def may_march(d: Decider) -> dict[BoardSpace, Force]:
    """Return the units that may leave each space now."""
    march = NvaMarch(d)
    return {where: force for where in board().spaces if (force := march.leaving(where))}
