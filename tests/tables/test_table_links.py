"""No stored fact changes unseen: each is linked to the one before, and each snapshot has its digest."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from seated import HIT, Seated

from fitl_core import FitlError, Setup
from fitl_core.stores.copying import backup, copy_tables
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import KeptFact
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.checking import CheckedTable, checked, checked_table, with_columns
from fitl_core.table.commands import GiveOrder, SubmitComment
from fitl_core.table.encoding import FORM, is_sound, read_snapshot, snapshot_of
from fitl_core.table.exports import exported, imported
from fitl_core.table.links import Chain, Damaged
from fitl_core.table.stored_tables import StoredTable, stored_table
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables

FIXTURES = sorted((Path(__file__).parents[2] / "fixtures/tables").glob("form-*.jsonl"))


@pytest.fixture(scope="module")
def stored() -> StoredTable:
    """A table at which people moved, spoke, and have secrets, with a snapshot."""
    seated = Seated(Setup("short"), HIT)
    seated.do("VC", GiveOrder("VC: waive"), key="k1")
    seated.do("US", SubmitComment("good luck, everybody"))
    seated.do("VC", "VC pass", key="k2")
    seated.do("NVA", SubmitComment("Sài Gòn"), key="k3")
    seated.tables.store.keep_snapshot(seated.name, snapshot_of(seated.state))
    return stored_table(seated.tables.store, seated.name)


def of(stored: StoredTable, facts: list[KeptFact]) -> StoredTable:
    """The table with other facts."""
    return msgspec.structs.replace(stored, facts=facts)


def put(stored: StoredTable) -> MemoryStore:
    """A store that has the facts as they are."""
    store = MemoryStore()
    store._streams[stored.table] = list(stored.facts)
    if stored.snapshot is not None:
        store._snapshots[stored.table] = stored.snapshot
    return store


def flipped(raw: bytes) -> Iterator[bytes]:
    """Bytes with one bit that is another, for each bit."""
    for place in range(len(raw)):
        for bit in range(8):
            yield raw[:place] + bytes([raw[place] ^ 1 << bit]) + raw[place + 1 :]


def refused(stored: StoredTable, fact: int) -> None:
    """Check that the table's check and its opening name this fact, and that it refuses all commands."""
    found = checked_table(stored)
    assert (found.holds, found.fact, found.error) == (False, fact, "damaged-table"), found
    assert f"fact {fact}" in found.message and "backup" in found.message
    with pytest.raises(Damaged) as error:
        Tables(put(stored)).state(stored.table)
    assert error.value.fact == fact


def test_each_bit_of_a_fact(stored: StoredTable) -> None:
    """A changed bit of a fact's body, kind or command is reported with the fact."""
    chain = Chain()
    for fact in stored.facts:
        after = chain.to(stored.table, fact)
        for body in flipped(fact.body):
            with pytest.raises(Damaged) as error:
                chain.to(stored.table, msgspec.structs.replace(fact, body=body))
            assert error.value.fact == fact.version
        for field in ("kind", "command"):
            for raw in flipped(getattr(fact, field).encode()):
                changed = {field: raw.decode(errors="replace")}
                with pytest.raises(Damaged):
                    chain.to(stored.table, msgspec.structs.replace(fact, **changed))
        chain = after


@pytest.mark.parametrize("place", [0, 1, 5, 10, -2, -1])
def test_a_changed_fact_is_named_and_the_table_not_opened(stored: StoredTable, place: int) -> None:
    """Before its snapshot as after it: a snapshot hides no damage of the facts."""
    number = range(len(stored.facts))[place]
    for body in list(flipped(stored.facts[number].body))[::397]:
        facts = list(stored.facts)
        facts[number] = msgspec.structs.replace(facts[number], body=body)
        refused(of(stored, facts), number + 1)


def test_facts_that_are_missing_doubled_swapped_or_of_another_table(stored: StoredTable) -> None:
    """The first that stands where it should not is named, the end of the stream too."""
    facts = stored.facts

    def numbered(rows: list[KeptFact]) -> list[KeptFact]:
        return [msgspec.structs.replace(row, version=number) for number, row in enumerate(rows, 1)]

    other = Seated(Setup("short"), seed=9)
    foreign = other.tables.store.read(other.name)
    refused(of(stored, [*facts[:4], *facts[5:]]), 5)
    refused(of(stored, numbered([*facts[:4], *facts[5:]])), 5)
    refused(of(stored, numbered([*facts[:4], facts[3], *facts[4:]])), 5)
    refused(of(stored, numbered([*facts[:4], facts[5], facts[4], *facts[6:]])), 5)
    refused(of(stored, [*facts[:4], foreign[4], *facts[5:]]), 5)
    refused(of(stored, [*facts[1:]]), 1)
    found = checked_table(of(stored, facts[:-2]))
    assert (found.holds, found.fact) == (False, len(facts) - 1)


