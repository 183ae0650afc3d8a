"""Pieces taken from elsewhere on the map (1.4.1), as people write it, and as the rules ask for it.

People may write pieces that go and pieces that come (`QTi-6at Sai+6at`), or pieces that move (`Sai
QTi>Sai:6at`). They may also write a Base given up for another (`Tay-vb^ KHo-2vg+vb`). The first two mean
`Sai+6at<QTi`. All are examined only if a move would be refused as written, and used if the move is then
legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, takewhile

from fitl_core.facts.factions import ARVN, Faction
from fitl_core.facts.game_map import along, spaces_by_id
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind
from fitl_core.record.clauses import At, Clause, Move, Number, Option, Place, Remove, Replace, Verb
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.piece_questions import totals
from fitl_core.rules.shared.placing_pieces import forms
from fitl_core.state.draft import Draft
from fitl_core.state.state import CAP, State, resources

PLACING = ("train", "rally", "event", "infiltrate")
"""The verbs by which pieces are placed."""
MOVING_AT_ONCE = ("patrol", "sweep", "transport")
"""The verbs by which a piece moves once, along a path."""


def reworded(state: State, written: Sequence[Said]) -> list[Said]:
    """Return the clauses, with pieces taken from the map as the rules ask for them."""
    words: list[Said] = []
    at, verb = 0, ""
    runs = _runs(written)
    while at < len(written):
        who, clause = written[at]
        verb = clause.name if isinstance(clause, Verb) else verb
        end, pieces = runs[at]
        if verb not in PLACING:
            words.append(written[at])
        elif (
            at < end < len(written)
            and pieces == _coming(written[end][1])
            and (taken := _taken_up(_given_up(state, written[at:end]), written[end][1], verb, words))
        ):
            words += [(who, one) for one in taken]
            at = end
        elif isinstance(clause, Move):
            words.append((who, Place(clause.path[-1], clause.pieces, clause.path[0])))
        elif isinstance(clause, Place) and clause.source in spaces_by_id():
            words.append(
                (who, Place(clause.space, _as_there(state, clause.source, clause.pieces), clause.source))
            )
        else:
            words.append(written[at])
        at += 1
    return words


def as_moves(written: Sequence[Said]) -> list[Said]:
    """Return the clauses, with an Event's moves as moves if they are written as placements from the map."""
    return [
        (who, Move((clause.source, clause.space), clause.pieces))
        if isinstance(clause, Place) and clause.source in spaces_by_id() and clause.source != clause.space
        else (who, clause)
        for who, clause in written
    ]


def as_transfers(state: State, written: Sequence[Said]) -> list[Said]:
    """Return the clauses, with the ARVN Resources that a Train gains as a transfer of Patronage (3.2.1).

    Nothing else in a Train adds to ARVN Resources. A gain that may have been cut by the end of the track
    stays as it is (1.8).
    """
    words: list[Said] = []
    verb = ""
    is_written = any(isinstance(clause, Number) and clause.track == "patronage" for _, clause in written)
    for who, clause in written:
        verb = clause.name if isinstance(clause, Verb) else verb
        match clause:
            case Number("ARVN", gain) if (
                verb == "train" and not is_written and gain > 0 and _has_room(state, gain)
            ):
                words.append((who, Number("patronage", -gain)))
            case _:
                words.append((who, clause))
    return words


def on_one_path(written: Sequence[Said]) -> list[Said]:
    """Return the clauses, with the legs of a Patrol, Sweep or Transport as one path (3.2.2, 3.2.3, 4.3.2).

    Both legs are in one segment, with nothing between them.
    """
    words: list[Said] = []
    verb = ""
    ends: dict[tuple[Faction, str], list[int]] = {}  # the moves of this segment, by their last space
    for who, clause in written:
        if isinstance(clause, Verb):
            verb = clause.name
            ends.clear()
        if verb in MOVING_AT_ONCE and isinstance(clause, Move):
            legs = _going_on(words, ends.get((who, clause.path[0]), []), clause)
            for leg in legs:
                ends.setdefault((who, leg.path[-1]), []).append(len(words))
                words.append((who, leg))
        else:
            words.append((who, clause))
    return [(who, one) for who, one in words if not isinstance(one, Move) or one.pieces]


def _going_on(words: list[Said], before: Sequence[int], leg: Move) -> list[Move]:
    """Return the paths of pieces that go on from the moves `before` this leg.

    The moves in `words` keep the pieces that stay. A leg with any other pieces stays as it is.
    """
    wanted = dict(totals(leg.pieces))
    paths: list[Move] = []
    shortened: list[tuple[int, Said]] = []
    for at in before:
        who, move = words[at]
        assert isinstance(move, Move)
        moved = totals(move.pieces)
        on = {kind: min(number, wanted.get(kind, 0)) for kind, number in moved.items()}
        if any(on.values()):
            stay = {kind: number - on[kind] for kind, number in moved.items()}
            shortened.append((at, (who, Move(move.path, _counts(stay)))))
            paths.append(Move((*move.path, *leg.path[1:]), _counts(on)))
            wanted = {kind: number - on.get(kind, 0) for kind, number in wanted.items()}
    if any(wanted.values()):
        return [leg]
    for at, replacement in shortened:
        words[at] = replacement
    return paths


