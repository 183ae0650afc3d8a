"""How far a sentence has been read, and what one step more costs."""

from __future__ import annotations

from typing import NamedTuple

from fitl_core.record.clauses import Clause, Move
from fitl_core.record.spoken import Said

A_LITTLE = 0.01
"""What it costs to take the same words in one more way. Costs are added up; the cheapest reading is first."""
PLAIN = 0.05
"""What costs no more is what anybody would take the words for."""
OUT_OF_ORDER = 0.3
"""What it costs to take words before others that stand in front of them."""
ODD, FAR = 1.0, 2.0
"""What a reading costs that is not the nearest, and one that is far from it."""


class Candidate(NamedTuple):
    """A clause with the units that it uses; what it costs and assumes, and how many units it passes over."""

    clause: Clause
    uses: tuple[int, ...]
    cost: float = 0.0
    assumes: tuple[str, ...] = ()
    passes: int = 0


class Understood(NamedTuple):
    """What is said, each clause in which part of the sentence; which units are used, and for which spaces.

    `section` is the part that is being read, `last` the space that was named last.
    """

    said: tuple[Said, ...] = ()
    parts: tuple[int, ...] = ()
    used: frozenset[int] = frozenset()
    bound: frozenset[tuple[int, str]] = frozenset()
    section: int = 0
    cost: float = 0.0
    assumes: tuple[str, ...] = ()
    last: str = ""


def where_left(clause: Clause) -> str:
    """The space in which a clause leaves one: its own, or where a move ends; "" where it has none."""
    if isinstance(clause, Move):
        return clause.path[-1]
    name: str = getattr(clause, "space", "")
    return name
