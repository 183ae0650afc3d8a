"""What an Air Strike can hit in a space, and how many hits it takes for what (4.2.3, 8.8.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import msgspec

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind, Pieces, changed, count_of
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.leaving import of
from fitl_core.players.non_players.us.board_figures import INSURGENT_BASES, there
from fitl_core.state.control import control

VC_FIRST = (Kind.NT, Kind.VG_ACTIVE, Kind.NG_ACTIVE)
NVA_FIRST = (Kind.NT, Kind.NG_ACTIVE, Kind.VG_ACTIVE)


class Target(msgspec.Struct, frozen=True):
    """A space that can be struck: the pieces that go, one by one, in the order of the Activity.

    `order` has VC before NVA (8.1.2), `nva_order` what takes NVA Control away soonest.
    """

    where: BoardSpace
    pieces: Pieces
    order: tuple[Kind, ...]
    nva_order: tuple[Kind, ...]

    @property
    def is_unseen(self) -> bool:
        """Whether no COIN piece is there."""
        return not of(self.pieces, US, ARVN)

    @property
    def removable(self) -> int:
        """How many pieces can be removed, hits permitting."""
        return len(self.order)

    @property
    def to_base(self) -> int:
        """How many hits it takes to remove a Base; 0 where none can be."""
        return next((i + 1 for i, kind in enumerate(self.order) if kind in BASE_KINDS), 0)

    @property
    def to_end_nva(self) -> int:
        """How many hits it takes to end NVA Control; 0 where there is none, or it cannot be done."""
        pieces = self.pieces
        if control(self.where, pieces) != "nva":
            return 0
        for hits, kind in enumerate(self.nva_order):
            pieces = changed(pieces, kind, -1)
            if control(self.where, pieces) != "nva":
                return hits + 1
        return 0


def target_in(d: Decider, where: BoardSpace) -> Target:
    """What can be hit in a space; nothing where its `order` is empty."""
    pieces = there(d, where).pieces
    shielded = of(pieces, NVA, VC) - count_of(pieces, (*INSURGENT_BASES, *VC_FIRST)) > 0
    bases = () if shielded else (Kind.VB, Kind.NB)
    return Target(
        where, pieces, _one_by_one(pieces, (*VC_FIRST, *bases)), _one_by_one(pieces, (*NVA_FIRST, *bases))
    )


def _one_by_one(pieces: Pieces, kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    return tuple([kind for kind in kinds for _ in range(pieces[kind.slot])])


def counted(kinds: Sequence[Kind]) -> tuple[Count, ...]:
    """Pieces as a move names them.

    >>> [count.number for count in counted((Kind.NT, Kind.NT, Kind.VB))]
    [2, 1]
    """
    return tuple([Count(kinds.count(kind), kind) for kind in dict.fromkeys(kinds)])


def best_sets(
    targets: Sequence[Target],
    hits: int,
    spaces: int,
    cost: Callable[[Target], int],
    gain: Callable[[Target], int],
) -> list[tuple[Target, ...]]:
    """The sets of at most so many targets with the most gain for the hits there are: all sets are tried.

    A die has at most 6 hits and each target takes one at least, so there are never many.
    """
    best: list[tuple[Target, ...]] = []
    most = 0
    for number in range(1, min(len(targets), hits, spaces) + 1):
        for chosen in combinations(targets, number):
            if sum([cost(target) for target in chosen]) > hits:
                continue
            gained = sum([gain(target) for target in chosen])
            if gained > most:
                best, most = [], gained
            if gained == most:
                best.append(chosen)
    return best
