"""Pieces of an Event that move from space to space (8.4.3): which pieces, and to which space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from fitl_core.facts.game_map import BoardSpace, along, board
from fitl_core.facts.pieces import Count, Kind
from fitl_core.players.non_players.decider import Figure
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.supplies import Supplies
from fitl_core.players.non_players.open_spaces import belongs_to_action
from fitl_core.players.non_players.together import in_any_case, one_by_one
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Clause, Move
from fitl_core.walks import OpenedQuestion, Walk

Ways = Mapping[tuple[str, str], tuple[str, ...]]
"""A path by its origin and end, all by the ids of the spaces."""


def pick_move(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Move as many pieces as possible from the space with the most, all to one random space
    (8.4.3, 8.4.4).
    """
    steps = single_steps(asked)
    if not steps:
        return None
    steps = yield from steps_at(run, steps, 0, ("pieces", leaving(run, steps)))
    if not asked.rule.startswith("card"):  # an Operation that prefers new spaces
        reached = {clause.path[-1] for _, clause in run.walk.said if isinstance(clause, Move)}
        steps = [move for move in steps if move.path[-1] not in reached] or steps
    lately = run.last_space.get(asked.prompt)
    steps = [move for move in steps if move.path[-1] == lately] or (yield from steps_at(run, steps, -1))
    run.last_space[asked.prompt] = steps[0].path[-1]
    return fullest_move(asked, steps[0])


# -- open moves -------------------------------------------------------------------------------------


def open_moves(walk: Walk, *ahead: Clause) -> OpenedQuestion | None:
    """Return the question for moves in the action that has been begun, also after the clauses `ahead`."""
    further: Walk | None = walk
    for clause in ahead:
        further = further.behind(clause) if further is not None else None
    asked = further.first_for("move") if further is not None else None
    return asked if further is not None and asked is not None and belongs_to_action(asked, further) else None


def steps_open(run: Execution, *ahead: Clause, kind: Kind | None = None) -> list[Move]:
    """Return the open moves of 1 piece, or of 1 piece of a kind, in the action that has been begun."""
    asked = open_moves(run.walk, *ahead)
    steps = single_steps(asked) if asked is not None else []
    return [move for move in steps if kind in (None, move.pieces[0].kind)]


def single_steps(asked: OpenedQuestion) -> list[Move]:
    """Return the open moves of 1 piece."""

    def alone(clauses: Iterator[Clause]) -> Iterator[Clause]:
        return (clause for clause in clauses if isinstance(clause, Move) and clause.pieces[0].number == 1)

    return [clause for clause in asked.fitting(alone) if isinstance(clause, Move)]


def move_on(run: Execution, steps: Sequence[Move]) -> None:
    """Move as many pieces as possible by the shortest of these steps."""
    asked = open_moves(run.walk)
    assert asked is not None
    run.say(fullest_move(asked, min(steps, key=lambda move: len(move.path))), run.d.faction)


def fullest_move(asked: OpenedQuestion, move: Move, most: int | None = None) -> Move:
    """Return the move with as many pieces of its kind as possible, or at most `most`."""
    kind = move.pieces[0].kind

    def alike(clauses: Iterator[Clause]) -> Iterator[Clause]:
        same = (clause for clause in clauses if isinstance(clause, Move) and clause.path == move.path)
        return (clause for clause in same if clause.pieces[0].kind is kind)

    numbers = [clause.pieces[0].number for clause in asked.fitting(alike) if isinstance(clause, Move)]
    largest = max([number for number in numbers if most is None or number <= most], default=1)
    return Move(move.path, (Count(largest, kind),))


# -- from where, and where to -----------------------------------------------------------------------


def steps_at(
    run: Execution, steps: Sequence[Move], end: int, *letters: tuple[str, Figure[BoardSpace]]
) -> Deciding[list[Move]]:
    """Return the steps from the first (0) or to the last (-1) space that the figures pick, then
    chance (8.2).
    """
    where = yield from run.d.pick_space(run.node, ends_of(steps, end), *letters)
    return [move for move in steps if move.path[end] == where.id]


def ends_of(steps: Sequence[Move], end: int = -1) -> list[BoardSpace]:
    """Return the last (-1) or first (0) spaces of these moves, in board order."""
    names = {move.path[end] for move in steps}
    return [where for where in board().spaces if where.id in names]


def leaving(run: Execution, steps: Sequence[Move]) -> Figure[BoardSpace]:
    """Return the figure of how many pieces can leave a space by these steps."""
    kinds: dict[str, set[Kind]] = {}
    for move in steps:
        kinds.setdefault(move.path[0], set()).add(move.pieces[0].kind)
    return lambda where: run.d.number(where, kinds.get(where.id, ()))


# -- what several spaces need -----------------------------------------------------------------------


def shortest_ways(paths: Iterable[tuple[str, ...]]) -> Ways:
    """Return the shortest of these paths by origin and end."""
    ways: dict[tuple[str, str], tuple[str, ...]] = {}
    for path in paths:
        key = (path[0], path[-1])
        if key not in ways or len(path) < len(ways[key]):
            ways[key] = path
    return ways


def bring_needed(
    run: Execution, supplies: Supplies, needs: Mapping[str, int], ways: Ways, ends: Sequence[BoardSpace]
) -> Deciding[None]:
    """Move to each of the spaces `ends` the pieces that it needs, so that all `needs` can still be met.

    Equal origins need no dice if each gives all that it has, because their order does not matter (NP-Q50).
    """
    for end in ends:
        while (first_supply := supplies.first(needs, end.id)) is not None:
            kind, names = first_supply
            have = sum([min(supplies.stock[name].get(kind, 0), supplies.limits[name]) for name in names])
            spaces = sorted(along(names), key=lambda where: where.index)
            together = in_any_case if have <= needs[end.id] else one_by_one
            origin = yield from run.d.called("from", run.d.pick_space(run.node, spaces, together=together))
            numbers = range(1, needs[end.id] + 1)
            number = max([n for n in numbers if supplies.gives(needs, end.id, origin.id, kind, n)])
            run.say(Move(ways[origin.id, end.id], (Count(number, kind),)), run.d.faction)
            supplies = supplies.without(origin.id, kind, number)
            needs = {**needs, end.id: needs[end.id] - number}
