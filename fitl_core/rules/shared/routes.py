"""Ways over the map: what is adjacent (1.3.6), and what can be reached step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace, adjacent, spaces_by_id


def refuse_steps(path: Sequence[BoardSpace]) -> Refusal | None:
    """Whether some step of a path is not between adjacent spaces (1.3.6)."""
    for here, there in pairwise(path):
        if not adjacent(here, there):
            return Refusal("not-adjacent", "1.3.6", f"{here.name} and {there.name} are not adjacent")
    return None


def shortest_ways(
    origin: BoardSpace, refuse: Callable[[list[BoardSpace]], Refusal | None]
) -> Iterator[tuple[str, ...]]:
    """A shortest way to each space that can be reached by paths that are not refused, as ids."""
    reached = {origin.id}
    front = [[origin]]
    while front:
        following = []
        for path in front:
            for name in sorted(path[-1].adjacent):
                longer = [*path, spaces_by_id()[name]]
                if name not in reached and refuse(longer) is None:
                    reached.add(name)
                    following.append(longer)
                    yield tuple([where.id for where in longer])
        front = following
