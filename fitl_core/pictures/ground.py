"""The ground of the board: sea, land, spaces with their names and badges, roads and rivers."""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.layout import Label, Layout, Point, SpaceLayout
from fitl_core.facts.levels import level
from fitl_core.pictures.colours import Colours
from fitl_core.pictures.svg import Element, Value, group, text
from fitl_core.state.control import control_in
from fitl_core.state.state import State

BOLD_FROM = 15


def background(layout: Layout, colours: Colours, with_names: bool) -> list[Element]:
    """The sea, the land beyond the map, islets, and the names of the seas."""
    x, y, width, height = layout.view_box
    found = [Element("rect", x=x, y=y, width=width, height=height, fill=colours.sea)]
    for what, fill in (("land", colours.outer), ("islands", colours.land)):
        found += [Element("polygon", points=points_of(line), fill=fill) for line in layout.background[what]]
    if with_names:
        for name in layout.names:
            turned = f"rotate({name.rotate} {name.at[0]} {name.at[1]})" if name.rotate else None
            found.append(
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
    return found


def points_of(line: Iterable[Point]) -> str:
    """Points as SVG writes them."""
    return " ".join([f"{x},{y}" for x, y in line])


def province(where: BoardSpace, place: SpaceLayout, colours: Colours) -> Element:
    """The ground of a Province, by its terrain."""
    fills = {"highland": colours.highland, "lowland": colours.lowland, "jungle": colours.jungle}
    fill = fills.get(where.terrain or "", colours.land)
    return Element(
        "polygon", points=points_of(place.points), fill=fill, stroke=colours.border, stroke_width=1
    )


def loc(where: BoardSpace, place: SpaceLayout, colours: Colours) -> Element:
    """A road, a river, or both, from end to end."""
    rivers = "mekong" in (where.loc_type or "")
    roads = "highway" in (where.loc_type or "")
    line: dict[str, Value] = {"points": points_of(place.points), "fill": "none", "stroke_linejoin": "round"}
    found = []
    if rivers:
        found.append(Element("polyline", stroke=colours.river, stroke_width=9, opacity=0.9, **line))
    if roads or not rivers:
        found.append(Element("polyline", stroke=colours.road, stroke_width=4, **line))
    return group(found)


def plate(where: BoardSpace, place: SpaceLayout, colours: Colours) -> Element:
    """The plate on which the pieces of a LoC lie, with its Econ."""
    found = [_box(place, colours.plate, colours)]
    if where.econ:
        x, y, radius = place.econ
        found.append(Element("circle", cx=x, cy=y, r=radius, fill=colours.panel, stroke=colours.border))
        econ = text(str(where.econ), x, y + 3.4, 10, text_anchor="middle", fill=colours.ink)
        found.append(econ)
    return group(found)


def city(_where: BoardSpace, place: SpaceLayout, colours: Colours) -> Element:
    """The box of a City."""
    return _box(place, colours.city, colours)


def _box(place: SpaceLayout, fill: str, colours: Colours) -> Element:
    x, y, width, height = place.box
    box: dict[str, Value] = {"x": x, "y": y, "width": width, "height": height, "rx": place.rx}
    return Element("rect", fill=fill, stroke=colours.border, stroke_width=1.2, **box)


def lettered(label: Label, colours: Colours) -> list[Element]:
    """The lines of a name."""
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


def badges(where: BoardSpace, place: SpaceLayout, state: State, colours: Colours) -> list[Element]:
    """Population, who Controls, and the level of Support or Opposition."""
    found = []
    control = control_in(state, where)
    control_letter = {"coin": "C", "nva": "N", "none": ""}[control]
    support = state.spaces[where.index].support
    faces = [
        (str(where.population), colours.panel, colours.ink),
        (control_letter, {"coin": "#3f6ea8", "nva": "#b8281e"}.get(control, colours.panel), "#ffffff"),
        (str(level(support)) if support else "", _shade(support, colours), colours.panel),
    ]
    for (x, y, width, height), (letters, fill, ink) in zip(place.badges, faces, strict=False):
        is_level = letters in ("AS", "PS", "PO", "AO")
        found.append(
            Element(
                "rect",
                x=x,
                y=y,
                width=width,
                height=height,
                rx=8 if not is_level else 2,
                fill=fill if letters else "none",
                stroke=colours.border,
                stroke_width=0.8,
            )
        )
        if letters:
            size = 9 if is_level else 11
            said = text(
                letters, x + width / 2, y + 12, size, text_anchor="middle", fill=ink, font_weight="bold"
            )
            found.append(said)
    return found


def _shade(support: int, colours: Colours) -> str:
    if support > 0:
        return colours.support
    return colours.opposition if support < 0 else colours.panel
