"""How fast the stores are, and what they keep under strain, on SQLite and on PostgreSQL.

`python tests/bench/stores.py`: appends of one writer beside a bare insert of the same and an fsync, reading,
wake-ups across processes; then writers killed 200 times, 1,000 tables and 8 processes with 20 moves at each,
and memory over 3,000 tables (`tests/store_trials.py`). `--part 10` does a tenth of that. PostgreSQL is that
of FITL_TEST_POSTGRES. It ends with 1 where anything was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence

from measure import ROOT, best

from fitl_core.stores.opening import open_store
from fitl_core.stores.port import NewFact

FACTS = [NewFact("move-ended", b"x" * 700), NewFact("card-revealed", b"x" * 300)]
"""What a move comes to."""
APPENDS = 500
LONG = 250
"""The facts of a table that is read."""


def main() -> int:
    """Measure, try, and print; 1 where a trial found something wrong."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--part", type=int, default=1, help="do one in so many of the trials")
    part = asked.parse_args().part
    server = os.environ.get("FITL_TEST_POSTGRES", "")
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        print(f"fsync of 4 kB in {folder}: p50 {_fsync(folder):.2f} ms")
        print(f"bare insert of a move into SQLite, durable: {_bare(folder):.0f} a second\n")
        for kind in ("SQLite", "PostgreSQL"):
            if kind == "PostgreSQL" and not server:
                print("PostgreSQL: FITL_TEST_POSTGRES names none")
                continue
            schemas: list[str] = []

            def new(kind: str = kind, schemas: list[str] = schemas) -> str:
                name = f"fitl_bench_{uuid.uuid4().hex[:8]}"
                schemas.append(name)
                if kind == "SQLite":
                    return f"{folder}/{name}.db"
                return f"{server}{'&' if '?' in server else '?'}schema={name}"

            print(kind)
            try:
                speed(new())
                failed |= not trials(new, part)
            finally:
                if kind == "PostgreSQL":
                    _drop(server, schemas)
            print()
    return 1 if failed else 0


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
    seconds = best(lambda: store.read("b"), 50)
    print(f"  {LONG} facts read           {seconds * 1000:8.2f} ms")
    times = _wake_ups(address)
    print(f"  woken by another process {len(times):8} times,    {_spread(times)}")
    store.close()


def trials(new: Callable[[], str], part: int) -> bool:
    """Whether nothing was wrong with killed writers, many processes and many tables."""
    well = True
    for trial, *numbers in (("kill", 200 // part), ("many", 1000 // part, 8, 20), ("memory", 3000 // part)):
        command = [sys.executable, "tests/store_trials.py", str(trial), new(), *map(str, numbers)]
        found = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
        told = subprocess.run(command, cwd=ROOT, env=found, capture_output=True, text=True)
        said = json.loads(told.stdout) if told.stdout else {"wrong": told.stderr}
        print(f"  {trial}: {', '.join(f'{name} {value}' for name, value in said.items())}")
        well &= not said["wrong"] and told.returncode == 0
    return well


def _wake_ups(address: str) -> list[float]:
    """How long after another process has begun to append a follower has the fact, 200 times."""
    script = (
        "import sys, time; from fitl_core.stores.opening import open_store\n"
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


def _bare(folder: str) -> float:
    """Moves a second that sqlite3 alone writes into one table, as durable as the store."""
    db = sqlite3.connect(f"{folder}/bare.db", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE fact (stream, version, kind, body, PRIMARY KEY (stream, version))")
    before = time.perf_counter()
    for number in range(APPENDS):
        rows = [("a", 2 * number + place, fact.kind, fact.body) for place, fact in enumerate(FACTS)]
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT INTO fact VALUES (?, ?, ?, ?)", rows)
        db.execute("COMMIT")
    seconds = time.perf_counter() - before
    db.close()
    return APPENDS / seconds


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


def _drop(server: str, schemas: Sequence[str]) -> None:
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        for schema in schemas:
            connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE".encode())


if __name__ == "__main__":
    sys.exit(main())
