"""Shared by the commands of tables: the given store, and exit codes for refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from fitl_cli.options import shared
from fitl_cli.output import CANNOT_WRITE, ILLEGAL, UNREADABLE, USAGE, Failure, say_json
from fitl_core.errors import FitlError
from fitl_core.stores.port import Store, StoreError, Unwritable
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.admission import NoNetwork
from fitl_core.table.encoding import UnreadableFact
from fitl_core.table.refusals import Unknown, describe_refusal
from fitl_core.table.seats_asked import SeatsAsked, waited_for
from fitl_core.table.tables import MOST_RECENT, Tables

DEFAULT = "tables.db"


def store_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--store` to a command of tables."""
    return shared("--store", "[env: FITL_STORE]", default=DEFAULT, envvar="FITL_STORE", show_default=True)(
        command
    )


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--json` to a command of tables."""
    return shared("--json")(command)


@contextmanager
def stored(address: str, as_json: bool, create: bool = False, read_only: bool = False) -> Iterator[Store]:
    """Open the store at an address. A refusal of the store ends the command with its exit code.

    With `read_only`, the store stays as it is: an older one keeps its layout.
    """
    try:
        store = open_store(address, create=create, read_only=read_only)
        try:
            yield store
        finally:
            store.close()
    except FitlError as error:
        if as_json:
            say_json(describe_refusal(error))
            raise click.exceptions.Exit(_exit_code(error)) from None
        raise Failure(describe_refusal(error).words, _exit_code(error)) from None


@contextmanager
def at_tables(
    address: str, as_json: bool, create: bool = False, recent: int = MOST_RECENT
) -> Iterator[Tables]:
    """Open the tables of the store at an address. This number of tables stays in memory."""
    with stored(address, as_json, create) as store:
        yield Tables(store, recent=recent)


def waits(asked: SeatsAsked) -> str:
    """Return in one line whom a table waits for."""
    if not asked.seats:
        return asked.words or "waits for nobody"
    due = f", until {asked.due}" if asked.due else ""
    return f"waits for {waited_for(asked)}{due}"


def _exit_code(error: FitlError) -> int:
    match error:
        case Unwritable():
            return CANNOT_WRITE
        case StoreError() | UnreadableFact():
            return UNREADABLE
        case Unknown() | NoNetwork():
            return USAGE
        case _:
            return ILLEGAL
