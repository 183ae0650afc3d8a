"""The deck and the Deception markers that a table's key gives: its secrets, made when they are wanted."""

from __future__ import annotations

from functools import lru_cache

from fitl_core.engine import start
from fitl_core.facts.options import DeceptionMarker, has_markers
from fitl_core.proofs.markers import DrawnBehind, drawn_markers
from fitl_core.proofs.sealed_deck import SealedDeck, sealed_deck
from fitl_core.record.setup import Setup
from fitl_core.rules.deception import MARKERS_OF_A_PLAYER
from fitl_core.table.facts import Seat
from fitl_core.table.refusals import NotNow
from fitl_core.table.table_state import TableState


def deck_of(state: TableState) -> SealedDeck:
    """The deck of a table whose seeds are all there."""
    return _deck(state.opened.setup, bytes.fromhex(state.key))


@lru_cache(maxsize=64)
def _deck(setup: Setup, key: bytes) -> SealedDeck:
    return sealed_deck(setup, key)


def markers_dealt(state: TableState) -> tuple[tuple[Seat, tuple[DeceptionMarker, ...]], ...]:
    """Each seat's two markers: those it has chosen, else drawn blindly from those that are left (7.3).

    Who has chosen is told anew, so that nobody learns who drew. What a seat's Factions have used already, in
    a position or before they had a player again, is its own. Raises `NotNow` where too few are left.
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
    """The Deception markers that a seat's Factions have used already (7.3)."""
    board = state.board if state.board is not None else start(state.opened.setup).state
    return tuple([one.marker for one in board.revealed if one.faction in state.factions_of(seat)])
