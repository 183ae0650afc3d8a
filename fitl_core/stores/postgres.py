"""A store in PostgreSQL, for servers: any number of processes on any number of machines.

An append is one atomic statement, and so one round trip. It moves the head of the stream from the version
seen, which locks out every other writer of the same stream. Only if the head has moved does it write the
facts and the notice to listeners. After a lost connection the store connects again, and repeats a statement
if that is safe: always for a read, and for an append if its command shows whether it was done.

A process has at most `MOST_CONNECTIONS` connections, and another one for listening. Read `postgres_schema`
next.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from selectors import EVENT_READ, DefaultSelector
from typing import Any

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from fitl_core.stores import postgres_schema
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
from fitl_core.stores.port import (
    KeptFact,
    Late,
    NewFact,
    Repeated,
    Snapshot,
    StoreError,
    Uncertain,
    Unwritable,
)
from fitl_core.stores.postgres_address import address_of
from fitl_core.stores.postgres_schema import Connection
from fitl_core.stores.sql_reading import SqlReading

MOST_CONNECTIONS = 8

APPEND = """
WITH head AS (
    UPDATE {schema}.stream SET version = %(last)s WHERE name = %(table)s AND version = %(seen)s RETURNING id),
born AS (
    INSERT INTO {schema}.stream (name, version) SELECT %(table)s, %(last)s WHERE %(seen)s = 0
    ON CONFLICT (name) DO NOTHING RETURNING id),
here AS (SELECT id FROM head UNION ALL SELECT id FROM born),
kept AS (
    INSERT INTO {schema}.fact (stream, version, kind, body, command, part)
    SELECT here.id, %(seen)s + number, kind, body, command, part FROM here, unnest(
        %(kinds)s::text[], %(bodies)b::bytea[], %(commands)s::text[], %(parts)s::integer[])
        WITH ORDINALITY AS new (kind, body, command, part, number))
SELECT pg_notify(%(channel)s, %(table)s)::text FROM here"""
"""Returns a row if the facts have been appended, and none if the stream is at another version."""

STANDS = """
SELECT version, (SELECT max(version) FROM {schema}.fact
    WHERE stream = id AND command = %(command)s AND command <> '')
