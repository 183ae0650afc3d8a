"""Rules with two readings, between which a group may choose (`facts/data/readings.json`)."""

from __future__ import annotations

import msgspec

from fitl_core.errors import Refusal
from fitl_core.facts.data import once, read


class Reading(msgspec.Struct, frozen=True):
    """A question, the default reading, and the alternative that a header's `Readings` select."""

    id: str
    rule: str
    question: str
    default: str
    alternative: str

    @property
    def of_non_players(self) -> bool:
        """Whether it concerns only games with Non-players (8.0)."""
        return self.id.startswith("NP-Q")


class _File(msgspec.Struct):
    readings: tuple[Reading, ...]


@once
def readings() -> dict[str, Reading]:
    """Return every reading that a group may choose, by its id. A Setup names those with the alternative."""
    all_readings = read("readings.json", _File).readings
    return {reading.id: reading for reading in all_readings}


def refuse_readings(chosen: tuple[str, ...]) -> Refusal | None:
    """Refuse an id that names no reading, or appears twice."""
    for reading in chosen:
        if reading not in readings():
            open_ones = (f"open: {', '.join(readings())}",)
            return Refusal("reading-unknown", "2.0", f'no reading is called "{reading}"', open_ones)
        if chosen.count(reading) > 1:
            return Refusal("reading-twice", "2.0", f"{reading} is named twice")
    return None
