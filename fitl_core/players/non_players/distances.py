"""How far a space is from Saigon (8.7.3, 8.8.3)."""

from __future__ import annotations

from functools import cache

from fitl_core.facts.board import spaces_by_id

SAIGON = "saigon"


@cache
def from_saigon(along_roads: bool) -> dict[str, int]:
    """How many steps each space (by its id) is from Saigon: over any spaces, or along LoCs and Cities.

    Along these (NP-Q30) no Province is reached.
    """
    found = {SAIGON: 0}
    front = [spaces_by_id()[SAIGON]]
    while front:
        following = []
        for where in front:
            for name in sorted(where.adjacent):
                there = spaces_by_id()[name]
                if name not in found and (there.is_loc or there.is_city or not along_roads):
                    found[name] = found[where.id] + 1
                    following.append(there)
        front = following
    return found
