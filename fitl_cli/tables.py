"""`fitl tables`: all tables of a store: checked, upgraded, or backed up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import click
import msgspec

from fitl_cli import operating
from fitl_cli.app import Commands
from fitl_cli.clusters import cluster, on_option
from fitl_cli.given_stores import json_option, store_option, stored
from fitl_cli.jobs import each, each_by, jobs_option
from fitl_cli.output import ILLEGAL, leave, paint, say, say_json
from fitl_cli.progress_bar import with_bar
from fitl_cli.signals import unfinished
from fitl_core.facts.counting import counted
from fitl_core.facts.release_notes import ReleaseNote
from fitl_core.stores.copying import BESIDE, backup, every_table, part_of
from fitl_core.stores.port import LAYOUT
from fitl_core.table.checking import CheckedTable, checked_at, checked_table, notes_on, with_columns
from fitl_core.table.encoding import NewerFact
from fitl_core.table.stored_tables import stored_table
from fitl_core.table.upgrading import UpgradedTable, expected, upgraded


@click.group("tables", cls=Commands)
def command() -> None:
    """All tables of a store."""


@command.command("check")
@store_option
@jobs_option
@on_option
@json_option
def check(address: str, jobs: int, on: str | None, as_json: bool) -> None:
    """Check every table, and report its first fact that does not hold. Nothing is written.

    Each fact is compared with its link, which shows any change of a fact, each position with its digest,
    each die with its proof, and each snapshot with its digest. Exit code 1: a table does not hold.

    The past stands as it was played, so the exit code stays 0 if only the rules have changed. Each event that
    today's rules judge otherwise is listed with the release note that explains it, and so is the event from
    which on nobody knows the position.
    """
    with cluster(on, jobs) as executor, stored(address, as_json, read_only=True) as store:
        names = list(every_table(store))
        if executor is None:
            done = each(partial(checked_at, address), names, jobs)
        else:  # the cluster may not reach the store: it gets the facts
            facts = each_by(executor, checked_table, (stored_table(store, name) for name in names))
            done = (with_columns(store, one) for one in facts)
        tables = list(with_bar(done, len(names), as_json))
    broken = [one for one in tables if not one.holds]
    if as_json:
        say_json(
            {
                "tables": len(tables),
                "broken": broken,
                "past": [_as_json(one) for one in tables if _has_past(one)],
            }
        )
    else:
        for one in tables:
            if not one.holds:
                say(_line(one))
            for line in past_lines(one):
                say(line)
        newer = _number_of_newer(tables)
        faults = f"{len(broken) - newer} no longer hold" if len(broken) > newer else ""
        faults += f"{', ' if faults and newer else ''}{newer} of a newer version" if newer else ""
        say(
            f"{counted(len(tables), 'table')}: {paint().red(faults) if faults else paint().green('all hold')}"
        )
    leave(ILLEGAL if broken else 0)


def _number_of_newer(found: Sequence[CheckedTable | UpgradedTable]) -> int:
    """Return the number of tables to which a newer version of the program has written."""
    return sum([one.error == NewerFact.code for one in found])


def _line(one: CheckedTable) -> str:
    where = (
        f"event {one.line} (fact {one.fact})" if one.line else f"fact {one.fact}" if one.fact else "snapshot"
    )
    rule = f"{one.rule}: " if one.rule else ""
    return f"{one.table}: {where}: {rule}{one.message}"


def _has_past(one: CheckedTable | UpgradedTable) -> bool:
    """Check whether there is more to say of the past of a table than that it holds."""
    return bool(one.unshown or one.otherwise or (isinstance(one, CheckedTable) and one.unattested))


def _as_json(one: CheckedTable | UpgradedTable) -> dict[str, object]:
    """Return the report on a table as JSON, with the release notes for each event."""
    report: dict[str, object] = msgspec.to_builtins(one)
    if one.otherwise:
        report["otherwise"] = [
            {**msgspec.to_builtins(judged), "notes": [_note(note) for note in notes_on(judged)]}
            for judged in one.otherwise
        ]
    return report


def _note(note: ReleaseNote) -> dict[str, object]:
    return {"release": note.release, "rule": note.rule, "what": note.what}


def past_lines(one: CheckedTable | UpgradedTable) -> Iterator[str]:
    """Yield the remarks on the past of a table, one line for each event."""
    for judged in one.otherwise:
        release = f"rules release {judged.release}" if judged.release else "an unknown rules release"
        verdict = "other effects" if judged.verdict == "effects" else judged.verdict
        rule = f"{judged.rule}: " if judged.rule else ""
        reasons = "".join([f"; release {note.release}: {note.what}" for note in notes_on(judged)])
        where = f"{one.table}: event {judged.line} ({judged.text}), played by {release}"
        yield f"{where}: today {verdict}: {rule}{judged.message}{reasons}"
    if one.unshown:
        way_out = f'its players agree on one (`correct "..."`), or take the event back (`void {one.unshown}`)'
        yield f"{one.table}: from event {one.unshown} on nobody knows the position: {way_out}"
    if isinstance(one, CheckedTable) and one.unattested:
        events = counted(one.unattested, "event")
        yield f"{one.table}: the effects of {events} were computed later, and no older snapshot confirms them"


@command.command("upgrade")
@store_option
@click.option("--dry-run", is_flag=True, help="Report what would be done, and write nothing at all.")
@json_option
def upgrade(address: str, dry_run: bool, as_json: bool) -> None:
    """Keep the effects of every event of older tables, by the rules of this version.

    A store of an older version gets the layout of this one, and then older versions do not open it. An older
    table is played once by today's rules, and the effects of its events are kept with it. From then on
    changes of the rules do not touch these events. An older snapshot confirms the events before it.

    Exit code 1: a table is damaged, or nobody knows its position. The other tables are upgraded.
    """
    from fitl_core.stores.sql_reading import SqlReading

    with stored(address, as_json, read_only=dry_run) as store:
        layout = store.layout if isinstance(store, SqlReading) else LAYOUT
        names = list(every_table(store))
        work = expected if dry_run else upgraded
        tables = list(with_bar(map(partial(work, store), names), len(names), as_json))
    if as_json:
        reports = [_as_json(one) for one in tables]
        say_json({"dry_run": dry_run, "layout": layout, "becomes": LAYOUT, "tables": reports})
    else:
        for line in _upgrade_lines(tables, layout, dry_run):
            say(line)
    leave(ILLEGAL if any(one.error or one.unshown for one in tables) else 0)


def _upgrade_lines(tables: list[UpgradedTable], layout: int, dry_run: bool) -> Iterator[str]:
    """Yield the report on an upgrade in words."""
    if layout != LAYOUT:
        will = "would get" if dry_run else "has got"
        yield f"the store {will} layout {LAYOUT}: programs of layout {layout} do not open it then"
    for one in tables:
        if one.error:
            is_named = one.message.startswith(f"table {one.table}")
            yield paint().red(one.message if is_named else f"{one.table}: {one.message}")
            continue
        lines = counted(one.lines, "event")
        if one.computed:
            yield f"{one.table}: {lines}; effects computed, {one.attested} confirmed by an older snapshot"
        else:
            yield f"{one.table}: {lines}, nothing to do"
        if one.contradicted:
            why = f"the older snapshot at event {one.contradicted} shows another position than today's rules"
            yield paint().red(f"{one.table}: {why}")
        yield from past_lines(one)
    older = sum([bool(one.computed) for one in tables])
    newer = _number_of_newer(tables)
    damaged = sum([bool(one.error) for one in tables]) - newer
    done = "would be upgraded" if dry_run else "upgraded"
    of_newer = f", {newer} of a newer version" if newer else ""
    yield f"{counted(len(tables), 'table')}: {older} {done}, {damaged} damaged{of_newer}"


@command.command("late")
@store_option
@json_option
def late(address: str, as_json: bool) -> None:
    """List the tables at which somebody has not decided by the table's deadline."""
    from datetime import UTC, datetime

    from fitl_core.table.notices import overdue
    from fitl_core.table.tables import Tables

    with stored(address, as_json) as store:
        late_tables = list(overdue(Tables(store), datetime.now(UTC)))
    if as_json:
        say_json({"late": late_tables})
    for one in late_tables if not as_json else ():
        say(f"{one.table}  {', '.join(one.asked.seats)}: due {one.asked.due}")


@command.command("backup")
@click.argument("file")
@store_option
@json_option
def back_up(file: str, address: str, as_json: bool) -> None:
    """Write all tables into a new SQLite file, while they are in use. It is a store as any other.

    The store itself stays as it is. A copy of an older SQLite file keeps its layout.
    """
    part = str(part_of(file))
    unfinished.update([part, *[part + end for end in BESIDE]])
    with stored(address, as_json, read_only=True) as store:
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
    from fitl_core.stores.copying import copy_tables

    with stored(address, as_json) as store, stored(to, as_json, create=True) as target:
        number = copy_tables(store, target)
    if as_json:
        say_json({"to": to, "tables": number})
    else:
        say(f"{counted(number, 'table')} now at {to}")


for one in (operating.delete, operating.ban, operating.quota):
    command.add_command(one)
