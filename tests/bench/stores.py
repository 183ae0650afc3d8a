"""The speed of the stores, and their safety under strain, on SQLite and on PostgreSQL.

`python tests/bench/stores.py` measures appends of one writer beside a bare insert of the same and an fsync,
reading, and wake-ups across processes. Then it kills writers 200 times, runs 1,000 tables and 8 processes
with 20 moves at each, and measures memory over 3,000 tables (`tests/store_trials.py`). `--part 10` does a
tenth of that. PostgreSQL is that of FITL_TEST_POSTGRES. The exit code is 1 if anything was lost.
"""

from __future__ import annotations

import os
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

from measure import ROOT, best
from on_stores import on_stores

from fitl_core.stores.port import NewFact
from fitl_core.stores.store_addresses import open_store

FACTS = [NewFact("move-ended", b"x" * 700), NewFact("card-revealed", b"x" * 300)]
"""The facts of a move."""
APPENDS = 500
LONG = 250
"""The facts of a table that is read."""


def main() -> int:
    """Measure, try, and print; 1 where a trial found something wrong."""
    return on_stores(__doc__, "store_trials", trials, _sqlite, lambda addresses: speed(next(addresses)))


def trials(part: int) -> tuple[tuple[object, ...], ...]:
    """The trials with their numbers."""
    return (
        ("kill", 200 // part),
        ("many", 1000 // part, 8, 20),
        ("share", 8, max(2, 10 // part)),
        ("memory", 3000 // part),
    )


def _sqlite(folder: str, addresses: Iterator[str]) -> None:
    print(f"  fsync of 4 kB: p50 {_fsync(folder):.2f} ms")
    beside_bare_inserts(folder)
    speed(next(addresses))


def beside_bare_inserts(folder: str) -> None:
    """Measure the store and sqlite3 alone, as durable, in turns, so that the disk affects both alike."""
    store, db = open_store(f"{folder}/beside.db"), bare_database(f"{folder}/bare.db")
    times: dict[str, list[float]] = {"alone": [], "store": []}

    def alone(number: int) -> None:
        insert_bare(db, number)

    def ours(number: int) -> None:
        store.append("a", 2 * number, FACTS, f"c{number}")

    for number in range(APPENDS):
        pair = (("alone", alone), ("store", ours))
        for name, work in pair if number % 2 else reversed(pair):
            before = time.perf_counter()
            work(number)
            times[name].append(time.perf_counter() - before)
    bare, by_store = (statistics.median(found) * 1000 for found in times.values())
    ratio = f"{by_store / bare:.2f} times"
    print(f"  a move, sqlite3 alone    p50 {bare:.2f} ms; by the store {by_store:.2f} ms: {ratio}")
    store.close()
    db.close()


def speed(address: str) -> None:
    """Appends, reading and wake-ups."""
    store = open_store(address)
    times = []
    for number in range(APPENDS):
        before = time.perf_counter()
        store.append("a", 2 * number, FACTS, f"c{number}")
        times.append(time.perf_counter() - before)
    print(f"  appends, one writer      {APPENDS / sum(times):8.0f} a second, {_spread(times)}")
    store.append("b", 0, [FACTS[number % 2] for number in range(LONG)])
    seconds = best(lambda: store.read("b"), 50, time.perf_counter)
    print(f"  {LONG} facts read           {seconds * 1000:8.2f} ms")
    times = _wake_ups(address)
    print(f"  woken by another process {len(times):8} times,    {_spread(times)}")
    store.close()


def _wake_ups(address: str) -> list[float]:
    """How long after another process has begun to append a follower has the fact, 200 times."""
    script = (
        "import sys, time; from fitl_core.stores.store_addresses import open_store\n"
        "from fitl_core.stores.port import NewFact; store = open_store(sys.argv[1]); time.sleep(0.5)\n"
        "for n in range(200):\n"
        "    time.sleep(0.013); store.append('w', n, [NewFact('k', repr(time.time()).encode())])"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    writer = subprocess.Popen([sys.executable, "-c", script, address], cwd=ROOT, env=env)
    store = open_store(address)
    times = []
    for fact in store.follow("w", 0, 10):
        times.append(time.time() - float(fact.body))
        if fact.version == 200:
            break
    writer.wait()
    store.close()
    return times


def bare_database(path: str) -> sqlite3.Connection:
    """One table, as durable as the store."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE fact (stream, version, kind, body, PRIMARY KEY (stream, version))")
    return db


def insert_bare(db: sqlite3.Connection, number: int) -> None:
    rows = [("a", 2 * number + place, fact.kind, fact.body) for place, fact in enumerate(FACTS)]
    db.execute("BEGIN IMMEDIATE")
    db.executemany("INSERT INTO fact VALUES (?, ?, ?, ?)", rows)
    db.execute("COMMIT")


def _fsync(folder: str) -> float:
    times = []
    with open(f"{folder}/fsync", "wb") as file:
        for _ in range(100):
            file.write(bytes(4096))
            file.flush()
            before = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - before)
    return statistics.median(times) * 1000


def _spread(times: Sequence[float]) -> str:
    ordered = sorted(times)
    middle, most = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    return f"p50 {middle * 1000:.2f} ms, p99 {most * 1000:.2f} ms"


if __name__ == "__main__":
    sys.exit(main())
