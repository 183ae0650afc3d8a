"""The picture of a position: the map with its pieces, and the panels next to it.

Read `ground` for the map, `piece_tokens` for the pieces, `panels` for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from fitl_core.errors import UnknownName
from fitl_core.facts.factions import CONTROL_WORDS, ControlName
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.layout import Box, MapLayout, layout
from fitl_core.facts.levels import level
from fitl_core.pictures import ground, marks, panels
from fitl_core.pictures.colours import COLOURS, Colours, Theme
from fitl_core.pictures.marks import Arrow
from fitl_core.pictures.piece_tokens import laid_out, tokens_in, words_of
from fitl_core.pictures.shapes import shapes
from fitl_core.pictures.svg import Element, Value, group
from fitl_core.state.control import control_in
from fitl_core.state.state import Space, State
from fitl_core.tell.words import standing

FONT = "DejaVu Sans, Verdana, sans-serif"


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
    """Return a position as SVG text, 1620 by 1530 units.

    `highlights` are ids of marked spaces, `arrows` are moves between spaces. With `crop`, the picture shows
    only these spaces and their surroundings. Without `labels` it has no names. Every space, piece, track and
    box has an id and a title, and the picture has a description in words. Raises `UnknownName` for an id of
    no space.
    """
    highlights, arrows, crop = tuple(highlights), tuple(arrows), tuple(crop)
    _insist_on_spaces("highlights", highlights)
    _insist_on_spaces("arrows", [end for arrow in arrows for end in (arrow.start, arrow.end)])
    _insist_on_spaces("crop", crop)
    colours = COLOURS[theme]
    parts = changing(state, colours)
    marked = marks.highlights(highlights, colours), marks.arrows(arrows, colours)
    return _drawn(parts, marked, colours, title or standing(state), _cropped(layout(), crop), labels)


def _insist_on_spaces(name: str, ids: Iterable[str]) -> None:
    """Raise `UnknownName` for an id of no space; `name` is the argument that has it."""
    for id in ids:
        if id not in spaces_by_id():
            raise UnknownName(f'{name}: no space has the id "{id}"; fitl_core.spaces_by_id() has the ids')


def board_frame() -> str:
    """Return the picture without the parts of `drawn_parts`, in the colours of a page, with a mark for each
    space.
    """
    colours = COLOURS["page"]
    marked = marks.highlights([where.id for where in board().spaces], colours), marks.arrows((), colours)
    return _drawn((), marked, colours, "Board", layout().view_box, True)


def drawn_parts(state: State, arrows: Iterable[Arrow] = ()) -> dict[str, str]:
    """Return the parts that differ between positions, and the arrows, by id, as text in the colours of a
    page.
    """
    colours = COLOURS["page"]
    parts = (*changing(state, colours), marks.arrows(arrows, colours))
    return {str(part.attributes["id"]): str(part) for part in parts}


def _drawn(
    parts: tuple[Element, ...],
    marked: tuple[Element, Element],
    colours: Colours,
    title: str,
    view_box: Box,
    labels: bool,
) -> str:
    """Return a picture of the changing parts on the fixed ground, with marked spaces and moves."""
    drawn, (highlights, arrows) = layout(), marked
    root = Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(str, view_box)),
        font_family=FONT,
        fill=colours.ink,
        role="img",
        aria_labelledby="board-title",
        aria_describedby="board-description",
    )
    root.add(Element("title", [title], id="board-title"))
    root.add(Element("desc", [in_words(parts)], id="board-description"))
    root.add(shapes(colours), marks.head(colours))
    root.add(group(ground.background(drawn, colours, labels), id="background"))
    root.add(*_ground(drawn, colours, highlights))
    if labels:
        root.add(group([_name(where, drawn, colours) for where in board().spaces], id="names"))
    root.add(_towns(drawn, colours, labels))
    root.add(group(panels.frames(colours), id="panels"), group(panels.key(), id="key"))
    root.add(group(parts, id="changing"))
    root.add(arrows)
    return str(root) + "\n"


def changing(state: State, colours: Colours) -> tuple[Element, ...]:
    """Return all parts that differ between positions: a group for each space and each row of a panel, with
    its id.
    """
    spaces = zip(board().spaces, state.spaces, strict=True)
    drawn = [_space(where, here, control_in(state, where), colours) for where, here in spaces]
    return (*drawn, *panels.rows(state, colours))


def in_words(parts: Iterable[Element]) -> str:
    """Return the titles of these groups, a line for each that is not empty."""
    titles = [one.title for one in parts]
    return "\n".join([title for title in titles if not title.endswith(": empty")])


_GROUND = {"polygon": ground.province, "line": ground.loc, "box": ground.city}


def _ground(drawn: MapLayout, colours: Colours, highlights: Element) -> Iterable[Element]:
    """Yield the ground of all spaces, in the order of drawing. Outlines lie over Provinces and LoCs."""
    by_shape: dict[Literal["polygon", "line", "box"], list[Element]] = {"polygon": [], "line": [], "box": []}
    for where in board().spaces:
        place = drawn.spaces[where.id]
        by_shape[place.shape].append(_GROUND[place.shape](where, place, colours))
    yield group(by_shape["polygon"], id="provinces")
    yield group(_borders(colours), id="borders")
    yield group(by_shape["line"], id="locs")
    yield highlights
    locs = [where for where in board().spaces if where.is_loc]
    yield group([ground.plate(where, drawn.spaces[where.id], colours) for where in locs], id="plates")
    yield group(by_shape["box"], id="cities")
    peopled = [where for where in board().spaces if not where.is_loc]
    yield group(
        [ground.population(where, drawn.spaces[where.id], colours) for where in peopled], id="populations"
    )


def _borders(colours: Colours) -> list[Element]:
    """Return the coasts and frontiers, drawn over the Provinces."""
    wide = {"coast": 2, "frontier": 3.4}
    return [
        Element(
            "polyline",
            points=ground.points_of(line),
            fill="none",
            stroke=colours.faint,
            stroke_width=wide[what],
            stroke_dasharray="10 6" if what == "frontier" else None,
        )
        for what, lines in layout().lines.items()
        for line in lines
    ]


def _name(where: BoardSpace, drawn: MapLayout, colours: Colours) -> Element:
    return group(
        ground.lettered(drawn.spaces[where.id].label, colours), title=where.name, id=f"name-{where.id}"
    )


@lru_cache(maxsize=256)
def _space(where: BoardSpace, here: Space, control: ControlName, colours: Colours) -> Element:
    """Return the contents and badges of a space, under one title that names them all.

    The result is cached because most spaces do not change from one position to the next.
    """
    place = layout().spaces[where.id]
    tokens = tokens_in(here)
    facts = [where.name]
    if not where.is_loc:
        facts.append(f"{CONTROL_WORDS[control]} Control")
    if where.population:
        facts.append(f"Population {where.population}, {level(here.support).words}")
    if where.econ:
        facts.append(f"Econ {where.econ}")
    what = words_of(tokens) if tokens or here == Space() else "no pieces"
    badges = ground.badges(where, place, control, here.support, colours)
    inside = [*badges, *laid_out(tokens, place.room, where.id)]
    return group(inside, title=f"{', '.join(facts)}: {what}", id=f"space-{where.id}")


def _towns(drawn: MapLayout, colours: Colours, labels: bool) -> Element:
    elements = []
    for town in drawn.towns:
        x, y = town.at
        line: dict[str, Value] = {"fill": colours.panel, "stroke": colours.faint, "stroke_width": 1.4}
        inside = [Element("circle", cx=x, cy=y, r=town.radius, **line)]
        inside += ground.lettered(town.label, colours) if labels else []
        elements.append(group(inside, title=town.name, id=f"town-{town.name.lower().replace(' ', '-')}"))
    return group(elements, id="towns")


def _cropped(drawn: MapLayout, crop: Sequence[str]) -> Box:
    """Return the part of the drawing that shows these spaces, with a border; the whole drawing without
    spaces.
    """
    if not crop:
        return drawn.view_box
    points = []
    for name in crop:
        place = drawn.spaces[name]
        x, y, width, height = place.box if place.shape != "polygon" else place.room
        points += [(x, y), (x + width, y + height), *(place.points if place.shape == "polygon" else ())]
    left, top = min(x for x, _ in points) - 40, min(y for _, y in points) - 40
    right, bottom = max(x for x, _ in points) + 40, max(y for _, y in points) + 40
    return (left, top, right - left, bottom - top)
