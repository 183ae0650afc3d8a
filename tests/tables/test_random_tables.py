"""Whole games at tables: whatever is offered is taken, and the log that comes of it validates."""

from __future__ import annotations

import pytest
from seated import tables_of

import notation
from fitl_core import Faction, Setup, play_log, read_log
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.players.dice import Dice
from fitl_core.proofs.verify import verified
from fitl_core.table.logs import log_of_table
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import play_table

TWO: Players = ((Faction.US, Faction.ARVN), (Faction.NVA, Faction.VC))
LONE: Players = ((Faction.US,),)
THREE: Players = ((Faction.US,), (Faction.ARVN,), (Faction.VC,))


@pytest.mark.parametrize("players", [FOUR_PLAYERS, TWO, LONE, THREE], ids=["four", "two", "lone", "three"])
@pytest.mark.parametrize("scenario", ["short", "medium"])
def test_a_random_game_at_a_table_comes_to_its_end_and_its_log_validates(
    scenario: str, players: Players
) -> None:
    """All that is offered is carried out; the log is legal, ends where the table does, and verifies."""
    tables = tables_of(11)
    options = ("deception",) if len(players) > 2 else ()
    table = play_table(tables, Setup(scenario, players=players, options=options), Dice(11))
    state = tables.state(table)
    assert state.closed == "over"
    game = play_log(read_log(notation.write(log_of_table(state)).encode(), "table"))
    assert game.replay is not None and game.replay.error is None
    assert game.replay.state == state.board
    told = verified(log_of_table(state))
    assert told.sound and not told.unchecked, told.first


def test_a_stored_table_is_folded_to_what_it_was() -> None:
    """Its facts alone, without snapshot, give the same table."""
    tables = tables_of(12)
    table = play_table(tables, Setup("short"), Dice(12))
    state = tables.state(table)
    tables.store.keep_snapshot(table, None)
    assert Tables(tables.store).state(table) == state
