"""Backup while in use, restoring, and tables moved from store to store."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from places import Place, bodies, facts

from fitl_core.stores import copying
from fitl_core.stores.copying import backup, copy_table, copy_tables, every_table
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import Late, Snapshot, Store, StoreError, Unwritable
from fitl_core.stores.store_addresses import open_store


def fill(store: Store) -> None:
    """Two tables with commands and people's names."""
    store.append("a", 0, facts("1", "2"), "c1")
    store.append("a", 2, facts("3"))
    store.append("a", 3, facts("4", "5"), "c2")
    store.append("Sài Gòn", 0, facts("x"), "c1")
    store.put_aside("a", "US", "Ann")
    store.keep_snapshot("a", Snapshot(5, "1", b"x"))


def same(one: Store, other: Store) -> bool:
    """Whether two stores have the same tables."""
    tables = list(every_table(one))
    return tables == list(every_table(other)) and all(
        (one.read(table), one.aside(table)) == (other.read(table), other.aside(table)) for table in tables
    )


def test_a_backup_is_a_store_with_the_same_tables(place: Place, tmp_path: Path) -> None:
    """Facts, commands and names are in it; restored into a store of the same kind all is as it was."""
    store = place.open()
    fill(store)
    backup(store, tmp_path / "copy.db")
    copy = open_store(tmp_path / "copy.db", create=False)
    assert same(store, copy)
    with pytest.raises(StoreError, match="carried out"):
        copy.append("a", 5, facts("6"), "c2")
    restored = MemoryStore()
    assert copy_tables(copy, restored) == 2
    assert same(store, restored)
    copy.close()


def test_a_backup_takes_no_file_s_place(store: Store, tmp_path: Path) -> None:
    """A backup to an existing file, or into a missing folder, is an error, and leaves no file."""
    fill(store)
    (tmp_path / "game.db").write_text("mine")
    before = sorted(tmp_path.iterdir())
    for name, why in (
        ("game.db", "the file exists already"),
        ("nowhere/copy.db", "No such"),
        ("x" * 300, "long"),
    ):
        with pytest.raises(Unwritable, match=rf"^cannot write the backup .*{name}: .*{why}"):
            backup(store, tmp_path / name)
    assert (tmp_path / "game.db").read_text() == "mine"
    assert sorted(tmp_path.iterdir()) == before


def test_a_backup_while_others_write(lasting: Place, tmp_path: Path) -> None:
    """Each copy has all facts acknowledged before it began, and nothing half-written."""
    store, tables, stop = lasting.open(), [f"t{number}" for number in range(6)], threading.Event()

    def write(table: str) -> None:
        writer, number = lasting.open(), 0
        while not stop.is_set():
            number = writer.append(table, number, facts("a", "b", "c"), f"c{number}")

    writers = [threading.Thread(target=write, args=(table,)) for table in tables]
    for writer in writers:
        writer.start()
    try:
        for turn in range(4):
            before = {table: store.version(table) for table in tables}
            backup(store, tmp_path / f"copy{turn}.db")
            copy = open_store(tmp_path / f"copy{turn}.db")
            for table, version in before.items():
                found = bodies(copy.read(table))
                assert len(found) >= version
                assert found == ["a", "b", "c"] * (len(found) // 3)
            copy.close()
    finally:
        stop.set()
        for writer in writers:
            writer.join()


def test_a_table_is_copied_on(store: Store) -> None:
    """A second copy adds the new facts under their commands; erased words stay erased."""
    source = MemoryStore()
    fill(source)
    assert copy_table(source, store, "a") == 5
    store.put_aside("a", "US", None)
    source.append("a", 5, facts("6", "7"), "c3")
    source.append("a", 7, facts("8"))
    assert copy_table(source, store, "a") == 8
    assert copy_table(source, store, "a") == 8
    assert (store.read("a"), store.aside("a")) == (source.read("a"), {})
    store.append("a", 8, facts("9"))
    assert copy_table(source, store, "a") == 8
    assert store.tables() == ["a"]


def test_another_table_of_the_name_is_left_alone(store: Store) -> None:
    """Nothing is written where the streams differ, nor for a table that does not exist."""
    source = MemoryStore()
    fill(source)
    store.append("a", 0, facts("1"), "c1")
    with pytest.raises(StoreError, match="another table of the name a"):
        copy_table(source, store, "a")
    other = MemoryStore()
    other.append("a", 0, facts("x"))
    with pytest.raises(StoreError, match="another table of the name a"):
        copy_table(source, other, "a")
    with pytest.raises(StoreError, match="there is no table b"):
        copy_table(source, store, "b")
    assert (bodies(store.read("a")), store.aside("a"), store.tables()) == (["1"], {}, ["a"])


def test_names_can_stay_behind(store: Store) -> None:
    """A table is copied on request without the words beside it."""
    source = MemoryStore()
    fill(source)
    copy_table(source, store, "a", aside=False)
    assert store.aside("a") == {}


def test_more_tables_than_are_named_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table is copied, however many there are."""
    monkeypatch.setattr(copying, "AT_ONCE", 7)
    source = MemoryStore()
    names = sorted(f"t{number}" for number in range(30))
    for name in names:
        source.append(name, 0, facts(name))
    assert copy_tables(source, store) == 30
    assert store.tables() == names
    with pytest.raises(Late):
        store.append("t9", 0, facts("x"))
