"""Troops that an instruction brings into 1 space to find Guerrillas there: cards 62 and 67 (8.4.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fitl_core.facts.factions import ARVN, US
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import CUBES, SPECIAL_FORCES, Kind
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.piece_moves import (
    ends_of,
    fullest_move,
    open_moves,
    pick_move,
    single_steps,
    steps_open,
)
from fitl_core.players.non_players.sweeping import UNDERGROUND, searchers_needed
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Clause, Move, Option
from fitl_core.rules.activities.airlift import MOST_SPACES, MOST_SPACES_IN_MONSOON
from fitl_core.rules.operations.sweep import finds
from fitl_core.walks import OpenedQuestion

HELD_BY = 3
"""The number of COIN cubes that stay in a space that Troops leave."""
NO_LIMIT = 99
COIN_CUBES = (*CUBES[US], *CUBES[ARVN])

Sources = dict[str, int]
"""The number of Troops that may come from each space, by its id."""


def lift(run: Execution) -> Deciding[bool]:
    """Air Lift just enough Troops into 1 space of Cambodia, from as few spaces as possible (card 62)."""
    d = run.d
    most = (MOST_SPACES_IN_MONSOON if d.start.monsoon else MOST_SPACES) - 1
    steps = steps_open(run, kind=Kind.UT)
    aim = yield from _aim(run, {end: _sources(run, steps, end) for end in ends_of(steps)}, most)
    if aim is None:
        d.note(run.node, "no Air Lift: no further Guerrilla would be Activated")
        return True
    return (yield from _bring_all(run, aim, most))


def sweep_ashore(run: Execution) -> Deciding[bool]:
    """Move adjacent Troops into the landing space too, if they find more Guerrillas (card 67)."""
    ends = ends_of(steps_open(run, kind=Kind.UT))
    return len(ends) != 1 or (yield from _bring_all(run, ends[0], NO_LIMIT))


def _bring_all(run: Execution, aim: BoardSpace, most: int) -> Deciding[bool]:
    while (asked := open_moves(run.walk)) is not None:
        move = yield from _next_move(run, asked, aim, {}, most)
        if move is None:
            break
        run.say(move, US)
        most -= 1
    return True


def _next_move(
    run: Execution, asked: OpenedQuestion, aim: BoardSpace, further: Sources, most: int
) -> Deciding[Move | None]:
    """Return the next move of Troops that are still short, if any. `further` can come later."""
    steps = [move for move in single_steps(asked) if move.pieces[0].kind is Kind.UT]
    sources = _sources(run, steps, aim)
    short = _short(run, aim, sources | further, most)
    if not short or not sources:
        return None
    origin = yield from _origin(run, _that_suffice(sources, short, most) or sources)
    step = next(move for move in steps if move.path[0] == origin.id and move.path[-1] == aim.id)
    return fullest_move(asked, step, min(short, sources[origin.id]))


def land(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Move just enough Troops along the coast into 1 space, to join those that can Sweep into it
    (card 67).
    """
    if run.d.faction is not US:
        return (yield from pick_move(run, asked))
    if run.aim is None:
        steps = single_steps(asked)
        coming = {end: _sources(run, steps, end) | _neighbours(run, end) for end in ends_of(steps)}
        aim = yield from _aim(run, coming, NO_LIMIT)
        if aim is None:
            return None
        run.aim = aim.id
    aim = spaces_by_id()[run.aim]
    return (yield from _next_move(run, asked, aim, _neighbours(run, aim), NO_LIMIT))


# -- where to ---------------------------------------------------------------------------------------


def _aim(run: Execution, coming: dict[BoardSpace, Sources], most: int) -> Deciding[BoardSpace | None]:
    """Pick the space where Troops find the most Guerrillas, then with the fewest Troops; None if none find
    more.

    `coming` has the Troops that can come to each space, from at most `most` origins. The origins that give
    the most stand for all sets of origins.
    """
    d = run.d
    ends = [w for w in coming if not w.is_loc and _short(run, w, coming[w], most)]
    if not ends:
        return None
    best_ends = d.narrow(run.node, "8.4.1 Activated", ends, lambda w: _activated(run, w, coming[w], most))
    best_ends = d.narrow(
        run.node, "8.4.1 fewest Troops", best_ends, lambda w: -_short(run, w, coming[w], most)
    )
    return (yield from d.pick_space(run.node, best_ends))


def _sweepers(run: Execution, where: BoardSpace) -> int:
    return run.d.number(where, (*CUBES[US], *SPECIAL_FORCES[US]))


def _activated(run: Execution, where: BoardSpace, sources: Sources, most: int) -> int:
    """Return how many Guerrillas a Sweep could Activate with all the Troops that can come."""
    coming = sum(sorted(sources.values(), reverse=True)[:most])
    return min(run.d.number(where, UNDERGROUND), finds(where, _sweepers(run, where) + coming))


def _short(run: Execution, where: BoardSpace, sources: Sources, most: int) -> int:
    """Return how many more Troops are needed to Activate that many Guerrillas."""
    activated = _activated(run, where, sources, most)
    return max(0, searchers_needed(where, activated) - _sweepers(run, where))


# -- from where -------------------------------------------------------------------------------------


def _sources(run: Execution, steps: Sequence[Move], end: BoardSpace) -> Sources:
    """Return the origins of these moves to one space, with the Troops that may leave them."""
    origins = dict.fromkeys([move.path[0] for move in steps if move.path[-1] == end.id])
    spare = {name: _spare(run, spaces_by_id()[name]) for name in origins}
    return {name: number for name, number in spare.items() if number}


def _neighbours(run: Execution, end: BoardSpace) -> Sources:
    """Return the origins from which the Sweep of the landing could bring Troops, by a trial of the walk."""
    return _sources(run, steps_open(run, At(end.id), Option("sweep")), end)


def _spare(run: Execution, where: BoardSpace) -> int:
    """Return how many US Troops can leave a space so that 3 COIN cubes stay."""
    return max(0, min(run.d.number(where, (Kind.UT,)), run.d.number(where, COIN_CUBES) - HELD_BY))


def _that_suffice(sources: Sources, short: int, most: int) -> Sources:
    """Return the origins that may come first, so that the remaining origins can give the rest."""

    def others(name: str) -> int:
        numbers = sorted([number for other, number in sources.items() if other != name], reverse=True)
        return sum(numbers[: most - 1])

    return {name: number for name, number in sources.items() if number + others(name) >= short}


def _origin(run: Execution, sources: Sources) -> Deciding[BoardSpace]:
    """Pick the next origin of Troops, by the order of an Air Lift's origins (8.8.3/sa-1)."""
    d = run.d
    spaces = [where for where in board().spaces if where.id in sources]

    def is_first_kind(where: BoardSpace) -> bool:
        return d.control(where) != "coin" and d.support(where) <= 0 and not d.number(where, (Kind.UB,))

    letters: tuple[tuple[str, Callable[[BoardSpace], int]], ...] = (
        ("8.8.3/sa-1", is_first_kind),
        ("8.8.3/sa-1 a", lambda where: is_first_kind(where) and where.in_laos_or_cambodia),
        ("8.8.3/sa-1 b", lambda where: sources[where.id]),
    )
    return (yield from d.pick_space(run.node, spaces, *letters))
