"""Tables under strain: players killed at random moments, many processes, one table opened after another.

`python tests/table_trials.py kill ADDRESS TIMES`, `many ADDRESS TABLES PROCESSES MOVES` or `memory ADDRESS
TABLES` print the results as JSON. The exit code is 1 if anything was lost, doubled or half-written. The tests
run small numbers, `tests/bench/at_tables.py` large ones.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections import Counter

from strain import forked, peak

from fitl_core.players.dice import Dice
from fitl_core.record.events import Note, Pass, Waive
from fitl_core.record.setup import Setup
from fitl_core.stores.store_addresses import open_store
from fitl_core.strict_play import passing_is_open
from fitl_core.table.checking import checked
from fitl_core.table.commands import Sit, Submit
from fitl_core.table.facts import Seat
from fitl_core.table.refusals import Conflict
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import TablePlayer


def main(arguments: list[str]) -> int:
    """Run a trial; 1 where it found something wrong."""
    trials = {"kill": kill, "many": many, "memory": memory}
    name, address, *numbers = arguments
    found = trials[name](address, *map(int, numbers))
    print(json.dumps(found))
    return 1 if found["wrong"] else 0


# -- killed -----------------------------------------------------------------------------------------


def kill(address: str, times: int, seed: int = 1) -> dict[str, object]:
    """Kill a process that plays, at a random moment, a number of times; check the table each time."""
    luck = random.Random(seed)
    acknowledged: dict[str, int] = {}
    wrong: list[str] = []
    for turn in range(times):
        child, told = forked(lambda tell, turn=turn: _play_for_ever(address, tell, turn))
        time.sleep(0.05 + luck.uniform(0, 0.25))
        with os.fdopen(told) as lines:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            for line in lines:
                if line.endswith("\n"):
                    table, version = line.split()
                    acknowledged[table] = int(version)
        store = open_store(address)
        for table, version in acknowledged.items():
            there = store.version(table)
            if there < version:
                wrong.append(f"turn {turn}: {table}: {version} acknowledged, {there} there")
            elif not (found := checked(store, table)).holds:
                wrong.append(f"turn {turn}: {table}: fact {found.fact}: {found.message}")
            acknowledged[table] = there
        store.close()
    return {
        "killed": times,
        "tables": len(acknowledged),
        "facts": sum(acknowledged.values()),
        "wrong": wrong[:10],
    }


def _play_for_ever(address: str, tell: int, turn: int) -> None:
    tables = Tables(open_store(address))
    for number in range(10_000):
        table = tables.open(Setup("short"), table=f"t{turn}-{number}").table
        os.write(tell, f"{table} {tables.version(table)}\n".encode())
        player = TablePlayer(tables, table, Dice(turn))
        player.sit()
        while player.state.status == "playing":
            player.play(1)
            os.write(tell, f"{table} {tables.version(table)}\n".encode())


# -- many -------------------------------------------------------------------------------------------


def many(address: str, tables: int, processes: int, moves: int) -> dict[str, object]:
    """Make a number of moves at each table, by processes that meet only in the store.

    Each acknowledged move is there once, in order. A command of an older version is refused, and changes
    nothing.
    """
    opening = Tables(open_store(address))
    for number in range(tables):
        opened = opening.open(Setup("full"), table=f"t{number}")
        for seat in opened.links:
            if seat:
                opening.do(opened.table, seat, Sit(), seen=opening.version(opened.table))
    opening.store.close()
    before = time.perf_counter()
    pipes = [
        forked(lambda tell, number=number: _move(address, tell, number, processes, tables, moves))[1]
        for number in range(processes)
    ]
    acknowledged: Counter[str] = Counter()
    late = 0
    for pipe in pipes:
        with os.fdopen(pipe) as lines:
            for line in lines:
                key, refused = line.split()
                acknowledged[key] += 1
                late += int(refused)
    seconds = time.perf_counter() - before
    codes = [os.wait()[1] for _ in range(processes)]
    wrong = [f"{codes.count(0)} of {processes} processes came through"] if any(codes) else []
    wrong += [f"{key} was acknowledged twice" for key, number in acknowledged.items() if number > 1]
    wrong += _missing(address, tables, acknowledged)
    done = sum(acknowledged.values())
    told_of = {"tables": tables, "processes": processes, "moves": done, "late": late}
    return {**told_of, "a second": round(done / seconds), "wrong": wrong[:10]}


def _missing(address: str, tables: int, acknowledged: Counter[str]) -> list[str]:
    """Commands that were acknowledged and are not there once, and tables that no longer hold."""
    store = open_store(address)
    wrong = []
    for table in (f"t{number}" for number in range(tables)):
        facts = store.read(table)
        if [fact.version for fact in facts] != list(range(1, len(facts) + 1)):
            wrong.append(f"{table}: its versions have a gap")
        runs = [
            fact.command
            for place, fact in enumerate(facts)
            if not place or facts[place - 1].command != fact.command
        ]
        times = Counter([command.rpartition(" ")[2] for command in runs if command])
        mine = [key for key in acknowledged if key.startswith(f"{table}-")]
        wrong += [f"{key} is there {times[key]} times" for key in mine if times[key] != 1]
        if not (found := checked(store, table)).holds:
            wrong.append(f"{table}: fact {found.fact}: {found.message}")
    store.close()
    return wrong


def _move(address: str, tell: int, number: int, processes: int, tables: int, moves: int) -> None:
    """Make the process's share of the moves at every table, by the version of its last visit."""
    here = Tables(open_store(address))
    dice = Dice(number)
    visited: dict[str, TableState] = {}
    for turn in range(moves):
        for table in dice.shuffled([f"t{name}" for name in range(tables)]):
            if not dice.chance(1 / processes):
                continue
            refused = 0
            state = visited.pop(table, None) or here.state(table)
            while state.status == "playing":
                seat, command = _some_move(state)
                key = f"{table}-{number}-{turn}"
                try:
                    here.do(table, seat, command, seen=state.version, key=key)
                except Conflict:
                    refused += 1
                    state = here.state(table)
                    continue
                os.write(tell, f"{key} {refused}\n".encode())
                visited[table] = state
                break
    here.store.close()


def _some_move(state: TableState) -> tuple[Seat, Submit]:
    """Let the Faction that is to act Pass if it may; else let a seat make a remark."""
    asked = asked_at(state)
    seat = asked.seats[0]
    if asked.what in ("action", "phase") and passing_is_open(state.position):
        return seat, Submit(Pass(asked.factions[0]))
    if asked.what == "pivotal":
        return state.seat_of(asked.factions[0]), Submit(Waive(asked.factions[0]))
    return seat, Submit(Note("I am thinking"))


# -- memory -----------------------------------------------------------------------------------------


def memory(address: str, tables: int) -> dict[str, object]:
    """The most memory, in MiB, after a third of the tables, and after all, opened one after another."""
    here = Tables(open_store(address))
    _look(here, 0, tables // 3)
    first = peak()
    _look(here, tables // 3, tables)
    last = peak()
    here.store.close()
    wrong = [f"it grew by {last - first:.1f} MiB"] if last - first > 3 else []
    return {"tables": tables, "after a third": round(first, 1), "after all": round(last, 1), "wrong": wrong}


def _look(here: Tables, first: int, last: int) -> None:
    for number in range(first, last):
        player = TablePlayer(here, here.open(Setup("short"), table=f"m{number}").table, Dice(number))
        player.sit()
        player.play(10)
        here.view(player.table)
        here.log(player.table)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
