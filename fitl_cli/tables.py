"""`fitl tables`: all tables of a store: checked under today's rules, or backed up."""

from __future__ import annotations

from functools import partial

import click

from fitl_cli.app import Commands
from fitl_cli.clusters import cluster, on_option
from fitl_cli.jobs import each, each_by, jobs_option
from fitl_cli.output import ILLEGAL, leave, paint, say, say_json
from fitl_cli.progress import with_bar
from fitl_cli.signals import unfinished
from fitl_cli.stored import json_option, store_option, stored
from fitl_core.facts.counting import counted
from fitl_core.stores.keeping import BESIDE, backup, every_table, part_of
from fitl_core.table.checking import CheckedTable, checked_at, checked_facts


@click.group("tables", cls=Commands)
def command() -> None:
    """All tables of a store."""


@command.command("check")
@store_option
@jobs_option
@on_option
@json_option
def check(address: str, jobs: int, on: str | None, as_json: bool) -> None:
    """Play every table again by the rules of today, and tell the first fact of each that no longer holds.

    Exit code 1: there is such a table.
    """
    with cluster(on, jobs) as executor, stored(address, as_json) as store:
        names = list(every_table(store))
        if executor is None:
            done = each(partial(checked_at, address), names, jobs)
        else:  # the cluster may not reach the store: it gets the facts
            done = each_by(executor, checked_facts, ((name, store.read(name)) for name in names))
        found = list(with_bar(done, len(names), as_json))
    broken = [one for one in found if not one.holds]
    if as_json:
        say_json({"tables": len(found), "broken": broken})
    else:
        for one in broken:
            say(_line(one))
        told = f"{len(broken)} no longer hold" if broken else "all hold"
        say(f"{counted(len(found), 'table')}: {paint().red(told) if broken else paint().green(told)}")
    leave(ILLEGAL if broken else 0)


def _line(one: CheckedTable) -> str:
    where = f"event {one.line} (fact {one.fact})" if one.line else f"fact {one.fact}"
    rule = f"{one.rule}: " if one.rule else ""
    return f"{one.table}: {where}: {rule}{one.message}"


@command.command("late")
@store_option
@json_option
def late(address: str, as_json: bool) -> None:
    """List the tables at which somebody has not decided by the table's deadline."""
    from datetime import UTC, datetime

    from fitl_core.table.notices import overdue
    from fitl_core.table.tables import Tables

    with stored(address, as_json) as store:
        found = list(overdue(Tables(store), datetime.now(UTC)))
    if as_json:
        say_json({"late": found})
    for one in found if not as_json else ():
        say(f"{one.table}  {', '.join(one.asked.seats)}: due {one.asked.due}")


@command.command("backup")
@click.argument("file")
@store_option
@json_option
def back_up(file: str, address: str, as_json: bool) -> None:
    """Write all tables into a new SQLite file, while they are in use. It is a store as any other."""
    part = str(part_of(file))
    unfinished.update([part, *[part + end for end in BESIDE]])
    with stored(address, as_json) as store:
        backup(store, file)
        number = sum([1 for _ in every_table(store)])
    if as_json:
        say_json({"file": file, "tables": number})
    else:
        say(f"{file}: {counted(number, 'table')}")


@command.command("copy")
@click.argument("to")
@store_option
@json_option
def copy(to: str, address: str, as_json: bool) -> None:
    """Copy all tables into another store: to a server, or back from a backup."""
    from fitl_core.stores.keeping import copy_tables

    with stored(address, as_json) as store, stored(to, as_json, create=True) as target:
        number = copy_tables(store, target)
    if as_json:
        say_json({"to": to, "tables": number})
    else:
        say(f"{counted(number, 'table')} now at {to}")
