"""The drawing is a planar map: spaces touch in it exactly if they are adjacent (1.3.6)."""

from __future__ import annotations

from itertools import combinations, pairwise

from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.layout import Box, Label, Point, layout
from fitl_core.pictures.panels import PANELS

PLACES = layout().spaces


def edges(points: tuple[Point, ...]) -> set[frozenset[Point]]:
    """The edges of a polygon."""
    return {frozenset(pair) for pair in pairwise((*points, points[0]))}


def is_inside(points: tuple[Point, ...], at: tuple[float, float]) -> bool:
    """Whether a point lies in a polygon: a ray from it crosses its edges an odd number of times."""
    x, y = at
    crossed = [
        left + (y - top) / (below - top) * (right - left) > x
        for (left, top), (right, below) in pairwise((*points, points[0]))
        if (top > y) != (below > y)
    ]
    return sum(crossed) % 2 == 1


def covers(box: Box, points: tuple[Point, ...]) -> bool:
    """Whether a box lies over some of a polygon."""
    left, top, width, height = box
    return any(
        is_inside(points, (x + 0.5, y + 0.5))
        for x in range(left, left + width, 2)
        for y in range(top, top + height, 2)
    )


def sides(points: tuple[Point, ...], where: str) -> bool:
    """Whether a line ends at a Town of a Province, or has that beside the middle of one of its pieces."""
    polygon = PLACES[where].points
    if {points[0], points[-1]} & {town.at for town in layout().towns} & set(polygon):
        return True
    for (left, top), (right, below) in pairwise(points):
        middle = (left + right) / 2, (top + below) / 2
        length = ((right - left) ** 2 + (below - top) ** 2) ** 0.5 or 1
        aside = (below - top) / length, (left - right) / length
        for by in (-3, 3):
            if is_inside(polygon, (middle[0] + by * aside[0], middle[1] + by * aside[1])):
                return True
    return False


def of_kind(kind: str) -> list[BoardSpace]:
    """The spaces of a kind."""
    return [space for space in spaces_by_id().values() if space.kind == kind]


def test_1_3_6_provinces_share_an_edge_where_they_are_adjacent() -> None:
    """Provinces share an edge in the drawing exactly where they are adjacent."""
    for one, other in combinations(of_kind("province"), 2):
        touch = bool(edges(PLACES[one.id].points) & edges(PLACES[other.id].points))
        assert touch == (other.id in one.adjacent), (one.id, other.id)


def test_1_3_6_a_city_lies_over_the_provinces_it_is_adjacent_to() -> None:
    """A City lies over the Provinces that it is adjacent to, and over no other."""
    for city in of_kind("city"):
        over = {
            where.id for where in of_kind("province") if covers(PLACES[city.id].box, PLACES[where.id].points)
        }
        assert over == {name for name in city.adjacent if spaces_by_id()[name].kind == "province"}, city.id


def test_1_3_6_a_loc_runs_along_the_provinces_it_is_adjacent_to() -> None:
    """A LoC runs along the Provinces that it is adjacent to, and along no other."""
    for loc in of_kind("loc"):
        along = {where.id for where in of_kind("province") if sides(PLACES[loc.id].points, where.id)}
        assert along == {name for name in loc.adjacent if spaces_by_id()[name].kind == "province"}, loc.id


def test_1_3_6_a_loc_passes_the_cities_it_is_adjacent_to() -> None:
    """A LoC ends under the plates of its adjacent Cities, or passes them, and meets no other."""
    for loc in of_kind("loc"):
        met = {
            city.id
            for city in of_kind("city")
            for left, top, width, height in [PLACES[city.id].box]
            if any(left <= x <= left + width and top <= y <= top + height for x, y in PLACES[loc.id].points)
        }
        assert met == {name for name in loc.adjacent if spaces_by_id()[name].kind == "city"}, loc.id


def written(label: Label) -> Box:
    """The rectangle of a name, measured at 0.6 of its size for a letter."""
    wide = round(max([len(line) for line in label.lines]) * label.size * 0.6)
    left = label.at[0] - {"start": 0, "middle": wide // 2, "end": wide}[label.anchor]
    high = label.size + label.leading * (len(label.lines) - 1)
    return (left, label.at[1] - round(label.size * 0.8), wide, high)


def meet(one: Box, other: Box) -> bool:
    """Whether two rectangles overlap."""
    return all(one[n] < other[n] + other[n + 2] and other[n] < one[n] + one[n + 2] for n in (0, 1))


def test_no_name_room_badge_plate_or_panel_lies_over_another() -> None:
    """Names, badges, rooms for pieces, Cities, plates, Towns and panels are apart, and within the drawing."""
    places = {f"panel {name}": box for name, (_, box) in PANELS.items()}
    places |= {town.name: written(town.label) for town in layout().towns}
    for id, place in PLACES.items():
        inside = {f"{id} badge {n}": badge for n, badge in enumerate(place.badges)}
        inside |= {f"{id} room": place.room, f"{id} name": written(place.label)}
        for one, other in combinations(inside, 2):
            assert not meet(inside[one], inside[other]), (one, other)
        places |= inside if place.shape == "polygon" else {id: place.box}
    _, _, width, height = layout().view_box
    for name, (left, top, wide, high) in places.items():
        assert left >= 0 and top >= 0 and left + wide <= width and top + high <= height, name
    for one, other in combinations(places, 2):
        assert not meet(places[one], places[other]), (one, other)


def test_panels_lie_where_nothing_else_is() -> None:
    """Each panel lies in one of the free rectangles."""
    for name, (_, (left, top, wide, high)) in PANELS.items():
        assert any(
            x <= left and y <= top and left + wide <= x + width and top + high <= y + height
            for x, y, width, height in layout().free
        ), name


def test_pieces_lie_in_their_own_province() -> None:
    """The corners of a Province's room lie in the Province."""
    for id, place in PLACES.items():
        if place.shape == "polygon":
            left, top, wide, high = place.room
            for x in (left + 5, left + wide - 5):
                for y in (top + 5, top + high - 5):
                    assert is_inside(place.points, (x, y)), id
