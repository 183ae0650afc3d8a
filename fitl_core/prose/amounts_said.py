"""Read the levels, tracks and markers of a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import cast

from fitl_core.facts.factions import GIVERS, Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import Level, level
from fitl_core.prose.reading_state import A_LITTLE, ODD, ClauseCandidate
from fitl_core.prose.search_place import Here
from fitl_core.prose.units import Unit
from fitl_core.record.clauses import Number, SetLevel, Track

MOST_LOOKED_AT = 400
MARKERS = ("terror", "sabotage", "trail")
"""Markers that change only if they are named. Without a number one marker is removed."""


def levels(here: Here) -> Iterator[ClauseCandidate]:
    """Yield levels by their names, or by the number of levels that a space shifts."""
    for unit in here.sentence.units:
        if unit.tag in ("level", "shift"):
            for space, cost, uses in here.spaces_for(unit):
                if here.may_use(unit, space):
                    for aim in _aims(here, unit, space):
                        yield ClauseCandidate(
                            SetLevel(space, aim), (unit.at, *uses), cost + here.distance(unit)
                        )


def _aims(here: Here, unit: Unit, space: str) -> list[Level]:
    """Return the levels that a unit can mean."""
    if unit.means.level is not None:
        return [one for one in Level if unit.may_be(one)]
    there, by = here.draft[spaces_by_id()[space]].support, unit.number or 1
    return [level(to) for to in (there + by, there - by) if -2 <= to <= 2]


def numbers(here: Here) -> Iterator[ClauseCandidate]:
    """Yield changes of tracks and markers."""
    changes = [c for c in islice(here.question.candidates(), MOST_LOOKED_AT) if isinstance(c, Number)]
    for unit in here.sentence.units:
        if unit.tag not in ("track", "figure") and (unit.tag != "piece" or unit.means.kinds):
            continue
        for number in changes or _built(here, unit):
            cost = _counts_as(here, unit, number) if here.may_use(unit, number.space) else None
            if cost is not None:
                naming = [uses for name, _, uses in here.spaces_for(unit) if name == number.space]
                uses = (unit.at, *[at for one in naming for at in one])
                yield ClauseCandidate(number, uses, cost + here.distance(unit))


def _built(here: Here, unit: Unit) -> Iterator[Number]:
    """Yield the changes that a unit names by itself, if the question offers other changes, too."""
    if unit.means.track:
        spaces = [space for space, _, _ in here.spaces_for(unit)] if unit.means.track in MARKERS else []
        for space in (*spaces, ""):
            for change in (unit.number or 1, -(unit.number or 1)):
                yield Number(cast(Track, unit.means.track), change, space)


def _counts_as(here: Here, unit: Unit, number: Number) -> float | None:
    """Return the cost of reading a unit as a change of a track, or None if it is not one."""
    track = number.track.lower()
    if unit.means.track != track and (unit.means.track or track in MARKERS):
        return None
    if number.track in GIVERS and here.sentence.receiver(unit) not in (None, Faction(number.track)):
        return None
    change = abs(number.change)
    if unit.means.state == "in all" and not number.space:
        change = here.draft.figure(number.track) + number.change  # type: ignore[arg-type]
    if unit.number is not None and abs(unit.number) != change:
        return None
    cost = 0.0
    if unit.number is None:
        cost = A_LITTLE * abs(number.change) if track in MARKERS else ODD + 0.1 / abs(number.change)
    if not number.space:
        return cost
    spaces = [space for space, _, _ in here.spaces_for(unit)]
    return cost + A_LITTLE * spaces.index(number.space) if number.space in spaces else None
