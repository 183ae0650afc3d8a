"""The layout of a store in a schema of PostgreSQL, and the steps that bring an older layout up to date.

`sqlite_schema` does the same for a file.
"""

from __future__ import annotations

import psycopg

from fitl_core.stores.port import StoreError

Connection = psycopg.Connection[tuple[object, ...]]

ONE_AT_A_TIME = 0x4649_544C
"""The advisory lock under which a layout is made: "FITL"."""

UPGRADES: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE {schema}.layout (version integer NOT NULL)",
        "INSERT INTO {schema}.layout VALUES (0)",
        """CREATE TABLE {schema}.stream (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE,
            version integer NOT NULL) WITH (fillfactor = 50)""",
        """CREATE TABLE {schema}.fact (
            stream bigint NOT NULL, version integer NOT NULL, kind text NOT NULL, body bytea NOT NULL,
            command text COLLATE "C" NOT NULL, part integer NOT NULL, PRIMARY KEY (stream, version))""",
        "CREATE UNIQUE INDEX command ON {schema}.fact (stream, command, part) WHERE command <> ''",
        """CREATE TABLE {schema}.snapshot (
            name text COLLATE "C" PRIMARY KEY, version integer NOT NULL, form text NOT NULL,
            body bytea NOT NULL)""",
        """CREATE TABLE {schema}.aside (
            name text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, value text NOT NULL,
            PRIMARY KEY (name, key))""",
    ),
    (),
)
"""The statements that make layout 1 from nothing, layout 2 from layout 1, and so on. Released ones never
change.

Layout 2 has the tables of layout 1. Its number keeps out version 0.2.0, which does not know steps of lines.
"""


def version_of(connection: Connection, schema: str) -> int:
    """Return the version of a schema's layout, 0 if there is none. Raises `StoreError` for a newer layout."""
    row = connection.execute("SELECT to_regclass(%s)::text", [f"{schema}.layout"]).fetchone()
    if row is None or row[0] is None:
        return 0
    try:
        rows = connection.execute(f"SELECT version FROM {schema}.layout".encode()).fetchall()
    except psycopg.errors.UndefinedColumn:
        rows = []
    version = rows[0][0] if len(rows) == 1 else None
    if not isinstance(version, int):
        raise StoreError(f"schema {schema} has a table layout of another program: name another schema")
    if version > len(UPGRADES):
        known = len(UPGRADES)
        raise StoreError(
            f"schema {schema} has layout {version}, this fitl knows layouts up to {known}: use a newer fitl"
        )
    return version


def upgrade(connection: Connection, schema: str, *, create: bool) -> None:
    """Bring a schema to today's layout, all or nothing. Several processes may do so at once."""
    version = version_of(connection, schema)
    if version == len(UPGRADES):
        return
    if not version and not create:
        raise StoreError(f"there are no tables in schema {schema}")
    # Lock outside of the transaction: a transaction that waits inside may not see the new schema.
    connection.execute("SELECT pg_advisory_lock(%s)", [ONE_AT_A_TIME])
    try:
        with connection.transaction():
            version = version_of(connection, schema)
            if not version:
                connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}".encode())
            for statements in UPGRADES[version:]:
                for statement in statements:
                    connection.execute(statement.replace("{schema}", schema).encode())
            connection.execute(f"UPDATE {schema}.layout SET version = %s".encode(), [len(UPGRADES)])
    finally:
        connection.execute("SELECT pg_advisory_unlock(%s)", [ONE_AT_A_TIME])
