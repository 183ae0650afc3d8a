"""What an Assault wants of an Air Lift: more than half of the Active Insurgents removed (8.8.3)."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace, board
from fitl_core.facts.lasting import SEARCH_AND_DESTROY
from fitl_core.facts.pieces import Kind, changed, count_of
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.us.airlift import AirLift, Wish
from fitl_core.players.non_players.us.assault_figures import Outlooks, Prospect, prospect, with_pieces
from fitl_core.players.non_players.us.board_figures import ACTIVE, UNDERGROUND, there
from fitl_core.rules.progress import Progress


class AssaultLift:
    """Destinations where Troops make it possible to remove more; what spaces yet to be Assaulted need.

    `goes_on` says whether the Operation may be in further spaces; `done` are those where it has been.
    """

    def __init__(
        self, d: Decider, outlooks: Outlooks, goes_on: bool, done: tuple[BoardSpace, ...] = ()
    ) -> None:
        self.d = d
        self.outlooks = outlooks
        self.goes_on = goes_on
        self.done = done

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """The Troops that it takes to remove as much as the space's own can; none where it is done."""
        d = self.d
        have = d.number(where, (kind,))
        if where in self.done or not self.goes_on or not have or not self.has_targets(where):
            return 0
        if kind is Kind.AT:
            return have if self.outlooks.arvn and self.outlooks.of(where).then else 0
        return have + self.fewest(where, -have, 0)

    def wishes(self, lift: AirLift) -> list[tuple[Wish, tuple[int, ...]]]:
        """Where Troops would let more than half be removed, with just enough of them."""
        found: list[tuple[Wish, tuple[int, ...]]] = []
        if not self.goes_on:
            return found
        for where in board().spaces:
            if where in self.done or not self.has_targets(where) or not lift.may_enter(where):
                continue
            most, _ = lift.supply(where)
            outlook = self.outlooks.of(where, most) if most else Prospect()
            if not outlook.clears_most or outlook.removed <= self.outlooks.of(where).removed:
                continue
            if self.is_spared(where, outlook):
                continue
            needed = self.fewest(where, 0, most)
            found.append((Wish(where, needed, needed), self.figures(where, outlook)))
        return found

    def figures(self, where: BoardSpace, outlook: Prospect) -> tuple[int, ...]:
        """The figures by which the Assault orders its spaces."""
        return (
            int(where.population > 0 and outlook.ends_nva),
            int(outlook.base or outlook.tunnel),
            int(self.d.number(where, (Kind.UB,)) > 0),
            where.population,
            outlook.removed,
        )

    def is_spared(self, where: BoardSpace, outlook: Prospect) -> bool:
        """Whether shaded Search and Destroy spares a Province at Support."""
        bound = self.d.capability(SEARCH_AND_DESTROY) == "shaded" and where.kind == "province"
        return bound and self.d.support(where) > 0 and not (outlook.base or outlook.troops)

    def has_targets(self, where: BoardSpace) -> bool:
        """Whether there are Active Insurgents."""
        return count_of(there(self.d, where).pieces, ACTIVE) > 0

    def fewest(self, where: BoardSpace, low: int, high: int) -> int:
        """How many Troops more (or fewer) let as many pieces be removed as `high` more."""
        best = self.outlooks.of(where, high).removed
        while low < high:
            middle = (low + high) // 2
            if self.outlooks.of(where, middle).removed >= best:
                high = middle
            else:
                low = middle + 1
        return high


class BattleLift:
    """What an Event's Air Lift is for that a Sweep and an Assault of the same spaces follow (8.4.4)."""

    def __init__(self, d: Decider) -> None:
        self.d = d

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """No Operation needs Troops elsewhere."""
        return 0

    def wishes(self, lift: AirLift) -> list[tuple[Wish, tuple[int, ...]]]:
        """Where most pieces could be removed once all Guerrillas are Active, with just enough Troops."""
        found: list[tuple[Wish, tuple[int, ...]]] = []
        for where in board().spaces:
            space = there(self.d, where)
            if not lift.may_enter(where) or not count_of(space.pieces, (*ACTIVE, *UNDERGROUND)):
                continue
            pieces = space.pieces
            for kind in UNDERGROUND:
                hidden = pieces[kind.slot]
                pieces = changed(changed(pieces, kind, -hidden), kind.active, hidden)
            shown = with_pieces(self.d.now, where, pieces)
            most, _ = lift.supply(where)
            removed = [prospect(shown, where, Progress(), False, more).removed for more in range(most + 1)]
            needed = removed.index(max(removed))
            if needed:
                found.append((Wish(where, needed, needed), (removed[needed],)))
        return found
