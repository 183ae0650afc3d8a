"""Rules that can be read in two ways, where a group may play the other one (`facts/data/readings.json`)."""

from __future__ import annotations

from functools import cache

import msgspec

from fitl_core.errors import Refusal
from fitl_core.facts.data import read


class Reading(msgspec.Struct, frozen=True):
    """A question, what `fitl` plays unless told otherwise, and what a header's `Readings` select."""

    id: str
    rule: str
    question: str
    default: str
    alternative: str

    @property
    def of_non_players(self) -> bool:
        """Whether it bears on games with Non-players only (8.0)."""
        return self.id.startswith("NP-Q")


class _File(msgspec.Struct):
    readings: tuple[Reading, ...]


@cache
def readings() -> dict[str, Reading]:
    """Every reading that a group may choose, by its id; a Setup names those that are played the other way."""
    found = read("readings.json", _File).readings
    return {reading.id: reading for reading in found}


def refuse_readings(chosen: tuple[str, ...]) -> Refusal | None:
    """Whether an id names no reading, or stands twice."""
    for reading in chosen:
        if reading not in readings():
            open_ones = (f"open: {', '.join(readings())}",)
            return Refusal("reading-unknown", "2.0", f'no reading is called "{reading}"', open_ones)
        if chosen.count(reading) > 1:
            return Refusal("reading-twice", "2.0", f"{reading} is named twice")
    return None
