"""Moves that instructions of cards prescribe (8.4.1): Hamburger Hill, Amphib Landing, Bob Hope, SEALORDS."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.facts.factions import NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind, count_of, number_named
from fitl_core.players.non_players.events.coin_control import least_loss, may_give
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.piece_moves import (
    fullest_move,
    number_leaving,
    pick_end,
    single_steps,
)
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Clause, Move
from fitl_core.walks import OpenedQuestion


def from_opposition(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Move VC Guerrillas, Underground first, from a space with Opposition to 1 with Support (card 67)."""
    d = run.d
    steps = [
        move
        for move in single_steps(asked)
        if move.pieces[0].kind in GUERRILLAS[VC]
        and d.support(spaces_by_id()[move.path[0]]) < 0 < d.support(spaces_by_id()[move.path[-1]])
        and run.aim in (None, move.path[-1])
    ]
    if not steps:
        return None

    def hidden(where: BoardSpace) -> int:
        return min(3, d.number(where, (Kind.VG,)))

    origins = list(dict.fromkeys([spaces_by_id()[move.path[0]] for move in steps]))
    best_origins = d.narrow(run.node, "8.4.1 Underground", origins, hidden)
    origin = yield from pick_end(
        run,
        [m for m in steps if spaces_by_id()[m.path[0]] in best_origins],
        0,
        lambda where: number_leaving(steps, where, run),
    )
    steps = [move for move in steps if move.path[0] == origin.id]
    end = yield from pick_end(run, steps, -1)
    run.aim = end.id
    steps = [move for move in steps if move.path[-1] == end.id]
    steps.sort(key=lambda move: move.pieces[0].kind is not Kind.VG)
    return fullest_move(asked, steps[0])


TO_THE_HIGHLAND = 4
"""The number of US Troops that card 36 moves."""


def to_the_highland(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Move US Troops into the selected Highland (card 36).

    The instruction may ask for the least loss of COIN Control. Then every way to take the Troops is compared.
    """
    steps = single_steps(asked)
    if not steps:
        return None
    origins = [spaces_by_id()[name] for name in dict.fromkeys([move.path[0] for move in steps])]
    gone = [number_named(clause.pieces) for _, clause in run.walk.said if isinstance(clause, Move)]
    wanted = TO_THE_HIGHLAND - sum(gone)
    if "coin-controlled-population" not in run.instruction.prefer:
        origin = yield from pick_end(
            run, steps, 0, lambda where: min(wanted, number_leaving(steps, where, run))
        )
        return fullest_move(asked, next(move for move in steps if move.path[0] == origin.id))
    sources = {at: may_give(run.d.now, at, run.d.number(at, (Kind.UT,))) for at in origins}
    number = min(wanted, sum([every for _, every, _ in sources.values()]))
    best = least_loss(list(sources.values()), number)
    most: dict[BoardSpace, int] = {}
    for at, (free, every, population) in sources.items():
        others = [source for other, source in sources.items() if other is not at]
        for n in range(1, min(every, number) + 1):
            rest = least_loss(others, number - n)
            if rest is not None and rest + (population if n > free else 0) == best:
                most[at] = n
    if not most:
        return None
    room = len(most) if sum(most.values()) == number else 1
    origin = yield from run.d.pick_space(run.node, list(most), room=room)
    return fullest_move(asked, next(move for move in steps if move.path[0] == origin.id), most[origin])


def bring_home(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Move US Troops from the Province whose move brings the most Casualties to Available (card 91)."""
    steps = single_steps(asked)
    if not steps:
        return None
    casualties = sum(run.d.now.casualties) if run.d.faction is US else 0
    spaces = [spaces_by_id()[name] for name in dict.fromkeys([move.path[0] for move in steps])]
    best_spaces = run.d.narrow(
        run.node,
        "8.4.1 to Available",
        spaces,
        lambda where: min(number_leaving(steps, where, run) // 2, casualties),
    )
    steps = [move for move in steps if spaces_by_id()[move.path[0]] in best_spaces]
    origin = yield from pick_end(run, steps, 0, lambda where: number_leaving(steps, where, run))
    steps = [move for move in steps if move.path[0] == origin.id]
    end = yield from pick_end(run, steps, -1)
    return fullest_move(asked, next(move for move in steps if move.path[-1] == end.id))


def to_one_space(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Move all VC pieces that can move to 1 space with Support (card 92)."""
    d = run.d
    if d.faction is NVA:
        return (yield from in_two_shares(run, asked))
    steps = [move for move in single_steps(asked) if d.support(spaces_by_id()[move.path[-1]]) > 0]
    if not steps:
        return None
    if run.aim is None:
        run.aim = (yield from pick_end(run, steps, -1, lambda where: _room(run, where))).id
    steps = [move for move in steps if move.path[-1] == run.aim]
    return fullest_move(asked, steps[0]) if steps else None


def _room(run: Execution, where: BoardSpace) -> int:
    """Return how many more Bases fit into a space (1.4.2)."""
    bases = [kind for kinds in BASES.values() for kind in kinds]
    return 2 - run.d.number(where, bases)


def in_two_shares(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Move 2 NVA Bases and the other pieces in equal shares to 2 spaces, each Base with Guerrillas
    (card 92).
    """
    if run.plan is None:
        run.plan = yield from _two_shares(run, single_steps(asked))
    return run.plan.pop(0) if run.plan else None


def _two_shares(run: Execution, steps: Sequence[Move]) -> Deciding[list[Clause]]:
    """Return the moves: the pieces go kind by kind to the two spaces in turn."""
    ends = [spaces_by_id()[name] for name in dict.fromkeys([m.path[-1] for m in steps])]
    ends = [where for where in ends if _room(run, where) > 0]
    origins = [spaces_by_id()[name] for name in dict.fromkeys([m.path[0] for m in steps])]
    there = [run.d.now.spaces[where.index].pieces for where in origins]
    bases = sum([count_of(pieces, (Kind.NB,)) for pieces in there])
    guerrillas = sum([count_of(pieces, GUERRILLAS[NVA]) for pieces in there])
    if len(ends) < 2 or bases < 2 or guerrillas < 2:
        return []
    first = yield from run.d.pick_space(run.node, ends)
    second = yield from run.d.pick_space(run.node, [where for where in ends if where is not first])
    moves: dict[tuple[str, str, Kind], int] = {}
    turn = 0
    for kind, most in ((Kind.NB, 2), (Kind.NG, 99), (Kind.NG_ACTIVE, 99), (Kind.NT, 99)):
        pieces_left = most
        for origin, pieces in zip(origins, there, strict=True):
            for _ in range(min(pieces_left, pieces[kind.slot])):
                end = (first, second)[turn % 2]
                if end is not origin:
                    key = (origin.id, end.id, kind)
                    moves[key] = moves.get(key, 0) + 1
                turn += 1
                pieces_left -= 1
    return [Move((start, end), (Count(n, kind),)) for (start, end, kind), n in moves.items()]
