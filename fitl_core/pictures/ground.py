"""The ground of the board: sea, land, spaces with their names and badges, roads and rivers.

`board_svg` puts it under the pieces.
"""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.facts.factions import CONTROL_WORDS, ControlName
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.layout import Box, Label, MapLayout, Point, SpaceLayout
from fitl_core.facts.levels import level
from fitl_core.pictures.colours import Colours
from fitl_core.pictures.svg import Element, Value, group, text

BOLD_FROM = 24


def background(layout: MapLayout, colours: Colours, with_names: bool) -> list[Element]:
    """Return the sea, the land beyond the map, islets, and the names of the seas."""
    x, y, width, height = layout.view_box
    elements = [Element("rect", x=x, y=y, width=width, height=height, fill=colours.sea)]
    for what, fill in (("land", colours.outer), ("islands", colours.land)):
        elements += [
            Element("polygon", points=points_of(line), fill=fill) for line in layout.background[what]
        ]
    if with_names:
        for name in layout.names:
            turned = f"rotate({name.rotate} {name.at[0]} {name.at[1]})" if name.rotate else None
            elements.append(
                text(
                    name.text,
                    *name.at,
                    name.size,
                    fill=colours.faint,
                    text_anchor=name.anchor,
                    letter_spacing=2,
                    transform=turned,
                )
            )
    return elements


def points_of(line: Iterable[Point]) -> str:
    """Return points as SVG writes them."""
    return " ".join([f"{x},{y}" for x, y in line])


def province(where: BoardSpace, place: SpaceLayout, colours: Colours) -> Element:
    """Return the ground of a Province, by its terrain."""
    fills = {"highland": colours.highland, "lowland": colours.lowland, "jungle": colours.jungle}
    fill = fills.get(where.terrain or "", colours.land)
    line: dict[str, Value] = {"points": points_of(place.points), "stroke": colours.border, "stroke_width": 1}
    return _titled(where, Element("polygon", fill=fill, **line))


def loc(where: BoardSpace, place: SpaceLayout, colours: Colours) -> Element:
    """Return a road, a river, or both, from end to end."""
    rivers = "mekong" in (where.loc_type or "")
    roads = "highway" in (where.loc_type or "")
    line: dict[str, Value] = {"points": points_of(place.points), "fill": "none", "stroke_linejoin": "round"}
    lines = []
    if rivers:
        lines.append(Element("polyline", stroke=colours.river, stroke_width=13, opacity=0.9, **line))
    if roads or not rivers:
        lines.append(Element("polyline", stroke=colours.road, stroke_width=6, **line))
    return _titled(where, *lines)


def _titled(where: BoardSpace, *inside: Element) -> Element:
    """Return the ground of a space, with its id and name."""
    return group(inside, title=where.name, id=f"ground-{where.id}")


def plate(where: BoardSpace, place: SpaceLayout, colours: Colours) -> Element:
    """Return the plate under the pieces of a LoC, with its Econ."""
    elements = [_box(place, colours.plate, colours)]
    if where.econ:
        x, y, radius = place.econ
        elements.append(Element("circle", cx=x, cy=y, r=radius, fill=colours.panel, stroke=colours.border))
        econ = text(str(where.econ), x, y + 7, 20, text_anchor="middle", fill=colours.ink)
        elements.append(econ)
    return group(elements, title=f"{where.name}, Econ {where.econ}", id=f"plate-{where.id}")


def city(where: BoardSpace, place: SpaceLayout, colours: Colours) -> Element:
    """Return the box of a City."""
    return _titled(where, _box(place, colours.city, colours))


def _box(place: SpaceLayout, fill: str, colours: Colours) -> Element:
    x, y, width, height = place.box
    box: dict[str, Value] = {"x": x, "y": y, "width": width, "height": height, "rx": place.rx}
    return Element("rect", fill=fill, stroke=colours.border, stroke_width=1.2, **box)


def lettered(label: Label, colours: Colours) -> list[Element]:
    """Return the lines of a name."""
    x, y = label.at
    weight = "bold" if label.size >= BOLD_FROM else None
    return [
        text(
            line,
            x,
            y + place * label.leading,
            label.size,
            fill=colours.ink,
            text_anchor=label.anchor,
            font_weight=weight,
            class_="label",
        )
        for place, line in enumerate(label.lines)
    ]


def population(where: BoardSpace, place: SpaceLayout, colours: Colours) -> Element:
    """Return the Population badge of a Province or City."""
    inside = _badge(place.badges[0], str(where.population), colours.panel, colours.ink, colours)
    return group(inside, title=f"{where.name}, Population {where.population}", id=f"population-{where.id}")


def badges(
    where: BoardSpace, place: SpaceLayout, control: ControlName, support: int, colours: Colours
) -> list[Element]:
    """Return the badges of a space: its Control, and its level of Support or Opposition, if it has any."""
    shown = []
    if control != "none" and not where.is_loc:
        letter, fill = {"coin": ("C", "#3f6ea8"), "nva": ("N", "#b8281e")}[control]
        inside = _badge(place.badges[1], letter, fill, "#ffffff", colours)
        shown.append(group(inside, title=f"{CONTROL_WORDS[control]} Control", id=f"{where.id}-control"))
    if support:
        here = level(support)
        fill = colours.support if support > 0 else colours.opposition
        inside = _badge(place.badges[2], str(here), fill, colours.panel, colours, square=True)
        shown.append(group(inside, title=here.words, id=f"{where.id}-level"))
    return shown


def _badge(
    box: Box, letters: str, fill: str, ink: str, colours: Colours, *, square: bool = False
) -> list[Element]:
    """Return a disc or a square with letters in it."""
    x, y, width, height = box
    face: dict[str, Value] = {"x": x, "y": y, "width": width, "height": height}
    face["rx"] = 3 if square else height / 2
    size = 20 if square else 22
    middle, base = x + width / 2, y + height / 2 + size * 0.36
    label = text(letters, middle, base, size, text_anchor="middle", fill=ink, font_weight="bold")
    return [Element("rect", fill=fill, stroke=colours.border, stroke_width=0.8, **face), label]
