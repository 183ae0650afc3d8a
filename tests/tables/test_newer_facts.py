"""A process writes nothing to a table with facts newer than it knows, and serves all other tables."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from seated import HIT, Seated

from fitl_core import Setup
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import KeptFact, NewFact, Store, StoreError
from fitl_core.stores.store_addresses import open_store
from fitl_core.table import encoding
from fitl_core.table.checking import checked
from fitl_core.table.commands import Submit, SubmitComment
from fitl_core.table.encoding import FORM, NewerFact, UnreadableFact, snapshot_form, snapshot_of
from fitl_core.table.kept_steps import KeptStep, packed, unpacked
from fitl_core.table.links import Chain, Damaged
from fitl_core.table.notices import overdue
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import tables_of

Change = Callable[[dict[str, Any]], dict[str, Any]]


def of_newer_form(body: dict[str, Any]) -> dict[str, Any]:
    """A fact of the next form."""
    return {**body, "form": FORM + 1}


def with_new_field(body: dict[str, Any]) -> dict[str, Any]:
    """A fact of today's form with a field that today's program does not know."""
    return {**body, "fact": {**body["fact"], "mood": "good"}}


def of_new_kind(body: dict[str, Any]) -> dict[str, Any]:
    """A fact of today's form and of a kind that today's program does not know."""
    return {**body, "fact": {"fact": "applauded", "seat": "US"}}


def of_newer_release(body: dict[str, Any]) -> dict[str, Any]:
    """A line that the rules of the next release played."""
    return {**body, "step": {**body["step"], "release": RULES_RELEASE + 1}}


NEWER = (of_newer_form, with_new_field, of_new_kind)


def append(store: Store, table: str, change: Change, like: KeptFact | None = None) -> int:
    """Append a changed copy of a fact, of the last one by default, with a sound link. Return its version."""
    chain, last = chain_up_to(store, table)
    body = json.loads((like or last).body)
    body.pop("link")
    raw = json.dumps(change(body), separators=(",", ":"), ensure_ascii=False).encode()
    linked, _ = chain.linked(NewFact((like or last).kind, raw), "")
    return store.append(table, chain.version, [linked])


def chain_up_to(store: Store, table: str) -> tuple[Chain, KeptFact]:
    """Return the links of a table, and its last fact."""
    chain = Chain()
    facts = store.read(table)
    for fact in facts:
        chain = chain.to(table, fact)
    return chain, facts[-1]


def is_refused(tables: Tables, table: str, fact: int) -> NewerFact:
    """Check that a table is not read, and takes no command. Return the error."""
    before = tables.store.read(table)
    with pytest.raises(NewerFact) as refused:
        tables.do(table, "US", SubmitComment("hello"), seen=fact - 1)
    assert tables.store.read(table) == before
    assert (refused.value.table, refused.value.fact) == (table, fact)
    assert f"table {table}, fact {fact}" in refused.value.message
    assert "a newer version of fitl wrote it: upgrade this program" in refused.value.message
    return refused.value


# -- newer facts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", NEWER, ids=lambda change: change.__name__)
def test_a_newer_fact_is_refused_with_the_way_out(change: Change) -> None:
    """Nothing is lost: a program that knows the fact goes on, and so do other tables."""
    seated, other = Seated(Setup("short"), HIT), Seated(Setup("short"), 2)
    store = seated.tables.store
    tables = Tables(store)
    tables.state(seated.name)  # in memory, as in a server that has served it
    fact = append(store, seated.name, change)
    for each in (tables, Tables(store)):
        is_refused(each, seated.name, fact)
        with pytest.raises(NewerFact):
            each.view(seated.name)
    found = checked(store, seated.name)
    assert (found.holds, found.fact, found.error) == (False, fact, "newer-fact")
    other.do("US", SubmitComment("we go on"))


@pytest.mark.parametrize("change", NEWER, ids=lambda change: change.__name__)
def test_a_newer_fact_comes_while_a_command_is_carried_out(
    change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The append comes late; then the fact of the other process is read, and nothing is written after it."""
    seated = Seated(Setup("short"), HIT)
    store = seated.tables.store
    append_now = store.append
    came: list[int] = []

    def late(table: str, version: int, facts: list[NewFact], command: str = "") -> int:
        if not came:
            monkeypatch.undo()
            came.append(append(store, table, change))
        return append_now(table, version, facts, command)

    monkeypatch.setattr(store, "append", late)
    seen = seated.tables.version(seated.name)
    with pytest.raises(NewerFact) as refused:
        seated.tables.do(seated.name, "US", SubmitComment("hello"), seen=seen, key="k")
    assert came == [seen + 1] == [refused.value.fact]
    assert store.version(seated.name) == seen + 1 and not store.of_command(seated.name, "US k")


