"""Which VC Guerrillas may leave a space by March (8.5.4), and which have Marched already."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import VC
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.figures import control_with

STAY_AT_BASE = 2
STAY_ELSEWHERE = 1


def counts(hidden: int, shown: int) -> tuple[Count, ...]:
    """Guerrillas as a move names them."""
    named = ((hidden, Kind.VG), (shown, Kind.VG_ACTIVE))
    return tuple([Count(number, kind) for number, kind in named if number > 0])


class Leaving:
    """What may leave each space, for as long as a March lasts.

    2 Guerrillas stay with a VC Base, 1 in any other City or Province of the South; no space of the South
    may come under COIN or NVA Control by what leaves. Underground ones stay first, as far as the steps want
    Active ones as well; who came by this March goes no further (3.3.2).
    """

    def __init__(self, d: Decider) -> None:
        self._d = d
        self._came: dict[str, int] = {}
        self._came_hidden: dict[str, int] = {}

    def went(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Note that these have Marched into a space."""
        for count in pieces:
            self._came[where.id] = self._came.get(where.id, 0) + count.number
        hidden = self._d.number(where, (Kind.VG,))
        came = sum([count.number for count in pieces if count.kind is Kind.VG])
        self._came_hidden[where.id] = min(self._came_hidden.get(where.id, 0) + came, hidden)

    def number(self, where: BoardSpace) -> int:
        """How many Guerrillas may leave."""
        d = self._d
        there = d.number(where, GUERRILLAS[VC])
        if not there:
            return 0
        unmoved = there - self._came.get(where.id, 0)
        most = min(unmoved, there - self._stay(where))
        if where.in_south_vietnam and not where.is_loc:
            while most > 0 and self._loses_control(where, most):
                most -= 1
        return max(0, most)

    def _stay(self, where: BoardSpace) -> int:
        if self._d.number(where, BASES[VC]):
            return STAY_AT_BASE
        return STAY_ELSEWHERE if where.in_south_vietnam and not where.is_loc else 0

    def _loses_control(self, where: BoardSpace, number: int) -> bool:
        """Whether so many fewer would bring the space under COIN or NVA Control."""
        shown = min(number, self._d.number(where, (Kind.VG_ACTIVE,)))
        after = control_with(self._d, where, (), counts(number - shown, shown))
        return after not in (self._d.control(where), "none")

    def hidden(self, where: BoardSpace) -> int:
        """How many of those that may leave can be Underground."""
        there = self._d.number(where, (Kind.VG,)) - self._came_hidden.get(where.id, 0)
        return min(self.number(where), there)

    def shown(self, where: BoardSpace) -> int:
        """How many of those that may leave can be Active."""
        came_shown = self._came.get(where.id, 0) - self._came_hidden.get(where.id, 0)
        return min(self.number(where), self._d.number(where, (Kind.VG_ACTIVE,)) - came_shown)

    def pieces(self, where: BoardSpace, wants_hidden: bool = True) -> tuple[Count, ...]:
        """All that may leave together: as many of them Underground as can be, where a step wants those.

        Where it does not, Underground ones stay behind.
        """
        number = self.number(where)
        hidden = self.hidden(where) if wants_hidden else max(0, number - self.shown(where))
        return counts(hidden, min(number - hidden, self.shown(where)))
