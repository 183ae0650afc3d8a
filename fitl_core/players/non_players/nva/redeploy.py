"""NVA Redeploy (8.6.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from fitl_core.facts.factions import NVA, ControlName
from fitl_core.facts.game_map import BoardSpace, along, board
from fitl_core.facts.pieces import BASES, Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.movement import Movement, best_sets, pick_set
from fitl_core.players.non_players.nva.leaving import UNITS
from fitl_core.players.non_players.space_figures import control_with
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.state.deck import is_final

KEPT = 2


def redeploy(d: Decider) -> Deciding[bool]:
    """Move Troops to NVA Bases: 2 units each, NVA Control, no COIN Control, toward COIN (do-1 to do-4)."""
    moving = _Redeploying(d)
    if not moving.is_final:
        yield from moving.serve("8.6.6/do-1", moving.short_of_units)
    yield from moving.gain("8.6.6/do-2", "nva")
    yield from moving.gain("8.6.6/do-3", "none")
    yield from moving.toward_coin()
    return moving.moved


class _Redeploying(Movement):
    """A Redeployment in progress. Each Troop moves once (NP-Q26).

    2 units stay with a Base, NVA Control stays, and no COIN Control begins. The Control of the position
    stands still in this phase (6.4): the current one is computed.
    """

    kinds: ClassVar[tuple[Kind, ...]] = (Kind.NT,)
    counted: ClassVar[tuple[Kind, ...]] = UNITS

    def __init__(self, d: Decider) -> None:
        super().__init__(d)
        self.is_final: bool = is_final(d.start)

    def stay(self, where: BoardSpace) -> int:
        """Return 2 for a space with an NVA Base."""
        return KEPT if not self.is_final and self.d.number(where, BASES[NVA]) else 0

    def may_change(self, where: BoardSpace, was: ControlName, after: ControlName) -> bool:
        """Check whether NVA Control stays, and no COIN Control begins."""
        return was == after or (was != "nva" and after != "coin")

    def bases(self) -> list[BoardSpace]:
        """Return the spaces with NVA Bases, to which Troops may go (6.4.3)."""
        return [at for at in board().spaces if self.d.number(at, BASES[NVA])]

    def short_of_units(self) -> Mapping[BoardSpace, int]:
        """Return how many units each Base lacks, where any can come (do-1)."""
        short = {at: KEPT - self.d.number(at, UNITS) for at in self.bases()}
        return {at: lack for at, lack in short.items() if lack > 0 and self.supply(at)}

    def gain(self, node: str, goal: str) -> Deciding[None]:
        """Add the most NVA Control, or remove the most COIN Control, with no more Troops than needed (do-2,
        do-3).
        """
        cost = {at: need for at in self.bases() if (need := self._needed(at, goal))}

        def figures(spaces: tuple[BoardSpace, ...]) -> tuple[int, ...] | None:
            if sum([cost[at] for at in spaces]) > self.supply(spaces[0], but=spaces):
                return None
            return sum([at.population for at in spaces]), len(spaces)

        sets = best_sets(list(cost), range(1, len(cost) + 1), figures)
        due = (yield from pick_set(self.d, node, sets)) if sets else []
        for where in due:
            yield from self.bring(node, where, cost[where], but=due)

    def _needed(self, where: BoardSpace, goal: str) -> int:
        """Return the fewest Troops that bring a space to the wanted Control; 0 if it has it, or cannot get
        it.
        """

        def has_goal(troops: int) -> bool:
            control = control_with(self.d, where, (Count(troops, Kind.NT),))
            return control == goal or (goal == "none" and control != "coin")

        if has_goal(0):
            return 0
        return next(filter(has_goal, range(1, self.supply(where) + 1)), 0)

    def toward_coin(self) -> Deciding[None]:
        """Move the most Troops into 1 space, first in the South, that is adjacent to COIN Control (do-4)."""
        near = [at for at in self.bases() if self._is_beside_coin(at)]
        far = {
            at: force for at in board().spaces if (force := self.leaving(at)) and not self._is_beside_coin(at)
        }
        if not near or not far:
            return
        if self.moved:
            self.d.relies_on("NP-Q26")
        where = yield from self.d.pick_space("8.6.6/do-4", near, ("", lambda at: at.in_south_vietnam))
        for origin, force in far.items():
            yield from self.go((origin.id, where.id), force)

    def _is_beside_coin(self, where: BoardSpace) -> bool:
        return any(control_with(self.d, at) == "coin" for at in along(where.adjacent))
