"""Pieces of an Event whose spaces then shift: the shift decides where they come or go (8.4.4, 8.4.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import BASE_KINDS
from fitl_core.players.non_players.events.coin_control import most_population
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.naming import Most, only
from fitl_core.players.non_players.together import Together, while_enough
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Place, Remove
from fitl_core.walks import OpenedQuestion

Item = TypeVar("Item")

_LEVELS: Mapping[tuple[int, str], int] = {(26, "shaded"): -1, (68, "shaded"): -4, (87, "unshaded"): +1}
"""The levels by which a space shifts if pieces come or go there. For card 68 only 1 space shifts."""
_ONE_SPACE = 68


def first_wish(
    run: Execution, asked: OpenedQuestion, most: Most, budget: int, adding: bool, enough: Together[BoardSpace]
) -> Deciding[tuple[BoardSpace, tuple[int, ...]] | Most]:
    """Return the space that comes before the general priorities, with the numbers of pieces to try there; or
    the spaces where the general priorities choose.

    First come the spaces that bring the most Population under COIN Control, if the instruction asks for them
    (8.4.1), then those whose shift the Faction wants most. `enough` checks whether there are
    pieces for equal shifts.
    """
    if "coin-controlled-population" in run.instruction.prefer and (adding or len(most) > 1):
        numbers = {where: sum(here.values()) for where, here in most.items()}
        gains = most_population(run.d.now, numbers, budget, adding)
        if gains:
            together = while_enough(asked.most or 0, gains.__getitem__)
            where = yield from run.d.pick_space(run.node, list(gains), together=together)
            run.last_space[asked.prompt] = where.id
            return where, (gains[where], budget)
    bases = only(most, lambda _, kind: kind in BASE_KINDS)
    spaces = [where for where in board().spaces if where in most]
    shifted = yield from _shifting(run, spaces, lambda at: at in bases, enough)
    if isinstance(shifted, list):
        return {where: most[where] for where in shifted}
    return shifted, (1, budget)


def _shifting(
    run: Execution,
    spaces: Sequence[BoardSpace],
    bases: Callable[[BoardSpace], int],
    enough: Together[BoardSpace],
) -> Deciding[BoardSpace | list[BoardSpace]]:
    """Return the space whose shift the Faction wants most, for 1 piece; else the spaces where pieces may come
    or go.

    Among equal shifts, the space with the most `bases` to come or go is first (8.4.4). `room` returns for how
    many equal spaces there are pieces in any order. If no further shift is wanted, the result is the spaces
    that do not shift any more. If the card shifts no space or every space, all spaces are returned.
    """
    levels = _LEVELS.get((run.card, run.side), 0)
    touched = {clause.space for _, clause in run.walk.said if isinstance(clause, Place | Remove)}
    if not levels or (run.card == _ONE_SPACE and touched):
        return list(spaces)
    shifts = {where: shift(run, where, 0 if where.id in touched else levels) for where in spaces}
    if run.card == _ONE_SPACE:  # one Province that can shift must shift (5.1.3)
        shifts = {w: change for w, change in shifts.items() if w.kind == "province" and change != (0, 0)}
    most_wanted = list(shifts)
    for letter, figure in shift_letters(run.d.faction, shifts):
        most_wanted = run.d.narrow(run.node, letter, most_wanted, figure)
    moving = [where for where in most_wanted if shifts[where] != (0, 0)]
    if most_wanted and len(moving) == len(most_wanted):
        return (yield from run.d.pick_space(run.node, moving, ("8.4.4 Bases", bases), together=enough))
    return most_wanted or list(spaces)


def shift(run: Execution, where: BoardSpace, levels: int) -> tuple[int, int]:
    """Return the growth of Total Support and Total Opposition if a space shifts by `levels` (1.6.2)."""
    now = run.d.support(where)
    then = max(-2, min(2, now + levels))
    support = max(then, 0) - max(now, 0)
    opposition = max(-then, 0) - max(-now, 0)
    return support * where.population, opposition * where.population


_WISHES: Mapping[Faction, tuple[str, str]] = {
    Faction.VC: ("Opposition gained", "Support lost"),
    Faction.NVA: ("Support lost", "Opposition lost"),
    Faction.ARVN: ("Opposition lost", "Support lost"),
    Faction.US: ("Support gained", "Opposition lost"),
}
"""What each Faction wants most of a shift, and what next (8.4.5)."""


def shift_letters(
    faction: Faction, shifts: Mapping[Item, Sequence[int]]
) -> list[tuple[str, Callable[[Item], int]]]:
    """Return the nested wishes of a Faction for shifts, which are given as growth of Support and Opposition
    (8.4.5).
    """

    def figure(name: str) -> Callable[[Item], int]:
        place, sign = int(name.startswith("Opposition")), 1 if name.endswith("gained") else -1
        return lambda one: sign * shifts[one][place]

    return [(f"8.4.5 {name}", figure(name)) for name in _WISHES[faction]]
