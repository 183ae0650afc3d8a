"""A store in one SQLite file, which several threads and processes use at once.

Every acknowledged append is on the disk (WAL, synchronous FULL). An append is one short transaction that
writes from its beginning (BEGIN IMMEDIATE). A transaction that reads first would be refused at once if
another one wrote in between. Followers are woken by appends of their own process. For other processes, a
thread checks every 20 ms whether another connection has written. Read `sqlite_schema` next.
"""

from __future__ import annotations

import os
import random
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from fitl_core.stores import sqlite_schema
from fitl_core.stores.connections import Connections
from fitl_core.stores.fitting import (
    fit_name,
    fit_snapshot,
    fit_stream,
    fit_swap,
    fit_table,
    fit_value,
    numbered,
    parts,
)
from fitl_core.stores.port import KeptFact, Late, NewFact, Repeated, Snapshot, StoreError, Unwritable
from fitl_core.stores.sql_reading import SqlReading

LOOK = 0.02
"""Seconds between two checks for writes by another connection."""
MOST_CONNECTIONS = 16
PAUSE = 0.002
"""The longest pause in seconds between two tries to become the writer; it shrinks with the time waited."""


class SqliteStore(SqlReading):
    """A `Store` in a file. `create`: make the file if it does not exist; `patience`: seconds to wait for
    others. `read_only`: write nothing, not even a newer layout.
    """

    def __init__(
        self, path: str | Path, *, create: bool = True, patience: float = 30.0, read_only: bool = False
    ) -> None:
        super().__init__()
        self.path: str = os.path.abspath(path)
        self._patience = patience
        self._create = create and not read_only
        self._read_only = read_only
        self._connections = Connections(
            self._connect,
            sqlite3.Connection.close,
            lambda db: not db.in_transaction,
            MOST_CONNECTIONS,
            patience,
        )
        with self._in_words(), self._connections.one() as db:
            self.layout: int = sqlite_schema.version_of(db)
            if not read_only:
                sqlite_schema.upgrade(db)
            elif not self.layout:
                raise StoreError(f"cannot open the store {self.path}: there are no tables in the file")

    # -- streams ------------------------------------------------------------------------------------

    def append(self, table: str, version: int, facts: Sequence[NewFact], command: str = "") -> int:
        """Append facts after a version."""
        fit_table(table)
        numbered_facts = numbered(version, facts, command)
        with self._writing() as db:
            self._keep(db, table, version, numbered_facts, command)
        self._bell.ring(table)
        return numbered_facts[-1].version

    def take(self, table: str, facts: Sequence[KeptFact]) -> None:
        """Take over a whole stream at once."""
        fit_table(table)
        fit_stream(facts)
        with self._writing() as db:
            self._keep(db, table, 0, facts, "")
        self._bell.ring(table)

    @staticmethod
    def _keep(
        db: sqlite3.Connection, table: str, version: int, facts: Sequence[KeptFact], command: str
    ) -> None:
        stream, head = db.execute("SELECT id, version FROM stream WHERE name = ?", (table,)).fetchone() or (
            0,
            0,
        )
        if stream and command:
            (done,) = db.execute(
                "SELECT max(version) FROM fact WHERE stream = ? AND command = ? AND command <> ''",
                (stream, command),
            ).fetchone()
            if done:
                raise Repeated(table, command, done)
        if head != version:
            raise Late(table, head, version)
        last = facts[-1].version
        if stream:
            db.execute("UPDATE stream SET version = ? WHERE id = ?", (last, stream))
        else:
            stream = db.execute("INSERT INTO stream (name, version) VALUES (?, ?)", (table, last)).lastrowid
        db.executemany(
            "INSERT INTO fact (stream, version, kind, body, command, part) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (stream, fact.version, fact.kind, fact.body, fact.command, part)
                for fact, part in zip(facts, parts(facts), strict=True)
            ],
        )

    def delete(self, table: str) -> int:
        """Delete a table: its data are overwritten in the file."""
        fit_table(table)
        with self._writing() as db:
            row = db.execute("SELECT id FROM stream WHERE name = ?", (table,)).fetchone()
            if row is None:
                return 0
            number = db.execute("DELETE FROM fact WHERE stream = ?", row).rowcount
            for kept in ("stream", "snapshot", "aside"):
                db.execute(f"DELETE FROM {kept} WHERE name = ?", (table,))
        with self._in_words(), self._connections.one() as db:
            _empty_the_log(db)
        self._bell.ring(table)
        return number

    # -- snapshots and side data --------------------------------------------------------------------

    def keep_snapshot(self, table: str, snapshot: Snapshot | None) -> None:
        """Keep a snapshot, or delete it."""
        fit_table(table)
        if snapshot is None:
            with self._writing() as db:
                db.execute("DELETE FROM snapshot WHERE name = ?", (table,))
            return
        fit_snapshot(snapshot)
        with self._writing() as db:
            db.execute(
                "INSERT INTO snapshot (name, version, form, body) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (name) DO UPDATE"
                " SET version = excluded.version, form = excluded.form, body = excluded.body"
                " WHERE snapshot.version <= excluded.version",
                (table, snapshot.version, snapshot.form, snapshot.body),
            )

    def put_aside(self, table: str, key: str, value: str | None) -> None:
        """Set an entry of the side data, or erase it: the old value is overwritten in the file."""
        fit_name("the name of a table", table)
        fit_name("a key", key)
        if value is not None:
            fit_value(value)
        with self._writing() as db:
            was_there = _put_aside(db, table, key, value)
        if was_there:
            with self._in_words(), self._connections.one() as db:
                _empty_the_log(db)

    def swap_aside(self, table: str, key: str, before: str | None, after: str | None) -> bool:
        """Replace an entry of the side data if it is `before`.

        The old value may stay in the write-ahead log for a while: the value of `put_aside` does not.
        """
        fit_swap(table, key, before, after)
        with self._writing() as db:
            row = db.execute("SELECT value FROM aside WHERE name = ? AND key = ?", (table, key)).fetchone()
            if (row[0] if row is not None else None) != before:
                return False
            _put_aside(db, table, key, after)
        return True

    # -- connections --------------------------------------------------------------------------------

    def copy_file(self, path: str) -> None:
        """Write a whole copy of the file to a new path, while others go on writing."""
        try:
            with self._connections.one() as db:
                db.execute("PRAGMA query_only = OFF")  # only the new file is written
                db.execute("VACUUM INTO CAST(? AS TEXT)", (os.fsencode(path),))
                db.execute(f"PRAGMA query_only = {int(self._read_only)}")
        except sqlite3.Error as error:
            raise _store_error(path, error) from None

    def close(self) -> None:
        """Close the file."""
        self._stop_following()
        self._connections.close()

    def _connect(self) -> sqlite3.Connection:
        if not os.path.exists(self.path):
            if not self._create:
                raise StoreError(f"cannot open the store {self.path}: there is no such file")
            make_private(self.path)
        db = sqlite3.connect(
            self.path,
            timeout=self._patience,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=64,
        )
        db.text_factory = _text
        try:
            sqlite_schema.version_of(db)  # before anything is written into a foreign file
            if self._read_only:
                db.execute("PRAGMA query_only = ON")
                return db
            self._write_ahead(db)
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA secure_delete = ON")
        except BaseException:
            db.close()
            raise
        return db

    def _write_ahead(self, db: sqlite3.Connection) -> None:
        """Switch the file to write-ahead logging. SQLite does not wait for others who do so at once."""
        until = time.monotonic() + self._patience
        while True:
            try:
                db.execute("PRAGMA journal_mode = WAL").fetchone()
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.01)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._in_words(), self._connections.one() as db:
            self._begin(db)
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def _begin(self, db: sqlite3.Connection) -> None:
        """Become the writer as soon as nobody else is.

        Try often, and more often the longer this call has waited. SQLite itself tries less and less often,
        down to ten times a second. Of eight processes that wrote without a break, five got their turn once in
        six seconds.
        """
        begun = time.monotonic()
        db.execute("PRAGMA busy_timeout = 0")
        while True:
            try:
                db.execute("BEGIN IMMEDIATE")
                break
            except sqlite3.OperationalError as error:
                waited = time.monotonic() - begun
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or waited > self._patience:
                    raise
                time.sleep(random.uniform(0, PAUSE / (1 + 4 * waited)))
        db.execute(f"PRAGMA busy_timeout = {round(self._patience * 1000)}")

    def _select(self, query: str, *values: str | int) -> list[Any]:
        with self._in_words(), self._connections.one() as db:
            return db.execute(query.replace("{schema}", "main"), values).fetchall()

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _store_error(self.path, error) from None

    def _attend(self) -> None:
        seen = db = None
        while not self._closing.wait(LOOK):
            try:
                db = db or self._connect()
                (now,) = db.execute("PRAGMA data_version").fetchone()
            except (sqlite3.Error, StoreError):
                db, now = None, None  # followers read for themselves and get the error
            if now is None or now != seen:
                self._bell.ring_for_all()
            seen = now
        if db is not None:
            db.close()


