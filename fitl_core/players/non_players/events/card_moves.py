"""Moves that instructions of cards prescribe (8.4.1): Hamburger Hill, Amphib Landing, Bob Hope, SEALORDS."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.facts.factions import NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind, count_of, number_named
from fitl_core.players.non_players.events.coin_control import with_least_loss
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.piece_moves import (
    ends_of,
    fullest_move,
    leaving,
    single_steps,
    steps_at,
)
from fitl_core.players.non_players.together import in_any_case, one_by_one
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
    hidden = ("8.4.1 Underground", lambda where: min(3, d.number(where, (Kind.VG,))))
    steps = yield from steps_at(run, steps, 0, hidden, ("pieces", leaving(run, steps)))
    steps = yield from steps_at(run, steps, -1)
    run.aim = steps[0].path[-1]
    return fullest_move(asked, min(steps, key=lambda move: move.pieces[0].kind is not Kind.VG))


TO_THE_HIGHLAND = 4
"""The number of US Troops that card 36 moves."""


def to_the_highland(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Move US Troops into the selected Highland (card 36).

    The instruction may ask for the least loss of COIN Control. Then every way to take the Troops is compared.
    """
    steps = single_steps(asked)
    if not steps:
        return None
    origins = ends_of(steps, 0)
    gone = [number_named(clause.pieces) for _, clause in run.walk.said if isinstance(clause, Move)]
    wanted = TO_THE_HIGHLAND - sum(gone)
    if "coin-controlled-population" not in run.instruction.prefer:
        leave = leaving(run, steps)
        steps = yield from steps_at(run, steps, 0, ("pieces", lambda where: min(wanted, leave(where))))
        return fullest_move(asked, steps[0])
    there = {at: run.d.number(at, (Kind.UT,)) for at in origins}
    number = min(wanted, sum(there.values()))
    most = with_least_loss(run.d.now, there, number)
    if not most:
        return None
    together = in_any_case if sum(most.values()) == number else one_by_one
    origin = yield from run.d.called("from", run.d.pick_space(run.node, list(most), together=together))
    return fullest_move(asked, next(move for move in steps if move.path[0] == origin.id), most[origin])


def bring_home(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Move US Troops from the Province whose move brings the most Casualties to Available (card 91)."""
    steps = single_steps(asked)
    if not steps:
        return None
    casualties = sum(run.d.now.casualties) if run.d.faction is US else 0
    leave = leaving(run, steps)
    home = ("8.4.1 to Available", lambda where: min(leave(where) // 2, casualties))
    steps = yield from steps_at(run, steps, 0, home, ("pieces", leave))
    steps = yield from steps_at(run, steps, -1)
    return fullest_move(asked, steps[0])


def to_one_space(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Move all VC pieces that can move to 1 space with Support (card 92)."""
    d = run.d
    if d.faction is NVA:
        return (yield from in_two_shares(run, asked))
    steps = [move for move in single_steps(asked) if d.support(spaces_by_id()[move.path[-1]]) > 0]
    if not steps:
        return None
    if run.aim is None:
        steps = yield from steps_at(run, steps, -1, ("pieces", lambda where: _room(run, where)))
        run.aim = steps[0].path[-1]
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
    if "shares" not in run.plans:
        run.plans["shares"] = yield from _two_shares(run, single_steps(asked))
    return run.plans["shares"].pop(0) if run.plans["shares"] else None


def _two_shares(run: Execution, steps: Sequence[Move]) -> Deciding[list[Clause]]:
    """Return the moves: the pieces go kind by kind to the two spaces in turn."""
    ends = [where for where in ends_of(steps) if _room(run, where) > 0]
    origins = ends_of(steps, 0)
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
