"""70, ROKs: US and ARVN cubes come together to remove all Insurgents where they can (8.4.1)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.lasting import ABRAMS, BOOBY_TRAPS, COBRAS, COMBINED_ACTION_PLATOONS
from fitl_core.facts.pieces import (
    BASE_KINDS,
    CUBES,
    OF_FACTION,
    SPECIAL_FORCES,
    TUNNELED,
    Count,
    Kind,
    changed,
)
from fitl_core.players.non_players.departures import may_leave
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.piece_moves import single_steps
from fitl_core.players.non_players.events.removing import most_of_space
from fitl_core.players.non_players.events.supplies import Supplies, sets_of
from fitl_core.players.non_players.open_spaces import belongs_to_action
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Move, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.operations.assault import RULE, strength
from fitl_core.rules.operations.sweep import finds
from fitl_core.rules.progress import Progress
from fitl_core.state.draft import Draft
from fitl_core.state.state import State
from fitl_core.walks import OpenedQuestion

CALLED = (Kind.AP, Kind.AT, Kind.UT)
"""The kinds of cubes in order: just enough Police, then ARVN Troops, then US Troops."""
JOINT = CUBES[US] + CUBES[ARVN]
INSURGENTS = (*OF_FACTION[NVA], *OF_FACTION[VC])
UNDERGROUND = (Kind.NG, Kind.VG)
MOST_SPACES = 6
MOST_BY_CARD = 2
"""The most spaces in which the US Sweep and Assault under some Capabilities (8.8.3, 8.8.5)."""
MOST_CUBES = 80


def join_and_sweep(run: Execution) -> Deciding[bool]:
    """Bring cubes to the spaces that can be cleared, then Sweep every space with Underground Guerrillas.

    All sets of spaces are compared: most Bases, then most other pieces removed, then fewest cubes moved,
    fewest of them US, then fewest ARVN Troops.
    """
    d = run.d
    ways = _ways(run)
    wanted = {name: _fewest(run, spaces_by_id()[name]) for name in _targets(run, ways)}
    needs = {name: number - _cubes(run, name) for name, number in wanted.items() if number is not None}
    best = _best_sets(run, needs, ways)
    cleared: list[str] = []
    while uncleared := {name for group in best for name in group} - set(cleared):
        spaces = [where for where in spaces_by_id().values() if where.id in uncleared]
        where = yield from d.pick_space(run.node, spaces, room=len(spaces) if len(best) == 1 else 1)
        best = [group for group in best if where.id in group]
        cleared.append(where.id)
    yield from _bring(run, _supplies(run, ways, needs, tuple(cleared)), needs, ways, cleared)
    yield from _sweep(run, cleared)
    return True


def joint_assault(run: Execution) -> Deciding[bool]:
    """Assault wherever pieces can be removed: first all Insurgents, then most Bases, then most
    other pieces.
    """
    d = run.d
    done: list[str] = []
    while len(done) < _most_spaces(run):
        removed = {w: removal for w in d.open_spaces() if w.id not in done and (removal := _removal(run, w))}
        if not removed:
            break
        room = _most_spaces(run) - len(done)
        where = yield from d.pick_space(run.node, list(removed), *_letters(run, removed), room=room)
        run.say(At(where.id), d.faction)
        run.say(removed[where], d.faction)
        yield from d.settle()
        done.append(where.id)
    return bool(done)


def _letters(
    run: Execution, removed: dict[BoardSpace, Remove]
) -> tuple[tuple[str, Callable[[BoardSpace], int]], ...]:
    return (
        ("8.4.1 all Insurgents", lambda w: _number(removed[w]) == run.d.number(w, INSURGENTS)),
        ("8.4.4 Bases", lambda w: _number(removed[w], bases=True)),
        ("8.4.4 other pieces", lambda w: _number(removed[w])),
    )


# -- which spaces -----------------------------------------------------------------------------------


def _open_moves(run: Execution) -> OpenedQuestion | None:
    asked = run.walk.first_for("move")
    return asked if asked is not None and belongs_to_action(asked, run.walk) else None


def _ways(run: Execution) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the shortest path that is open to a cube, by origin and end."""
    asked = _open_moves(run)
    ways: dict[tuple[str, str], tuple[str, ...]] = {}
    for move in single_steps(asked) if asked is not None else ():
        key = (move.path[0], move.path[-1])
        if len(move.path) < len(ways.get(key, (*move.path, ""))):
            ways[key] = move.path
    return ways


def _targets(run: Execution, ways: dict[tuple[str, str], tuple[str, ...]]) -> list[str]:
    """Return the spaces that may be Swept and have Insurgents, none of them Tunneled."""
    open_now = {where.id for where in run.d.open_spaces()} | {end for _, end in ways}
    met = [where for where in spaces_by_id().values() if where.id in open_now]
    return [w.id for w in met if run.d.number(w, INSURGENTS) and not run.d.number(w, TUNNELED)]


