"""Facts and tables as bytes: how a store keeps them, and how old ones are read.

A fact is kept as JSON with the number of its form; one of an older form is brought up to today's by
`_UPCASTS` before it is read. A snapshot is the whole table at a version, and no more than a cache: one of
another form is not read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from fitl_core.errors import FitlError
from fitl_core.stores.port import KeptFact, NewFact, Snapshot
from fitl_core.table.facts import Fact, Recorded, Seat
from fitl_core.table.table_state import TableState

FORM = 1
"""The form in which facts are kept."""


class Unreadable(FitlError):
    """A fact that this program cannot read: of a newer form, or damaged."""

    code = "unreadable-fact"


class _Kept(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A fact as it is kept."""

    form: int
    at: str
    by: Seat
    fact: Fact
    more: bool = False


# Made before any thread decodes: msgspec learns a type once, and not by two threads at one moment.
_DECODER = msgspec.json.Decoder(_Kept)
_SNAPSHOT_DECODER = msgspec.msgpack.Decoder(TableState)

_UPCASTS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""By the form that they begin with: what brings a fact, as JSON, to the next form."""


def kept(recorded: Recorded) -> NewFact:
    """A fact as a store keeps it."""
    kind = recorded.fact.__struct_config__.tag
    body = msgspec.json.encode(_Kept(FORM, recorded.at, recorded.by, recorded.fact, recorded.more))
    return NewFact(str(kind), body)


def read_fact(table: str, fact: KeptFact) -> Recorded:
    """A fact out of a store. Raises `Unreadable`."""
    try:
        found = _DECODER.decode(fact.body) if _is_of_today(fact.body) else _upcast(fact.body)
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise Unreadable(f"table {table}, fact {fact.version} ({fact.kind[:40]}): {error}") from error
    return Recorded(fact.version, found.at, found.by, found.fact, fact.command, found.more)


def _is_of_today(body: bytes) -> bool:
    return body.startswith(b'{"form":%d,' % FORM)


def _upcast(body: bytes) -> _Kept:
    """A fact of an older form, brought up to today's."""
    found = msgspec.json.decode(body)
    form = found["form"]
    while form in _UPCASTS:
        found = _UPCASTS[form](found)
        form += 1
        found["form"] = form
    if form != FORM:
        raise TypeError(f"it is of form {form}; this program reads forms up to {FORM}")
    return msgspec.convert(found, _Kept)


# -- snapshots --------------------------------------------------------------------------------------


def snapshot_of(state: TableState) -> Snapshot:
    """A table at its version, to be kept."""
    return Snapshot(state.version, snapshot_form(), msgspec.msgpack.encode(state))


def read_snapshot(snapshot: Snapshot) -> TableState | None:
    """The table of a snapshot; None for one of another version of the program, or that is damaged."""
    if snapshot.form != snapshot_form():
        return None
    try:
        return _SNAPSHOT_DECODER.decode(snapshot.body)
    except msgspec.MsgspecError:
        return None


@cache
def snapshot_form() -> str:
    """What a snapshot looks like in this version of the program: a fingerprint of its fields."""
    schema = msgspec.json.encode(msgspec.json.schema(TableState), order="deterministic")
    return hashlib.sha256(schema).hexdigest()[:16]
