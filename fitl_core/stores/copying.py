"""Copies of tables from one store to another: a backup during use, a restored backup, a move to a server.

A stream only grows, so a read of it is always whole. A copy of many tables holds each as it was at some
moment of the copying. Read `store_addresses` for opening stores.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path

from fitl_core.stores.port import DELETED, OF_STORE, NewFact, Store, StoreError, Unwritable
from fitl_core.stores.sqlite import SqliteStore

BESIDE = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite writes next to a file."""
AT_ONCE = 200
"""The number of table names that are read at a time."""


def every_table(store: Store) -> Iterator[str]:
    """Yield the names of all tables, in order. Tables that are opened meanwhile may be among them."""
    last = ""
    while names := store.tables(last, AT_ONCE):
        yield from names
        last = names[-1]


def copy_table(source: Store, target: Store, table: str, *, aside: bool = True) -> int:
    """Copy a whole table, with its side data unless `aside` is False. Return the version that was copied.

    If the target has the beginning of the same stream, the missing facts are added. Its side data stay as
    they are: some may have been erased since. Raises `StoreError` if the target has another stream of that
    name, or if there is no such table; nothing is written then. Snapshots are not copied: a table makes them
    again.
    """
    facts = source.read(table)
    if not facts:
        raise StoreError(f"there is no table {table}")
    copied = target.read(table, 0, len(facts))
    cut = 0 < len(copied) < len(facts) and facts[len(copied) - 1].command == facts[len(copied)].command != ""
    if copied != facts[: len(copied)] or cut:
        raise StoreError(f"the target has another table of the name {table}: nothing was copied")
    if copied:
        for command, group in groupby(facts[len(copied) :], lambda fact: fact.command):
            seen = target.version(table)
            target.append(table, seen, [NewFact(fact.kind, fact.body) for fact in group], command)
        return facts[-1].version
    target.put_aside(table, DELETED, None)  # a deleted table is restored
    for key, value in source.aside(table).items() if aside else ():
        target.put_aside(table, key, value)
    target.take(table, facts)
    return facts[-1].version


def copy_tables(source: Store, target: Store) -> int:
    """Copy every table, and return their number. The first error ends the copying, which can be repeated.

    Side data of the store itself, such as bans, are added to those of the target.
    """
    number, known = 0, target.aside(OF_STORE)
    for key, value in source.aside(OF_STORE).items():
        if key not in known:
            target.put_aside(OF_STORE, key, value)
    for table in every_table(source):
        copy_table(source, target, table)
        number += 1
    return number


def part_of(path: str | Path) -> Path:
    """Return the name of a backup file until it is whole."""
    folder, name = os.path.split(path)
    return Path(folder, f".{name}.{os.getpid()}.part")


def backup(store: Store, path: str | Path) -> None:
    """Write every table into a new SQLite file while the store is in use. The file is a store as any other.

    The file appears under its name when it is whole. Raises `Unwritable` if the file exists or cannot be
    written, and `StoreError` if the store cannot be read.
    """
    if os.path.basename(path) in ("", os.curdir, os.pardir):
        raise Unwritable(f"cannot write the backup {path}: this names a directory")
    whole, part = Path(path), part_of(path)
    if os.path.lexists(whole):
        raise Unwritable(f"cannot write the backup {whole}: the file exists already")
    try:
        part.touch(mode=0o600, exist_ok=False)  # a backup holds secrets
        if isinstance(store, SqliteStore):
            store.copy_file(str(part))
        else:
            _copy_into(store, part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(whole)
    except OSError as error:
        raise Unwritable(f"cannot write the backup {whole}: {error.strerror or error}") from None
    except Unwritable as error:  # show the file name that the caller gave
        raise Unwritable(error.message.replace(str(part), str(whole))) from None
    finally:
        for leftover in (part, *(part.with_name(part.name + end) for end in BESIDE)):
            with suppress(OSError):  # the file may not exist
                leftover.unlink()


def _copy_into(store: Store, path: Path) -> None:
    target = SqliteStore(path)
    try:
        copy_tables(store, target)
    finally:
        target.close()
