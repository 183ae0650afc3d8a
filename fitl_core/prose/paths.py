"""Paths along which pieces may go from one space to another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from fitl_core.facts.game_map import spaces_by_id

MOST_STEPS = 10
MOST_PATHS = 6


def paths(start: str, goal: str, ways: Sequence[tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield paths through the named spaces, shortest first, each with a flag: was it fully described?

    A path is fully described if it is an airlift, a single step, or a way with every stop named.
    """
    stops = [way[0] for way in ways]
    whole = (start, *stops, goal)
    if not stops:
        yield whole, True
    elif all(there in spaces_by_id()[here].adjacent for here, there in pairwise(whole)):
        yield whole, True
        return
    if not stops:
        for path in _shortest(start, goal) if goal not in spaces_by_id()[start].adjacent else ():
            yield path, False
        return
    joined: list[tuple[str, ...]] = [(start,)]
    for stop in (*stops, goal):
        joined = [(*path, *more[1:]) for path in joined for more in _between(path[-1], stop)[:2]][:MOST_PATHS]
    for path in joined:
        yield path, False


def _between(start: str, goal: str) -> tuple[tuple[str, ...], ...]:
    if goal in spaces_by_id()[start].adjacent:
        return ((start, goal),)
    return _shortest(start, goal)


@cache
def _shortest(start: str, goal: str) -> tuple[tuple[str, ...], ...]:
    """Return the shortest ways by LoCs and Cities, or through Laos and Cambodia."""
    shortest: list[tuple[str, ...]] = []
    for may_pass in (_is_road, _is_trail):
        there: list[tuple[str, ...]] = []
        reached: list[tuple[str, ...]] = [(start,)]
        visited = {start}
        for _ in range(MOST_STEPS):
            longer: list[tuple[str, ...]] = []
            for path in reached:
                for name in sorted(spaces_by_id()[path[-1]].adjacent):
                    if name == goal:
                        there.append((*path, name))
                    elif name not in visited and may_pass(name):
                        longer.append((*path, name))
            if any(len(path) > 2 for path in there) or not longer:
                break
            visited |= {path[-1] for path in longer}
            reached = longer[:200]
        shortest += there
    return tuple(sorted(set(shortest), key=len)[:MOST_PATHS])


def _is_road(name: str) -> bool:
    return spaces_by_id()[name].is_loc or spaces_by_id()[name].is_city


def _is_trail(name: str) -> bool:
    return spaces_by_id()[name].in_laos_or_cambodia or spaces_by_id()[name].in_north_vietnam
