"""docs/evidence/trials-tables.md, made of random tables: `python tests/random_tables.py TABLES`.

Each table is tried in a separate process, which has five minutes: a table that hangs is a fault as well.
`python tests/random_tables.py --table N` tries table N alone.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import msgspec
from commit import measured_at

from fitl_core.errors import FitlError
from fitl_core.testing.random_tables import TriedTable, try_table

PATIENCE = 300
JOBS = 2

HEAD = """# Random tables

`.ci/long` writes this page with `python tests/random_tables.py {tables}`.
{measured_at}.

{tables} tables had every scenario, edition and number of seats in turn, with random options and
Non-players. Each was played to its end with the commands that it offered: {commands:,} commands, {facts:,}
facts, {lines:,} lines and {dice:,} dice. At each table the stream and the log led to the same position, and
the log was legal and verified. Section 8 dictated every move of a Non-player, as far as that can be decided.

At {restless} of them players came and went: {changes}.

| scenario | edition | seats | tables | commands | lines | dice |
|---|---|---|---|---|---|---|
"""


class Tried(NamedTuple):
    """The result of a table, or its fault."""

    number: int
    found: TriedTable | None
    fault: str


def try_apart(number: int) -> Tried:
    """Try a table in a separate process."""
    command = [sys.executable, __file__, "--table", str(number)]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return Tried(number, None, f"it was not over within {PATIENCE} seconds")
    if told.returncode:
        why = told.stderr.strip().rpartition("\n")[2]
        return Tried(number, None, why or f"its process ended with {told.returncode}")
    return Tried(number, msgspec.json.decode(told.stdout, type=TriedTable), "")


def page(tables: Iterable[TriedTable]) -> str:
    """The page of the tables that were tried."""
    tried = list(tables)
    sums = {name: _sum(tried, name) for name in ("commands", "facts", "lines", "dice")}
    changes: Counter[str] = Counter()
    sorts: dict[tuple[str, str, int], list[TriedTable]] = {}
    for one in tried:
        changes.update(one.changed)
        sort = (one.setup.scenario, str(one.setup.rules), len(one.setup.players))
        sorts.setdefault(sort, []).append(one)
    told = ", ".join([f"{number:,} {kind}" for kind, number in sorted(changes.items())])
    restless = sum([bool(one.changed) for one in tried])
    head = HEAD.format(
        measured_at=measured_at(), tables=len(tried), restless=restless, changes=told or "none", **sums
    )
    rows = []
    for (scenario, rules, seats), ones in sorted(sorts.items()):
        figures = [_sum(ones, name) for name in ("commands", "lines", "dice")]
        cells = (scenario, rules, seats, len(ones), *[f"{figure:,}" for figure in figures])
        rows.append(f"| {' | '.join(map(str, cells))} |\n")
    return head + "".join(rows)


def _sum(tables: Iterable[TriedTable], name: str) -> int:
    return sum([int(getattr(one, name)) for one in tables])


def main(arguments: list[str]) -> int:
    """Try tables; 1 where one is at fault."""
    if arguments[:1] == ["--table"]:
        try:
            found = try_table(int(arguments[1]))
        except FitlError as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            return 1
        print(msgspec.json.encode(found).decode())
        return 0
    with ThreadPoolExecutor(JOBS) as pool:
        tried = list(pool.map(try_apart, range(int(arguments[0]))))
    print(page([one.found for one in tried if one.found is not None]), end="")
    faults = [one for one in tried if one.fault]
    for one in faults:
        print(f"table {one.number}: {one.fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
