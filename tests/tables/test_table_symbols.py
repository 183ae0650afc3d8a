"""Symbols of cards at a table (8.4.1): any player states them, and Non-players decide by them."""

from __future__ import annotations

import pytest

import notation
from fitl_core import Setup
from fitl_core.errors import Violation
from fitl_core.facts.card_symbols import CardSymbol
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.game.files import play_log, read_log
from fitl_core.game.non_player_verdicts import judge_non_players
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.events.instructions import unknown_symbol
from fitl_core.table import Forbidden, Sit, StateSymbol, Tables, view_table
from fitl_core.table.facts import TABLE
from fitl_core.testing.table_games import TablePlayer, tables_of
from notation.errors import NotationError

NAME = "cards"
PLAYERS = ((Faction.US,), (Faction.ARVN,))


def _table(seed: int = 5) -> Tables:
    tables = tables_of(seed)
    tables.open(Setup("full", players=PLAYERS), table=NAME)
    for seat in ("US", "ARVN"):
        tables.do(NAME, seat, Sit(), seen=tables.version(NAME))
    return tables


def _do(tables: Tables, seat: str, symbols: str) -> None:
    tables.do(NAME, seat, StateSymbol(symbols), seen=tables.version(NAME))


def test_8_4_1_the_view_names_the_unknown_symbols_of_the_cards_face_up() -> None:
    """They are those of the Non-players that can still act on the card, and of the next card."""
    state = _table().state(NAME)
    board = state.position
    wanted = view_table(state, "US").symbols_wanted
    for one in wanted:
        assert one.card in (board.card, board.next)
        assert one.faction in non_players(board.players)
        assert unknown_symbol(board, one.card, one.faction) == one
    assert [one for one in wanted if one.card == board.next] == [
        unknown
        for faction in non_players(board.players)
        if (unknown := unknown_symbol(board, board.next or 0, faction)) is not None
    ]


def test_8_4_1_a_stated_symbol_is_kept_and_told() -> None:
    """It is in the position, the log's header and a comment; the table opens with it again."""
    tables = _table()
    _do(tables, "ARVN", "4 US none, 91 VC rifle")
    state = tables.state(NAME)
    stated = (CardSymbol(4, Faction.US, "none"), CardSymbol(91, Faction.VC, "rifle"))
    assert state.position.symbols == stated
    log = tables.log(NAME)
    assert log.tag("Symbols") == "4 US none, 91 VC rifle"
    assert "ARVN states symbols of cards: 4 US none, 91 VC rifle" in notation.write(log)
    again = Tables(tables.store, lambda: "2026-01-01T00:00:00.000Z", lambda size: bytes(size))
    assert again.state(NAME).position == state.position
    assert not any(one.card in (4, 91) for one in view_table(state, "US").symbols_wanted)


def test_8_4_1_a_symbol_can_be_stated_again_by_another_seat_or_the_host() -> None:
    """The last statement counts: a player may have looked at the wrong card."""
    tables = _table()
    _do(tables, "US", "4 US none")
    _do(tables, TABLE, "4 US rifle")
    assert tables.state(NAME).position.symbols == (CardSymbol(4, Faction.US, "rifle"),)
    assert "the host states symbols of cards: 4 US rifle" in notation.write(tables.log(NAME))


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("5 VC none", Violation, "another symbol for VC: rifle, not none"),
        ("4 US none, 4 US rifle", Violation, "stated twice"),
        ("4 US gun", NotationError, '"gun" is no symbol'),
        ("", NotationError, "no symbol is stated here"),
    ],
)
def test_8_4_1_a_wrong_symbol_changes_nothing(text: str, error: type[Exception], says: str) -> None:
    """It is refused with the reason, and no fact is written."""
    tables = _table()
    before = tables.version(NAME)
    with pytest.raises(error, match=says):
        _do(tables, "US", text)
    assert tables.version(NAME) == before


def test_8_4_1_nobody_states_a_symbol_without_a_seat() -> None:
    """A seat that nobody has taken states nothing."""
    tables = tables_of(1)
    tables.open(Setup("full", players=PLAYERS), table=NAME)
    with pytest.raises(Forbidden):
        _do(tables, "US", "4 US none")
    _do(tables, TABLE, "4 US none")  # the host may do so before play
    assert tables.state(NAME).opened.setup.symbols == (CardSymbol(4, Faction.US, "none"),)


def test_8_4_1_a_table_decides_by_the_stated_symbols() -> None:
    """With every symbol a rifle or nothing, all moves are dictated, and the game opens again."""
    tables = _table()
    board = tables.state(NAME).position
    cells = [(card, faction) for card in range(1, 121) for faction in non_players(board.players)]
    unknown = [one for cell in cells if (one := unknown_symbol(board, *cell)) is not None]
    stated = [
        f"{one.card} {one.faction} {'halo plays' if one.is_text else one.possible[one.card % 2]}"
        for one in unknown
    ]
    _do(tables, "US", ", ".join(stated))
    TablePlayer(tables, NAME, Dice(3)).play(most=25)
    state = tables.state(NAME)
    game = play_log(read_log(notation.write(tables.log(NAME)).encode(), NAME))
    assert game.replay is not None
    assert game.replay.error is None
    assert game.replay.state == state.board
    verdicts = {one.verdict.verdict for one in judge_non_players(game.replay)}
    assert verdicts <= {"dictated"}
