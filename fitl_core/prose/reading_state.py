"""The progress of a reading through a sentence, and the costs of its steps."""

from __future__ import annotations

from typing import NamedTuple

from fitl_core.record.clauses import Clause, Move
from fitl_core.record.spoken import Said

A_LITTLE = 0.01
"""The cost of each further way to use the same words. Costs are added up; the cheapest reading is first."""
PLAIN = 0.05
"""The most that an obvious use of words costs."""
OUT_OF_ORDER = 0.3
"""The cost of using words before others that are in front of them."""
ODD, FAR = 1.0, 2.0
"""The costs of a reading that is not the most natural, and of one that is far from it."""


class ClauseCandidate(NamedTuple):
    """A clause with its units, its cost, its assumptions, and the number of units that it skips."""

    clause: Clause
    uses: tuple[int, ...]
    cost: float = 0.0
    assumes: tuple[str, ...] = ()
    passes: int = 0


class ReadingState(NamedTuple):
    """The clauses so far, each with its part of the sentence, and the used units with their spaces.

    `uses` are the units of each clause. `section` is the part that is being read, `last` the space named
    last.
    """

    said: tuple[Said, ...] = ()
    parts: tuple[int, ...] = ()
    uses: tuple[tuple[int, ...], ...] = ()
    used: frozenset[int] = frozenset()
    bound: frozenset[tuple[int, str]] = frozenset()
    section: int = 0
    cost: float = 0.0
    assumes: tuple[str, ...] = ()
    last: str = ""


def where_left(clause: Clause) -> str:
    """Return the last space of a clause: its own space, or the end of a move; "" if it has none."""
    if isinstance(clause, Move):
        return clause.path[-1]
    name: str = getattr(clause, "space", "")
    return name