def make_private(path: str | Path) -> None:
    """Make an empty file that only its owner may read: a store has seeds of games in play.

    SQLite gives the same mode to the files that it adds. An existing file stays as it is. If no file can be
    made, SQLite reports the reason later.
    """
    with suppress(OSError):
        os.close(os.open(os.path.realpath(path), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _text(stored: bytes) -> str:
    """Return text of the file. Damaged text is read too, so that its table can be named."""
    return stored.decode(errors="replace")


def _put_aside(db: sqlite3.Connection, table: str, key: str, value: str | None) -> bool:
    """Set an entry of the side data, or erase it. Return whether there was one before."""
    before = db.execute("DELETE FROM aside WHERE name = ? AND key = ?", (table, key)).rowcount
    if value is not None:
        db.execute("INSERT INTO aside (name, key, value) VALUES (?, ?, ?)", (table, key, value))
    return before > 0


def _empty_the_log(db: sqlite3.Connection) -> None:
    """Remove erased data from the write-ahead log too, unless others hold it for long."""
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute("PRAGMA busy_timeout = 500")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    db.execute(f"PRAGMA busy_timeout = {patience}")


_WHY = {
    sqlite3.SQLITE_NOTADB: "the file is no database",
    sqlite3.SQLITE_CORRUPT: "the file is damaged: restore it from a backup",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened: does its folder exist, and may it be written?",
    sqlite3.SQLITE_PERM: "the file may not be opened",
}
_WHY_NOT_WRITTEN = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the file, or its folder, is read-only, or was opened to be read only",
    sqlite3.SQLITE_BUSY: "others write to it without a break: try again later",
    sqlite3.SQLITE_IOERR: "the disk refuses to be written or read",
}


def _store_error(path: str, error: sqlite3.Error) -> StoreError:
    """Return an error of SQLite as an error of the store."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in _WHY_NOT_WRITTEN:
        return Unwritable(f"cannot write to the store {path}: {_WHY_NOT_WRITTEN[code]}")
    return StoreError(f"cannot open the store {path}: {_WHY.get(code, error)}")
