"""Pieces taken up from elsewhere on the map (1.4.1), as people write that, and as the rules ask for it.

What is taken up may be written as pieces that go and pieces that come (`QTi-6at Sai+6at`), as pieces that
move (`Sai QTi>Sai:6at`) or as a Base given up for another (`Tay-vb^ KHo-2vg+vb`). It is one thing,
`Sai+6at<QTi`; so it is looked at only where a move would be refused as it stands, and taken where it is legal
then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, takewhile

from fitl_core.facts.board import along, spaces_by_id
from fitl_core.facts.factions import ARVN
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind
from fitl_core.record.clauses import At, Clause, Move, Number, Option, Place, Remove, Replace, Verb
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.pieces import totals
from fitl_core.rules.shared.placing_pieces import forms
from fitl_core.state.draft import Draft
from fitl_core.state.state import CAP, State, resources

PLACING = ("train", "rally", "event", "infiltrate")
"""The verbs by which pieces are placed."""


def reworded(state: State, said: Sequence[Said]) -> list[Said]:
    """What has been said, with pieces taken up as the rules ask for them."""
    words: list[Said] = []
    at, verb = 0, ""
    runs = _runs(said)
    while at < len(said):
        who, clause = said[at]
        verb = clause.name if isinstance(clause, Verb) else verb
        end, pieces = runs[at]
        if verb not in PLACING:
            words.append(said[at])
        elif (
            at < end < len(said)
            and pieces == _coming(said[end][1])
            and (taken := _taken_up(_given_up(state, said[at:end]), said[end][1], verb, words))
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
            words.append(said[at])
        at += 1
    return words


def as_moves(said: Sequence[Said]) -> list[Said]:
    """What has been said, with pieces that an Event moves, and that are written as taken up, as moves."""
    return [
        (who, Move((clause.source, clause.space), clause.pieces))
        if isinstance(clause, Place) and clause.source in spaces_by_id() and clause.source != clause.space
        else (who, clause)
        for who, clause in said
    ]


def as_transfers(state: State, said: Sequence[Said]) -> list[Said]:
    """What has been said, with ARVN Resources that a Train gains told as Patronage that becomes them (3.2.1).

    Nothing else in a Train adds to them. What may be the rest of more that has no room stays as it is (1.8).
    """
    words: list[Said] = []
    verb = ""
    told = any(isinstance(clause, Number) and clause.track == "patronage" for _, clause in said)
    for who, clause in said:
        verb = clause.name if isinstance(clause, Verb) else verb
        match clause:
            case Number("ARVN", gain) if verb == "train" and not told and gain > 0 and _has_room(state, gain):
                words.append((who, Number("patronage", -gain)))
            case _:
                words.append((who, clause))
    return words


def in_turn(draft: Draft, said: Sequence[Said]) -> list[Said]:
    """What has been said, with Bases that move side by side in an order in which each finds room (1.4.2).

    The `draft` is one of its own: the Bases move on it.
    """
    words: list[Said] = []
    for moves, group in groupby(said, _moves_base):
        together = list(group)
        words += _one_by_one(draft, together) if moves else together
    return words


def _has_room(state: State, gain: int) -> bool:
    """Whether ARVN Resources surely stay below their end with so much more: a Train only takes from them."""
    return resources(state, ARVN) + gain < CAP


def _one_by_one(draft: Draft, moves: list[Said]) -> list[Said]:
    """Moves of Bases, first those that find room, each as soon as it does."""
    done: list[Said] = []
    while (at := next((at for at, (_, move) in enumerate(moves) if _moved(draft, move)), None)) is not None:
        done.append(moves.pop(at))
    return [*done, *moves]


def _moves_base(said: Said) -> bool:
    clause = said[1]
    return isinstance(clause, Move) and all(count.kind in BASE_KINDS for count in clause.pieces)


def _moved(draft: Draft, move: Clause) -> bool:
    """Whether Bases that are there find room where they go; they are moved then."""
    assert isinstance(move, Move)
    path = along(move.path)
    for count in move.pieces:
        if draft.of_kind(path[0], count.kind) < count.number:
            return False
        if draft.refuse_entry(path[-1], count.kind, count.number) is not None:
            return False
    draft.move((path[0], path[-1]), move.pieces, "1.4.2")
    return True


def _runs(said: Sequence[Said]) -> list[tuple[int, int]]:
    """For each place, where removals of one Faction side by side end, and of how many pieces they are."""
    runs: list[tuple[int, int]] = []
    for at, (who, clause) in reversed(list(enumerate(said))):
        end, pieces = runs[-1] if runs and said[at + 1][0] is who else (at + 1, 0)
        if isinstance(clause, Remove):
            runs.append((end, pieces + sum(count.number for count in clause.pieces)))
        else:
            runs.append((at, 0))
    return runs[::-1]


def _coming(clause: Clause) -> int:
    """How many pieces a clause brings in."""
    match clause:
        case Place(pieces=come) | Replace(by=come):
            return sum(count.number for count in come)
    return 0


def _given_up(state: State, said: Iterable[Said]) -> list[Remove]:
    """Removals of pieces in the state in which they stand there."""
    return [
        Remove(clause.space, _as_there(state, clause.space, clause.pieces), clause.to)
        for _, clause in said
        if isinstance(clause, Remove)
    ]


def _taken_up(given: list[Remove], behind: Clause, verb: str, words: Sequence[Said]) -> list[Clause]:
    """Removals and the clause behind them, if that brings in what they have given up; else nothing."""
    if not isinstance(behind, Place | Replace):
        return []
    come = behind.pieces if isinstance(behind, Place) else behind.by
    if any(removal.to not in ("", "available") for removal in given):
        return []
    if _types(come) != _types(count for removal in given for count in removal.pieces):
        return []
    placed = [Place(behind.space, removal.pieces, removal.space) for removal in given]
    if isinstance(behind, Place):
        return [*placed]
    if verb == "event":
        return [Remove(behind.space, behind.pieces), *placed]
    here: list[Clause] = [At(behind.space)]
    if verb == "infiltrate":  # the option stands behind the space, and what is given up does not tell which
        named = takewhile(lambda clause: not isinstance(clause, Verb), (said for _, said in reversed(words)))
        here = [] if here[0] in named else [*here, Option("build" if come[0].kind is Kind.NT else "take")]
    elif words[-1][1] == here[0]:
        here = []
    return [*here, *given, behind]


def _types(pieces: Iterable[Count]) -> Mapping[Kind, int]:
    return totals([Count(count.number, count.kind.off_map) for count in pieces])


def _as_there(state: State, space: str, pieces: Iterable[Count]) -> tuple[Count, ...]:
    """Pieces in the state in which they stand in a space, where only one can be meant."""
    there = state.spaces[spaces_by_id()[space].index].pieces
    found = []
    for count in pieces:
        others = [kind for kind in forms((count.kind.off_map,)) if there[kind.slot] >= count.number]
        meant = others[0] if there[count.kind.slot] < count.number and len(others) == 1 else count.kind
        found.append(Count(count.number, meant))
    return tuple(found)
