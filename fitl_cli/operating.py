"""Commands of `fitl tables` for the operator of a server: delete tables, ban addresses, set quotas."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime

import click
import msgspec

from fitl_cli.given_stores import at_tables, json_option, store_option, stored
from fitl_cli.output import ILLEGAL, USAGE, Failure, leave, say, say_json
from fitl_core.facts.counting import counted
from fitl_core.table.admission import (
    Admission,
    Quota,
    lift_ban,
    network_of,
    read_admission,
    set_ban,
    set_quota,
    tables_by_place,
)
from fitl_core.table.tables import Tables


class TableToDelete(msgspec.Struct, frozen=True):
    """A table that is to be deleted: the numbers of its facts and links, and the names of its people."""

    table: str
    facts: int
    links: int
    names: tuple[str, ...]


@click.command("delete")
@click.argument("names", metavar="TABLE...", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Ask no question.")
@store_option
@json_option
def delete(names: tuple[str, ...], address: str, yes: bool, as_json: bool) -> None:
    """Delete tables with everything that is kept of them: facts, snapshot, links, names of people.

    Servers refuse the table at once, and end its streams. Its name and the date are kept, and no other table
    gets the name. Only a backup can restore it: `fitl tables copy`. The command asks before it deletes; with
    --json it needs --yes. If there is no table of a name, nothing is deleted. Exit code 1: you declined.
    """
    with at_tables(address, as_json) as tables:
        found = [_described(tables, name) for name in dict.fromkeys(names)]
        if not yes:
            _confirm(found, as_json)
        for one in found:
            tables.delete(one.table)
    if as_json:
        say_json({"deleted": found})
    else:
        say("\n".join([f"deleted {_line(one)}" for one in found]))


def _described(tables: Tables, name: str) -> TableToDelete:
    """Describe a table without reading its facts: a damaged one can be deleted too. Raises `Unknown`."""
    facts = tables.version(name)
    links = sum([key.startswith("link ") for key in tables.store.aside(name)])
    return TableToDelete(name, facts, links, tuple(sorted(tables.names(name).values())))


def _line(one: TableToDelete) -> str:
    people = f", names {', '.join(one.names)}" if one.names else ""
    return f"{one.table}: {counted(one.facts, 'fact')}, {counted(one.links, 'link')}{people}"


def _confirm(found: list[TableToDelete], as_json: bool) -> None:
    """Ask at the terminal whether the tables shall be deleted. End the command if not."""
    if as_json or sys.stdin is None or not sys.stdin.isatty():
        raise Failure("this is no terminal to ask on: --yes deletes without a question", USAGE)
    from fitl_cli.prompts import Ended, Prompt

    say("\n".join([_line(one) for one in found]))
    try:
        answer = Prompt().ask(f"delete {counted(len(found), 'table')} for good? yes or no", ("yes", "no"))
    except Ended:
        answer = "no"
    if answer.lower() not in ("y", "yes"):
        say("nothing is deleted")
        leave(ILLEGAL)


@click.command("ban")
@click.argument("networks", metavar="[NETWORK]...", nargs=-1)
@click.option("--lift", is_flag=True, help="Lift these bans.")
@click.option("--why", default="", metavar="TEXT", help="A note for yourself; players do not see it.")
@store_option
@json_option
def ban(networks: tuple[str, ...], lift: bool, why: str, address: str, as_json: bool) -> None:
    """Ban addresses (192.0.2.7) or networks (192.0.2.0/24), and list all bans.

    Servers of the store refuse all API requests of a banned address, from five seconds after this command on.
    To ban one seat, free it (`fitl table seat TABLE SEAT --free`) or make a new link for it (`--link`).

    Exit code 1: a ban to be lifted is not there.
    """
    if lift and not networks:
        raise click.UsageError("name the addresses or networks whose bans shall be lifted")
    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    missing: list[str] = []
    with stored(address, as_json, create=bool(networks) and not lift) as store:
        for network in networks:
            network_of(network)  # all of them, before anything is written
        for network in networks:
            if not lift:
                set_ban(store, network, now, why)
            elif not lift_ban(store, network):
                missing.append(network)
        bans = read_admission(store).bans
    if as_json:
        say_json({"bans": bans, "missing": missing})
    else:
        for network in missing:
            say(f"{network} is not banned")
        for one in bans:
            say(f"{one.network}  since {one.since}" + (f"  {one.why}" if one.why else ""))
        say(counted(len(bans), "ban"))
    leave(ILLEGAL if missing else 0)


_MOST = click.IntRange(min=0)


@click.command("quota")
@click.option("--tables", "total", type=_MOST, metavar="N", help="The most tables in the store; 0: no limit.")
@click.option(
    "--per-address", type=_MOST, metavar="N", help="The most tables opened from one address; 0: no limit."
)
@click.option(
    "--per-table",
    "facts",
    type=_MOST,
    metavar="N",
    help="The most facts of a table, a measure of its log; 0: no limit.",
)
@store_option
@json_option
def quota(total: int | None, per_address: int | None, facts: int | None, address: str, as_json: bool) -> None:
    """Set quotas, and show them with the present numbers.

    Servers of the store follow them from five seconds after this command on; commands on this machine do not.
    All tables in the store count until they are deleted. The address that opens a table is kept only while
    there is a quota for each address, so older tables count for none. A table at its limit can still be
    closed. A random game of the full scenario had 650 facts; people who talk and take moves back need more.
    """
    given = {"tables": total, "per_address": per_address, "facts": facts}
    is_set = any(most is not None for most in given.values())
    with stored(address, as_json, create=is_set) as store:
        for name, most in given.items():
            if most is not None:
                set_quota(store, name, most or None)
        now = read_admission(store)
        used, places = len(store.tables()), tables_by_place(store)
    if as_json:
        say_json({"quota": now.quota, "tables": used, "by_address": dict(places.most_common())})
    else:
        say("\n".join(_quota_lines(now, used, places.most_common(10))))


def _quota_lines(now: Admission, used: int, places: list[tuple[str, int]]) -> Iterator[str]:
    quota: Quota = now.quota
    yield f"tables: {used}, {_most(quota.tables)}"
    yield f"tables from one address: {_most(quota.per_address)}"
    yield from [f"  {place}: {number}" for place, number in places]
    yield f"facts of a table: {_most(quota.facts)}"


def _most(number: int | None) -> str:
    return "no limit" if number is None else f"at most {number}"
