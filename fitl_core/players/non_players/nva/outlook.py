"""Which groups leave most for the spaces that come behind, where NVA March for Control (8.6.5/do-3).

The groups are those that stand ready now; the own units of a space that is to come under Control are left
out, as they may have to stay there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from fitl_core.facts.board import BoardSpace
from fitl_core.players.non_players.nva.leaving import Force

Mix = tuple[BoardSpace, ...]
"""The spaces from which groups come together."""
Groups = Mapping[BoardSpace, Force]
"""Who can come into a space, by where it comes from."""

MOST_LOOKED_AT = 5_000
"""So many mixes are looked at for the spaces behind."""


def smallest_mixes(groups: Groups, most: int, takes: Callable[[Sequence[Force]], bool]) -> list[Mix]:
    """The mixes of fewest groups, up to `most`, that take a space; all mixes of a size are looked at."""
    for number in range(1, min(len(groups), most) + 1):
        if found := [mix for mix in combinations(groups, number) if takes([groups[at] for at in mix])]:
            return found
    return []


class Outlook:
    """What can yet be taken with the groups that are left."""

    def __init__(
        self,
        targets: Mapping[BoardSpace, Groups],
        most_groups: int,
        takes: Callable[[BoardSpace, Sequence[Force]], bool],
    ) -> None:
        self.targets = targets
        self.most_groups = most_groups
        self.takes = takes
        self.looked_at: int = 0

    @property
    def is_cut(self) -> bool:
        """Whether the bound has been reached."""
        return self.looked_at >= MOST_LOOKED_AT

    def behind(self, where: BoardSpace, mix: Mix, spaces: int) -> tuple[int, ...]:
        """The Population of up to so many spaces that can be taken behind this one, the most first."""
        return self._best(frozenset([where]), frozenset([where, *mix]), spaces)

    def _best(
        self, taken: frozenset[BoardSpace], used: frozenset[BoardSpace], spaces: int
    ) -> tuple[int, ...]:
        if not spaces:
            return ()
        mixes = {at: found for at in self.targets if at not in taken and (found := self._mixes(at, used))}
        people = max([at.population for at in mixes], default=-1)
        best: tuple[int, ...] = ()
        for where in [at for at in mixes if at.population == people]:
            for mix in mixes[where]:
                if self.is_cut:
                    return best
                self.looked_at += 1
                onward = self._best(taken | {where}, used | {where, *mix}, spaces - 1)
                best = max(best, (people, *onward))
        return best

    def _mixes(self, where: BoardSpace, used: frozenset[BoardSpace]) -> list[Mix]:
        groups = {at: force for at, force in self.targets[where].items() if at not in used}
        if not groups or not self.takes(where, list(groups.values())):
            return []
        return smallest_mixes(groups, self.most_groups, lambda forces: self.takes(where, forces))
