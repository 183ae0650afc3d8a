"""Facts and tables as bytes: the form in which a store keeps them, and the reading of older forms.

A fact is kept as JSON with the number of its form, its first field. A fact of an older form is first
converted by `_UPCASTS`; one of a newer form is refused. In every form, the last field is the link to the fact
before (`links`). A snapshot is the whole table at a version. It is only a cache: a snapshot of another form,
or one that does not fit its digest, is ignored. Read `links` next.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from fitl_core.errors import FitlError, Portable
from fitl_core.stores.port import KeptFact, NewFact, Snapshot
from fitl_core.table.facts import Fact, Recorded, Seat
from fitl_core.table.kept_steps import KeptStep
from fitl_core.table.table_state import TableState

FORM = 5
"""The form in which facts are kept. Form 1 had no links, and no hashes of commands. Form 2 had no steps. Form
3 had moves as they were typed, form 4 their canonical actions with the typed texts. Form 5 has votes on late
seats, vacations, and symbols of cards."""
SNAPSHOTS = b"fitl snapshot 1 "
"""The first bytes of a snapshot; its digest follows."""


class UnreadableFact(FitlError):
    """A fact that this program cannot read: it is of a newer form, or damaged. `fact` is 0 if its number is
    unknown.
    """

    code = "unreadable-fact"

    def __init__(self, message: str, table: str = "", fact: int = 0) -> None:
        super().__init__(message)
        self.table: str = table
        self.fact: int = fact


class NewerFact(UnreadableFact):
    """A fact that a newer version of the program wrote: of a newer form, of another kind, with other fields,
    or of a newer rules release.

    This program writes nothing to its table, and serves the other tables.
    """

    code = "newer-fact"


class DamagedSnapshot(FitlError):
    """A stored snapshot that does not fit its digest. It is ignored, and the facts are sound."""

    code = "damaged-snapshot"


class _NewerForm(Portable, Exception):
    """A fact of a form that this program does not know."""


class _Kept(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A fact as it is kept.

    `told` is the hash of the command, in the first fact of a command with a key. `link` is the last field.
    """

    form: int
    at: str
    by: Seat
    fact: Fact
    more: bool = False
    told: str = ""
    step: KeptStep | None = None
    link: str = ""


# The decoders are made at import because msgspec must not learn a type in two threads at once.
_DECODER = msgspec.json.Decoder(_Kept)
_WRITTEN = re.compile(rb'\{"form":([0-9]{1,3}),')
_SNAPSHOT_DECODER = msgspec.msgpack.Decoder(TableState)


def _unchanged(fact: dict[str, Any]) -> dict[str, Any]:
    """Return a fact that the next form writes alike, if it has no field that is new there."""
    return fact


_UPCASTS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: _unchanged,
    2: _unchanged,
    3: _unchanged,
    4: _unchanged,
}
"""The conversions of a fact, as JSON, to the next form, by the form that they begin with."""


def encode_fact(recorded: Recorded, command_hash: str = "") -> NewFact:
    """Return a fact as a store keeps it, without its link. `command_hash` is the hash of its command."""
    kind = recorded.fact.__struct_config__.tag
    body = msgspec.json.encode(
        _Kept(FORM, recorded.at, recorded.by, recorded.fact, recorded.more, command_hash, recorded.step)
    )
    return NewFact(str(kind), body)


def read_fact(table: str, fact: KeptFact) -> Recorded:
    """Return the fact of a store. Raises `UnreadableFact`."""
    kept = _read(table, fact)
    return Recorded(fact.version, kept.at, kept.by, kept.fact, fact.command, kept.more, kept.step)


def command_hash_in(table: str, fact: KeptFact) -> str:
    """Return the hash of the command that made a fact; "" without a key, and in later facts of a command.

    Raises `UnreadableFact`.
    """
    return _read(table, fact).told


def _read(table: str, fact: KeptFact) -> _Kept:
    try:
        return _DECODER.decode(fact.body) if _is_of_today(fact.body) else _upcast(fact.body)
    except _NewerForm as error:
        raise newer_fact(table, fact, str(error)) from None
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError, RecursionError) as error:
        if isinstance(error, msgspec.ValidationError) and _is_of_today(fact.body):
            raise newer_fact(table, fact, str(error)) from error
        why = f"table {table}, fact {fact.version} ({fact.kind[:40]}): {error}"
        raise UnreadableFact(why, table, fact.version) from error


