"""Variations as they are read: which entries belong to which, for the text form and for JSON Lines alike."""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.record.events import Amend, Void
from notation.errors import NotationError
from notation.log import Entry, EntryPlace, Gap, Span, Variation, VariationPlace

MAX_VARIATIONS = 64
"""So many variations has a log at most; each is a game that is checked."""
DEEPEST = 4
"""So deep variations stand in variations."""

NO_NAME = "a variation has a name of at most 100 letters, and its events stand on lines of their own"


class _Level:
    """The game, or a variation that is open: what it has so far, and whether all of it can be read."""

    def __init__(self, name: str, where: Span) -> None:
        self.name = name
        self.where = where
        self.entries: list[Entry] = []
        self.places: list[EntryPlace] = []
        self.moved = False
        self.broken = False


class Nesting:
    """Takes entries one by one, and the lines that open and close variations.

    A variation in which anything cannot be read is left out whole, a gap of the game.
    """

    def __init__(self) -> None:
        self._levels = [_Level("", Span(1, 1, 2))]
        self._number = 0
        self.gaps: list[Gap] = []

    @property
    def entries(self) -> list[Entry]:
        """The entries of the game, or of the variation that is open."""
        return self._levels[-1].entries

    @property
    def places(self) -> list[EntryPlace]:
        """The places of these entries."""
        return self._levels[-1].places

    def add(self, entry: Entry, place: EntryPlace) -> None:
        """Take an entry. Raises `NotationError` for one that no variation has."""
        here = self._levels[-1]
        if len(self._levels) > 1 and isinstance(entry.event, Void | Amend):
            why = "what is taken back or amended stands in the game itself, not in a variation"
            raise _fault("variation-form", why, place.whole)
        here.entries.append(entry)
        here.places.append(place)
        here.moved = here.moved or entry.event is not None

    def leave_out(self, where: Span, part: Literal["header", "event", "other"]) -> None:
        """Note a line that cannot be read."""
        if len(self._levels) > 1:
            self._levels[-1].broken = True
        else:
            self.gaps.append(Gap(len(self.entries), where, part))

    def open(self, name: str, where: Span) -> None:
        """Begin a variation; what follows belongs to it, also where `NotationError` is raised for it."""
        outer = self._levels[-1]
        self._number += 1
        self._levels.append(_Level(name, where))
        if not outer.moved:
            why = "a variation stands behind the event that it replaces, and there is none"
        elif self._number > MAX_VARIATIONS:
            why = f"a log has at most {MAX_VARIATIONS} variations"
        elif len(self._levels) - 1 > DEEPEST:
            why = f"variations stand at most {DEEPEST} deep in each other"
        else:
            return
        self._levels[-1].broken = True
        raise _fault("variation-form", why, where)

    def close(self, where: Span) -> None:
        """End the variation that is open. Raises `NotationError` where none is, or nothing is in it."""
        if len(self._levels) == 1:
            raise _fault("variation-form", "no variation is open here", where)
        inner = self._levels.pop()
        outer = self._levels[-1]
        if inner.broken or not inner.moved:
            if len(self._levels) > 1:
                outer.broken = True
            else:
                self.gaps.append(Gap(len(outer.entries), inner.where, "variation"))
            if not inner.broken:
                raise _fault("variation-form", "a variation has an event at least", inner.where)
            return
        entry, place = outer.entries[-1], outer.places[-1]
        variation = Variation(inner.name, tuple(inner.entries))
        its_place = VariationPlace(inner.where, tuple(inner.places))
        outer.entries[-1] = msgspec.structs.replace(entry, variations=(*entry.variations, variation))
        outer.places[-1] = msgspec.structs.replace(place, variations=(*place.variations, its_place))

    def finish(self) -> list[NotationError]:
        """End what is open: a fault for each variation that is not closed, which is left out."""
        faults = []
        while len(self._levels) > 1:
            inner = self._levels[-1]
            inner.broken = True
            self.close(inner.where)
            faults.append(_fault("variation-form", "this variation is not closed: ) ends it", inner.where))
        return faults[::-1]


def _fault(code: str, message: str, where: Span) -> NotationError:
    hint = "a line ( and its name behind an event, the events in its place, a line )"
    return NotationError(code, message, where.line, where.column, where.end, hint=hint)