def test_a_fact_written_anew_does_not_fit(stored: StoredTable) -> None:
    """Without its link, with the link of another, or with the same JSON in other bytes."""
    place = next(n for n, fact in enumerate(stored.facts) if b"good luck" in fact.body)
    fact, before = stored.facts[place], stored.facts[place - 1]
    bare = fact.body[: fact.body.index(b',"link"')]
    for body in (
        bare + b"}",
        bare + before.body[before.body.index(b',"link"') :],
        json.dumps(json.loads(fact.body)).encode(),
        bare.replace(b"good luck", b"bad luck") + fact.body[len(bare) :],
        bare.replace(b'"form":3', b'"form":1') + b"}",
    ):
        facts = list(stored.facts)
        facts[place] = msgspec.structs.replace(fact, body=body)
        refused(of(stored, facts), place + 1)


def test_each_bit_of_a_snapshot(stored: StoredTable) -> None:
    """A changed bit of a snapshot is reported, and the table is opened from its facts."""
    snapshot = stored.snapshot
    assert snapshot is not None and is_sound(stored.table, snapshot)
    sample = [*range(400), *range(400, 8 * len(snapshot.body), 97)]
    bodies = list(flipped(snapshot.body))
    damaged = [msgspec.structs.replace(snapshot, body=bodies[place]) for place in sample]
    damaged += [
        msgspec.structs.replace(snapshot, form=raw.decode(errors="replace"))
        for raw in flipped(snapshot.form.encode())
    ]
    damaged += [msgspec.structs.replace(snapshot, version=snapshot.version ^ 1 << bit) for bit in range(31)]
    for one in damaged:
        assert not is_sound(stored.table, one) and read_snapshot(stored.table, one) is None
    for one in damaged[::25]:
        table = msgspec.structs.replace(stored, snapshot=one)
        found = checked_table(table)
        assert (found.holds, found.fact, found.error) == (False, 0, "damaged-snapshot")
        assert Tables(put(table)).state(stored.table) == Tables(put(of(stored, stored.facts))).state(
            stored.table
        )
    assert not is_sound("another", snapshot)


def test_a_snapshot_of_other_facts_is_not_believed(stored: StoredTable) -> None:
    """A sound snapshot whose links are not those of the stream is ignored: the facts decide."""
    state = Tables(put(stored)).state(stored.table)
    strange = msgspec.structs.replace(state, link="0" * 64, rolled=99)
    table = msgspec.structs.replace(stored, snapshot=snapshot_of(strange))
    assert Tables(put(table)).state(stored.table) == state
    later = msgspec.structs.replace(state, version=state.version + 40)
    table = msgspec.structs.replace(stored, snapshot=snapshot_of(later))
    assert Tables(put(table)).state(stored.table) == state


def test_copies_keep_the_links(stored: StoredTable, tmp_path: Path) -> None:
    """Backup, copy, export and import under another name; names of people may be erased."""
    store = put(stored)
    tables = Tables(store)
    tables.set_name(stored.table, "US", "Ann")
    tables.set_name(stored.table, "US", None)
    backup(store, tmp_path / "copy.db")
    copied, target = open_store(tmp_path / "copy.db"), MemoryStore()
    copy_tables(copied, target)
    imported(target, exported(copied, stored.table), "other")
    for where, name in ((copied, stored.table), (target, stored.table), (target, "other")):
        assert checked(where, name).holds
        Tables(where).do(name, "US", SubmitComment("on"), seen=where.version(name))
        assert checked(where, name).holds
    copied.close()


def test_a_damaged_table_is_neither_taken_out_nor_in(stored: StoredTable) -> None:
    """An export is refused, and one that was changed on the way; nothing is taken."""
    facts = list(stored.facts)
    facts[6] = msgspec.structs.replace(facts[6], command="x")
    with pytest.raises(Damaged, match="at fact 7"):
        exported(put(of(stored, facts)), stored.table)
    text = exported(put(stored), stored.table).replace("good luck", "bad luck")
    store = MemoryStore()
    with pytest.raises(Damaged):
        imported(store, text)
    assert store.tables() == []


@pytest.mark.parametrize("column", ["kind", "body", "command", "version"])
def test_a_bit_in_a_sqlite_file(stored: StoredTable, tmp_path: Path, column: str) -> None:
    """Text that is no text any more is named as all else, and other tables are served."""
    whole, path = tmp_path / "whole.db", tmp_path / "tables.db"
    store = open_store(whole)
    store.take("t", stored.facts)
    Tables(store).open(Setup("short"), table="whole")
    store.close()
    for number in range(1, len(stored.facts) + 1, 5):
        shutil.copy(whole, path)
        db = sqlite3.connect(path)
        query = (
            f"SELECT fact.{column} FROM fact JOIN stream ON id = stream WHERE name = 't' AND fact.version = ?"
        )
        (value,) = db.execute(query, (number,)).fetchone()
        raw = value if isinstance(value, bytes) else str(value).encode() or b"x"
        changed = number ^ 64 if column == "version" else bytes([raw[0] ^ 128]) + raw[1:]
        cast = "?" if column in ("body", "version") else "CAST(? AS TEXT)"
        which = "WHERE version = ? AND stream = (SELECT id FROM stream WHERE name = 't')"
        db.execute(f"UPDATE fact SET {column} = {cast} {which}", (changed, number))
        db.commit()
        db.close()
        store = open_store(path)
        found, tables = checked(store, "t"), Tables(store)
        assert (found.holds, found.fact, found.error) == (False, number, "damaged-table"), found
        with pytest.raises(Damaged):
            tables.state("t")
        assert tables.state("whole").version == 2 and checked(store, "whole").holds
        store.close()


