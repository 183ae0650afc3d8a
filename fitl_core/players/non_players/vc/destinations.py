"""Where VC March so that most Underground Guerrillas come in all: the other reading of NP-Q13 (8.5.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb

from fitl_core.facts.board import BoardSpace
from fitl_core.players.non_players.decider import Decider

MOST_SETS = 5000
"""So many sets of destinations are looked at."""


def best_together(d: Decider, coming: Mapping[BoardSpace, Mapping[str, int]]) -> list[BoardSpace]:
    """The destinations of a best set: most Underground Guerrillas come in all.

    `coming` says how many could come to each from where (ids). Every set of as many as Resources pay and
    spaces to come from is looked at; beyond `MOST_SETS` smaller sets are, and it is told.
    """
    origins = {origin for groups in coming.values() for origin in groups}
    size = max(1, min(d.means, len(coming), len(origins)))
    while size > 1 and comb(len(coming), size) > MOST_SETS:
        size -= 1
        d.note("8.5.4/do-2", f"the search was cut to sets of {size} destinations")
    best, found = -1, set[BoardSpace]()
    for spaces in combinations(coming, size):
        total = _together(spaces, coming)
        if total >= best:
            found = {*found, *spaces} if total == best else set(spaces)
            best = total
    return [where for where in coming if where in found]


def _together(spaces: Sequence[BoardSpace], coming: Mapping[BoardSpace, Mapping[str, int]]) -> int:
    """How many come to these in all: from each space its Guerrillas go to one, where most of them may."""
    most: dict[str, int] = {}
    for where in spaces:
        for origin, number in coming[where].items():
            most[origin] = max(most.get(origin, 0), number)
    return sum(most.values())
