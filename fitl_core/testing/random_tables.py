"""Trials of random tables: every offered command must be accepted, and the laws of tables must hold at the
end.

    tried = try_table(7)
"""

from __future__ import annotations

import msgspec

import notation
from fitl_core.facts.editions import Edition
from fitl_core.facts.players import SHARED_OUT, WITH_NON_PLAYERS
from fitl_core.facts.scenario_list import scenarios
from fitl_core.game.files import play_log, read_log
from fitl_core.game.non_player_verdicts import judge_non_players
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import random_options
from fitl_core.proofs.verification import verify
from fitl_core.record.setup import Setup
from fitl_core.state.laws import BrokenLaw
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables
from fitl_core.testing.non_player_games import LAWFUL
from fitl_core.testing.seat_change_games import SeatChanger
from fitl_core.testing.table_games import TablePlayer, tables_of

ALL_SORTS = 24
"""This many tables in a row have each scenario, edition and number of seats, from 4 to 1."""


class TriedTable(msgspec.Struct, frozen=True):
    """A tried table: its setup, and the numbers of commands, facts, lines and dice.

    `changed` counts the commands that changed seats, by kind.
    """

    setup: Setup
    commands: int
    facts: int
    lines: int
    dice: int
    changed: dict[str, int] = {}


def setup_of_table(number: int) -> Setup:
    """Return the game of table `number`: scenario, edition and seats in turn, players and options at random.

    The original rules have no Non-players, so a table with a single seat uses the second edition.
    """
    dice = Dice(f"table {number}")
    seats = 4 - number // 3 % 4
    edition = Edition.ORIGINAL if number // 12 % 2 and seats > 1 else Edition.SECOND
    ways = SHARED_OUT if edition is Edition.ORIGINAL else (*SHARED_OUT, *WITH_NON_PLAYERS)
    players = dice.draw([way for way in ways if len(way) == seats])
    scenario = sorted(scenarios())[number % 3]
    return Setup(scenario, edition, players=players, options=random_options(players, dice))


def try_table(number: int, most: int | None = None, worded: bool = False) -> TriedTable:
    """Play table `number` to its end, or for `most` commands, and check the laws of tables.

    At every other table of the second edition, seats change hands. If it is `worded`, players type moves in
    other wordings than the rules ask for. Raises `BrokenLaw`, or the error of an offered command that is
    refused.
    """
    setup, tables = setup_of_table(number), tables_of(number)
    table = tables.open(setup).table
    is_restless = number % 2 and setup.rules is Edition.SECOND
    player = (SeatChanger if is_restless else TablePlayer)(tables, table, Dice(number), worded)
    player.sit()
    player.choose_markers()
    player.play(most)
    state = player.state
    if most is None and state.closed != "over":
        raise BrokenLaw(f"the table is {state.status}, and nobody is asked")
    insist_on_laws(tables, state)
    changed = player.changed if isinstance(player, SeatChanger) else {}
    return TriedTable(setup, player.given, state.version, len(state.lines), state.rolled, changed)


def insist_on_laws(tables: Tables, state: TableState) -> None:
    """Raise `BrokenLaw` unless stream and log both fold to the table, and the log is legal and proven.

    Section 8 must dictate the moves of its Non-players.
    """
    if Tables(tables.store).state(state.table, state.version) != state:
        raise BrokenLaw("the stream folds to another table")
    log = tables.log(state.table)
    game = play_log(read_log(notation.write(log).encode(), "table")).replay
    if game is None or game.error is not None or game.state != state.board:
        raise BrokenLaw(f"the log folds to another position: {game and game.error}")
    found = verify(log, ask_rules=True)
    if found.first is not None or (state.status == "closed" and found.unchecked):
        raise BrokenLaw(f"the log does not verify: {found.first or found.unchecked}")
    for one in judge_non_players(game):
        if one.verdict.verdict not in LAWFUL:
            raise BrokenLaw(f"event {one.number}: {one.verdict.verdict} at {one.verdict.node}")
