"""The addresses of stores, and the opening of a store by its address.

Read `port` for the interface of a store.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import Store, StoreError
from fitl_core.stores.sqlite import SqliteStore


def open_store(address: str | Path, *, create: bool = True, read_only: bool = False) -> Store:
    """Open the store at an address: `memory:`, a path or `sqlite:PATH`, `postgresql://…`.

    `sqlite:////a/b.db` is the path /a/b.db. `sqlite:///a/b.db` has two readings: a/b.db from the working
    directory, as other programs read it, or /a/b.db. It is opened if exactly one of the two files exists. A
    store that does not exist is made, unless `create` is False. With `read_only`, nothing is written, and a
    store of an older version keeps its layout. Raises `StoreError` if the store cannot be opened.
    """
    text = str(address)
    scheme = re.match(r"[a-z][a-z0-9+.-]+(?=:)", text)
    match scheme and scheme[0]:
        case None:
            return _file(text, create, read_only)
        case "memory" if text == "memory:":
            return MemoryStore()
        case "sqlite":
            return _file(_path_of(text.removeprefix("sqlite:")), create, read_only)
        case "postgresql" | "postgres":
            return _server(text, create, read_only)
        case _:
            raise StoreError(
                f"unknown kind of store {scheme and scheme[0]}: use memory, sqlite or postgresql"
            )


def _path_of(address: str) -> str:
    """Return the path in an address without its `sqlite:`. Raises `StoreError` for one with two readings."""
    if not address.startswith("///"):
        return address.removeprefix("//")
    absolute = address.removeprefix("//")
    if absolute.startswith("//"):
        return absolute.removeprefix("/")
    here = absolute.removeprefix("/")
    if not here or "\0" in here or os.path.realpath(here) == os.path.realpath(absolute):
        return absolute
    existing = [path for path in (here, absolute) if os.path.exists(path)]
    if len(existing) == 1:
        return existing[0]
    which = "both exist" if existing else "neither exists"
    raise StoreError(
        f"sqlite:{address} could be the file {os.path.abspath(here)} or the file {absolute}, and {which}: "
        f"write sqlite:{here} or sqlite:///{absolute}"
    )


def _server(url: str, create: bool, read_only: bool) -> Store:
    try:
        from fitl_core.stores.postgres import PostgresStore
    except ImportError as error:
        why = f'PostgreSQL needs the extra postgres: pip install "fitl[postgres]" ({error})'
        raise StoreError(why) from None
    return PostgresStore(url, create=create, read_only=read_only)


def _file(path: str, create: bool, read_only: bool) -> Store:
    if not path or "\0" in path:
        raise StoreError("the address of a store names a file, without the character NUL")
    return SqliteStore(path, create=create, read_only=read_only)