def _counts(numbers: Mapping[Kind, int]) -> tuple[Count, ...]:
    return tuple([Count(number, kind) for kind, number in numbers.items() if number])


def bases_in_workable_order(draft: Draft, written: Sequence[Said]) -> list[Said]:
    """Return the clauses, with Bases that move side by side in an order in which each finds room (1.4.2).

    The `draft` is one of its own: the Bases move on it.
    """
    words: list[Said] = []
    for moves, group in groupby(written, _moves_base):
        together = list(group)
        words += _one_by_one(draft, together) if moves else together
    return words


def _has_room(state: State, gain: int) -> bool:
    """Check whether ARVN Resources stay below their end after a gain: a Train only subtracts from them."""
    return resources(state, ARVN) + gain < CAP


def _one_by_one(draft: Draft, moves: list[Said]) -> list[Said]:
    """Return the moves of Bases in an order in which each finds room, as far as possible."""
    done: list[Said] = []
    while (at := next((at for at, (_, move) in enumerate(moves) if _moved(draft, move)), None)) is not None:
        done.append(moves.pop(at))
    return [*done, *moves]


def _moves_base(written: Said) -> bool:
    clause = written[1]
    return isinstance(clause, Move) and all(count.kind in BASE_KINDS for count in clause.pieces)


def _moved(draft: Draft, move: Clause) -> bool:
    """Move Bases that find room at their destination; return whether they did."""
    assert isinstance(move, Move)
    path = along(move.path)
    for count in move.pieces:
        if draft.of_kind(path[0], count.kind) < count.number:
            return False
        if draft.refuse_entry(path[-1], count.kind, count.number) is not None:
            return False
    draft.move((path[0], path[-1]), move.pieces, "1.4.2")
    return True


def _runs(written: Sequence[Said]) -> list[tuple[int, int]]:
    """Return, for each place, the end of a run of removals of one Faction, and its number of pieces."""
    runs: list[tuple[int, int]] = []
    for at, (who, clause) in reversed(list(enumerate(written))):
        end, pieces = runs[-1] if runs and written[at + 1][0] is who else (at + 1, 0)
        if isinstance(clause, Remove):
            runs.append((end, pieces + sum(count.number for count in clause.pieces)))
        else:
            runs.append((at, 0))
    return runs[::-1]


def _coming(clause: Clause) -> int:
    """Return how many pieces a clause brings in."""
    match clause:
        case Place(pieces=come) | Replace(by=come):
            return sum(count.number for count in come)
    return 0


def _given_up(state: State, written: Iterable[Said]) -> list[Remove]:
    """Return the removals, with each piece in its state in that space."""
    return [
        Remove(clause.space, _as_there(state, clause.space, clause.pieces), clause.to)
        for _, clause in written
        if isinstance(clause, Remove)
    ]


def _taken_up(given: list[Remove], following: Clause, verb: str, words: Sequence[Said]) -> list[Clause]:
    """Return removals and the next clause, reworded, if it brings in the same pieces; else nothing."""
    if not isinstance(following, Place | Replace):
        return []
    come = following.pieces if isinstance(following, Place) else following.by
    if any(removal.to not in ("", "available") for removal in given):
        return []
    if _types(come) != _types(count for removal in given for count in removal.pieces):
        return []
    placed = [Place(following.space, removal.pieces, removal.space) for removal in given]
    if isinstance(following, Place):
        return [*placed]
    if verb == "event":
        return [Remove(following.space, following.pieces), *placed]
    here: list[Clause] = [At(following.space)]
    if verb == "infiltrate":  # the option follows the space; the pieces given up do not imply it
        named = takewhile(lambda clause: not isinstance(clause, Verb), (each for _, each in reversed(words)))
        here = [] if here[0] in named else [*here, Option("build" if come[0].kind is Kind.NT else "take")]
    elif words[-1][1] == here[0]:
        here = []
    return [*here, *given, following]


def _types(pieces: Iterable[Count]) -> Mapping[Kind, int]:
    return totals([Count(count.number, count.kind.off_map) for count in pieces])


def _as_there(state: State, space: str, pieces: Iterable[Count]) -> tuple[Count, ...]:
    """Return pieces in their state in a space, if only one state is possible."""
    numbers = state.spaces[spaces_by_id()[space].index].pieces
    result = []
    for count in pieces:
        others = [kind for kind in forms((count.kind.off_map,)) if numbers[kind.slot] >= count.number]
        meant = others[0] if numbers[count.kind.slot] < count.number and len(others) == 1 else count.kind
        result.append(Count(count.number, meant))
    return tuple(result)
