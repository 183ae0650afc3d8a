"""Stores under strain: writers killed at random moments, many processes, one table after another.

`python tests/store_trials.py kill ADDRESS TIMES`, `many ADDRESS TABLES PROCESSES MOVES`, `share ADDRESS
PROCESSES SECONDS` or `memory ADDRESS TABLES` print the results as JSON. The exit code is 1 if anything was
lost, doubled, half-written or left out. The tests run small numbers, `tests/bench/stores.py` large ones.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections import Counter
from select import select

from strain import forked, peak

from fitl_core.stores.copying import every_table
from fitl_core.stores.port import KeptFact, Late, NewFact, Store
from fitl_core.stores.store_addresses import open_store

PARTS = 3
"""Facts in each append of the writers that are killed."""


def main(arguments: list[str]) -> int:
    """Run a trial; 1 where it found something wrong."""
    trials = {"kill": kill, "many": many, "share": share, "memory": memory}
    name, address, *numbers = arguments
    found = trials[name](address, *map(int, numbers))
    print(json.dumps(found))
    return 1 if found["wrong"] else 0


# -- killed -----------------------------------------------------------------------------------------


def kill(address: str, times: int, seed: int = 1) -> dict[str, object]:
    """Kill a process that appends, at a random moment, a number of times; check the store each time.

    The moment counts from the start of the process or, by turns, from its first acknowledgement. In the first
    case the process may still be opening the store.
    """
    luck = random.Random(seed)
    acknowledged: dict[str, int] = {}
    wrong: list[str] = []
    unanswered = 0
    for turn in range(times):
        child, told = forked(lambda tell, turn=turn: _write_for_ever(address, tell, turn))
        if turn % 2:
            select([told], [], [], 10)
        time.sleep(luck.uniform(0, 0.2))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(told) as lines:
            for line in lines:
                if line.endswith("\n"):
                    table, version = line.split()
                    acknowledged[table] = int(version)
        store = open_store(address)
        for table in every_table(store):
            facts = store.read(table)
            wrong += [
                f"turn {turn}: {table}: {fault}" for fault in _faults(facts, acknowledged.get(table, 0))
            ]
            unanswered += len(facts) > acknowledged.get(table, 0)
            acknowledged[table] = len(facts)
        wrong += [f"turn {turn}: {table} is gone" for table in acknowledged if not store.version(table)]
        store.close()
    appends = sum(acknowledged.values()) // PARTS
    return {"killed": times, "appends": appends, "stood unanswered": unanswered, "wrong": wrong[:10]}


def _write_for_ever(address: str, tell: int, turn: int) -> None:
    store = open_store(address)
    number = 0
    while True:
        for table in ("a", "b", "c"):
            number += 1
            seen = store.version(table)
            command = f"{turn}-{number}"
            facts = [NewFact("k", f"{command} {part} {'x' * 500}".encode()) for part in range(PARTS)]
            os.write(tell, f"{table} {store.append(table, seen, facts, command)}\n".encode())


def _faults(facts: list[KeptFact], acknowledged: int) -> list[str]:
    """Return the faults in a stream of these appends."""
    if len(facts) < acknowledged:
        return [f"{acknowledged} acknowledged, {len(facts)} there"]
    wrong = [] if len(facts) % PARTS == 0 else [f"{len(facts)} facts, written {PARTS} at a time"]
    if len(facts) > acknowledged + PARTS:
        wrong.append(f"{acknowledged} acknowledged, {len(facts)} there")
    for place, fact in enumerate(facts):
        if fact.version != place + 1 or not fact.body.startswith(f"{fact.command} {place % PARTS} ".encode()):
            wrong.append(f"fact {fact.version} at place {place + 1} is {fact.body[:20]!r} of {fact.command}")
    of_commands = Counter(fact.command for fact in facts)
    return wrong + [
        f"command {command} has {number}" for command, number in of_commands.items() if number != PARTS
    ]


# -- many -------------------------------------------------------------------------------------------


def many(address: str, tables: int, processes: int, moves: int) -> dict[str, object]:
    """Make a number of moves at each table, each by one of the processes, which meet only in the store.

    Each acknowledged move is there once, at its version, and nothing else is. A process that relies on the
    version of its last visit is late.
    """
    open_store(address).close()
    luck = random.Random(1)
    work: list[list[str]] = [[] for _ in range(processes)]
    for table in range(tables):
        for _ in range(moves):
            luck.choice(work).append(f"t{table}")
    for jobs in work:
        luck.shuffle(jobs)
    before = time.perf_counter()
    pipes = [
        forked(lambda tell, number=number, jobs=jobs: _move(address, tell, number, jobs))[1]
        for number, jobs in enumerate(work)
    ]
    acknowledged: dict[str, dict[int, str]] = {f"t{table}": {} for table in range(tables)}
    late = doubled = 0
    for pipe in pipes:
        with os.fdopen(pipe) as lines:
            for line in lines:
                table, version, command, refused = line.split()
                doubled += int(version) in acknowledged[table]
                acknowledged[table][int(version)] = command
                late += int(refused)
    seconds = time.perf_counter() - before
    codes = [os.wait()[1] for _ in work]
    wrong = [f"{doubled} versions acknowledged twice"] if doubled else []
    wrong += [f"{codes.count(0)} of {processes} processes came through"] if any(codes) else []
    store = open_store(address)
    for table, of_version in acknowledged.items():
        there = {fact.version: fact.command for fact in store.read(table)}
        if there != of_version or sorted(there) != list(range(1, moves + 1)):
            wrong.append(f"{table}: {len(there)} there, {len(of_version)} acknowledged, {moves} wanted")
    store.close()
    appended = sum(map(len, acknowledged.values()))
    return {
        "tables": tables,
        "processes": processes,
        "appended": appended,
        "late": late,
        "a second": round(appended / seconds),
        "wrong": wrong[:10],
    }


def _move(address: str, tell: int, number: int, jobs: list[str]) -> None:
    store = open_store(address)
    seen: dict[str, int] = {}
    for turn, table in enumerate(jobs):
        command = f"{number}-{turn}"
        refused = 0
        while True:
            try:
                seen[table] = store.append(table, seen.get(table, 0), [NewFact("k", b"x" * 300)], command)
                break
            except Late as late:
                refused += 1
                seen[table] = late.version
        os.write(tell, f"{table} {seen[table]} {command} {refused}\n".encode())
    store.close()


# -- shared ---------------------------------------------------------------------------------------


def share(address: str, processes: int, seconds: int) -> dict[str, object]:
    """Let processes append without pause, each at its own table; return their counts and the longest wait.

    It is a fault if one of them gets less than a tenth of its share.
    """
    open_store(address).close()
    pipes = [
        forked(lambda tell, number=number: _append_on(address, tell, number, seconds))[1]
        for number in range(processes)
    ]
    found = []
    for pipe in pipes:
        with os.fdopen(pipe) as lines:
            found += [line.split() for line in lines]
    for _ in range(processes):
        os.wait()
    appended = sorted(int(number) for number, _ in found)
    wrong = [] if len(found) == processes else [f"{len(found)} of {processes} processes came through"]
    if wrong or appended[0] < sum(appended) / processes / 10:
        wrong.append(f"shares of {appended}")
    longest = max((float(wait) for _, wait in found), default=0)
    return {
        "processes": processes,
        "appended": sum(appended),
        "least": min(appended, default=0),
        "longest wait": longest,
        "wrong": wrong,
    }


def _append_on(address: str, tell: int, number: int, seconds: int) -> None:
    store = open_store(address)
    version, longest, end = 0, 0.0, time.monotonic() + seconds
    while (before := time.monotonic()) < end:
        version = store.append(f"t{number}", version, [NewFact("k", b"x" * 300)], str(version))
        longest = max(longest, time.monotonic() - before)
    os.write(tell, f"{version} {longest:.3f}\n".encode())
    store.close()


# -- memory -----------------------------------------------------------------------------------------


def memory(address: str, tables: int) -> dict[str, object]:
    """The most memory, in MiB, after a third of the tables, and after all, used one after another."""
    store = open_store(address)
    _use(store, 0, tables // 3)
    first = peak()
    _use(store, tables // 3, tables)
    last = peak()
    store.close()
    wrong = [f"it grew by {last - first:.1f} MiB"] if last - first > 2 else []
    return {"tables": tables, "after a third": round(first, 1), "after all": round(last, 1), "wrong": wrong}


def _use(store: Store, first: int, last: int) -> None:
    facts = [NewFact("k", b"x" * 1000) for _ in range(50)]
    for table in (f"t{number}" for number in range(first, last)):
        store.append(table, 0, facts, "c")
        assert store.read(table) == store.of_command(table, "c") == list(store.follow(table, 0, 0))
        assert not store.snapshot(table) and not store.aside(table)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
