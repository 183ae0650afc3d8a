"""Distances from Saigon (8.7.3, 8.8.3)."""

from __future__ import annotations

from functools import cache

from fitl_core.facts.game_map import spaces_by_id

SAIGON = "saigon"


@cache
def from_saigon(along_roads: bool) -> dict[str, int]:
    """Return the number of steps from Saigon to each space (by its id).

    If `along_roads` is true, only LoCs and Cities are crossed (NP-Q30), and Provinces have no distance.
    """
    steps = {SAIGON: 0}
    front = [spaces_by_id()[SAIGON]]
    while front:
        following = []
        for where in front:
            for name in sorted(where.adjacent):
                there = spaces_by_id()[name]
                if name not in steps and (there.is_loc or there.is_city or not along_roads):
                    steps[name] = steps[where.id] + 1
                    following.append(there)
        front = following
    return steps
