"""Deception markers drawn from a key (7.3): which each seat holds, and the proof of one, which says where."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice

import msgspec

from fitl_core.facts.options import DeceptionMarker
from fitl_core.proofs.drawing import Drawing
from fitl_core.proofs.errors import ProofError
from fitl_core.rules.deception import MARKERS_OF_A_PLAYER

MARKERS: tuple[DeceptionMarker, ...] = ("agenda",) * 4 + ("asset",) * 4 + ("threat",) * 4
"""The 12 Deception markers (7.3), as many of each kind."""


class DrawnBehind(msgspec.Struct, frozen=True):
    """Where the markers of a seat were drawn: behind so many events, 0 before play."""

    behind: int

    def __str__(self) -> str:
        return f"markers behind event {self.behind}" if self.behind else "markers"


def read_drawn(text: str) -> DrawnBehind:
    """Where a proof says that a marker was drawn. Raises `ProofError`.

    >>> read_drawn("markers behind event 57").behind
    57
    """
    found = re.fullmatch(r"markers(?: behind event ([1-9][0-9]{0,6}))?", text)
    if found is None:
        raise ProofError('a marker\'s proof says where it was drawn: "markers" or "markers behind event 57"')
    return DrawnBehind(int(found[1] or 0))


def drawn_markers(
    key: bytes,
    drawn: DrawnBehind,
    held: Iterable[DeceptionMarker],
    used: Mapping[str, tuple[DeceptionMarker, ...]],
) -> dict[str, tuple[DeceptionMarker, ...]]:
    """The markers of each seat: those that it has `used`, then drawn ones; fewer than 2 if too few are left.

    `held` are those that others have, or had.
    """
    left = Counter(MARKERS)
    left.subtract(held)
    for markers in used.values():
        left.subtract(markers)
    pile = Drawing(key, str(drawn)).shuffled(left.elements())
    return {
        seat: (*markers, *islice(pile, MARKERS_OF_A_PLAYER - len(markers))) for seat, markers in used.items()
    }