def test_a_fact_of_an_older_form_that_cannot_be_read_is_no_newer_one() -> None:
    """Only a newer version writes what is strange in today's form. An old fact is unreadable."""
    from fitl_core.table.encoding import read_fact

    with pytest.raises(UnreadableFact) as refused:
        read_fact("t", KeptFact(1, "seated", b'{"form":2,"at":"","by":"","fact":{"fact":"nothing"}}'))
    assert refused.value.code == "unreadable-fact"


def test_a_snapshot_of_a_newer_version_hides_no_newer_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    """It covers the newer fact, and the fields of tables are the same: today's program does not use it."""
    seated = Seated(Setup("short"), HIT)
    store = seated.tables.store
    with monkeypatch.context() as later:
        later.setattr(encoding, "FORM", FORM + 1)
        later.setitem(encoding._UPCASTS, FORM, lambda fact: fact)
        snapshot_form.cache_clear()
        seated.do("US", SubmitComment("written by a later version"))
        store.keep_snapshot(seated.name, snapshot_of(seated.state))
    snapshot_form.cache_clear()
    is_refused(Tables(store), seated.name, store.version(seated.name))


# -- a newer rules release --------------------------------------------------------------------------


def test_a_line_of_a_newer_release_is_shown_and_not_continued() -> None:
    """The table opens and shows the line; a command and the check name its fact. The others go on."""
    seated, other = Seated(Setup("short"), HIT), Seated(Setup("short"), 2)
    seated.do("VC", "VC pass")
    store = seated.tables.store
    lines = [fact for fact in store.read(seated.name) if b'"event":"pass"' in fact.body.replace(b" ", b"")]
    (played,) = [fact for fact in lines if b'"step"' in fact.body]
    facts = store.read(seated.name)
    copy = MemoryStore()
    copy.take(seated.name, relinked(seated.name, facts, played.version, of_newer_release))
    tables = Tables(copy)
    assert tables.state(seated.name).lines == seated.state.lines
    assert tables.view(seated.name).lines == seated.tables.view(seated.name).lines
    before = copy.read(seated.name)
    with pytest.raises(NewerFact) as refused:
        tables.do(seated.name, "VC", SubmitComment("hello"), seen=tables.version(seated.name))
    assert copy.read(seated.name) == before and refused.value.fact == played.version
    assert f"rules release {RULES_RELEASE + 1} played event" in refused.value.message
    found = checked(copy, seated.name)
    line = next(number for number, one in enumerate(seated.lines, 1) if "pass" in one)
    assert (found.holds, found.fact, found.line, found.error) == (False, played.version, line, "newer-fact")
    assert found.otherwise == ()
    other.do("US", SubmitComment("we go on"))


# -- damage -----------------------------------------------------------------------------------------


def relinked(table: str, facts: list[KeptFact], number: int, change: Change) -> list[KeptFact]:
    """Return facts of which one is changed, with sound links, as a faulty program might write them."""
    chain, found = Chain(), []
    for fact in facts:
        body = json.loads(fact.body)
        body.pop("link", None)
        if fact.version == number:
            body = change(body)
        raw = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
        new, chain = chain.linked(NewFact(fact.kind, raw), fact.command)
        found.append(KeptFact(fact.version, fact.kind, new.body, fact.command))
    return found


def with_step(**changes: object) -> Change:
    """Change the step of a fact."""

    def change(body: dict[str, Any]) -> dict[str, Any]:
        step = msgspec.structs.replace(msgspec.convert(body["step"], KeptStep), **changes)
        return {**body, "step": msgspec.to_builtins(step)}

    return change


