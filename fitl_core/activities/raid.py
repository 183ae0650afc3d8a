"""Raid (4.3.3): move Rangers in, then Activate one to remove 2 enemy pieces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fitl_core.board import BoardSpace, adjacent, along, spaces_by_id
from fitl_core.choices import Procedure, either
from fitl_core.errors import Refusal
from fitl_core.events import Move, Remove
from fitl_core.factions import ARVN
from fitl_core.piece_choices import MoveChoice
from fitl_core.pieces import SPECIAL_FORCES, Count, Kind
from fitl_core.targets import bases_last
from fitl_core.turn import Turn

RULE = "4.3.3"
MOST_SPACES = 2
REMOVED = 2
RANGERS = SPECIAL_FORCES[ARVN]


def raid(turn: Turn) -> Procedure:
    """The whole Special Activity (4.3.3), one space after the other."""
    while True:
        chosen = turn.act.activity_spaces
        at = turn.activity_space("a space to Raid", partial(refuse_space, turn), MOST_SPACES, (Remove,))
        moves = MoveChoice(turn.faction, RULE, at.prompt, partial(_refuse_first, turn), partial(paths, turn))
        step: BoardSpace | Move | None = yield either(at, moves, optional=bool(chosen))
        if step is None:
            return
        where = spaces_by_id()[step.path[-1]] if isinstance(step, Move) else step
        chosen.append(where.id)
        if isinstance(step, Move):
            _move(turn, step)
        yield from _more_rangers(turn, where)
        yield from _strike(turn, where)


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether a space cannot be Raided: Rangers never enter North Vietnam."""
    return turn.draft.refuse_entry(where, Kind.AR, 1)


def refuse_move(turn: Turn, move: Move) -> Refusal | None:
    """Whether Rangers cannot move so: from an adjacent space only."""
    path = along(move.path)
    if len(path) != 2 or not adjacent(path[0], path[-1]):
        why = f"Rangers move in from adjacent spaces: {path[0].name} to {path[-1].name} is no such move"
        return turn.no("not-adjacent", why)
    for count in move.pieces:
        have = turn.draft.of_kind(path[0], count.kind)
        if count.kind not in RANGERS:
            return turn.no("piece-not-allowed", f"only Rangers move in a Raid, no {count.kind.noun}")
        if have < count.number:
            return turn.no("no-such-pieces", f"{path[0].name} has {count.kind.words(have)}")
    return None


def _refuse_first(turn: Turn, move: Move) -> Refusal | None:
    """A move that also selects its destination."""
    where = spaces_by_id()[move.path[-1]]
    chosen = turn.act.activity_spaces
    return (
        turn.refuse_again(where, chosen, "4.1")
        or turn.refuse_more(chosen, *turn.activity_limit(MOST_SPACES))
        or turn.refuse_outside(where)
        or refuse_space(turn, where)
        or refuse_move(turn, move)
    )


def _more_rangers(turn: Turn, where: BoardSpace) -> Procedure:
    def test(move: Move) -> Refusal | None:
        if move.path[-1] != where.id:
            return turn.no("space-not-selected", f"the Raid is in {where.name}")
        return refuse_move(turn, move)

    prompt = f"Rangers to move into {where.name}"
    choice = MoveChoice(turn.faction, RULE, prompt, test, partial(paths, turn), optional=True)
    while (move := (yield choice)) is not None:
        _move(turn, move)


def _move(turn: Turn, move: Move) -> None:
    turn.draft.move(along(move.path), move.pieces, RULE)


def _strike(turn: Turn, where: BoardSpace) -> Procedure:
    """Activate an Underground Ranger to remove 2 enemy pieces, if desired."""
    choice = bases_last(turn, where, REMOVED, optional=True)
    if not turn.draft.of_kind(where, Kind.AR):
        there = f"{where.name}: {Kind.AR_ACTIVE.words(turn.draft.of_kind(where, Kind.AR_ACTIVE))}"
        needed = turn.no("pieces-needed", f"removing needs an Underground Ranger in {where.name}", there)
        choice.test = lambda _: needed
    removal: Remove | None = yield choice
    if removal is not None:
        turn.draft.activate(where, Kind.AR, 1, RULE)
        turn.remove_by_enemy(where, removal.pieces)


def paths(turn: Turn) -> Iterator[Move]:
    """Every move of Rangers into an adjacent space."""
    for origin in spaces_by_id().values():
        for kind in RANGERS:
            for number in range(1, turn.draft.of_kind(origin, kind) + 1):
                for name in sorted(origin.adjacent):
                    yield Move((origin.id, name), (Count(number, kind),))
