"""Which NVA units may leave a space by March (8.6.5), and which have Marched already."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace, board
from fitl_core.facts.factions import NVA
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.figures import control_with
from fitl_core.record.clauses import Move, Verb

STAY_AT_BASE = 2
FOR_A_BASE = 4
GUERRILLAS_FOR_A_BASE = 2
"""So many units, so many of them Guerrillas, are gathered where a Base shall come (8.6.5/do-1)."""
UNITS = (Kind.NT, Kind.NG, Kind.NG_ACTIVE)
Force = tuple[Count, ...]


def force(troops: int, hidden: int, shown: int) -> Force:
    """NVA units as a move names them."""
    named = ((troops, Kind.NT), (hidden, Kind.NG), (shown, Kind.NG_ACTIVE))
    return tuple([Count(number, kind) for number, kind in named if number > 0])


def _marches(d: Decider, kind: Kind) -> bool:
    """Whether units of this kind March at all: an Event may say that they do not (5.5)."""
    if not is_free(d):
        return True
    return any(
        d.takes(Move((at.id, name), (Count(1, kind),)))
        for at in board().spaces
        if d.number(at, (kind,))
        for name in at.adjacent
    )


def is_free(d: Decider) -> bool:
    """Whether an Event gives this March (5.5)."""
    return d.walk is not None and any(clause == Verb("event") for _, clause in d.walk.said)


class Leaving:
    """What may leave each space, for as long as a March lasts.

    2 units stay with NVA Bases, and enough to keep NVA Control wherever it was when the March began;
    Guerrillas stay by preference. Who came by this March goes no further, and what is gathered for a Base
    stays together.
    """

    def __init__(self, d: Decider) -> None:
        self._d = d
        self._held = {at.id for at in board().spaces if d.control(at) == "nva"}
        self._came: dict[tuple[str, Kind], int] = {}
        self._gathered: set[str] = set()
        self._kinds = frozenset(kind for kind in UNITS if _marches(d, kind))

    def went(self, where: BoardSpace, pieces: Force) -> None:
        """Note that these have Marched into a space."""
        for count in pieces:
            kind = count.kind
            if kind is Kind.NG and not self._d.number(where, (Kind.NG,)):
                kind = Kind.NG_ACTIVE  # they were seen
            self._came[where.id, kind] = self._came.get((where.id, kind), 0) + count.number

    def gather(self, where: BoardSpace) -> None:
        """What has been gathered in a space for a Base is to stay there."""
        self._gathered.add(where.id)

    def hold(self, where: BoardSpace) -> None:
        """NVA Control that this March has brought to a space is to stay there."""
        self._held.add(where.id)

    def _spare(self, where: BoardSpace) -> int:
        """How many units go beyond those that are gathered for a Base."""
        d = self._d
        guerrillas = d.number(where, GUERRILLAS[NVA]) - GUERRILLAS_FOR_A_BASE
        return min(d.number(where, UNITS) - FOR_A_BASE, self._unmoved(where, Kind.NT) + max(0, guerrillas))

    def _unmoved(self, where: BoardSpace, kind: Kind) -> int:
        if kind not in self._kinds:
            return 0
        return max(0, self._d.number(where, (kind,)) - self._came.get((where.id, kind), 0))

    def number(self, where: BoardSpace) -> int:
        """How many units may leave."""
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
        """Whether NVA Control would go with so many units."""
        return control_with(self._d, where, (), self._taking(where, number)) != "nva"

    def _taking(self, where: BoardSpace, number: int) -> Force:
        """So many units of a space: Troops first, so that Guerrillas stay; then Active ones."""
        troops = min(number, self._unmoved(where, Kind.NT))
        shown = min(number - troops, self._unmoved(where, Kind.NG_ACTIVE))
        hidden = min(number - troops - shown, self._unmoved(where, Kind.NG))
        return force(troops, hidden, shown)

    def group(self, where: BoardSpace) -> Force:
        """All that may leave a space."""
        return self._taking(where, self.number(where))

    def of_kinds(self, where: BoardSpace, *kinds: Kind) -> int:
        """How many of these kinds may leave."""
        free = sum([self._unmoved(where, kind) for kind in kinds])
        if where.id in self._gathered and Kind.NT not in kinds:
            free = min(free, self._d.number(where, GUERRILLAS[NVA]) - GUERRILLAS_FOR_A_BASE)
        return max(0, min(self.number(where), free))

    def guerrillas(self, where: BoardSpace, number: int) -> Force:
        """So many Guerrillas of those that may leave, Active ones first."""
        number = min(number, self.of_kinds(where, *GUERRILLAS[NVA]))
        shown = min(number, self._unmoved(where, Kind.NG_ACTIVE))
        return force(0, number - shown, shown)


def may_march(d: Decider) -> dict[BoardSpace, Force]:
    """The units that may leave each space, as things stand."""
    leaving = Leaving(d)
    groups = {where: leaving.group(where) for where in board().spaces if d.number(where, UNITS)}
    return {where: group for where, group in groups.items() if group}
