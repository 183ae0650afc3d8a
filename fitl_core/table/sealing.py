"""The deck and the Deception markers that follow from a table's key. These secrets are made when they are
needed.

Read `fitl_core.proofs.sealed_deck` for the deck.
"""

from __future__ import annotations

from functools import lru_cache

from fitl_core.facts.options import DeceptionMarker, has_markers
from fitl_core.proofs.markers import DrawnBehind, drawn_markers
from fitl_core.proofs.sealed_deck import SealedDeck, seal_deck
from fitl_core.record.setup import Setup
from fitl_core.rules.deception import MARKERS_OF_A_PLAYER
from fitl_core.table.facts import Seat
from fitl_core.table.older_lines import first_step
from fitl_core.table.refusals import NotNow
from fitl_core.table.table_state import TableState


def deck_of(state: TableState) -> SealedDeck:
    """Return the deck of a table whose seeds are all given."""
    return _deck(state.opened.setup, bytes.fromhex(state.key))


@lru_cache(maxsize=64)
def _deck(setup: Setup, key: bytes) -> SealedDeck:
    return seal_deck(setup, key)


def markers_dealt(state: TableState) -> tuple[tuple[Seat, tuple[DeceptionMarker, ...]], ...]:
    """Return each seat's two markers: those it has chosen, otherwise those drawn from the rest (7.3).

    Seats that have chosen are listed too, so that nobody learns who drew. Markers that a seat's Factions have
    used already, in a position or before they had a player again, are its own. Raises `NotNow` if too few are
    left.
    """
    if not has_markers(state.opened.setup.options):
        return ()
    held = [marker for seat in (*state.seats, *state.gone) for marker in seat.markers]
    used = {seat.name: used_by(state, seat.name) for seat in state.seats if not seat.markers}
    by_lot = drawn_markers(bytes.fromhex(state.key), DrawnBehind(len(state.lines)), held, used)
    if any(len(markers) < MARKERS_OF_A_PLAYER for markers in by_lot.values()):
        raise NotNow("no Deception markers are left for another seat", "7.3")
    return tuple([(seat.name, by_lot.get(seat.name, seat.markers)) for seat in state.seats])


def used_by(state: TableState, seat: Seat) -> tuple[DeceptionMarker, ...]:
    """Return the Deception markers that a seat's Factions have used already (7.3)."""
    board = state.board if state.board is not None else first_step(state).state
    return tuple([one.marker for one in board.revealed if one.faction in state.factions_of(seat)])
