"""Exports: a whole table as JSON Lines, including its secrets, to be moved from one store to another.

The first line names the table and holds its side data, without the addresses of players (`wishes`) and
their chat. Every other line is a fact as stores keep it. Read `stored_tables` next.
"""

from __future__ import annotations

import msgspec

from fitl_core.stores.port import KeptFact, Late, Store
from fitl_core.table.chat import is_of_chat
from fitl_core.table.encoding import UnreadableFact, read_fact
from fitl_core.table.fact_fold import opened
from fitl_core.table.refusals import TableError, no_table
from fitl_core.table.stored_tables import insist_on_links
from fitl_core.table.wishes import is_of_wishes

EXPORT_VERSION = "1"
"""The version of the format."""


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
    """Return a table as JSON Lines. Raises `Unknown` if there is none, `Damaged` if its facts changed."""
    facts = store.read(table)
    if not facts:
        raise no_table(table)
    insist_on_links(table, facts)
    aside = {
        key: value for key, value in store.aside(table).items() if not (is_of_wishes(key) or is_of_chat(key))
    }
    lines = [msgspec.json.encode(_Head(EXPORT_VERSION, table, aside))]
    lines += [
        msgspec.json.encode(_Row(fact.version, fact.kind, fact.command, msgspec.Raw(fact.body)))
        for fact in facts
    ]
    return "".join([line.decode() + "\n" for line in lines])


def imported(store: Store, text: str, name: str = "") -> tuple[str, int]:
    """Import a table from an export, under its own or another name. Return its name and version.

    All of it is imported, or nothing. Raises `UnreadableFact` with the line or fact at fault, and
    `TableError` if there is a table of that name. A fact is copied byte by byte: JSON that was formatted
    again does not fit its link.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise UnreadableFact("the export is empty: its first line says which table it is")
    try:
        head = msgspec.json.decode(lines[0], type=_Head)
    except msgspec.MsgspecError as error:
        raise UnreadableFact(f"line 1: this is no export of a table ({error})") from None
    if head.version != EXPORT_VERSION:
        raise UnreadableFact(
            f"line 1: an export of version {head.version}; this program reads {EXPORT_VERSION}"
        )
    table = name or head.table
    facts = [_read_row(number, line) for number, line in enumerate(lines[1:], 2)]
    _insist_on_stream(table, facts)
    try:
        store.take(table, facts)
    except Late:
        raise TableError(f'there is a table "{table[:60]}" already: give another name') from None
    for key, value in head.aside.items():
        if not is_of_wishes(key):
            store.put_aside(table, key, value)
    return table, facts[-1].version


def _read_row(number: int, line: str) -> KeptFact:
    try:
        row = msgspec.json.decode(line, type=_Row)
    except msgspec.MsgspecError as error:
        raise UnreadableFact(f"line {number}: this is no fact of a table ({error})") from None
    return KeptFact(row.version, row.kind, bytes(row.body), row.command)


def _insist_on_stream(table: str, facts: list[KeptFact]) -> None:
    """Raise `UnreadableFact` unless these are all facts of a table from its first on, and can be read."""
    if not facts:
        raise UnreadableFact("line 1: no fact follows it: the export has been cut off")
    for number, fact in enumerate(facts, 1):
        if fact.version != number:
            raise UnreadableFact(f"line {number + 1}: fact {number} is missing: here is fact {fact.version}")
    first, *_ = [read_fact(table, fact) for fact in facts]
    opened(table, first)  # raises if the first fact is not an opening
    insist_on_links(table, facts)
