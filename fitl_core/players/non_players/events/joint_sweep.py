"""70, ROKs: US and ARVN cubes come together to remove all Insurgents where they can (8.4.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, along, board
from fitl_core.facts.lasting import ABRAMS, BOOBY_TRAPS, COBRAS, COMBINED_ACTION_PLATOONS
from fitl_core.facts.pieces import (
    BASE_KINDS,
    CUBES,
    OF_FACTION,
    SPECIAL_FORCES,
    TUNNELED,
    Kind,
    changed,
)
from fitl_core.players.non_players.departures import may_leave
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.piece_moves import Ways, bring_needed, shortest_ways, steps_open
from fitl_core.players.non_players.events.removing import most_of_space
from fitl_core.players.non_players.events.supplies import Supplies
from fitl_core.players.non_players.movement import best_sets, pick_set
from fitl_core.players.non_players.open_spaces import belongs_to_action
from fitl_core.players.non_players.sweeping import UNDERGROUND
from fitl_core.players.non_players.together import up_to
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Move, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.operations.assault import RULE, strength
from fitl_core.rules.operations.sweep import finds
from fitl_core.rules.progress import Progress
from fitl_core.state.draft import Draft
from fitl_core.state.state import State

CALLED = (Kind.AP, Kind.AT, Kind.UT)
"""The kinds of cubes in order: just enough Police, then ARVN Troops, then US Troops."""
JOINT = CUBES[US] + CUBES[ARVN]
INSURGENTS = (*OF_FACTION[NVA], *OF_FACTION[VC])
MOST_SPACES = 6
MOST_BY_CARD = 2
"""The most spaces in which the US Sweep and Assault under some Capabilities (8.8.3, 8.8.5)."""
MOST_CUBES = 80


def join_and_sweep(run: Execution) -> Deciding[bool]:
    """Bring cubes to the spaces that can be cleared, then Sweep every space with Underground Guerrillas.

    All sets of spaces are compared: most Bases, then most other pieces removed, then fewest cubes moved,
    fewest of them US, then fewest ARVN Troops.
    """
    ways = shortest_ways([move.path for move in steps_open(run)])
    wanted = {where: _fewest(run, where) for where in _targets(run, ways)}
    needs = {at.id: number - run.d.number(at, JOINT) for at, number in wanted.items() if number is not None}
    sets = _best_groups(run, needs, ways)
    cleared = (yield from pick_set(run.d, run.node, sets)) if sets else []
    lacking = _lacking(needs, cleared)
    ends = [where for where in board().spaces if where.id in lacking]
    yield from bring_needed(run, _supplies(run, ways, needs, cleared), lacking, ways, ends)
    yield from _sweep(run, cleared)
    return True


def joint_assault(run: Execution) -> Deciding[bool]:
    """Assault wherever pieces can be removed: first all Insurgents, then most Bases, then most
    other pieces.
    """
    d, most = run.d, _most_spaces(run)
    for left in range(most, 0, -1):
        removed = {at: removal for at in d.open_spaces() if (removal := _removal(run, at))}
        letters = (
            ("8.4.1 all Insurgents", lambda at, of=removed: _number(of[at]) == d.number(at, INSURGENTS)),
            ("8.4.4 Bases", lambda at, of=removed: _number(of[at], bases=True)),
            ("8.4.4 other pieces", lambda at, of=removed: _number(of[at])),
        )
        if not removed:
            return left < most
        where = yield from d.pick_space(run.node, list(removed), *letters, together=up_to(left))
        run.say(At(where.id), d.faction)
        run.say(removed[where], d.faction)
        yield from d.settle()
    return True


# -- which spaces -----------------------------------------------------------------------------------


def _targets(run: Execution, ways: Ways) -> list[BoardSpace]:
    """Return the spaces that may be Swept and have Insurgents, none of them Tunneled."""
    open_now = {where.id for where in run.d.open_spaces()} | {end for _, end in ways}
    met = [where for where in board().spaces if where.id in open_now]
    return [at for at in met if run.d.number(at, INSURGENTS) and not run.d.number(at, TUNNELED)]


def _fewest(run: Execution, where: BoardSpace) -> int | None:
    """Return how many cubes Activate all Guerrillas of a space and remove all Insurgents."""
    d = run.d
    forces = d.number(where, SPECIAL_FORCES[US])
    for cubes in range(1, MOST_CUBES):
        finds_all = finds(where, cubes + forces) >= d.number(where, UNDERGROUND)
        if finds_all and _hits(d.now, where, cubes) >= d.number(where, INSURGENTS):
            return cubes
    return None


def _hits(state: State, where: BoardSpace, cubes: int) -> int:
    """Return how many pieces this many cubes remove, all counted as US Troops (3.2.4)."""
    space = state.spaces[where.index]
    pieces = space.pieces
    for kind in JOINT:
        pieces = changed(pieces, kind, (cubes if kind is Kind.UT else 0) - pieces[kind.slot])
    spaces = list(state.spaces)
    spaces[where.index] = msgspec.structs.replace(space, pieces=pieces)
    then = msgspec.structs.replace(state, spaces=tuple(spaces))
    return strength(Context(Draft(then), US, RULE, Progress()), where, US)


def _most_spaces(run: Execution) -> int:
    cards = (BOOBY_TRAPS, COMBINED_ACTION_PLATOONS, ABRAMS, COBRAS)
    return MOST_BY_CARD if any(run.d.capability(card) == "shaded" for card in cards) else MOST_SPACES


def _best_groups(run: Execution, needs: Mapping[str, int], ways: Ways) -> list[tuple[BoardSpace, ...]]:
    """Return the best sets of spaces that can be cleared together."""

    def figures(group: tuple[BoardSpace, ...]) -> tuple[int, ...] | None:
        used = _supplies(run, ways, needs, group).used(_lacking(needs, group))
        if used is None:
            return None
        bases = sum([run.d.number(where, BASE_KINDS) for where in group])
        pieces = sum([run.d.number(where, INSURGENTS) for where in group])
        return bases, pieces, -sum(used), -used[2], -used[1]

    return best_sets(along(needs), range(1, _most_spaces(run) + 1), figures)


def _lacking(needs: Mapping[str, int], cleared: Sequence[BoardSpace]) -> dict[str, int]:
    return {where.id: needs[where.id] for where in cleared if needs[where.id] > 0}


def _supplies(
    run: Execution, ways: Ways, needs: Mapping[str, int], cleared: Sequence[BoardSpace]
) -> Supplies:
    """Return the cubes that may leave: no COIN Control is lost, and 3 units stay at Support.

    A space that is cleared keeps the cubes that it needs.
    """
    d = run.d
    stock: dict[str, dict[Kind, int]] = {}
    limits: dict[str, int] = {}
    for where in along(dict.fromkeys([origin for origin, _ in ways])):
        most = may_leave(where, d.now.spaces[where.index])
        limits[where.id] = max(0, min(most, -needs[where.id])) if where in cleared else most
        stock[where.id] = {kind: d.number(where, (kind,)) for kind in CALLED}
    reach = {at: [end for origin, end in ways if origin == at] for at in stock}
    return Supplies(stock, limits, reach, CALLED)


# -- carrying it out --------------------------------------------------------------------------------


def _sweep(run: Execution, cleared: Sequence[BoardSpace]) -> Deciding[None]:
    """Select the spaces to clear, then every other space where Guerrillas can be Activated."""
    d = run.d

    def found(where: BoardSpace) -> int:
        forces = d.number(where, (*JOINT, *SPECIAL_FORCES[US]))
        return min(d.number(where, UNDERGROUND), finds(where, forces))

    entered = {c.path[-1] for _, c in run.walk.said if isinstance(c, Move)}
    while len(entered) < _most_spaces(run):
        open_spaces = d.open_spaces(fits=lambda where: where.id not in entered and found(where))
        if not open_spaces:
            return
        first = [where for where in open_spaces if where in cleared]
        left = up_to(_most_spaces(run) - len(entered))
        where = yield from d.pick_space(
            run.node, first or open_spaces, ("8.4.4 Activated", found), together=left
        )
        run.say(At(where.id), d.faction)
        entered.add(where.id)


def _removal(run: Execution, where: BoardSpace) -> Remove | None:
    """Return the pieces that an Assault of a space removes: most Bases, then most pieces."""
    walk = run.d.try_clauses(At(where.id))
    asked = walk.first_for("remove") if walk is not None else None
    if walk is None or asked is None or not belongs_to_action(asked, walk):
        return None
    removals = [
        clause for clause in asked.accepted() if isinstance(clause, Remove) and clause.space == where.id
    ]
    return most_of_space(run, removals) if removals else None


def _number(clause: Remove, bases: bool = False) -> int:
    return sum([count.number for count in clause.pieces if not bases or count.kind in BASE_KINDS])
