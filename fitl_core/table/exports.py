"""A whole table as JSON Lines, secrets and all: taken away from one store, and into another.

The first line says what it is and what stands beside the stream; every other is a fact as stores keep it.
"""

from __future__ import annotations

import msgspec

from fitl_core.stores.port import KeptFact, Late, Store
from fitl_core.table.absorbing import opened
from fitl_core.table.keeping import Unreadable, read_fact
from fitl_core.table.refusals import TableError, no_table

EXPORT_VERSION = "1"


class _Head(msgspec.Struct, frozen=True, rename={"version": "fitl-table"}):
    """The first line of an export."""

    version: str
    table: str
    aside: dict[str, str] = {}


class _Row(msgspec.Struct, frozen=True):
    """A fact in an export."""

    version: int
    kind: str
    command: str
    body: msgspec.Raw


def exported(store: Store, table: str) -> str:
    """A table as JSON Lines. Raises `Unknown` where there is none."""
    facts = store.read(table)
    if not facts:
        raise no_table(table)
    lines = [msgspec.json.encode(_Head(EXPORT_VERSION, table, store.aside(table)))]
    lines += [
        msgspec.json.encode(_Row(fact.version, fact.kind, fact.command, msgspec.Raw(fact.body)))
        for fact in facts
    ]
    return "".join([line.decode() + "\n" for line in lines])


def imported(store: Store, text: str, name: str = "") -> tuple[str, int]:
    """Take a table out of an export into a store, called as it was or by another name; its name and version.

    All of it is taken, or nothing. Raises `Unreadable` with the line that is at fault, `TableError` where
    there is a table of that name.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise Unreadable("the export is empty: its first line says which table it is")
    try:
        head = msgspec.json.decode(lines[0], type=_Head)
    except msgspec.MsgspecError as error:
        raise Unreadable(f"line 1: this is no export of a table ({error})") from None
    if head.version != EXPORT_VERSION:
        raise Unreadable(f"line 1: an export of version {head.version}; this program reads {EXPORT_VERSION}")
    table = name or head.table
    facts = [_read_row(number, line) for number, line in enumerate(lines[1:], 2)]
    _insist_on_stream(table, facts)
    try:
        store.take(table, facts)
    except Late:
        raise TableError(f'there is a table "{table[:60]}" already: give another name') from None
    for key, value in head.aside.items():
        store.put_aside(table, key, value)
    return table, facts[-1].version


def _read_row(number: int, line: str) -> KeptFact:
    try:
        row = msgspec.json.decode(line, type=_Row)
    except msgspec.MsgspecError as error:
        raise Unreadable(f"line {number}: this is no fact of a table ({error})") from None
    return KeptFact(row.version, row.kind, bytes(row.body), row.command)


def _insist_on_stream(table: str, facts: list[KeptFact]) -> None:
    """Raise `Unreadable` unless these are the facts of a table from its first on, and can be read."""
    if not facts:
        raise Unreadable("line 1: behind it stands no fact: the export has been cut off")
    for number, fact in enumerate(facts, 1):
        if fact.version != number:
            raise Unreadable(f"line {number + 1}: fact {number} is missing: here is fact {fact.version}")
    first, *_ = [read_fact(table, fact) for fact in facts]
    opened(table, first)  # raises where it is not that of an opening