def test_the_columns_of_a_sqlite_file(stored: StoredTable, tmp_path: Path) -> None:
    """A count of facts that is too low, and facts of a command in another order, are found."""
    path = tmp_path / "tables.db"
    store = open_store(path)
    store.take("t", stored.facts)
    last = stored.facts[-1].version
    commands = Counter(fact.command for fact in stored.facts if fact.command)
    (command,) = [name for name, number in commands.items() if number > 1][:1]
    first = next(fact.version for fact in stored.facts if fact.command == command)
    assert checked(store, "t").holds
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE stream SET version = version - 1")
        db.commit()
        found = checked(store, "t")
        assert (found.holds, found.fact, found.error) == (False, last, "damaged-table")
        assert f"the store counts {last - 1} facts only" in found.message
        db.execute("UPDATE stream SET version = version + 1")
        db.execute("UPDATE fact SET part = 99 WHERE version = ?", (first,))
        db.commit()
        found = with_columns(store, checked_table(stored_table(store, "t")))
        assert (found.holds, found.fact, found.error) == (False, first, "damaged-table")
    store.close()


# -- tables from before -----------------------------------------------------------------------------


def old_table() -> tuple[MemoryStore, str]:
    """The beginning of a game that was written before facts had links."""
    lines = FIXTURES[0].read_text(encoding="utf-8").split("\n")
    store = MemoryStore()
    return store, imported(store, "\n".join(lines[:80]))[0]


def test_a_table_from_before_gets_its_links_at_the_next_write() -> None:
    """A table from before is checked as it is; its next fact is a hash of all earlier facts too."""
    store, table = old_table()
    before = store.read(table)
    assert not any(b'"link"' in fact.body for fact in before)
    tables = Tables(store)
    assert checked(store, table).holds
    tables.do(table, "US", SubmitComment("on"), seen=store.version(table))
    assert tables.state(table).is_linked
    assert store.read(table)[: len(before)] == before  # nothing is rewritten
    assert Tables(store).state(table) == tables.state(table)
    stored = stored_table(store, table)
    found = _found(stored, range(0, len(before), 7))
    assert all(not one.holds and one.error == "damaged-table" for one in found) and len(found) > 400
    number = len(before) + 1
    assert all(
        one.fact == number and f"fact {number}" in one.message
        for one in found
        if "one of those" in one.message
    )


def _found(stored: StoredTable, numbers: range) -> list[CheckedTable]:
    """Verdicts of the check on some facts, each with one bit flipped."""
    found = []
    for number in numbers:
        for body in list(flipped(stored.facts[number].body))[::61]:
            facts = list(stored.facts)
            facts[number] = msgspec.structs.replace(facts[number], body=body)
            found.append(checked_table(of(stored, facts)))
    return found


def test_links_that_have_begun_do_not_end() -> None:
    """A fact of the older form cannot follow a linked one."""
    store, table = old_table()
    last = store.read(table)[-1]
    Tables(store).do(table, "US", SubmitComment("on"), seen=store.version(table))
    version = store.version(table)
    store._streams[table].append(msgspec.structs.replace(last, version=version + 1))
    with pytest.raises(Damaged, match="has no link"):
        Tables(store).state(table)


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.stem)
def test_streams_of_every_form_hold(fixture: Path) -> None:
    """A stream as each form was written opens and is sound; one without steps gets them, linked."""
    store = MemoryStore()
    table, version = imported(store, fixture.read_text(encoding="utf-8"))
    has_steps = fixture.stem not in ("form-1", "form-2")
    assert checked(store, table).holds
    state: TableState = Tables(store).state(table)
    assert (state.version, state.is_linked, state.is_kept) == (version + (not has_steps), True, True)
    assert checked(store, table).holds


def test_every_form_has_a_fixture() -> None:
    """`tests/tables/released_stream.py` writes the fixture of the current form."""
    assert [path.stem for path in FIXTURES] == [f"form-{number}" for number in range(1, FORM + 1)]


def test_what_is_remembered_goes_on_only_with_what_fits(stored: StoredTable) -> None:
    """A table that is open is not gone on with by a fact from elsewhere."""
    store = put(stored)
    tables = Tables(store)
    tables.state(stored.table)
    strange = msgspec.structs.replace(stored.facts[5], version=len(stored.facts) + 1)
    store._streams[stored.table].append(strange)
    for ask in (lambda: tables.state(stored.table), lambda: tables.facts(stored.table, None)):
        with pytest.raises(FitlError, match=f"damaged at fact {len(stored.facts) + 1}"):
            ask()
