"""The geometry of the map for pictures: our own drawing, from `facts/data/layout.json`."""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.data import once, read

Point = tuple[int, int]
Box = tuple[int, int, int, int]
"""A rectangle: left, top, width, height."""


class Label(msgspec.Struct, frozen=True):
    """A lettered name: `at` is the baseline of its first line, `anchor` is the SVG anchor."""

    lines: tuple[str, ...]
    at: Point
    anchor: Literal["start", "middle", "end"]
    size: int
    leading: int


class SpaceLayout(msgspec.Struct, frozen=True):
    """The place of a space.

    A Province is a polygon of `points`, a City a rounded `box`, a LoC a line of `points` with a plate, `box`.
    `room` is the area for its pieces. `badges` are places for Population, Control and level, `econ` a disc.
    """

    shape: Literal["polygon", "box", "line"]
    room: Box
    label: Label
    points: tuple[Point, ...] = ()
    box: Box = (0, 0, 0, 0)
    rx: int = 0
    badges: tuple[Box, ...] = ()
    econ: tuple[int, int, int] = (0, 0, 0)


class Town(msgspec.Struct, frozen=True):
    """A Town (no space), where LoCs meet."""

    name: str
    at: Point
    radius: int
    label: Label


class Lettering(msgspec.Struct, frozen=True):
    """The name of a sea."""

    text: str
    at: Point
    anchor: Literal["start", "middle", "end"]
    size: int
    rotate: int = 0


class MapLayout(msgspec.Struct, frozen=True, rename={"view_box": "viewBox"}):
    """The whole drawing; `free` are rectangles that nothing touches."""

    view_box: Box
    spaces: dict[str, SpaceLayout]
    towns: tuple[Town, ...]
    names: tuple[Lettering, ...]
    free: tuple[Box, ...]
    lines: dict[str, tuple[tuple[Point, ...], ...]]
    background: dict[str, tuple[tuple[Point, ...], ...]]


@once
def layout() -> MapLayout:
    """The geometry of the map; read once."""
    return read("layout.json", MapLayout)
