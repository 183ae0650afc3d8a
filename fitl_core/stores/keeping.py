"""Tables copied from one store to another: backup while in use, restoring, moving to a server.

A stream only grows, so what is read of it is whole whenever it is read. A copy of many tables has each as it
was at some moment of the copying, and of one that branches off another no more than there is of that.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path

from fitl_core.stores.port import NewFact, Store, StoreError, Unwritable
from fitl_core.stores.sqlite import SqliteStore

BESIDE = ("-wal", "-shm", "-journal")
"""Behind the name of a SQLite file: what SQLite writes beside it."""
AT_ONCE = 200
"""How many names of tables are read at a time."""


def every_table(store: Store) -> Iterator[str]:
    """The names of all tables, in order; those that come meanwhile may be among them."""
    last = ""
    while names := store.tables(last, AT_ONCE):
        yield from names
        last = names[-1]


def copy_table(source: Store, target: Store, table: str, *, aside: bool = True) -> int:
    """Copy a whole table, with what stands beside it unless `aside` is False; the version that was copied.

    Where the target has the beginning of the same stream, what is missing is added, and what stands beside it
    there is left as it is: it may have been erased since. Where it has another stream of that name nothing is
    written, and that is a `StoreError`, as is a table that there is not. Snapshots are made again.
    """
    facts = source.read(table)
    if not facts:
        raise StoreError(f"there is no table {table}")
    there = target.read(table, 0, len(facts))
    cut = 0 < len(there) < len(facts) and facts[len(there) - 1].command == facts[len(there)].command != ""
    if there != facts[: len(there)] or cut:
        raise StoreError(f"another table of the name {table} is there already")
    if there:
        for command, group in groupby(facts[len(there) :], lambda fact: fact.command):
            seen = target.version(table)
            target.append(table, seen, [NewFact(fact.kind, fact.body) for fact in group], command)
        return facts[-1].version
    for key, value in source.aside(table).items() if aside else ():
        target.put_aside(table, key, value)
    target.take(table, facts)
    return facts[-1].version


def copy_tables(source: Store, target: Store) -> int:
    """Copy every table; how many. One that cannot be copied ends it, and it can be begun again."""
    number = 0
    for table in every_table(source):
        copy_table(source, target, table)
        number += 1
    return number


def part_of(path: str | Path) -> Path:
    """What a backup is called until it is whole."""
    folder, name = os.path.split(path)
    return Path(folder, f".{name}.{os.getpid()}.part")


def backup(store: Store, path: str | Path) -> None:
    """Write every table into a new SQLite file while the store is in use; the file is a store as any other.

    It is there as soon as it is whole. Raises `Unwritable` where there is a file of that name, or none can be
    written, and `StoreError` where the store cannot be read.
    """
    if os.path.basename(path) in ("", os.curdir, os.pardir):
        raise Unwritable(f"cannot write the backup {path}: this names a directory")
    whole, part = Path(path), part_of(path)
    if os.path.lexists(whole):
        raise Unwritable(f"cannot write the backup {whole}: there is such a file")
    try:
        part.touch(exist_ok=False)
        if isinstance(store, SqliteStore):
            store.copy_file(str(part))
        else:
            _copy_into(store, part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(whole)
    except OSError as error:
        raise Unwritable(f"cannot write the backup {whole}: {error.strerror or error}") from None
    except Unwritable as error:  # people know the file by the name they gave
        raise Unwritable(error.message.replace(str(part), str(whole))) from None
    finally:
        for left in (part, *(part.with_name(part.name + end) for end in BESIDE)):
            with suppress(OSError):  # one that could not be made is not there
                left.unlink()


def _copy_into(store: Store, path: Path) -> None:
    target = SqliteStore(path)
    try:
        copy_tables(store, target)
    finally:
        target.close()
