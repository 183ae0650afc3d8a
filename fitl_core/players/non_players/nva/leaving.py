"""NVA units that may leave a space by March (8.6.5), and those that have Marched already."""

from __future__ import annotations

from fitl_core.facts.factions import NVA
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.space_figures import control_with
from fitl_core.record.clauses import Move, Verb

STAY_AT_BASE = 2
FOR_A_BASE = 4
GUERRILLAS_FOR_A_BASE = 2
"""`FOR_A_BASE` units, with this many Guerrillas, are gathered where a Base will be built (8.6.5/do-1)."""
UNITS = (Kind.NT, Kind.NG, Kind.NG_ACTIVE)
Force = tuple[Count, ...]


def unit_counts(troops: int, hidden: int, shown: int) -> Force:
    """Return NVA units as a move names them."""
    named = ((troops, Kind.NT), (hidden, Kind.NG), (shown, Kind.NG_ACTIVE))
    return tuple([Count(number, kind) for number, kind in named if number > 0])


def _marches(d: Decider, kind: Kind) -> bool:
    """Check whether units of this kind March at all. An Event may forbid it (5.5)."""
    if not is_free(d):
        return True
    return any(
        d.accepts(Move((at.id, name), (Count(1, kind),)))
        for at in board().spaces
        if d.number(at, (kind,))
        for name in at.adjacent
    )


def is_free(d: Decider) -> bool:
    """Check whether an Event grants this March (5.5)."""
    return d.walk is not None and any(clause == Verb("event") for _, clause in d.walk.said)


class NvaLeaving:
    """The units that may leave each space during one March.

    2 units stay with NVA Bases. NVA Control stays wherever it was when the March began. Guerrillas stay by
    preference. Units that have Marched go no further, and units gathered for a Base stay together.
    """

    def __init__(self, d: Decider) -> None:
        self._d = d
        self._held = {at.id for at in board().spaces if d.control(at) == "nva"}
        self._came: dict[tuple[str, Kind], int] = {}
        self._gathered: set[str] = set()
        self._kinds = frozenset(kind for kind in UNITS if _marches(d, kind))

    def went(self, where: BoardSpace, pieces: Force) -> None:
        """Record pieces that have Marched into a space."""
        for count in pieces:
            kind = count.kind
            if kind is Kind.NG and not self._d.number(where, (Kind.NG,)):
                kind = Kind.NG_ACTIVE  # the move Activated them
            self._came[where.id, kind] = self._came.get((where.id, kind), 0) + count.number

    def gather(self, where: BoardSpace) -> None:
        """Keep the units that were gathered in a space for a Base."""
        self._gathered.add(where.id)

    def hold(self, where: BoardSpace) -> None:
        """Keep NVA Control that this March has brought to a space."""
        self._held.add(where.id)

    def _spare(self, where: BoardSpace) -> int:
        """Return how many units are left if those gathered for a Base stay."""
        d = self._d
        guerrillas = d.number(where, GUERRILLAS[NVA]) - GUERRILLAS_FOR_A_BASE
        return min(d.number(where, UNITS) - FOR_A_BASE, self._unmoved(where, Kind.NT) + max(0, guerrillas))

    def _unmoved(self, where: BoardSpace, kind: Kind) -> int:
        if kind not in self._kinds:
            return 0
        return max(0, self._d.number(where, (kind,)) - self._came.get((where.id, kind), 0))

    def number(self, where: BoardSpace) -> int:
        """Return how many units may leave."""
        d = self._d
        there = d.number(where, UNITS)
        if not there:
            return 0
        stay = STAY_AT_BASE if d.number(where, BASES[NVA]) else 0
        most = min(there - stay, sum([self._unmoved(where, kind) for kind in UNITS]))
        if where.id in self._gathered:
            most = min(most, self._spare(where))
        if where.id in self._held:
            while most > 0 and self._loses_control(where, most):
                most -= 1
        return max(0, most)

    def _loses_control(self, where: BoardSpace, number: int) -> bool:
        """Check whether NVA Control would end if this many units left."""
        return control_with(self._d, where, (), self._taking(where, number)) != "nva"

    def _taking(self, where: BoardSpace, number: int) -> Force:
        """Return this many units of a space: Troops first, then Active Guerrillas, then Underground ones."""
        troops = min(number, self._unmoved(where, Kind.NT))
        shown = min(number - troops, self._unmoved(where, Kind.NG_ACTIVE))
        hidden = min(number - troops - shown, self._unmoved(where, Kind.NG))
        return unit_counts(troops, hidden, shown)

    def group(self, where: BoardSpace) -> Force:
        """Return all units that may leave a space."""
        return self._taking(where, self.number(where))

    def of_kinds(self, where: BoardSpace, *kinds: Kind) -> int:
        """Return how many units of these kinds may leave."""
        free = sum([self._unmoved(where, kind) for kind in kinds])
        if where.id in self._gathered and Kind.NT not in kinds:
            free = min(free, self._d.number(where, GUERRILLAS[NVA]) - GUERRILLAS_FOR_A_BASE)
        return max(0, min(self.number(where), free))

    def guerrillas(self, where: BoardSpace, number: int) -> Force:
        """Return up to `number` Guerrillas of those that may leave, Active ones first."""
        number = min(number, self.of_kinds(where, *GUERRILLAS[NVA]))
        shown = min(number, self._unmoved(where, Kind.NG_ACTIVE))
        return unit_counts(0, number - shown, shown)


def may_march(d: Decider) -> dict[BoardSpace, Force]:
    """Return the units that may leave each space now."""
    leaving = NvaLeaving(d)
    groups = {where: leaving.group(where) for where in board().spaces if d.number(where, UNITS)}
    return {where: group for where, group in groups.items() if group}
