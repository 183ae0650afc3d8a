"""The deck and the Deception markers that a table's key gives: its secrets, made when they are wanted."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from fitl_core.facts.options import DeceptionMarker, has_markers
from fitl_core.proofs.drawing import Drawing
from fitl_core.proofs.sealed_deck import SealedDeck, sealed_deck
from fitl_core.record.setup import Setup
from fitl_core.rules.deception import MARKERS_OF_A_PLAYER
from fitl_core.table.facts import Seat
from fitl_core.table.table_state import TableState

MARKERS: tuple[DeceptionMarker, ...] = ("agenda",) * 4 + ("asset",) * 4 + ("threat",) * 4
"""The 12 Deception markers (7.3), as many of each kind."""


def deck_of(state: TableState) -> SealedDeck:
    """The deck of a table whose seeds are all there."""
    return _deck(state.opened.setup, bytes.fromhex(state.key))


@lru_cache(maxsize=64)
def _deck(setup: Setup, key: bytes) -> SealedDeck:
    return sealed_deck(setup, key)


def markers_dealt(state: TableState) -> tuple[tuple[Seat, tuple[DeceptionMarker, ...]], ...]:
    """Each seat's two markers: those it has chosen, else drawn blindly from those that are left (7.3).

    Who has chosen is told anew, so that nobody learns who drew.
    """
    if not has_markers(state.opened.setup.options):
        return ()
    left = Counter(MARKERS)
    for seat in state.seats:
        left.subtract(seat.markers)
    without = [seat.name for seat in state.seats if not seat.markers]
    drawing = Drawing(bytes.fromhex(state.key), "markers")
    drawn = drawing.sample(tuple(left.elements()), len(without) * MARKERS_OF_A_PLAYER)
    pairs = [tuple(drawn[i : i + MARKERS_OF_A_PLAYER]) for i in range(0, len(drawn), MARKERS_OF_A_PLAYER)]
    by_lot = dict(zip(without, pairs, strict=True))
    return tuple([(seat.name, by_lot.get(seat.name, seat.markers)) for seat in state.seats])
