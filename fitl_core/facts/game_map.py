"""The map (1.3): spaces, terrain, Population, Econ and adjacency, from `facts/data/map.json`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from fitl_core.facts.data import once, read
from fitl_core.facts.pieces import Kind

SpaceKind = Literal["city", "province", "loc"]
Terrain = Literal["highland", "lowland", "jungle"]
Country = Literal["south-vietnam", "north-vietnam", "laos", "cambodia"]


class BoardSpace(msgspec.Struct, frozen=True, kw_only=True):
    """A space of the map and its printed facts (1.3.1-1.3.7).

    The last fields follow from the others. `index` is the place in the board's order. The Trail runs through
    Laos and Cambodia (3.3.2). The South has LoCs, too (1.3.5). Only NVA and VC pieces may be in the North
    (1.4.2).
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


class GameBoard(msgspec.Struct, frozen=True):
    """All spaces in a fixed order; `BoardSpace.index` is the place in that order."""

    provenance: tuple[str, ...]
    force_pool: dict[Kind, int]
    spaces: tuple[BoardSpace, ...]


@once
def board() -> GameBoard:
    """Return the map of the game with the printed facts of its spaces (1.3); read once."""
    raw = read("map.json", GameBoard)
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


@once
def spaces_by_id() -> dict[str, BoardSpace]:
    """Return each space of the map by its id, in the order of the board."""
    return {space.id: space for space in board().spaces}


def along(names: Iterable[str]) -> tuple[BoardSpace, ...]:
    """Return the spaces of these ids in order: the path of a move."""
    return tuple(map(spaces_by_id().__getitem__, names))


@once
def populated() -> tuple[BoardSpace, ...]:
    """Return the Provinces and Cities with Population, which count for victory (1.6.1, 1.7)."""
    return tuple(space for space in board().spaces if space.population)


@once
def locs() -> tuple[BoardSpace, ...]:
    """Return the Lines of Communication (1.3.4)."""
    return tuple(where for where in board().spaces if where.is_loc)


@once
def neighbours() -> tuple[frozenset[str], ...]:
    """Return the ids of the adjacent spaces for each space, by index (1.3.6)."""
    return tuple(frozenset(space.adjacent) for space in board().spaces)


@once
def cities() -> tuple[BoardSpace, ...]:
    """Return the Cities in the board's order (1.3.3)."""
    return tuple([where for where in board().spaces if where.is_city])


def adjacent(a: BoardSpace, b: BoardSpace) -> bool:
    """Check whether two spaces are adjacent (1.3.6)."""
    return b.id in neighbours()[a.index]
