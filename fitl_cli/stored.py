"""What the commands of tables share: the store they were given, and refusals as exit codes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from fitl_cli.output import CANNOT_WRITE, ILLEGAL, UNREADABLE, USAGE, Failure, say_json
from fitl_core.errors import FitlError
from fitl_core.stores.opening import open_store
from fitl_core.stores.port import Store, StoreError, Unwritable
from fitl_core.table.asked import SeatsAsked
from fitl_core.table.keeping import Unreadable
from fitl_core.table.refusals import Unknown, refused
from fitl_core.table.tables import MOST_RECENT, Tables

DEFAULT = "tables.db"


def store_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--store`, for a command of tables."""
    what = "Where the tables are: a SQLite file, or postgresql://…  [env: FITL_STORE]"
    return click.option(
        "--store",
        "address",
        default=DEFAULT,
        envvar="FITL_STORE",
        show_default=True,
        metavar="URL",
        help=what,
    )(command)


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--json`, for a command of tables."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON object.")(command)


@contextmanager
def stored(address: str, as_json: bool, create: bool = False) -> Iterator[Store]:
    """The store at an address; what is refused in it ends the command with its exit code."""
    try:
        store = open_store(address, create=create)
        try:
            yield store
        finally:
            store.close()
    except FitlError as error:
        if as_json:
            say_json(refused(error))
            raise click.exceptions.Exit(_exit_code(error)) from None
        raise Failure(refused(error).words, _exit_code(error)) from None


@contextmanager
def at_tables(
    address: str, as_json: bool, create: bool = False, recent: int = MOST_RECENT
) -> Iterator[Tables]:
    """The tables of the store at an address, as `stored`; so many are kept as they were seen last."""
    with stored(address, as_json, create) as store:
        yield Tables(store, recent=recent)


def waits(asked: SeatsAsked) -> str:
    """Whom a table waits for, in a line."""
    if not asked.seats:
        return asked.words or "waits for nobody"
    due = f", until {asked.due}" if asked.due else ""
    return f"waits for {', '.join(asked.seats)}: {asked.words or asked.what} ({asked.rule}){due}"


def _exit_code(error: FitlError) -> int:
    match error:
        case Unwritable():
            return CANNOT_WRITE
        case StoreError() | Unreadable():
            return UNREADABLE
        case Unknown():
            return USAGE
        case _:
            return ILLEGAL
