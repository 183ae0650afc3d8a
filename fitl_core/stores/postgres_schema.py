"""How a schema of tables is laid out in PostgreSQL, and how an older one becomes one of today."""

from __future__ import annotations

import psycopg

from fitl_core.stores.port import StoreError

Connection = psycopg.Connection[tuple[object, ...]]

ONE_AT_A_TIME = 0x4649_544C
"""The advisory lock behind which a layout is made: "FITL"."""

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
)
"""What makes a layout of version 1 out of nothing, 2 out of 1, and so on; what stands here never changes."""


def version_of(connection: Connection, schema: str) -> int:
    """The version of a schema's layout, 0 where there is none."""
    found = connection.execute("SELECT to_regclass(%s)::text", [f"{schema}.layout"]).fetchone()
    if found is None or found[0] is None:
        return 0
    (version,) = connection.execute(f"SELECT version FROM {schema}.layout".encode()).fetchone() or (0,)
    if not isinstance(version, int) or version > len(UPGRADES):
        known = len(UPGRADES)
        raise StoreError(
            f"schema {schema} has layout {version}, this fitl knows up to {known}: use a newer fitl"
        )
    return version


def upgrade(connection: Connection, schema: str, *, create: bool) -> None:
    """Bring a schema to today's layout, all or nothing; several processes may do so at once."""
    version = version_of(connection, schema)
    if version == len(UPGRADES):
        return
    if not version and not create:
        raise StoreError(f"there are no tables in schema {schema}")
    # Locked outside of the transaction: one that waits inside may still think that there is no such schema.
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
