"""The layout of a store in a SQLite file, and the steps that bring an older layout up to date.

The file's `application_id` marks it as a file of tables; `user_version` is the version of its layout.

Read `sqlite` for the store.
"""

from __future__ import annotations

import sqlite3

from fitl_core.stores.port import StoreError

OURS = 0x4649_544C
"""The application id of a file of tables: "FITL"."""

UPGRADES: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE stream (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, version INTEGER NOT NULL)",
        """CREATE TABLE fact (
            stream INTEGER NOT NULL, version INTEGER NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL,
            command TEXT NOT NULL, part INTEGER NOT NULL, PRIMARY KEY (stream, version)) WITHOUT ROWID""",
        "CREATE UNIQUE INDEX command ON fact (stream, command, part) WHERE command <> ''",
        """CREATE TABLE snapshot (
            name TEXT PRIMARY KEY, version INTEGER NOT NULL, form TEXT NOT NULL, body BLOB NOT NULL)""",
        """CREATE TABLE aside (
            name TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (name, key)) WITHOUT ROWID""",
    ),
    (),
)
"""The statements that make layout 1 from nothing, layout 2 from layout 1, and so on. Released ones never
change.

Layout 2 has the tables of layout 1. Its number keeps out version 0.2.0, which does not know steps of lines.
"""


_LOOK = """SELECT (SELECT application_id FROM pragma_application_id),
    (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_master)"""
"""One statement, so that a layout made by another process meanwhile is seen whole or not at all."""


def version_of(db: sqlite3.Connection) -> int:
    """Return the version of a file's layout, 0 for an empty file. Raises `StoreError` for a foreign file."""
    ours, version, things = db.execute(_LOOK).fetchone()
    if ours != OURS and (ours or version or things):
        raise StoreError("the file is a database of another program")
    if version > len(UPGRADES):
        known = len(UPGRADES)
        raise StoreError(
            f"the file has layout {version}, this fitl knows layouts up to {known}: use a newer fitl"
        )
    return int(version)


def upgrade(db: sqlite3.Connection) -> None:
    """Bring a file to today's layout, all or nothing. Several processes may do so at once."""
    if version_of(db) == len(UPGRADES):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        for statements in UPGRADES[version_of(db) :]:
            for statement in statements:
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {OURS}")
        db.execute(f"PRAGMA user_version = {len(UPGRADES)}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
