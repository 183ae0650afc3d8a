"""The Random Spaces Map (8.2): two dice name a space, and arrows lead from it to the first candidate."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import msgspec

from fitl_core.facts.data import read
from fitl_core.facts.game_map import BoardSpace, spaces_by_id


class RandomSpaces(msgspec.Struct, frozen=True):
    """The table by two dice ("26"), and the loop of arrows through all Provinces and Cities."""

    provenance: tuple[str, ...]
    table: dict[str, str]
    arrows: tuple[str, ...]


@cache
def random_spaces() -> RandomSpaces:
    """Return the map (8.2). The file is read once."""
    return read("random-spaces.json", RandomSpaces)


def space_reached(tens: int, ones: int, candidates: Collection[BoardSpace]) -> tuple[BoardSpace, int]:
    """Return the candidate that a roll selects, and the number of arrows followed (8.2). Dice are 1 to 6.

    Raises `ValueError` if no candidate is a Province or City.

    >>> from fitl_core.facts.game_map import spaces_by_id
    >>> space_reached(2, 6, spaces_by_id().values())[0].name
    'Quang Tri-Thua Thien'
    """
    arrows = random_spaces().arrows
    begin = arrows.index(random_spaces().table[f"{tens}{ones}"])
    names = {where.id for where in candidates}
    for steps in range(len(arrows)):
        name = arrows[(begin + steps) % len(arrows)]
        if name in names:
            return spaces_by_id()[name], steps
    raise ValueError("no candidate is a Province or City")