def newer_fact(table: str, fact: KeptFact, why: str) -> NewerFact:
    """Return the error for a fact that a newer version of the program wrote."""
    message = f"table {table}, fact {fact.version} ({fact.kind[:40]}): a newer version of fitl wrote it"
    return NewerFact(f"{message}: upgrade this program ({why})", table, fact.version)


def _is_of_today(body: bytes) -> bool:
    return body.startswith(b'{"form":%d,' % FORM)


def has_steps(fact: KeptFact) -> bool:
    """Check whether a fact is of a form in which lines carry their steps."""
    return not fact.body.startswith((b'{"form":1,', b'{"form":2,'))


def _upcast(body: bytes) -> _Kept:
    """Return a fact of an older form, converted to today's form."""
    written = _WRITTEN.match(body)
    if written is not None and _is_read_alike(int(written[1])):
        return _DECODER.decode(body)
    fields = msgspec.json.decode(body)
    form = fields["form"]
    if type(form) is int and form > FORM:
        raise _NewerForm(f"it is of form {form}; this program reads forms up to {FORM}")
    while form in _UPCASTS:
        fields = _UPCASTS[form](fields)
        form += 1
        fields["form"] = form
    if form != FORM:
        raise TypeError(f"it is of form {form}; this program reads forms 1 to {FORM}")
    return msgspec.convert(fields, _Kept)


def _is_read_alike(form: int) -> bool:
    """Check whether facts of an older form can be read as those of today."""
    return form < FORM and all(_UPCASTS.get(one) is _unchanged for one in range(form, FORM))


# -- snapshots --------------------------------------------------------------------------------------


def snapshot_of(state: TableState) -> Snapshot:
    """Return the snapshot of a table at its version: the digest, then the table."""
    body, form = msgspec.msgpack.encode(state), snapshot_form()
    return Snapshot(state.version, form, SNAPSHOTS + _digest(state.table, state.version, form, body) + body)


def insist_on_sound(table: str, snapshot: Snapshot) -> None:
    """Raise `DamagedSnapshot` unless a snapshot fits its digest. One of an older form may have none."""
    if not is_sound(table, snapshot):
        raise DamagedSnapshot(f"the snapshot at version {snapshot.version} is damaged: it is not used")


def is_sound(table: str, snapshot: Snapshot) -> bool:
    """Check whether a snapshot fits its digest. One of an older form may have none."""
    if not snapshot.body.startswith(SNAPSHOTS):
        return snapshot.form != snapshot_form()
    digest, body = _parted(snapshot.body)
    return digest == _digest(table, snapshot.version, snapshot.form, body)


def read_snapshot(table: str, snapshot: Snapshot) -> TableState | None:
    """Return the table of a snapshot. Return None if it is damaged or of another version of the program."""
    if snapshot.form != snapshot_form() or not is_sound(table, snapshot):
        return None
    try:
        return _SNAPSHOT_DECODER.decode(_parted(snapshot.body)[1])
    except msgspec.MsgspecError:
        return None


def body_of(snapshot: Snapshot) -> bytes:
    """Return the encoded table of a snapshot of any form, without its digest."""
    return _parted(snapshot.body)[1] if snapshot.body.startswith(SNAPSHOTS) else snapshot.body


def _parted(body: bytes) -> tuple[bytes, bytes]:
    """Return the digest of a snapshot, and the table over which it was made."""
    begins = len(SNAPSHOTS) + hashlib.sha256().digest_size
    return body[len(SNAPSHOTS) : begins], body[begins:]


def _digest(table: str, version: int, form: str, body: bytes) -> bytes:
    return hashlib.sha256(msgspec.json.encode((table, version, form)) + b"\n" + body).digest()


@cache
def snapshot_form() -> str:
    """Return the form of snapshots in this version of the program: a hash of their fields and of all facts.

    So a version with other facts does not use them: it has to read the facts before a snapshot.
    """
    schemas, components = msgspec.json.schema_components([TableState, _Kept])
    hashed = msgspec.json.encode((FORM, schemas, components), order="deterministic")
    return hashlib.sha256(hashed).hexdigest()[:16]
