"""Marks on the map: outlined spaces, and arrows from one space to another.

`change_marks` finds them in the effects of an event.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

import msgspec

from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.layout import Box, layout
from fitl_core.pictures import ground
from fitl_core.pictures.colours import Colours
from fitl_core.pictures.svg import Element, Value, group

_SHORT = 24
"""The distance of an arrow from the middle of each room."""


class Arrow(msgspec.Struct, frozen=True):
    """A move from one space to another, by their ids."""

    start: str
    end: str


def highlights(names: Iterable[str], colours: Colours) -> Element:
    """Return the outlines of spaces, by their ids. Those of Cities and plates run around them.

    Raises `KeyError` for an id of no space.
    """
    line: dict[str, Value] = {"stroke": colours.highlight, "stroke_width": 7}
    line |= {"fill": colours.highlight, "fill_opacity": 0.12}
    outlines = []
    for name in names:
        place = layout().spaces[name]
        if place.shape == "polygon":
            shape = Element("polygon", points=ground.points_of(place.points), stroke_linejoin="round", **line)
        else:
            x, y, width, height = place.box
            around: dict[str, Value] = {"x": x - 3, "y": y - 3, "width": width + 6, "height": height + 6}
            shape = Element("rect", rx=place.rx + 3, **around, **line)
        outlines.append(group([shape], title=f"{spaces_by_id()[name].name}: marked", id=f"highlight-{name}"))
    return group(outlines, id="highlights")


def head(colours: Colours) -> Element:
    """Return the head of all arrows."""
    tip = Element("path", d="M0 0 L10 5 L0 10 Z", fill=colours.highlight)
    size: dict[str, Value] = {"markerWidth": 4, "markerHeight": 4, "viewBox": "0 0 10 10"}
    return Element("defs", [Element("marker", [tip], id="head", orient="auto", refX=7, refY=5, **size)])


def arrows(moves: Iterable[Arrow], colours: Colours) -> Element:
    """Return a curve for each move, from room to room."""
    line: dict[str, Value] = {"fill": "none", "stroke": colours.highlight, "stroke_width": 6, "opacity": 0.85}
    curves = []
    for one in moves:
        path = Element("path", d=_curve(one), marker_end="url(#head)", **line)
        start, end = [spaces_by_id()[name].name for name in (one.start, one.end)]
        curves.append(group([path], title=f"from {start} to {end}", id=f"arrow-{one.start}-{one.end}"))
    return group(curves, id="arrows")


def _curve(arrow: Arrow) -> str:
    (x, y), (to_x, to_y) = [_middle(layout().spaces[name].room) for name in (arrow.start, arrow.end)]
    far = hypot(to_x - x, to_y - y) or 1
    step_x, step_y = (to_x - x) / far * _SHORT, (to_y - y) / far * _SHORT
    bend_x, bend_y = (x + to_x) / 2 + (to_y - y) * 0.12, (y + to_y) / 2 - (to_x - x) * 0.12
    points = (x + step_x, y + step_y), (bend_x, bend_y), (to_x - step_x, to_y - step_y)
    start, bend, end = [f"{at:.0f} {down:.0f}" for at, down in points]
    return f"M{start} Q{bend} {end}"


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2
