"""The meaning of a written move, for those who carry it out or refuse it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fitl_core.asking.runs import Run
from fitl_core.errors import Violation
from fitl_core.reading.move_reader import MOST_PLAYED, UnreadMove, read
from fitl_core.reading.move_tokens import MoveToken
from fitl_core.reading.path_walks import Begin, ReadMove
from fitl_core.record.spoken import Said


class Rest(NamedTuple):
    """The clauses by which a refusal is explained, and the place of each among all written clauses."""

    said: list[Said]
    places: list[int]

    @staticmethod
    def of(tokens: Sequence[MoveToken], written: Sequence[Said]) -> Rest:
        """Return the clauses of a path, with their places."""
        last = len(written) - 1
        places = [min(max(int(token.place), 0), last) for token in tokens]
        return Rest([token.said for token in tokens], places)


def answers_only(begin: Begin, written: Sequence[Said], most: int = MOST_PLAYED) -> list[Said]:
    """Return the written clauses as the rules ask for them, without true statements.

    If the move cannot be read, all clauses are returned. Raises `Violation` for a false statement.
    """
    found = read(begin, written, most)
    if isinstance(found, ReadMove):
        return found.said
    if found.false is not None:
        raise found.false
    return list(written)


def tells_true(begin: Begin, written: Sequence[Said]) -> bool:
    """Check whether all written clauses are accepted as they stand, some of them as true statements."""
    return isinstance(read(begin, written, rewords=False), ReadMove)


def refused(begin: Begin, written: Sequence[Said]) -> Rest:
    """Return the clauses by which to explain the refusal of a move."""
    return explained_by(begin, written, read(begin, written))


def explained_by(begin: Begin, written: Sequence[Said], found: ReadMove | UnreadMove) -> Rest:
    """Return the clauses of the best path, without true statements.

    If the rules accept these, a statement that stands before its cause is the reason. Then all written
    clauses are returned.
    """
    if isinstance(found, UnreadMove):
        rest = Rest.of(found.tokens, written)
        try:
            Run(begin, rest.said)
        except Violation:
            return rest
    return Rest(list(written), [*range(len(written))])
