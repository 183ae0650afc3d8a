"""Symbols on printed cards at a table: what the table does not know, and what a player states (8.4.1).

A table goes on without them: its Non-players then take the default. Read `automatic_steps` next.
"""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.errors import Violation
from fitl_core.facts.card_symbols import refuse_symbols
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.events.instructions import unknown_symbol
from fitl_core.players.non_players.unknown_symbols import UnknownSymbol
from fitl_core.table import facts
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.refusals import NotNow
from fitl_core.table.table_state import TableState
from notation.stated_symbols import read_symbols


def state_symbols(minutes: Minutes, seat: Seat, text: str) -> None:
    """Write the symbols that a seat, or the host, states: `33 NVA rifle`. An earlier statement is replaced.

    Raises `NotationError` for other text, `Violation` for a symbol that cannot be, and `NotNow` while a
    Non-player's decision on the card waits for a player.
    """
    begun = minutes.state.begun
    stated = read_symbols(text)
    deciding = begun is not None and minutes.state.seat_of(begun.faction) == TABLE
    if deciding and any(one.card == minutes.state.position.card for one in stated):
        raise NotNow("a Non-player's decision about this card has begun: state the symbol when it has ended")
    setup = minutes.state.opened.setup
    refusal = refuse_symbols(stated, setup.scenario, setup.options, setup.players)
    if refusal is not None:
        raise Violation(refusal)
    for one in stated:
        minutes.add(facts.SymbolStated(one))
    if minutes.state.status == "playing":
        words = ", ".join([one.words for one in stated])
        minutes.remark(f"{seat or 'the host'} states symbols of cards: {words}")


def symbols_wanted(state: TableState) -> Iterator[UnknownSymbol]:
    """Yield the unknown symbols of the two cards face up for Non-players that may still act on them."""
    if state.board is None or state.status != "playing" or state.unshown:
        return
    board = state.position
    acted = {done.faction for done in board.done}
    for card in (board.card, board.next):
        for faction in non_players(state.players):
            if card is None or (card == board.card and (faction in acted or faction not in board.eligible)):
                continue
            unknown = unknown_symbol(board, card, faction)
            if unknown is not None:
                yield unknown
