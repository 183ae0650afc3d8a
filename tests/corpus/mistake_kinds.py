"""Name what is wrong in a move of `fitl_core.testing.mistakes`, from the difference to the right move."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.facts.pieces import Count
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action, Segment

WORDS = {
    "source": "box",
    "to": "box",
    "change": "number",
    "name": "word",
    "faction": "giver",
}
"""The kinds of mistake in a field whose name says too little."""


def mistake_kind(move: Action, wrong: Action) -> str:
    """Return the kind of the one mistake in `wrong`: "verb", "order", "clause left out", "number"."""
    if wrong == move:
        return "none"
    if wrong.faction != move.faction:
        return "Faction"
    if wrong.limop != move.limop:
        return "limop"
    if len(wrong.segments) != len(move.segments):
        return "segment added"
    differing = [pair for pair in zip(move.segments, wrong.segments, strict=True) if pair[0] != pair[1]]
    if any(right.verb != other.verb for right, other in differing):
        return "verb"
    if all(_same_clauses(right, other) for right, other in differing):
        return "order"
    (right, other), *_ = differing
    if len(other.clauses) != len(right.clauses):
        return "clause left out" if len(other.clauses) < len(right.clauses) else "clause added"
    return _field(right.clauses, other.clauses)


def _same_clauses(right: Segment, other: Segment) -> bool:
    return sorted(map(repr, right.clauses)) == sorted(map(repr, other.clauses))


def _field(right: Sequence[Clause], other: Sequence[Clause]) -> str:
    """Return the kind of mistake in the first clause that differs."""
    one, wrong = next(pair for pair in zip(right, other, strict=True) if pair[0] != pair[1])
    name = next(name for name in one.__struct_fields__ if getattr(one, name) != getattr(wrong, name, None))
    if name in ("pieces", "by"):
        return _of_pieces(getattr(one, name), getattr(wrong, name))
    return WORDS.get(name, name)


def _of_pieces(right: Sequence[Count], other: Sequence[Count]) -> str:
    return "number" if [one.kind for one in right] == [one.kind for one in other] else "kind of piece"
