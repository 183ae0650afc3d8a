"""Ways over the map: adjacent spaces (1.3.6), and the spaces in reach step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from fitl_core.errors import Refusal
from fitl_core.facts.game_map import BoardSpace, adjacent, spaces_by_id


def refuse_steps(path: Sequence[BoardSpace]) -> Refusal | None:
    """Refuse a path with a step between spaces that are not adjacent (1.3.6)."""
    for here, there in pairwise(path):
        if not adjacent(here, there):
            return Refusal("not-adjacent", "1.3.6", f"{here.name} and {there.name} are not adjacent")
    return None


def shortest_ways(
    origin: BoardSpace, refuse: Callable[[list[BoardSpace]], Refusal | None]
) -> Iterator[tuple[str, ...]]:
    """Yield a shortest way, as ids, to each space in reach by paths that are not refused."""
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
