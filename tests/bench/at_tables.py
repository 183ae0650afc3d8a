"""The speed of tables, and their safety under strain, on SQLite and on PostgreSQL.

`python tests/bench/at_tables.py` compares moves submitted to tables of 250 facts with the bare checked `play`
and a bare insert, opening from a snapshot with a new fold, and that fold with one by the rules
(`opening`). It kills players 200 times, runs 1,000 tables and 8 processes with 20 moves at each, and measures
memory over 600 tables (`tests/table_trials.py`); `--part 10` does a tenth. PostgreSQL is that of
FITL_TEST_POSTGRES. The exit code is 1 if anything was lost.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from measure import best
from on_stores import on_stores
from opening import compare
from stores import bare_database, insert_bare

import notation
from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import random_action
from fitl_core.record.setup import Setup
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.commands import Submit
from fitl_core.table.encoding import snapshot_of
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import TablePlayer

FACTS = 250
MOVES = 200
TABLES = 12
"""Tables that are opened by their effects and by the rules."""


class Spent(NamedTuple):
    """The seconds that a move took at the table, in the bare engine, and as a bare insert."""

    table: float
    played: float
    inserted: float


def main() -> int:
    """Measure, try, and print; 1 where a trial found something wrong."""
    return on_stores(__doc__, "table_trials", trials, lambda folder, _: speed(folder))


def trials(part: int) -> tuple[tuple[object, ...], ...]:
    """The trials with their numbers."""
    return (("kill", 200 // part), ("many", 1000 // part, 8, 20), ("memory", 600 // part))


def speed(folder: str) -> None:
    """One writer at tables of 250 facts, and a table that is opened."""
    store, db = open_store(f"{folder}/speed.db"), bare_database(f"{folder}/bare.db")
    tables = Tables(store)
    spent: list[Spent] = []
    for seed in count():
        if len(spent) >= MOVES:
            break
        spent += _moves_at(tables, db, seed, len(spent))
    table, played, inserted = [sum(column) / len(spent) * 1000 for column in zip(*spent, strict=True)]
    print(f"  a move submitted         {1000 / table:8.0f} a second, {table:.2f} ms")
    bare = played + inserted
    print(f"  play, and a bare insert  {bare:8.2f} ms: {table / bare:.2f} times that")
    name = _table_of(tables, Dice(4)).table
    state = tables.state(name)
    store.keep_snapshot(name, snapshot_of(state))
    opened = best(lambda: Tables(store).state(name), 30, time.perf_counter)
    store.keep_snapshot(name, None)
    folded = best(lambda: Tables(store).state(name), 5, time.perf_counter)
    told = f"{opened * 1000:.2f} ms, folded anew {folded * 1000:.2f} ms: 1/{folded / opened:.0f}"
    print(f"  {state.version} facts from a snapshot  {told}")
    compare(TABLES)
    store.close()
    db.close()


def _table_of(tables: Tables, dice: Dice) -> TablePlayer:
    """Return a table of a number of facts, with a seat to play it."""
    while True:
        player = TablePlayer(tables, tables.open(Setup("full")).table, dice)
        player.sit()
        while player.state.status == "playing":
            if player.state.version >= FACTS:
                return player
            player.play(1)


def _moves_at(tables: Tables, db: sqlite3.Connection, seed: int, inserted: int) -> Iterator[Spent]:
    """Whole actions without dice at one table, each at the table, in the engine, and as an insert."""
    player = _table_of(tables, Dice(seed))
    for turn in range(40):
        state = player.state
        asked = asked_at(state)
        if state.status != "playing" or state.begun is not None or asked.what != "action":
            player.play(1)
            continue
        faction = asked.factions[0]
        action = random_action(state.position, faction, Dice(turn))
        line = notation.write_event(action) if action is not None else "{"
        if "{" in line:
            player.play(1)
            continue
        began = time.perf_counter()
        try:
            tables.do(player.table, asked.seats[0], Submit(line), seen=state.version)
        except FitlError:  # another seat decides in it
            player.play(1)
            continue
        at_table = time.perf_counter() - began
        began = time.perf_counter()
        play(state.position, notation.read_line(line).event)
        played = time.perf_counter() - began
        began = time.perf_counter()
        insert_bare(db, inserted)
        inserted += 1
        yield Spent(at_table, played, time.perf_counter() - began)


if __name__ == "__main__":
    sys.exit(main())
