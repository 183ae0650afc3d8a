"""The spaces where placed or removed pieces bring the most Population under COIN Control (8.4.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import OF_FACTION, count_of
from fitl_core.state.control import control_in
from fitl_core.state.state import State

_COIN = (*OF_FACTION[US], *OF_FACTION[ARVN])
_INSURGENTS = (*OF_FACTION[NVA], *OF_FACTION[VC])

_Gain = tuple[BoardSpace, int]
"""A space, and the number of pieces that bring it under COIN Control."""


def lacking_for_coin(state: State, where: BoardSpace) -> int | None:
    """Return how many more COIN pieces, or fewer others, bring COIN Control; None if nothing can
    be gained.
    """
    if control_in(state, where) == "coin" or not where.population:
        return None
    return _lacking_there(state, where)


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
        need = lacking_for_coin(state, where)
        if need is not None and need <= min(number, budget) and (adding or _has_coin(state, where)):
            gains.append((where, need))
    with_it = {
        where: where.population + _best([gain for gain in gains if gain[0] is not where], budget - need)
        for where, need in gains
    }
    top = max(with_it.values(), default=0)
    return {where: need for where, need in gains if with_it[where] == top}


Source = tuple[int, int, int]
"""How many pieces a space can give and keep its Control, how many in all, and its Population."""


def may_give(state: State, where: BoardSpace, number: int) -> Source:
    """Return what a space can give of its `number` COIN pieces."""
    kept = control_in(state, where) == "coin" and where.population
    free = min(number, -_lacking_there(state, where)) if kept else number
    return free, number, where.population


def least_loss(sources: Sequence[Source], number: int) -> int | None:
    """Return the least loss of COIN-Controlled Population if `number` pieces leave these spaces.

    Every way to take them is compared. The result is None if there are too few pieces.
    """
    least: dict[int, int] = {0: 0}
    for free, every, population in sources:
        then: dict[int, int] = {}
        for given, lost in least.items():
            for more in range(min(every, number - given) + 1):
                loss = lost + (population if more > free else 0)
                then[given + more] = min(loss, then.get(given + more, loss))
        least = then
    return least.get(number)


def _lacking_there(state: State, where: BoardSpace) -> int:
    """Return how many more COIN pieces bring COIN Control. Below 0, this many can leave without its loss."""
    pieces = state.spaces[where.index].pieces
    return count_of(pieces, _INSURGENTS) - count_of(pieces, _COIN) + 1


def _best(gains: Sequence[_Gain], budget: int) -> int:
    """Return the most Population that this many pieces bring."""
    best = [0] * (budget + 1)
    for where, need in gains:
        for spent in range(budget, need - 1, -1):
            best[spent] = max(best[spent], best[spent - need] + where.population)
    return best[budget]


def _has_coin(state: State, where: BoardSpace) -> bool:
    """Check whether COIN has pieces in a space. Without any, the losses of its enemies bring it no
    Control.
    """
    return count_of(state.spaces[where.index].pieces, _COIN) > 0
