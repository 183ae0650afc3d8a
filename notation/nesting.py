"""Collect entries and nest variations while a file is read, for the text form and for JSON Lines."""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.record.events import Amend, Void
from notation.errors import NotationError
from notation.log import Entry, EntryPlace, Gap, Span, Variation, VariationPlace

MAX_VARIATIONS = 64
"""The most variations in a log. Each is checked like a game."""
DEEPEST = 4
"""The greatest depth of variations within variations."""

NO_NAME = "a variation has a name of at most 100 letters, and its events stand on separate lines"


class _Level:
    """The game or an open variation, with its entries so far.

    `moved`: at least one entry has an event. `broken`: a line could not be read.
    """

    def __init__(self, name: str, where: Span) -> None:
        self.name = name
        self.where = where
        self.entries: list[Entry] = []
        self.places: list[EntryPlace] = []
        self.moved = False
        self.broken = False


class Nesting:
    """Takes entries one by one, and the lines that open and close variations.

    A variation with a line that cannot be read is left out whole. It becomes a gap of the game.
    """

    def __init__(self) -> None:
        self._levels = [_Level("", Span(1, 1, 2))]
        self._number = 0
        self.gaps: list[Gap] = []

    @property
    def entries(self) -> list[Entry]:
        """The entries of the game, or of the open variation."""
        return self._levels[-1].entries

    @property
    def places(self) -> list[EntryPlace]:
        """The places of these entries."""
        return self._levels[-1].places

    def add(self, entry: Entry, place: EntryPlace) -> None:
        """Take an entry. Raises `NotationError` for an entry that a variation cannot contain."""
        level = self._levels[-1]
        if len(self._levels) > 1 and isinstance(entry.event, Void | Amend):
            why = "void and amend lines belong to the game itself, not to a variation"
            raise _fault("variation-form", why, place.whole)
        level.entries.append(entry)
        level.places.append(place)
        level.moved = level.moved or entry.event is not None

    def leave_out(self, where: Span, part: Literal["header", "event", "other"]) -> None:
        """Note a line that cannot be read."""
        if len(self._levels) > 1:
            self._levels[-1].broken = True
        else:
            self.gaps.append(Gap(len(self.entries), where, part))

    def open(self, name: str, where: Span) -> None:
        """Begin a variation. Raises `NotationError` if it cannot stand here.

        The following entries belong to the variation even after an error.
        """
        outer = self._levels[-1]
        self._number += 1
        self._levels.append(_Level(name, where))
        if not outer.moved:
            why = "a variation comes after the event that it replaces, and there is no event before it"
        elif self._number > MAX_VARIATIONS:
            why = f"a log has at most {MAX_VARIATIONS} variations"
        elif len(self._levels) - 1 > DEEPEST:
            why = f"variations can be nested at most {DEEPEST} deep"
        else:
            return
        self._levels[-1].broken = True
        raise _fault("variation-form", why, where)

    def close(self, where: Span) -> None:
        """End the open variation. Raises `NotationError` if none is open, or if it has no event."""
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
                raise _fault("variation-form", "a variation has at least one event", inner.where)
            return
        entry, place = outer.entries[-1], outer.places[-1]
        variation = Variation(inner.name, tuple(inner.entries))
        its_place = VariationPlace(inner.where, tuple(inner.places))
        outer.entries[-1] = msgspec.structs.replace(entry, variations=(*entry.variations, variation))
        outer.places[-1] = msgspec.structs.replace(place, variations=(*place.variations, its_place))

    def finish(self) -> list[NotationError]:
        """End and leave out all open variations. Return a fault for each."""
        faults = []
        while len(self._levels) > 1:
            inner = self._levels[-1]
            inner.broken = True
            self.close(inner.where)
            faults.append(_fault("variation-form", "this variation is not closed: ) ends it", inner.where))
        return faults[::-1]


def _fault(code: str, message: str, where: Span) -> NotationError:
    hint = "after an event: a line with ( and a name, the events of the variation, a line with )"
    return NotationError(code, message, where.line, where.column, where.end, hint=hint)
