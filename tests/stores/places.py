"""Places in which the tests keep tables: an address of each kind of store, which may be opened often."""

from __future__ import annotations

import os
import uuid
from functools import cache
from pathlib import Path

import pytest

from fitl_core.stores.port import KeptFact, NewFact, Store, StoreError
from fitl_core.stores.store_addresses import open_store

POSTGRES = os.environ.get("FITL_TEST_POSTGRES", "")
"""The address of a database in which the tests make schemas, and drop them."""
KINDS = ("memory", "sqlite", "postgres")
LASTING = ("sqlite", "postgres")


class Place:
    """A place for one store."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind = kind
        self.schema = f"fitl_test_{uuid.uuid4().hex[:12]}"
        if kind == "postgres" and (why := _no_postgres()):
            pytest.skip(why)
        self.address = {
            "memory": "memory:",
            "sqlite": f"sqlite:{folder / 'tables.db'}",
            "postgres": with_option(POSTGRES, f"schema={self.schema}"),
        }[kind]
        self._opened: list[Store] = []

    def open(self) -> Store:
        """Return the store; open it again if its contents last."""
        if self.kind == "memory" and self._opened:
            return self._opened[0]
        self._opened.append(open_store(self.address))
        return self._opened[-1]

    def clear(self) -> None:
        """Close every store, and leave no files."""
        for store in self._opened:
            store.close()
        if self.kind == "postgres":
            drop(self.schema)


@cache
def _no_postgres() -> str:
    """Why there is no PostgreSQL for the tests, "" where there is one."""
    if not POSTGRES:
        return "no PostgreSQL: FITL_TEST_POSTGRES names no server, as postgresql://postgres@127.0.0.1/test"
    try:
        open_store(with_option(POSTGRES, "schema=fitl_test_not_there"), create=False).close()
    except StoreError as error:
        return "" if "there are no tables in schema" in error.message else f"no PostgreSQL: {error}"
    return ""


def with_option(url: str, option: str) -> str:
    """An address with one more option."""
    return f"{url}{'&' if '?' in url else '?'}{option}"


def drop(schema: str) -> None:
    """Drop a schema of the tests."""
    import psycopg

    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE".encode())


def facts(*bodies: str, kind: str = "said") -> list[NewFact]:
    """New facts with these bodies."""
    return [NewFact(kind, body.encode()) for body in bodies]


def bodies(kept: list[KeptFact]) -> list[str]:
    """Return the bodies of facts, in order."""
    return [fact.body.decode() for fact in kept]
