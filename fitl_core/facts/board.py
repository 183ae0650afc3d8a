"""The map (1.3): spaces, terrain, Population, Econ and adjacency, from `facts/data/map.json`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

import msgspec

from fitl_core.facts.data import read
from fitl_core.facts.pieces import Kind

SpaceKind = Literal["city", "province", "loc"]
Terrain = Literal["highland", "lowland", "jungle"]
Country = Literal["south-vietnam", "north-vietnam", "laos", "cambodia"]


class BoardSpace(msgspec.Struct, frozen=True, kw_only=True):
    """A space of the map and its printed facts (1.3.1-1.3.7).

    The last ones follow from the others: `index` is the place in the board's order; the Trail runs
    through Laos and Cambodia (3.3.2); the South has LoCs, too (1.3.5); only NVA and VC pieces may be
    in the North (1.4.2).
    """

    id: str
    name: str
    short: str
    code: str
    kind: SpaceKind
    country: Country
    adjacent: tuple[str, ...]
    terrain: Terrain | None = None
    population: int = 0
    econ: int = 0
    coastal: bool = False
    loc_type: str | None = None
    route: str | None = None
    index: int = -1
    is_loc: bool = False
    is_city: bool = False
    in_laos_or_cambodia: bool = False
    in_south_vietnam: bool = False
    in_north_vietnam: bool = False


class Board(msgspec.Struct, frozen=True):
    """All spaces, in a fixed order; `BoardSpace.index` is the place in it."""

    provenance: tuple[str, ...]
    force_pool: dict[Kind, int]
    spaces: tuple[BoardSpace, ...]


@cache
def board() -> Board:
    """The map of the game with the printed facts of its spaces (1.3); read once."""
    raw = read("map.json", Board)
    spaces = tuple(_whole(space, i) for i, space in enumerate(raw.spaces))
    return msgspec.structs.replace(raw, spaces=spaces)


def _whole(space: BoardSpace, index: int) -> BoardSpace:
    return msgspec.structs.replace(
        space,
        index=index,
        is_loc=space.kind == "loc",
        is_city=space.kind == "city",
        in_laos_or_cambodia=space.country in ("laos", "cambodia"),
        in_south_vietnam=space.country == "south-vietnam",
        in_north_vietnam=space.country == "north-vietnam",
    )


@cache
def spaces_by_id() -> dict[str, BoardSpace]:
    """Each space of the map by its id, in the order of the board."""
    return {space.id: space for space in board().spaces}


def along(names: Iterable[str]) -> tuple[BoardSpace, ...]:
    """The spaces of these ids, in order: the path of a move."""
    return tuple(map(spaces_by_id().__getitem__, names))


@cache
def populated() -> tuple[BoardSpace, ...]:
    """The Provinces and Cities with Population, which bear on victory (1.6.1, 1.7)."""
    return tuple(space for space in board().spaces if space.population)


@cache
def locs() -> tuple[BoardSpace, ...]:
    """The Lines of Communication (1.3.4)."""
    return tuple(where for where in board().spaces if where.is_loc)


@cache
def neighbours() -> tuple[frozenset[str], ...]:
    """For each space, by index, the ids of the adjacent ones (1.3.6)."""
    return tuple(frozenset(space.adjacent) for space in board().spaces)


@cache
def cities() -> tuple[BoardSpace, ...]:
    """The Cities, in the board's order (1.3.3)."""
    return tuple([where for where in board().spaces if where.is_city])


def adjacent(a: BoardSpace, b: BoardSpace) -> bool:
    """Whether two spaces are adjacent (1.3.6)."""
    return b.id in neighbours()[a.index]
