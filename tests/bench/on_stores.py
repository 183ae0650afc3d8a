"""Shared by the benchmarks of stores and of tables: both stores, each with its trials."""

from __future__ import annotations

import argparse
import os
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count

from strain import trial

Trials = Callable[[int], tuple[tuple[object, ...], ...]]
"""The trials with their numbers, of which a fraction may be done."""


def on_stores(
    doc: str | None,
    script: str,
    trials: Trials,
    sqlite: Callable[[str, Iterator[str]], object],
    postgres: Callable[[Iterator[str]], object] = lambda addresses: None,
) -> int:
    """Measure and try on both stores, and print; return 1 if a trial found a fault.

    `sqlite` takes a folder; both take addresses of new stores, any number of them.
    """
    asked = argparse.ArgumentParser(description=(doc or "").split("\n")[0])
    asked.add_argument("--part", type=int, default=1, help="do one in so many of the trials")
    part = asked.parse_args().part
    server = os.environ.get("FITL_TEST_POSTGRES", "")
    with tempfile.TemporaryDirectory() as folder:
        print(f"SQLite in {folder}")
        addresses = (f"{folder}/{number}.db" for number in count())
        sqlite(folder, addresses)
        well = _try(script, trials(part), addresses)
    if not server:
        print("PostgreSQL: FITL_TEST_POSTGRES names none")
        return 0 if well else 1
    print("\nPostgreSQL")
    with ExitStack() as later:
        addresses = _new_schemas(server, later)
        postgres(addresses)
        well &= _try(script, trials(part), addresses)
    return 0 if well else 1


def _try(script: str, trials: tuple[tuple[object, ...], ...], addresses: Iterator[str]) -> bool:
    """Run each trial at a new store; return whether nothing was wrong."""
    well = True
    for name, *numbers in trials:
        found = trial(script, name, next(addresses), *numbers)
        print(f"  {name}: {', '.join(f'{what} {value}' for what, value in found.items())}")
        well &= not found["wrong"]
    return well


def _new_schemas(server: str, later: ExitStack) -> Iterator[str]:
    """Addresses of new schemas, dropped later."""
    while True:
        name = f"fitl_bench_{uuid.uuid4().hex[:8]}"
        later.callback(_drop, server, name)
        yield f"{server}{'&' if '?' in server else '?'}schema={name}"


def _drop(server: str, schema: str) -> None:
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE".encode())
