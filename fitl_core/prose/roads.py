"""LoCs by their towns: "the road between Saigon and Can Tho", "the road to Da Lat", "the An Loc road".

A word for a road makes the towns beside it a LoC. Two towns are the LoC between them. One town is any LoC
that it has, and the search finds the one that fits the move. A road that nothing names leaves a doubt.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fitl_core.facts.game_map import spaces_by_id
from fitl_core.prose.units import Meaning, Unit
from fitl_core.prose.vocabulary import key

MANY_ROADS = frozenset({"locs", "roads", "line", "lines", "route", "routes", "highways"})
"""Words for roads that need no named road beside them."""
FOLLOWED = ("via", "by")
"""Ways on which a road is followed to a town: "along the road to Da Lat". The town stays the destination."""
TAKES = ("take", "takes", "took", "taking")
"""Verbs that lead to a road: "takes the road from Saigon to Can Tho"."""
FAR_ENOUGH = 6
"""The most units from the first town of a road to its second one."""


def with_roads(units: list[Unit]) -> list[Unit]:
    """Return the units with the towns beside a word for a road replaced by a LoC."""
    joined = list(units)
    at = 0
    while at < len(joined):
        _join_dash(joined, at)
        ends = [i for i in range(at, min(at + FAR_ENOUGH, len(joined))) if joined[i].tag == "space"][:2]
        road = joined[at].tag == "space" and len(ends) == 2 and _road(joined, ends)
        if road:
            first, last = joined[ends[0]], joined[ends[1]]
            whole = Unit(tag="space", start=first.start, end=last.end, text=f"{first.text}-{last.text}")
            whole.means = Meaning(spaces=road)
            whole.is_typo, whole.is_aside = first.is_typo or last.is_typo, first.is_aside
            joined[ends[0] : ends[1] + 1] = [whole]
            _drop_way(joined, ends[0])
        at += 1
    _roads_to_towns(joined)
    _roads_of_one_town(joined)
    return joined


def _drop_way(units: Sequence[Unit], at: int) -> None:
    """Make the word between "road" and its first town no way: "the road from Saigon to Can Tho"."""
    if at > 1 and units[at - 1].tag == "role" and is_road_word(units[at - 2]):
        taken = any(unit.text.lower() in TAKES for unit in units[max(at - 5, 0) : at - 2])
        units[at - 1].tag = "role" if taken else "noise"
        units[at - 1].means = Meaning(role="to") if taken else units[at - 1].means


def _join_dash(units: Sequence[Unit], at: int) -> None:
    """Make a dash between two spaces a way from one to the other."""
    joint = units[at]
    beside = [units[i].tag for i in (at - 1, at + 1) if 0 <= i < len(units)]
    if joint.tag == "sign" and joint.text == "-" and beside == ["space", "space"]:
        joint.tag, joint.means = "role", Meaning(role="to")


def _road(units: Sequence[Unit], ends: Sequence[int]) -> tuple[str, ...]:
    """Return the LoC between two towns, if a word for a road is directly before or after them."""
    first, last = ends
    joints = units[first + 1 : last]
    if len(joints) != 1 or not (
        joints[0].role or joints[0].means.role == "to" or joints[0].text in ("and", "-", "/", ">")
    ):
        return ()
    near = [*units[max(first - 3, 0) : first], *units[last + 1 : last + 2]]
    if not any(is_road_word(unit) for unit in near):
        return ()
    roads = [_roads_with(units[end].means.spaces) for end in ends]
    return tuple([road for road in roads[0] if road in roads[1]])


def _roads_with(towns: Collection[str]) -> tuple[str, ...]:
    """Return the LoCs that a town can mean, or has. Some towns, as Da Lat, are no spaces of their own."""
    locs = tuple([town for town in towns if spaces_by_id()[town].is_loc])
    return locs or _roads_of(towns)


def is_road_word(unit: Unit) -> bool:
    """Check whether a word means a road and is not part of another phrase."""
    return "loc-word" in unit.means.flags and unit.tag in ("noise", "doubt")


def _roads_to_towns(units: Sequence[Unit]) -> None:
    """Give "the road to Da Lat" and "the roads to Cam Ranh and to Hue" the LoCs of these towns."""
    for i, unit in enumerate(units):
        if not is_road_word(unit) or _is_followed(units, i):
            continue
        at = i + 1
        while at + 1 < len(units) and units[at].means.role == "to" and units[at + 1].tag == "space":
            town = units[at + 1]
            units[at].tag, units[at].means = "noise", Meaning(flags=units[at].means.flags)
            if not _is_loc(town):
                town.means = Meaning(spaces=_roads_of(town.means.spaces) or town.means.spaces)
            at += 2
            if at < len(units) and units[at].tag == "link" and key(unit.text) in MANY_ROADS:
                at += 1


def _is_followed(units: Sequence[Unit], at: int) -> bool:
    """Check whether pieces follow a road to a town, or a LoC is named before it."""
    for unit in reversed(units[max(at - 3, 0) : at]):
        if unit.tag == "role":
            return unit.means.role in FOLLOWED
        if unit.tag == "space":
            return True
        if unit.tag not in ("noise", "unknown"):
            return False
    return False


def _is_loc(unit: Unit) -> bool:
    return any(spaces_by_id()[name].is_loc for name in unit.means.spaces)


def _roads_of_one_town(units: Sequence[Unit]) -> None:
    """Give "the An Loc road" the LoCs of that town. A road without a name leaves a doubt."""
    for i, unit in enumerate(units):
        if not is_road_word(unit) or key(unit.text) in MANY_ROADS:
            continue
        before = units[i - 1] if i and units[i - 1].tag == "space" else None
        if before is not None and not _is_loc(before):
            roads = _roads_of(before.means.spaces)
            before.means = Meaning(spaces=roads) if roads else before.means
        named = [other for other in units[max(i - 1, 0) : i + 4] if other.tag == "space"]
        if not any(_is_loc(other) for other in named):
            unit.tag = "doubt"


def _roads_of(towns: Collection[str]) -> tuple[str, ...]:
    """Return the LoCs that have one of these towns at an end or on the way."""
    names = {spaces_by_id()[town].name for town in towns}
    roads = [space for space in spaces_by_id().values() if space.is_loc]
    return tuple([road.id for road in roads if names & set(road.name.split(" - "))])