FROM {schema}.stream WHERE name = %(table)s"""

SET_UP = """
SELECT set_config('default_transaction_isolation', 'read committed', false),
    set_config('client_encoding', 'UTF8', false),
    set_config('lock_timeout', '30s', false),
    CASE current_setting('synchronous_commit')
        WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END"""


class _Away(StoreError):
    """A server that cannot be reached."""


class PostgresStore(SqlReading):
    """A `Store` in a schema of a database. `patience`: seconds that it waits for a server that has gone.

    `create`: make the schema if it does not exist. `read_only`: write nothing, not even a newer layout.
    Errors of the server are raised when the store is opened.
    """

    def __init__(
        self, url: str, *, create: bool = True, patience: float = 15.0, read_only: bool = False
    ) -> None:
        super().__init__()
        self._read_only = read_only
        self._at = address_of(url)
        self._patience = patience
        self._channel = f"fitl_{self._at.schema}"
        self._connections = Connections(
            self._connect, psycopg.Connection.close, _sound, MOST_CONNECTIONS, patience
        )
        with self._in_words(), self._connections.one() as connection:
            self.layout: int = postgres_schema.version_of(connection, self._at.schema)
            if not read_only:
                postgres_schema.upgrade(connection, self._at.schema, create=create)
            elif not self.layout:
                raise StoreError(f"there are no tables in schema {self._at.schema}")

    # -- streams ------------------------------------------------------------------------------------

    def append(self, table: str, version: int, facts: Sequence[NewFact], command: str = "") -> int:
        """Append facts after a version."""
        fit_table(table)
        numbered_facts = numbered(version, facts, command)
        self._keep(table, version, numbered_facts, command, sure=bool(command))
        return numbered_facts[-1].version

    def take(self, table: str, facts: Sequence[KeptFact]) -> None:
        """Take over a whole stream at once."""
        fit_table(table)
        fit_stream(facts)
        self._keep(table, 0, list(facts), "", sure=True)

    def _keep(self, table: str, seen: int, facts: list[KeptFact], command: str, *, sure: bool) -> None:
        """Append facts. `sure` means that the stream itself shows later whether these facts were appended."""
        unanswered = False

        def lost() -> None:
            nonlocal unanswered
            unanswered = True
            if not sure:
                raise Uncertain(f"the connection to {self._at.shown} was lost while {table} was written")

        values = {
            "table": table,
            "seen": seen,
            "last": facts[-1].version,
            "channel": self._channel,
            "kinds": [fact.kind for fact in facts],
            "bodies": [fact.body for fact in facts],
            "commands": [fact.command for fact in facts],
            "parts": parts(facts),
        }
        try:
            while not self._appended(values, lost):
                if unanswered and self.read(table, seen, len(facts)) == facts:
                    return
                self._look_why_not(table, seen, command)
        except _Away as error:
            if unanswered:
                raise Uncertain(f"{error.message}, while {table} was written") from None
            raise

    def _look_why_not(self, table: str, seen: int, command: str) -> None:
        """Raise the reason of a failed append. Return if the reason is gone, so that it is tried again."""
        stands = self._rows(STANDS, {"table": table, "command": command})
        head, done = stands[0] if stands else (0, None)
        if done:
            raise Repeated(table, command, done)
        if head != seen:
            raise Late(table, head, seen)

    def _appended(self, values: dict[str, Any], lost: Callable[[], None]) -> bool:
        """Append, and check whether it was done: the version was the one seen, and the command was new."""
        try:
            return bool(self._rows(APPEND, values, lost))
        except errors.UniqueViolation:
            return False

    def delete(self, table: str) -> int:
        """Delete a table, after all appends that have begun. VACUUM then erases it from the server's disk."""
        fit_table(table)

        def run(connection: Connection, query: str, *values: Any) -> psycopg.Cursor[tuple[object, ...]]:
            return connection.execute(query.replace("{schema}", self._at.schema).encode(), values)

        with self._in_words(), self._connections.one() as connection, connection.transaction():
            gone = run(
                connection, "DELETE FROM {schema}.stream WHERE name = %s RETURNING id", table
            ).fetchone()
            if gone is None:
                return 0
            number = run(connection, "DELETE FROM {schema}.fact WHERE stream = %s", *gone).rowcount
            for kept in ("snapshot", "aside"):
                run(connection, f"DELETE FROM {{schema}}.{kept} WHERE name = %s", table)
            run(connection, "SELECT pg_notify(%s, %s)", self._channel, table)
        return number

    # -- snapshots and side data --------------------------------------------------------------------

    def keep_snapshot(self, table: str, snapshot: Snapshot | None) -> None:
        """Keep a snapshot, or delete it."""
        fit_table(table)
        if snapshot is None:
            self._rows("DELETE FROM {schema}.snapshot WHERE name = %s", (table,))
            return
        fit_snapshot(snapshot)
        self._rows(
            "INSERT INTO {schema}.snapshot AS old (name, version, form, body) VALUES (%s, %s, %s, %b)"
            " ON CONFLICT (name) DO UPDATE SET version = excluded.version, form = excluded.form,"
            " body = excluded.body WHERE old.version <= excluded.version",
            (table, snapshot.version, snapshot.form, snapshot.body),
        )

    def put_aside(self, table: str, key: str, value: str | None) -> None:
        """Set an entry of the side data, or erase it. The server's VACUUM then removes it from the disk."""
        fit_name("the name of a table", table)
        fit_name("a key", key)
        if value is None:
            self._rows("DELETE FROM {schema}.aside WHERE name = %s AND key = %s", (table, key))
            return
        fit_value(value)
        self._rows(
            "INSERT INTO {schema}.aside (name, key, value) VALUES (%s, %s, %s)"
            " ON CONFLICT (name, key) DO UPDATE SET value = excluded.value",
            (table, key, value),
        )

    def swap_aside(self, table: str, key: str, before: str | None, after: str | None) -> bool:
        """Replace an entry of the side data if it is `before`."""
        fit_swap(table, key, before, after)
        place: tuple[str, ...] = (table, key)
        if before is None and after is None:
            return not self._rows("SELECT 1 FROM {schema}.aside WHERE name = %s AND key = %s", place)
        if before is None:
            query = (
                "INSERT INTO {schema}.aside (name, key, value) VALUES (%s, %s, %s)"
                " ON CONFLICT (name, key) DO NOTHING RETURNING 1"
            )
            return bool(self._rows(query, (*place, after)))
        if after is None:
            query = "DELETE FROM {schema}.aside WHERE name = %s AND key = %s AND value = %s RETURNING 1"
            return bool(self._rows(query, (*place, before)))
        query = "UPDATE {schema}.aside SET value = %s WHERE name = %s AND key = %s AND value = %s RETURNING 1"
        return bool(self._rows(query, (after, *place, before)))

    # -- connections --------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the connections."""
        self._stop_following()
        self._connections.close()

    def _connect(self) -> Connection:
        connection: Connection = psycopg.connect(self._at.conninfo, autocommit=True)
        try:
            connection.execute(SET_UP)
            if self._read_only:
                connection.execute("SET default_transaction_read_only = on")
            encoding = connection.info.parameter_status("server_encoding")
            if encoding != "UTF8":
                raise StoreError(
                    f"the database of {self._at.shown} has encoding {encoding}: a store needs UTF8"
                )
        except BaseException:
            connection.close()
            raise
        return connection

    def _select(self, query: str, *values: str | int) -> list[Any]:
        return self._rows(query.replace("?", "%s"), values)

    def _rows(self, query: str, values: Any = None, lost: Callable[[], None] = lambda: None) -> list[Any]:
        """Run a statement, again if the connection is lost; `lost` is called if its answer is lost.

        Raises `UniqueViolation`, which only an append can cause.
        """
        statement = query.replace("{schema}", self._at.schema).encode()
        until = time.monotonic() + self._patience
        pause = 0.01
        while True:
            begun = False
            try:
                with self._connections.one() as connection:
                    begun = True
                    cursor = connection.execute(statement, values, binary=True)
                    return cursor.fetchall() if cursor.description else []
            except errors.UniqueViolation:
                raise
            except psycopg.Error as error:
                if _is_lost(error, begun):
                    self._connections.forget_idle()
                    if begun:
                        lost()
                elif not isinstance(error, errors.SerializationFailure | errors.DeadlockDetected):
                    raise self._store_error(error) from None
                if time.monotonic() > until:
                    raise self._store_error(error) from None
            self._closing.wait(pause * random.uniform(0.5, 1))
            pause = min(2 * pause, 1)

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            raise self._store_error(error) from None

    def _store_error(self, error: psycopg.Error) -> StoreError:
        """Return an error of PostgreSQL as an error of the store."""
        why = " ".join((error.diag.message_primary or str(error)).split())
        for kind, reason in _WHY_NOT_WRITTEN.items():
            if isinstance(error, kind):
                return Unwritable(f"cannot write to the store {self._at.shown}: {reason} ({why})")
        if _is_lost(error, begun=False):
            return _Away(f"cannot reach the store {self._at.shown}: {why}")
        return StoreError(f"the store {self._at.shown} refuses: {why}")

    def _attend(self) -> None:
        while not self._closing.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {self._channel}".encode())
                    self._bell.ring_for_all()
                    while not self._closing.is_set():
                        for notice in connection.notifies(timeout=0.2):
                            self._bell.ring(notice.payload)
            except (psycopg.Error, StoreError, OSError):
                self._closing.wait(0.2)


_WHY_NOT_WRITTEN: dict[type[psycopg.Error], str] = {
    errors.DiskFull: "the disk is full",
    errors.ReadOnlySqlTransaction: "the server is read-only, or the store was opened to be read only",
    errors.InsufficientPrivilege: "this user has no right to write",
    errors.LockNotAvailable: "others write to it without a break: try again later",
}


def _is_lost(error: psycopg.Error, begun: bool) -> bool:
    """Check whether the connection was lost, in contrast to a refused statement."""
    if not isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return False
    state = error.sqlstate or ""
    if isinstance(error, errors.TooManyConnections):
        return not begun
    return state in ("", "57P01", "57P02", "57P03", "57P05") or state.startswith("08")


def _sound(connection: Connection) -> bool:
    """Check whether a connection can be used: it is open, and the server has sent nothing since."""
    if connection.closed or connection.info.transaction_status != TransactionStatus.IDLE:
        return False
    with DefaultSelector() as selector:
        selector.register(connection.fileno(), EVENT_READ)
        return not selector.select(0)
