"""Air Lift (4.2.2): US Troops, and 4 others at the most, between 4 spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from fitl_core.board import along, board
from fitl_core.choices import Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Move
from fitl_core.factions import ARVN, US
from fitl_core.options import HIGH_WINDS
from fitl_core.piece_choices import MoveChoice
from fitl_core.pieces import SPECIAL_FORCES, Count, Kind
from fitl_core.turn import Turn

RULE = "4.2.2"
MOST_SPACES = 4
MOST_SPACES_IN_MONSOON = 2
MOST_OTHERS = 4
OTHERS = (Kind.AT, *SPECIAL_FORCES[ARVN], *SPECIAL_FORCES[US])


def airlift(turn: Turn) -> Procedure:
    """The whole Special Activity (4.2.2)."""
    chosen = turn.act.activity_spaces
    landed: Counter[tuple[str, Kind]] = Counter()
    while True:
        test, ways = partial(refuse_move, turn, landed), partial(paths, turn)
        prompt = "pieces to lift"
        optional = bool(chosen) or turn.act.terms.may_skip
        move: Move | None = yield MoveChoice(turn.faction, RULE, prompt, test, ways, optional=optional)
        if move is None:
            return
        chosen += [name for name in move.path if name not in chosen]
        for count in move.pieces:
            landed[move.path[-1], count.kind] += count.number
        path = along(move.path)
        turn.draft.move(path, move.pieces, RULE)


def refuse_move(turn: Turn, landed: Counter[tuple[str, Kind]], move: Move) -> Refusal | None:
    """Whether pieces cannot be lifted so; `landed` are those that have been, each once."""
    if len(move.path) != 2 or move.path[0] == move.path[1]:
        return turn.no("path-too-long", "Air Lift goes straight from a space to another")
    most = MOST_SPACES_IN_MONSOON if turn.monsoon else MOST_SPACES
    spaces = {*turn.act.activity_spaces, *move.path}
    if len(spaces) > most:
        why = f"Air Lift uses at most {most} spaces, origins and destinations alike"
        rule = "2.3.9" if turn.monsoon and len(spaces) <= MOST_SPACES else RULE
        return Refusal("too-many-spaces", rule, why, (f"used: {len(spaces)}",))
    origin, there = along(move.path)
    others = sum([number for (_, kind), number in landed.items() if kind in OTHERS])
    for count in move.pieces:
        kind, number = count.kind, count.number
        if kind is not Kind.UT and kind not in OTHERS:
            return turn.no("piece-not-allowed", f"no {kind.noun} is lifted")
        if kind.faction is not US and turn.monsoon and turn.plays_option(HIGH_WINDS):
            why = f"by High Winds only US pieces are lifted in Monsoon, and no {kind.noun}"
            return Refusal("high-winds", "2.1", why)
        others += number if kind in OTHERS else 0
        have = turn.draft.of_kind(origin, kind) - landed[origin.id, kind]
        if have < number:
            return turn.no("no-such-pieces", f"{origin.name} has {kind.words(have)} to lift")
        refusal = turn.refuse_outside(there) or turn.draft.refuse_entry(there, kind, number)
        if refusal is not None:
            return refusal
    if others > MOST_OTHERS:
        why = f"at most {MOST_OTHERS} ARVN Troops, Rangers and Irregulars are lifted in all"
        return turn.no("too-many", why, f"with these: {others}")
    return None


def paths(turn: Turn) -> Iterator[Move]:
    """Every way for any number of pieces of one kind."""
    for origin in board().spaces:
        for kind in (Kind.UT, *OTHERS):
            for number in range(1, turn.draft.of_kind(origin, kind) + 1):
                for there in board().spaces:
                    if there is not origin:
                        yield Move((origin.id, there.id), (Count(number, kind),))
