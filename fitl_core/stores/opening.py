"""A store by its address."""

from __future__ import annotations

import re
from pathlib import Path

from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import Store, StoreError
from fitl_core.stores.sqlite import SqliteStore


def open_store(address: str | Path, *, create: bool = True) -> Store:
    """The store at an address: `memory:`, a path or `sqlite:PATH`, `postgresql://…`.

    `sqlite:///a/b.db` is the path /a/b.db. What is not there is made, unless `create` is False.
    `StoreError` where it cannot be opened.
    """
    text = str(address)
    scheme = re.match(r"[a-z][a-z0-9+.-]+(?=:)", text)
    match scheme and scheme[0]:
        case None:
            return _file(text, create)
        case "memory" if text == "memory:":
            return MemoryStore()
        case "sqlite":
            path = text.removeprefix("sqlite:")
            return _file(path.removeprefix("//"), create)
        case "postgresql" | "postgres":
            return _server(text, create)
        case _:
            raise StoreError(f"no store is opened by {scheme and scheme[0]}: memory, sqlite, postgresql")


def _server(url: str, create: bool) -> Store:
    try:
        from fitl_core.stores.postgres import PostgresStore
    except ImportError as error:
        why = f"PostgreSQL needs the extra postgres: pip install 'fitl[postgres]' ({error})"
        raise StoreError(why) from None
    return PostgresStore(url, create=create)


def _file(path: str, create: bool) -> Store:
    if not path or "\0" in path:
        raise StoreError("the address of a store names a file, without the character NUL")
    return SqliteStore(path, create=create)
