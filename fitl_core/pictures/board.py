"""A position as a picture: the map with all that lies on it, and what stands beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from fitl_core.facts.board import BoardSpace, board, spaces_by_id
from fitl_core.facts.factions import CONTROL_WORDS
from fitl_core.facts.layout import Box, Layout, SpaceLayout, layout
from fitl_core.facts.levels import level
from fitl_core.pictures import ground, panels
from fitl_core.pictures.colours import COLOURS, Colours, Theme
from fitl_core.pictures.pieces import laid_out, tokens_in, words_of
from fitl_core.pictures.svg import Element, Value, group
from fitl_core.state.control import control_in
from fitl_core.state.state import State
from fitl_core.tell.board import board_table
from fitl_core.tell.words import standing

FONT = "DejaVu Sans, Verdana, sans-serif"
_NARROW: Box = (12, 12, 150, 860)
_NORTH: Box = (790, 90, 198, 150)
_SOUTH: Box = (700, 1240, 288, 278)


class Arrow(msgspec.Struct, frozen=True):
    """Something that moved from one space to another, by their ids."""

    start: str
    end: str


def board_picture(
    state: State,
    *,
    theme: Theme = "light",
    labels: bool = True,
    highlights: Iterable[str] = (),
    arrows: Iterable[Arrow] = (),
    crop: Iterable[str] = (),
    title: str = "",
) -> str:
    """A position as SVG text, 1000 by 1530 units.

    `highlights` are spaces (ids) that are marked, `arrows` moves between spaces; with `crop` the picture
    shows these spaces alone and what is around them. Without `labels` it has no names. Every space, piece,
    track and box has an id and a title, and the whole a description in words. Raises `KeyError` for an id of
    no space.
    """
    drawn, colours = layout(), COLOURS[theme]
    spaces = {where.id: (where, drawn.spaces[where.id]) for where in board().spaces}
    view_box = _cropped(drawn, list(crop))
    root = Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(str, view_box)),
        font_family=FONT,
        fill=colours.ink,
        role="img",
        aria_labelledby="board-title board-description",
    )
    root.add(Element("title", [title or standing(state)], id="board-title"))
    root.add(Element("desc", ["\n".join(board_table(state))], id="board-description"))
    root.add(group(ground.background(drawn, colours, labels), id="background"))
    root.add(*_spaces(state, spaces, colours, labels))
    root.add(_towns(drawn, colours, labels))
    root.add(*_marks(spaces, colours, list(highlights), list(arrows)))
    root.add(*_beside(state, colours))
    return str(root) + "\n"


_Placed = dict[str, tuple[BoardSpace, SpaceLayout]]
_GROUND = {"polygon": ground.province, "line": ground.loc, "box": ground.city}


def _spaces(state: State, spaces: _Placed, colours: Colours, labels: bool) -> Iterable[Element]:
    """The ground of all spaces in the order of drawing, then what lies in each."""
    by_shape: dict[Literal["polygon", "line", "box"], list[Element]] = {"polygon": [], "line": [], "box": []}
    for where, place in spaces.values():
        drawn = _GROUND[place.shape](where, place, colours)
        drawn.attributes["id"] = f"ground-{where.id}"
        by_shape[place.shape].append(drawn)
    yield group(by_shape["polygon"], id="provinces")
    yield group(_borders(colours), id="borders")
    yield group(by_shape["line"], id="locs")
    plates = [
        ground.plate(where, place, colours) for where, place in spaces.values() if place.shape == "line"
    ]
    yield group(plates, id="plates")
    yield group(by_shape["box"], id="cities")
    yield group(
        [_space(state, where, place, colours, labels) for where, place in spaces.values()], id="spaces"
    )


def _borders(colours: Colours) -> list[Element]:
    """Coasts and frontiers, over the Provinces."""
    wide = {"coast": 1.6, "frontier": 2.6}
    return [
        Element(
            "polyline",
            points=ground.points_of(line),
            fill="none",
            stroke=colours.faint,
            stroke_width=wide[what],
            stroke_dasharray="7 4" if what == "frontier" else None,
        )
        for what, lines in layout().lines.items()
        for line in lines
    ]


def _space(state: State, where: BoardSpace, place: SpaceLayout, colours: Colours, labels: bool) -> Element:
    """What lies in a space, its badges and its name, under one title that tells it all."""
    tokens = tokens_in(state.spaces[where.index])
    inside: list[Element | str] = []
    if labels:
        inside += ground.lettered(place.label, colours)
    inside += ground.badges(where, place, state, colours)
    inside += laid_out(tokens, place.room, where.id)
    told = [where.name]
    if not where.is_loc:
        told.append(f"{CONTROL_WORDS[control_in(state, where)]} Control")
    if where.population:
        told.append(f"Population {where.population}, {level(state.spaces[where.index].support).words}")
    if where.econ:
        told.append(f"Econ {where.econ}")
    return group(inside, title=f"{', '.join(told)}: {words_of(tokens)}", id=f"space-{where.id}")


def _towns(drawn: Layout, colours: Colours, labels: bool) -> Element:
    found: list[Element] = []
    for town in drawn.towns:
        x, y = town.at
        found.append(
            Element(
                "circle",
                cx=x,
                cy=y,
                r=town.radius,
                fill=colours.panel,
                stroke=colours.faint,
                stroke_width=1.4,
            )
        )
        if labels:
            found += ground.lettered(town.label, colours)
    return group(found, id="towns")


# -- marks ------------------------------------------------------------------------------------------


def _marks(
    spaces: _Placed, colours: Colours, highlights: list[str], arrows: list[Arrow]
) -> Iterable[Element]:
    """Spaces that are marked, and what went where."""
    line: dict[str, Value] = {"fill": "none", "stroke": colours.highlight, "stroke_width": 4}
    marked = []
    for name in highlights:
        _, place = spaces[name]
        if place.shape == "polygon":
            shape = Element("polygon", points=ground.points_of(place.points), stroke_linejoin="round", **line)
        else:
            x, y, width, height = place.box
            shape = Element("rect", x=x, y=y, width=width, height=height, rx=place.rx, **line)
        shape.attributes["id"] = f"highlight-{name}"
        marked.append(shape)
    if marked:
        yield group(marked, id="highlights")
    if arrows:
        head = Element("path", d="M0 0 L10 5 L0 10 Z", fill=colours.highlight)
        marker: dict[str, Value] = {
            "refX": 9,
            "refY": 5,
            "markerWidth": 6,
            "markerHeight": 6,
            "viewBox": "0 0 10 10",
        }
        yield Element("defs", [Element("marker", [head], id="head", orient="auto", **marker)])
        yield group([_arrow(spaces, arrow, line) for arrow in arrows], id="arrows")


def _arrow(spaces: _Placed, arrow: Arrow, line: dict[str, Value]) -> Element:
    """A curve from the middle of one room to that of another."""
    (x, y), (to_x, to_y) = [_middle(spaces[name][1].room) for name in (arrow.start, arrow.end)]
    bend_x, bend_y = (x + to_x) / 2 + (to_y - y) * 0.12, (y + to_y) / 2 - (to_x - x) * 0.12
    path = f"M{x:g} {y:g} Q{bend_x:g} {bend_y:g} {to_x:g} {to_y:g}"
    return Element("path", d=path, id=f"arrow-{arrow.start}-{arrow.end}", marker_end="url(#head)", **line)


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _cropped(drawn: Layout, crop: list[str]) -> Box:
    """The part of the drawing that shows these spaces, with a border; all of it where none are named."""
    if not crop:
        return drawn.view_box
    points = []
    for name in crop:
        place = drawn.spaces[spaces_by_id()[name].id]
        x, y, width, height = place.box if place.shape != "polygon" else place.room
        points += [(x, y), (x + width, y + height), *(place.points if place.shape == "polygon" else ())]
    left, top = min(x for x, _ in points) - 40, min(y for _, y in points) - 40
    right, bottom = max(x for x, _ in points) + 40, max(y for _, y in points) + 40
    return (left, top, right - left, bottom - top)


# -- beside -----------------------------------------------------------------------------------------


def _beside(state: State, colours: Colours) -> Iterable[Element]:
    """The panels, in the parts of the drawing that nothing touches."""
    x, y, width, height = _NARROW
    yield panels.course(state, (x, y, width, 190), colours)
    yield panels.tracks(state, (x, y + 198, width, 164), colours)
    yield panels.lasting(state, (x, y + 370, width, height - 370), colours)
    yield panels.victory(state, (_NORTH[0], _NORTH[1], _NORTH[2], 106), colours)
    x, y, width, height = _SOUTH
    third = height // 3
    places = [
        (name, (x, y + n * (third + 2), width, third - 4))
        for n, name in enumerate(("available", "casualties", "oop"))
    ]
    yield panels.boxes(state, places, colours)
