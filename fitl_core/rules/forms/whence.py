"""From where pieces come and where they go: a box (1.4.1) or the map, as it is asked and as it is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fitl_core.asking.questions import Question
from fitl_core.errors import Refusal
from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.pieces import Kind
from fitl_core.record.clauses import Move, Place, Rebox, Remove

MAP = "map"
"""The spaces of the map, whichever of them."""
A_BOX = "a box"
"""A box that is not named: the rules say which."""
Way = tuple[str, str]
"""From where pieces go to where: boxes, or the map."""

WORDS_OF_BOXES: dict[str, str] = {
    "available": "Available",
    "oop": "Out of Play",
    "casualties": "Casualties",
}
"""The boxes as people call them (1.4.1)."""
_WHENCE = {**WORDS_OF_BOXES, MAP: "the map"}
_WHITHER = {**_WHENCE, A_BOX: A_BOX}


def refuse_source(source: str) -> Refusal:
    """A box from which nothing is placed here: pieces come from Available unless a rule says so."""
    why = f"pieces are placed from Available, not from {WORDS_OF_BOXES[source]}"
    return Refusal("wrong-box", "1.4.1", why)


class Transit(Question):
    """A question for pieces that come from somewhere and go elsewhere."""

    def ways(self) -> tuple[Way, ...]:
        """From where they come, and where they go."""
        raise NotImplementedError

    def concerns(self, kind: Kind) -> bool:
        """Whether it asks for pieces of this kind, in whatever state."""
        raise NotImplementedError

    def refuse_way(self, written: Any, ways: Iterable[Way]) -> Refusal | None:
        """Why pieces of its kinds do not go the way that is written, where these are asked for."""
        way = _way_of(written)
        if way is None or not self.concerns_any(written):
            return None
        why = _why_not(way, tuple(dict.fromkeys(ways)))
        return Refusal("wrong-box", self.rule, why) if why else None

    def concerns_any(self, written: Any) -> bool:
        """Whether it asks for any of the pieces that a clause names."""
        return any(self.concerns(count.kind) for count in written.pieces)

    def astray(self, written: Any) -> Refusal | None:
        """Why pieces that come from elsewhere or go elsewhere are no answer."""
        return self.refuse_way(written, self.ways())

    def told_among(self, refusal: Refusal, written: Any, asked: Iterable[Question]) -> Refusal:
        """As it is told where other ways are asked for at once."""
        if refusal.code != "wrong-box":
            return refusal
        others = [other for other in asked if isinstance(other, Transit) and other.concerns_any(written)]
        return self.refuse_way(written, [way for other in others for way in other.ways()]) or refusal


def _way_of(written: Any) -> Way | None:
    """The way that pieces go in a clause."""
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
    """Why a way is none of those asked for; nothing where it is one of them."""
    whence, whither = way
    to_there = [start for start, end in asked if end == whither or (whither == A_BOX and end != MAP)]
    from_there = [end for start, end in asked if start == whence]
    if whence in to_there:
        return ""
    if to_there:
        return f"they come from {_any(_WHENCE, to_there)}, not from {_WHENCE[whence]}"
    if from_there:
        return f"they go to {_any(_WHITHER, from_there)}, not to {_WHITHER[whither]}"
    starts, ends = zip(*asked, strict=True)
    return f"they go from {_any(_WHENCE, starts)} to {_any(_WHITHER, ends)}"


def _any(words: dict[str, str], places: Iterable[str]) -> str:
    *others, last = dict.fromkeys([words[place] for place in places])
    return f"{', '.join(others)} or {last}" if others else last
