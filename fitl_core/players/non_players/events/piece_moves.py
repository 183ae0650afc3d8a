"""Pieces of an Event that move from space to space (8.4.3): which pieces, and to which space."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.pieces import Count
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Clause, Move
from fitl_core.walks import OpenedQuestion


def pick_move(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Move as many pieces as possible from the space with the most, all to one random space
    (8.4.3, 8.4.4).
    """
    steps = single_steps(asked)
    if not steps:
        return None
    origin = yield from pick_end(run, steps, 0, lambda where: number_leaving(steps, where, run))
    steps = [move for move in steps if move.path[0] == origin.id]
    if not asked.rule.startswith("card"):  # an Operation that prefers new spaces
        reached = {clause.path[-1] for _, clause in run.walk.said if isinstance(clause, Move)}
        steps = [move for move in steps if move.path[-1] not in reached] or steps
    lately = run.last_space.get(asked.prompt)
    end = spaces_by_id()[lately] if any(move.path[-1] == lately for move in steps) and lately else None
    if end is None:
        end = yield from pick_end(run, steps, -1)
    run.last_space[asked.prompt] = end.id
    return fullest_move(asked, next(move for move in steps if move.path[-1] == end.id))


def single_steps(asked: OpenedQuestion) -> list[Move]:
    """Return the open moves of 1 piece."""

    def alone(clauses: Iterator[Clause]) -> Iterator[Clause]:
        return (clause for clause in clauses if isinstance(clause, Move) and clause.pieces[0].number == 1)

    return [clause for clause in asked.fitting(alone) if isinstance(clause, Move)]


def number_leaving(steps: Sequence[Move], where: BoardSpace, run: Execution) -> int:
    """Return how many pieces can leave a space."""
    kinds = {move.pieces[0].kind for move in steps if move.path[0] == where.id}
    return run.d.number(where, kinds)


def pick_end(
    run: Execution, steps: Sequence[Move], end: int, figure: Callable[[BoardSpace], int] | None = None
) -> Deciding[BoardSpace]:
    """Pick a first (0) or last (-1) space of these moves by a figure, then by chance (8.2)."""
    spaces = list(dict.fromkeys([spaces_by_id()[move.path[end]] for move in steps]))
    spaces.sort(key=lambda where: where.index)
    best_spaces = run.d.narrow(run.node, "pieces", spaces, figure) if figure is not None else spaces
    return (yield from run.d.pick_space(run.node, best_spaces))


def fullest_move(asked: OpenedQuestion, move: Move, most: int | None = None) -> Move:
    """Return the move with as many pieces of its kind as possible, or at most `most`."""
    kind = move.pieces[0].kind

    def alike(clauses: Iterator[Clause]) -> Iterator[Clause]:
        same = (clause for clause in clauses if isinstance(clause, Move) and clause.path == move.path)
        return (clause for clause in same if clause.pieces[0].kind is kind)

    numbers = [clause.pieces[0].number for clause in asked.fitting(alike) if isinstance(clause, Move)]
    largest = max([number for number in numbers if most is None or number <= most], default=1)
    return Move(move.path, (Count(largest, kind),))
