"""NVA Redeploy (8.6.6)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from fitl_core.facts.factions import NVA
from fitl_core.facts.game_map import BoardSpace, along, board
from fitl_core.facts.pieces import BASES, Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.nva.leaving import UNITS, unit_counts
from fitl_core.players.non_players.space_figures import control_with
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.verb_attempts import attempt
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move
from fitl_core.state.deck import is_final

RULE = "8.6.6"
KEPT = 2


def phase(d: Decider) -> Deciding[DecisionOutcome]:
    """Carry out the Redeploy Phase of NVA."""
    done = yield from attempt(d, "redeploy", redeploy)
    return DecisionOutcome("coup" if done else "pass", RULE)


def redeploy(d: Decider) -> Deciding[bool]:
    """Move Troops to NVA Bases: 2 units each, NVA Control, no COIN Control, toward COIN (do-1 to do-4)."""
    moving = _Moving(d)
    if not moving.is_final:
        yield from moving.fill()
    yield from moving.gain("8.6.6/do-2", "nva")
    yield from moving.gain("8.6.6/do-3", "none")
    yield from moving.toward_coin()
    return moving.done


class _Moving:
    """A Redeployment in progress. Each Troop moves once (NP-Q26)."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        self.is_final = is_final(d.start)
        self.done = False
        self._came: dict[str, int] = {}

    def bases(self) -> list[BoardSpace]:
        """Return the spaces with NVA Bases, to which Troops may go (6.4.3)."""
        return [at for at in board().spaces if self.d.number(at, BASES[NVA])]

    def free(self, where: BoardSpace) -> int:
        """Return how many Troops may leave: NVA Control stays, no COIN Control begins, 2 units stay with a
        Base.
        """
        d = self.d
        troops = d.number(where, (Kind.NT,)) - self._came.get(where.id, 0)
        if not self.is_final and d.number(where, BASES[NVA]):
            troops = min(troops, d.number(where, UNITS) - KEPT)
        was = self._control(where)
        while troops > 0 and self._is_worse(
            was, control_with(d, where, (), unit_counts(troops, 0, 0)), where
        ):
            troops -= 1
        return max(0, troops)

    def _control(self, where: BoardSpace) -> str:
        """Return Control by the current pieces. The position's own Control does not change in this phase
        (6.4).
        """
        return control_with(self.d, where)

    @staticmethod
    def _is_worse(was: str, would_be: str, where: BoardSpace) -> bool:
        if where.is_loc:
            return False
        return (was == "nva" and would_be != "nva") or (was != "coin" and would_be == "coin")

    def _bring(
        self, node: str, where: BoardSpace, wanted: int, spared: Collection[BoardSpace] = ()
    ) -> Deciding[None]:
        """Bring up to `wanted` Troops from random spaces, but none from the `spared` ones.

        If all that may leave come, their order does not matter (NP-Q50).
        """
        while wanted > 0:
            there = {at: self.free(at) for at in board().spaces if at is not where and at not in spared}
            origins = [at for at, number in there.items() if number]
            if not origins:
                return
            room = len(origins) if sum(there.values()) <= wanted else 1
            origin = yield from self.d.pick_space(node, origins, room=room)
            number = min(wanted, self.free(origin))
            yield from self.d.say(Move((origin.id, where.id), (Count(number, Kind.NT),)))
            self._came[where.id] = self._came.get(where.id, 0) + number
            self.done = True
            wanted -= number

    def fill(self) -> Deciding[None]:
        """Bring each space with NVA Bases to 2 units, one after another (do-1)."""
        node = "8.6.6/do-1"
        while True:
            short = {at: KEPT - self.d.number(at, UNITS) for at in self.bases()}
            fillable = [at for at, lack in short.items() if lack > 0 and self._others(at)]
            if not fillable:
                return
            enough = sum([short[at] for at in fillable]) <= min([self._others(at) for at in fillable])
            where = yield from self.d.pick_space(node, fillable, room=len(fillable) if enough else 1)
            yield from self._bring(node, where, short[where])

    def _others(self, where: BoardSpace) -> int:
        """Return how many Troops may leave other spaces."""
        return sum([self.free(at) for at in board().spaces if at is not where])

    def gain(self, node: str, goal: str) -> Deciding[None]:
        """Add the most NVA Control, or remove the most COIN Control, with no more Troops than needed (do-2,
        do-3).

        Every set of spaces is tried. If several are equal, one space after another is drawn (8.2).
        """
        cost = {at: need for at in self.bases() if (need := self._needed(at, goal))}
        if not cost:
            return
        chosen: list[tuple[BoardSpace, ...]] = []
        best = (0, 0)
        for number in range(1, len(cost) + 1):
            for spaces in combinations(cost, number):
                figure = (sum([at.population for at in spaces]), number)
                if sum([cost[at] for at in spaces]) <= self._supply(spaces) and figure >= best:
                    chosen = [spaces] if figure > best else [*chosen, spaces]
                    best = figure
        if not chosen:
            return
        due: list[BoardSpace] = []
        while len(due) < best[1]:
            choices = [at for at in cost if at not in due and any(at in one for one in chosen)]
            where = yield from self.d.pick_space(node, choices, room=len(choices) if len(chosen) == 1 else 1)
            chosen = [one for one in chosen if where in one]
            due.append(where)
        for where in due:
            yield from self._bring(node, where, cost[where], due)

    def _supply(self, spaces: tuple[BoardSpace, ...]) -> int:
        """Return how many Troops may leave all other spaces."""
        return sum([self.free(at) for at in board().spaces if at not in spaces])

    def _needed(self, where: BoardSpace, goal: str) -> int:
        """Return the fewest Troops that bring a space to the wanted Control; 0 if it has it, or cannot get
        it.
        """
        now = self._control(where)
        if now == goal or (goal == "none" and now != "coin"):
            return 0
        for number in range(1, self._others(where) + 1):
            after = control_with(self.d, where, unit_counts(number, 0, 0))
            if after == goal or (goal == "none" and after != "coin"):
                return number
        return 0

    def toward_coin(self) -> Deciding[None]:
        """Move the most Troops into 1 space, first in the South, that is adjacent to COIN Control (do-4)."""
        node = "8.6.6/do-4"
        near = [at for at in self.bases() if self._is_beside_coin(at)]
        far = [at for at in board().spaces if not self._is_beside_coin(at) and self.free(at)]
        total = sum([self.free(at) for at in far])
        if not near or not total:
            return
        if self.done:
            self.d.relies_on("NP-Q26")
        where = yield from self.d.pick_space(node, near, ("", lambda at: at.in_south_vietnam))
        for origin in far:
            number = self.free(origin)
            if number:
                yield from self.d.say(Move((origin.id, where.id), (Count(number, Kind.NT),)))
                self._came[where.id] = self._came.get(where.id, 0) + number
                self.done = True

    def _is_beside_coin(self, where: BoardSpace) -> bool:
        return any(self._control(at) == "coin" for at in along(where.adjacent))
