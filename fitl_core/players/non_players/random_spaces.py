"""The Random Spaces Map (8.2): two dice name a space, arrows lead on to the first candidate."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import msgspec

from fitl_core.facts.board import BoardSpace, spaces_by_id
from fitl_core.facts.data import read


class RandomSpaces(msgspec.Struct, frozen=True):
    """The table by two dice ("26"), and the loop in which the arrows lead through all inhabitable spaces."""

    provenance: tuple[str, ...]
    table: dict[str, str]
    arrows: tuple[str, ...]


@cache
def random_spaces() -> RandomSpaces:
    """The map (8.2); read once."""
    return read("random-spaces.json", RandomSpaces)


def reached(tens: int, ones: int, candidates: Collection[BoardSpace]) -> tuple[BoardSpace, int]:
    """The candidate that a roll comes to, and along how many arrows (8.2). Dice are 1 to 6.

    Raises `ValueError` where no candidate is a Province or City.

    >>> from fitl_core.facts.board import spaces_by_id
    >>> reached(2, 6, spaces_by_id().values())[0].name
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
