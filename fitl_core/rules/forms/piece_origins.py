"""The sources and destinations of pieces: a box (1.4.1) or the map, as asked and as written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fitl_core.asking.questions import Question
from fitl_core.errors import Refusal
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.pieces import Kind
from fitl_core.record.clauses import Move, Place, Rebox, Remove

MAP = "map"
"""Any space of the map."""
A_BOX = "a box"
"""A box that is not named: the rules decide which."""
Way = tuple[str, str]
"""The source and the destination of pieces: boxes, or the map."""

WORDS_OF_BOXES: dict[str, str] = {
    "available": "Available",
    "oop": "Out of Play",
    "casualties": "Casualties",
}
"""The boxes as people call them (1.4.1)."""
_SOURCE_WORDS = {**WORDS_OF_BOXES, MAP: "the map"}
_DESTINATION_WORDS = {**_SOURCE_WORDS, A_BOX: A_BOX}


def refuse_source(source: str) -> Refusal:
    """Refuse a box as a source: pieces come from Available unless a rule says otherwise."""
    why = f"pieces are placed from Available, not from {WORDS_OF_BOXES[source]}"
    return Refusal("wrong-box", "1.4.1", why)


class Transit(Question):
    """A question for pieces that go from one place to another."""

    def ways(self) -> tuple[Way, ...]:
        """Return the sources and destinations of the pieces."""
        raise NotImplementedError

    def concerns(self, kind: Kind) -> bool:
        """Check whether the question asks for pieces of this kind, in whatever state."""
        raise NotImplementedError

    def refuse_way(self, written: Any, ways: Iterable[Way]) -> Refusal | None:
        """Refuse pieces of the question's kinds whose written way is not among `ways`."""
        way = _way_of(written)
        if way is None or not self.concerns_any(written):
            return None
        why = _why_not(way, tuple(dict.fromkeys(ways)))
        return Refusal("wrong-box", self.rule, why) if why else None

    def concerns_any(self, written: Any) -> bool:
        """Check whether the question asks for any of the pieces that a clause names."""
        return any(self.concerns(count.kind) for count in written.pieces)

    def why_not(self, written: Any, asked: Iterable[Question] = ()) -> Refusal | None:
        """Refuse pieces that come from a wrong source or go to a wrong destination, too.

        The reason lists every source and destination that is open for them.
        """
        if _way_of(written) is None or not self.concerns_any(written):
            return None
        if not self.goes_another_way(written):
            return super().why_not(written, asked)
        others = [other for other in asked if isinstance(other, Transit) and other.concerns_any(written)]
        ways = [way for each in others or [self] for way in each.ways()]
        return self.refuse_way(written, ways) or super().why_not(written, asked)

    def goes_another_way(self, written: Any) -> bool:
        """Check whether pieces of the question's kinds come or go another way than it asks for."""
        return self.refuse_way(written, self.ways()) is not None


def _way_of(written: Any) -> Way | None:
    """Return the way that pieces go in a clause."""
    match written:
        case Place(source=source):
            return MAP if source in spaces_by_id() else source, MAP
        case Move():
            return MAP, MAP
        case Remove(to=to):
            return MAP, to or A_BOX
        case Rebox(source=source, to=to):
            return source, to
    return None


def _why_not(way: Way, asked: tuple[Way, ...]) -> str:
    """Explain why a way is not asked for; return "" if it is one of the ways asked for."""
    source, destination = way
    sources = [start for start, end in asked if end == destination or (destination == A_BOX and end != MAP)]
    destinations = [end for start, end in asked if start == source]
    if source in sources:
        return ""
    if sources:
        return f"they come from {_any(_SOURCE_WORDS, sources)}, not from {_SOURCE_WORDS[source]}"
    if destinations:
        open_words = _any(_DESTINATION_WORDS, destinations)
        return f"they go to {open_words}, not to {_DESTINATION_WORDS[destination]}"
    starts, ends = zip(*asked, strict=True)
    return f"they go from {_any(_SOURCE_WORDS, starts)} to {_any(_DESTINATION_WORDS, ends)}"


def _any(words: dict[str, str], places: Iterable[str]) -> str:
    *others, last = dict.fromkeys([words[place] for place in places])
    return f"{', '.join(others)} or {last}" if others else last
