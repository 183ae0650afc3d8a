"""Deception markers drawn from a key (7.3): the hand of each seat, and the proof with its draw."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice

import msgspec

from fitl_core.facts.options import DeceptionMarker
from fitl_core.proofs.drawing import KeyDraws
from fitl_core.proofs.errors import ProofError
from fitl_core.rules.deception import MARKERS_OF_A_PLAYER

MARKERS: tuple[DeceptionMarker, ...] = ("agenda",) * 4 + ("asset",) * 4 + ("threat",) * 4
"""The 12 Deception markers (7.3), four of each kind."""


class DrawnBehind(msgspec.Struct, frozen=True):
    """The point at which the markers of a seat were drawn: the number of events before it, 0 before play."""

    behind: int

    def __str__(self) -> str:
        return f"markers behind event {self.behind}" if self.behind else "markers"


def read_drawn(text: str) -> DrawnBehind:
    """Return the point of the draw that a marker's proof names. Raises `ProofError` if it names none.

    >>> read_drawn("markers behind event 57").behind
    57
    """
    match = re.fullmatch(r"markers(?: behind event ([1-9][0-9]{0,6}))?", text)
    if match is None:
        raise ProofError('a marker\'s proof says where it was drawn: "markers" or "markers behind event 57"')
    return DrawnBehind(int(match[1] or 0))


def drawn_markers(
    key: bytes,
    drawn: DrawnBehind,
    held: Iterable[DeceptionMarker],
    used: Mapping[str, tuple[DeceptionMarker, ...]],
) -> dict[str, tuple[DeceptionMarker, ...]]:
    """Return the markers of each seat: those that it has `used`, then drawn ones.

    A seat has fewer than 2 if too few are left. `held` are the markers that other seats have, or had.
    """
    undrawn = Counter(MARKERS)
    undrawn.subtract(held)
    for markers in used.values():
        undrawn.subtract(markers)
    pile = KeyDraws(key, str(drawn)).shuffled(undrawn.elements())
    return {
        seat: (*markers, *islice(pile, MARKERS_OF_A_PLAYER - len(markers))) for seat, markers in used.items()
    }