def _cubes(run: Execution, name: str) -> int:
    return run.d.number(spaces_by_id()[name], JOINT)


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


def _best_sets(
    run: Execution, needs: dict[str, int], ways: dict[tuple[str, str], tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """Return the best sets of spaces that can be cleared together."""
    d = run.d
    figures: dict[tuple[str, ...], tuple[int, ...]] = {}
    for group in sets_of(list(needs), _most_spaces(run)):
        used = _supplies(run, ways, needs, group).used(_lacking(needs, group))
        if used is not None and group:
            spaces = [spaces_by_id()[name] for name in group]
            bases = sum([d.number(where, BASE_KINDS) for where in spaces])
            pieces = sum([d.number(where, INSURGENTS) for where in spaces])
            figures[group] = (bases, pieces, -sum(used), -used[2], -used[1])
    top = max(figures.values(), default=None)
    if top is not None and len(figures) > 1:
        d.note(run.node, f"8.4.1: all {len(figures)} sets of spaces that can be cleared are compared")
    return [group for group, figure in figures.items() if figure == top]


def _lacking(needs: dict[str, int], cleared: tuple[str, ...] | list[str]) -> dict[str, int]:
    return {name: needs[name] for name in cleared if needs[name] > 0}


def _supplies(
    run: Execution,
    needs_ways: dict[tuple[str, str], tuple[str, ...]],
    needs: dict[str, int],
    cleared: tuple[str, ...],
) -> Supplies:
    """Return the cubes that may leave: no COIN Control is lost, and 3 units stay at Support.

    A space that is cleared keeps the cubes that it needs.
    """
    d = run.d
    stock: dict[str, dict[Kind, int]] = {}
    limits: dict[str, int] = {}
    for name in dict.fromkeys([origin for origin, _ in needs_ways]):
        where = spaces_by_id()[name]
        most = may_leave(where, d.now.spaces[where.index])
        limits[name] = max(0, min(most, -needs[name])) if name in cleared else most
        stock[name] = {kind: d.number(where, (kind,)) for kind in CALLED}
    reach = {at: [end for origin, end in needs_ways if origin == at] for at in stock}
    return Supplies(stock, limits, reach, CALLED)


# -- carrying it out --------------------------------------------------------------------------------


def _bring(
    run: Execution,
    supplies: Supplies,
    needs: dict[str, int],
    ways: dict[tuple[str, str], tuple[str, ...]],
    cleared: list[str],
) -> Deciding[None]:
    """Move the cubes that the spaces lack, so that the later spaces still get theirs."""
    lacking = _lacking(needs, cleared)
    for end in sorted(lacking, key=lambda name: spaces_by_id()[name].index):
        while (first_supply := supplies.first(lacking, end)) is not None:
            kind, names = first_supply
            spaces = [where for where in spaces_by_id().values() if where.id in names]
            room = _room(supplies, kind, names, lacking[end])
            origin = yield from run.d.pick_space(run.node, spaces, room=room)
            numbers = [
                n for n in range(1, lacking[end] + 1) if supplies.gives(lacking, end, origin.id, kind, n)
            ]
            run.say(Move(ways[origin.id, end], (Count(max(numbers), kind),)), run.d.faction)
            supplies = supplies.without(origin.id, kind, max(numbers))
            lacking = {**lacking, end: lacking[end] - max(numbers)}


def _room(supplies: Supplies, kind: Kind, names: list[str], wanted: int) -> int:
    """Return all of the origins if each gives all that it has, because their order does not matter
    (NP-Q50).
    """
    have = sum([min(supplies.stock[name].get(kind, 0), supplies.limits[name]) for name in names])
    return len(names) if have <= wanted else 1


def _sweep(run: Execution, cleared: list[str]) -> Deciding[None]:
    """Select the spaces to clear, then every other space where Guerrillas can be Activated."""
    d = run.d

    def found(where: BoardSpace) -> int:
        forces = d.number(where, (*JOINT, *SPECIAL_FORCES[US]))
        return min(d.number(where, UNDERGROUND), finds(where, forces))

    entered = {c.path[-1] for _, c in run.walk.said if isinstance(c, Move)}
    while len(entered) < _most_spaces(run):
        open_spaces = [where for where in d.open_spaces() if where.id not in entered and found(where)]
        if not open_spaces:
            return
        first = [where for where in open_spaces if where.id in cleared]
        room = _most_spaces(run) - len(entered)
        where = yield from d.pick_space(run.node, first or open_spaces, ("8.4.4 Activated", found), room=room)
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
