"""The spaces where placed or removed pieces bring the most Population under COIN Control (8.4.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace
from fitl_core.players.non_players.departures import number_of
from fitl_core.players.non_players.movement import best_sets
from fitl_core.state.state import State

_Gain = tuple[BoardSpace, int]
"""A space, and the number of pieces that bring it under COIN Control."""


def most_population(
    state: State, most: Mapping[BoardSpace, int], budget: int, adding: bool
) -> dict[BoardSpace, int]:
    """Return the spaces of the best sets, each with its pieces: those that add the most COIN-Controlled
    Population.

    `most` is how many pieces can come (`adding`) or go in each space, `budget` how many in all. All sets of
    spaces are compared by their Population alone. The result is {} if nothing can be gained.
    """
    gains: list[_Gain] = []
    for where, number in sorted(most.items(), key=lambda item: item[0].index):
        need = _lacking_there(state, where) if where.population else 0
        has_coin = number_of(state.spaces[where.index].pieces, US, ARVN)
        if 0 < need <= min(number, budget) and (adding or has_coin):
            gains.append((where, need))
    with_it = {
        where: where.population + _best([gain for gain in gains if gain[0] is not where], budget - need)
        for where, need in gains
    }
    top = max(with_it.values(), default=0)
    return {where: need for where, need in gains if with_it[where] == top}


def with_least_loss(state: State, most: Mapping[BoardSpace, int], number: int) -> dict[BoardSpace, int]:
    """Return the spaces that may give COIN pieces so that the least COIN-Controlled Population is lost.

    `most` is how many each has, and `number` how many leave in all. The result has the most that each may
    give. All sets of spaces that lose Control are compared.
    """
    free = {
        at: n if _lacking_there(state, at) > 0 else min(n, -_lacking_there(state, at))
        for at, n in most.items()
    }
    losing = [at for at in most if at.population and free[at] < most[at]]

    def given(at: BoardSpace, lost: Sequence[BoardSpace]) -> int:
        return min(number, most[at] if at in lost or not at.population else free[at])

    def loss(lost: tuple[BoardSpace, ...]) -> tuple[int, ...] | None:
        enough = sum([given(at, lost) for at in most]) >= number
        return (-sum([at.population for at in lost]),) if enough else None

    sets = best_sets(losing, range(min(number, len(losing)) + 1), loss)
    gives = {at: max([given(at, lost) for lost in sets], default=0) for at in most}
    return {at: n for at, n in gives.items() if n}


def _lacking_there(state: State, where: BoardSpace) -> int:
    """Return how many more COIN pieces bring COIN Control. Below 0, this many can leave without its loss."""
    pieces = state.spaces[where.index].pieces
    return number_of(pieces, NVA, VC) - number_of(pieces, US, ARVN) + 1


def _best(gains: Sequence[_Gain], budget: int) -> int:
    """Return the most Population that this many pieces bring."""
    best = [0] * (budget + 1)
    for where, need in gains:
        for spent in range(budget, need - 1, -1):
            best[spent] = max(best[spent], best[spent - need] + where.population)
    return best[budget]