@pytest.fixture(scope="module")
def attacked() -> Seated:
    """A table with a move that has effects."""
    seated = Seated(Setup("short"), HIT)
    seated.do("VC", "VC attack BDi BDi-2at")
    return seated


def damages(step: KeptStep) -> list[Change]:
    """Effects that cannot be read, are cut off, or are of pieces that are not there."""
    twice = packed(unpacked(step.effects) * 9)
    return [with_step(effects=one) for one in (b"no effects", step.effects[:-1], twice)]


@pytest.mark.parametrize("kind", range(3))
def test_effects_that_do_not_fit_are_named(attacked: Seated, kind: int) -> None:
    """The table and the fact are named; the table takes no command, and the other tables are served."""
    store, name = MemoryStore(), attacked.name
    facts = attacked.tables.store.read(name)
    (last,) = [fact for fact in facts if fact.kind == "move-ended"]
    store.take(name, relinked(name, facts, last.version, damages(attacked.state.steps[-1])[kind]))
    tables = tables_of(2, store)
    other = tables.open(Setup("short"), table="other", deadline=1).table
    for look in (tables.state, tables.view, tables.log, tables.facts):
        with pytest.raises(
            Damaged, match=f"table {name} is damaged at fact {last.version}: it .move-ended. does"
        ):
            look(name)
    with pytest.raises(Damaged):
        tables.do(name, "VC", Submit("NVA pass"), seen=last.version)
    found = checked(store, name)
    assert (found.holds, found.fact, found.line) == (False, last.version, len(attacked.state.lines))
    assert checked(store, other).holds and tables.state(other).status == "gathering"
    with pytest.raises(Damaged):
        list(overdue(tables, datetime.now(UTC)))


@pytest.mark.parametrize("start", [b"", b"nothing", b"x\x9c"])
def test_a_start_that_cannot_be_read_is_named(attacked: Seated, start: bytes) -> None:
    """The whole position at the start of play is kept with the sealing of the deck."""
    store, name = MemoryStore(), attacked.name
    facts = attacked.tables.store.read(name)
    (sealed,) = [fact for fact in facts if fact.kind == "deck-sealed"]
    store.take(name, relinked(name, facts, sealed.version, with_step(start=start)))
    with pytest.raises(Damaged, match=f"fact {sealed.version}: it .deck-sealed. does not fit"):
        Tables(store).state(name)
    assert checked(store, name).fact == sealed.version


def test_a_position_with_another_digest_is_named(attacked: Seated) -> None:
    """Effects that fit and lead elsewhere than the digest says are found by the check."""
    store, name = MemoryStore(), attacked.name
    facts = attacked.tables.store.read(name)
    (last,) = [fact for fact in facts if fact.kind == "move-ended"]
    store.take(name, relinked(name, facts, last.version, with_step(effects=b"")))
    found = checked(store, name)
    assert (found.holds, found.fact, found.error) == (False, last.version, "damaged-table")
    assert "its effects lead to position" in found.message


# -- stores of other programs -----------------------------------------------------------------------


def test_a_table_of_another_program_is_named() -> None:
    """Facts of no form that is known: the table and its first fact are named, the other tables are served."""
    seated = Seated(Setup("short"), HIT)
    store = seated.tables.store
    for body in (b"{}", b"", b"\xff\x00", b'{"form":3}', b'{"id":1,"name":"opened"}'):
        name = f"strange {body!r}"
        store.append(name, 0, [NewFact("opened", body)])
        with pytest.raises(Damaged, match="is damaged at fact 1") as refused:
            Tables(store).state(name)
        assert name in refused.value.message
        assert checked(store, name).fact == 1
    seated.do("US", SubmitComment("we go on"))


def test_a_store_of_another_program_is_named(tmp_path: Path) -> None:
    """A database with the same tables but of another program is refused as a whole, and stays as it is."""
    path = tmp_path / "other.db"
    open_store(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA application_id = 7")
    db.close()
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(StoreError, match="a database of another program"):
            open_store(path, read_only=read_only)
    assert path.read_bytes() == before
