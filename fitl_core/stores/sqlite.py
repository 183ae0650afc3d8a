"""Tables in one SQLite file, which several threads and processes use at once.

What is acknowledged is on the disk (WAL, synchronous FULL). An append is one short transaction that is a
writer from its beginning (BEGIN IMMEDIATE): one that reads first and writes then would be refused at once
where another has written in between. Those who follow are woken by the own process's appends, and by a look,
every 20 ms, at whether another connection has written.
"""

from __future__ import annotations

import os
import random
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fitl_core.stores import sqlite_schema
from fitl_core.stores.connections import Connections
from fitl_core.stores.fitting import (
    fit_name,
    fit_snapshot,
    fit_stream,
    fit_table,
    fit_value,
    numbered,
    parts,
)
from fitl_core.stores.port import KeptFact, Late, NewFact, Repeated, Snapshot, StoreError, Unwritable
from fitl_core.stores.reading import Reading

LOOK = 0.02
"""Seconds between two looks at whether another connection has written."""
MOST_CONNECTIONS = 16
PAUSE = 0.002
"""The most seconds between two tries to become the writer; less for one who has waited."""


class SqliteStore(Reading):
    """A `Store` in a file. `create`: make what is not there; `patience`: seconds to wait for others."""

    def __init__(self, path: str | Path, *, create: bool = True, patience: float = 30.0) -> None:
        super().__init__()
        self.path: str = os.path.abspath(path)
        self._patience = patience
        self._create = create
        self._connections = Connections(
            self._connect,
            sqlite3.Connection.close,
            lambda db: not db.in_transaction,
            MOST_CONNECTIONS,
            patience,
        )
        with self._in_words(), self._connections.one() as db:
            sqlite_schema.upgrade(db)

    # -- streams ------------------------------------------------------------------------------------

    def append(self, table: str, version: int, facts: Sequence[NewFact], command: str = "") -> int:
        """Append facts behind a version."""
        fit_table(table)
        kept = numbered(version, facts, command)
        with self._writing() as db:
            self._keep(db, table, version, kept, command)
        self._bell.ring(table)
        return kept[-1].version

    def take(self, table: str, facts: Sequence[KeptFact]) -> None:
        """A whole stream from elsewhere at once."""
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

    # -- what may go --------------------------------------------------------------------------------

    def keep_snapshot(self, table: str, snapshot: Snapshot | None) -> None:
        """Keep a snapshot, or forget it."""
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
        """Set what stands beside the stream, or erase it: what was there is overwritten in the file."""
        fit_table(table)
        fit_name("a key", key)
        if value is not None:
            fit_value(value)
        with self._writing() as db:
            before = db.execute("DELETE FROM aside WHERE name = ? AND key = ?", (table, key)).rowcount
            if value is not None:
                db.execute("INSERT INTO aside (name, key, value) VALUES (?, ?, ?)", (table, key, value))
        if before:
            with self._in_words(), self._connections.one() as db:
                _empty_the_log(db)

    # -- connections --------------------------------------------------------------------------------

    def copy_file(self, path: str) -> None:
        """Write a whole copy of the file to a path where there is none, while others go on."""
        try:
            with self._connections.one() as db:
                db.execute("VACUUM INTO CAST(? AS TEXT)", (os.fsencode(path),))
        except sqlite3.Error as error:
            raise _said(path, error) from None

    def close(self) -> None:
        """Let go of the file."""
        self._stop_following()
        self._connections.close()

    def _connect(self) -> sqlite3.Connection:
        if not self._create and not os.path.exists(self.path):
            raise StoreError(f"cannot open the store {self.path}: there is no such file")
        db = sqlite3.connect(
            self.path,
            timeout=self._patience,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=64,
        )
        try:
            sqlite_schema.version_of(db)  # before anything is written into what is not ours
            self._write_ahead(db)
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA secure_delete = ON")
        except BaseException:
            db.close()
            raise
        return db

    def _write_ahead(self, db: sqlite3.Connection) -> None:
        """Have the file written ahead of; SQLite does not wait by itself where others do the same at once."""
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
        """Become the writer, as soon as nobody is.

        Looked for often, and more often by one who has waited. SQLite by itself looks ever more seldom, down
        to ten times a second: of eight processes that wrote on and on five came in once in six seconds.
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
            raise _said(self.path, error) from None

    def _attend(self) -> None:
        seen = db = None
        while not self._closing.wait(LOOK):
            try:
                db = db or self._connect()
                (now,) = db.execute("PRAGMA data_version").fetchone()
            except (sqlite3.Error, StoreError):
                db, now = None, None  # those who follow look for themselves, and are told why they cannot
            if now is None or now != seen:
                self._bell.ring_for_all()
            seen = now
        if db is not None:
            db.close()


def _empty_the_log(db: sqlite3.Connection) -> None:
    """Take what was erased out of the log in front of the file too, unless others are long in the way."""
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute("PRAGMA busy_timeout = 500")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    db.execute(f"PRAGMA busy_timeout = {patience}")


_WHY = {
    sqlite3.SQLITE_NOTADB: "the file is no database",
    sqlite3.SQLITE_CORRUPT: "the file is damaged: restore it from a backup",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened: is its folder there, and may it be written?",
    sqlite3.SQLITE_PERM: "the file may not be opened",
}
_WHY_NOT_WRITTEN = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the file, or its folder, is read-only",
    sqlite3.SQLITE_BUSY: "others have written to it all the time",
    sqlite3.SQLITE_IOERR: "the disk refuses to be written or read",
}


def _said(path: str, error: sqlite3.Error) -> StoreError:
    """What SQLite says, in words of the store."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in _WHY_NOT_WRITTEN:
        return Unwritable(f"cannot write to the store {path}: {_WHY_NOT_WRITTEN[code]}")
    return StoreError(f"cannot open the store {path}: {_WHY.get(code, error)}")
