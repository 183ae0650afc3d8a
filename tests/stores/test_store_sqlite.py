"""A store in a SQLite file: files that are none, no room, no leave to write, layouts, erasing, processes."""

from __future__ import annotations

import multiprocessing
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from places import bodies, facts

from fitl_core.stores import sqlite_schema
from fitl_core.stores.copying import backup
from fitl_core.stores.port import NewFact, Snapshot, StoreError, Unwritable
from fitl_core.stores.sqlite import SqliteStore
from fitl_core.stores.store_addresses import open_store

FIXTURES = Path(__file__).parents[2] / "fixtures" / "stores"
SPAWN = multiprocessing.get_context("spawn")


# -- addresses and files ----------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["{}", "sqlite:{}", "sqlite:///{}"])
def test_addresses_of_a_file(tmp_path: Path, form: str) -> None:
    """A path, alone or after `sqlite:` or `sqlite:///`, names the same file."""
    path = tmp_path / "a b%20.db"
    for number in range(2):
        store = open_store(form.format(path))
        store.append("a", number, facts("1"))
        store.close()
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_three_slashes_have_two_readings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused with both, unless exactly one of the files is there; four slashes are absolute."""
    monkeypatch.chdir(tmp_path)
    absolute = tmp_path / "there" / "t.db"
    absolute.parent.mkdir()
    here = Path(str(absolute).removeprefix("/"))
    here.parent.mkdir(parents=True)
    address = f"sqlite://{absolute}"

    def refused(which: str) -> None:
        for create in (True, False):
            with pytest.raises(StoreError) as error:
                open_store(address, create=create)
            for reading in (
                str(absolute),
                str(tmp_path / here),
                which,
                f"sqlite:{here} ",
                f"sqlite:///{absolute}",
            ):
                assert reading in f"{error.value.message} "

    refused("neither exists")
    for path in (absolute, here):
        made = open_store(f"sqlite:{path}")
        made.append("a", 0, facts(str(path)))
        made.close()
        found = open_store(address, create=False)
        assert bodies(found.read("a")) == [str(path)]
        found.close()
        path.rename(tmp_path / f"kept-{path.is_absolute()}")
    (tmp_path / "kept-True").rename(absolute)
    (tmp_path / "kept-False").rename(here)
    refused("both exist")
    absolute_store = open_store(f"sqlite:///{absolute}")
    assert bodies(absolute_store.read("a")) == [str(absolute)]
    absolute_store.close()


def test_three_slashes_in_the_root(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Both readings name one file there, and it is opened."""
    monkeypatch.chdir("/")
    store = open_store(f"sqlite://{tmp_path / 't.db'}")
    assert store.version("a") == 0
    store.close()


def test_a_path_is_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `Path`, and a path from the folder where one is."""
    monkeypatch.chdir(tmp_path)
    first, second = open_store(tmp_path / "t.db"), open_store("t.db")
    first.append("a", 0, facts("1"))
    monkeypatch.chdir("/")
    assert second.version("a") == 1
    first.close()
    second.close()


@pytest.mark.parametrize(
    ("address", "because"),
    [
        ("mysql://x/y", "unknown kind of store mysql"),
        ("memory:x", "unknown kind of store memory"),
        ("", "names a file"),
        ("sqlite:", "names a file"),
        ("sqlite:a\0b", "NUL"),
        ("sqlite:///a\0b", "NUL"),
        (
            "sqlite:///x.db",
            r"/x\.db or the file /x\.db, and neither exists: write sqlite:x\.db or sqlite:////x\.db",
        ),
        ("sqlite:///a/b c.db", r"write sqlite:a/b c\.db or sqlite:////a/b c\.db"),
        ("/nowhere/at/all/t.db", "cannot be opened"),
        ("/", "cannot be opened"),
    ],
)
def test_addresses_that_are_none(address: str, because: str) -> None:
    """The refusal of each bad address names the fault."""
    with pytest.raises(StoreError, match=because):
        open_store(address)


def test_what_is_only_read_is_not_made(tmp_path: Path) -> None:
    """With `create=False` a missing file is an error, and is not created."""
    with pytest.raises(StoreError, match="there is no such file"):
        open_store(tmp_path / "t.db", create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """A file that is no database is refused, and stays as it was."""
    path = tmp_path / "game.fitl"
    path.write_bytes(b'[FITL "2"]\n' * 100)
    with pytest.raises(StoreError, match=r"game\.fitl: the file is no database"):
        open_store(path)
    assert path.read_bytes() == b'[FITL "2"]\n' * 100


def test_a_database_of_something_else(tmp_path: Path) -> None:
    """A foreign database is refused, and nothing is written into it."""
    path = tmp_path / "t.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE fact (x)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a database of another program"):
        open_store(path)
    assert path.read_bytes() == before


def test_a_damaged_file(tmp_path: Path) -> None:
    """Overwritten pages are reported when they are read; no damaged content is returned as valid."""
    path = tmp_path / "t.db"
    store = SqliteStore(path)
    store.append("a", 0, facts(*("x" * 4000 for _ in range(50))))
    store.close()
    whole = bytearray(path.read_bytes())
    whole[8192:] = b"\x55" * (len(whole) - 8192)
    path.write_bytes(whole)
    with pytest.raises(StoreError, match="damaged"):
        open_store(path).read("a")


# -- no room, no leave ------------------------------------------------------------------------------


def test_a_full_database_keeps_what_it_has(tmp_path: Path) -> None:
    """Without room an append is refused whole; smaller ones and reading go on."""
    store = SqliteStore(tmp_path / "t.db")
    store.append("a", 0, facts("1"))
    with store._connections.one() as db:
        db.execute("PRAGMA max_page_count = 40")
    with pytest.raises(Unwritable, match="the disk is full"):
        store.append("a", 1, facts(*("x" * 4000 for _ in range(50))), "c")
    assert (bodies(store.read("a")), store.of_command("a", "c")) == (["1"], [])
    assert store.append("a", 1, facts("2"), "c") == 2
    store.close()


def test_a_disk_that_refuses(tmp_path: Path) -> None:
    """A file that may not grow (RLIMIT_FSIZE): refused, nothing half-written, and all is well afterwards."""
    path = tmp_path / "t.db"
    store = SqliteStore(path)
    store.append("a", 0, facts("1"))
    store.close()
    script = (
        "import sys; from fitl_core.stores.port import *; from fitl_core.stores.sqlite import SqliteStore\n"
        "store = SqliteStore(sys.argv[1])\n"
        "try: store.append('a', 1, [NewFact('k', bytes(300_000))])\n"
        "except Unwritable as error: print(store.version('a'), error)\n"
    )

    def bound() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    told = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        capture_output=True,
        text=True,
        preexec_fn=bound,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=True,
    ).stdout
    assert told.startswith("1 cannot write to the store"), told
    again = SqliteStore(path)
    assert again.append("a", 1, facts("2")) == 2
    again.close()


def test_a_file_that_may_not_be_written(tmp_path: Path) -> None:
    """A read-only file can be read; a write is refused with the reason."""
    store = SqliteStore(tmp_path / "t.db")
    store.append("a", 0, facts("1"))
    with store._connections.one() as db:
        db.execute("PRAGMA query_only = ON")
    writes = (
        lambda: store.append("a", 1, facts("2")),
        lambda: store.put_aside("a", "k", "v"),
        lambda: store.keep_snapshot("a", Snapshot(1, "1", b"")),
    )
    for write in writes:
        with pytest.raises(Unwritable, match="is read-only"):
            write()
    assert bodies(store.read("a")) == ["1"]
    store.close()


def test_one_who_writes_for_long(tmp_path: Path) -> None:
    """Others wait for a long writer as long as their patience lasts, read meanwhile, and are then refused."""
    store = SqliteStore(tmp_path / "t.db", patience=0.2)
    store.append("a", 0, facts("1"))
    db = sqlite3.connect(tmp_path / "t.db", isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unwritable, match="others write to it without a break"):
        store.append("a", 1, facts("2"))
    assert bodies(store.read("a")) == ["1"]
    db.execute("ROLLBACK")
    assert store.append("a", 1, facts("2")) == 2
    store.close()
    db.close()


# -- layouts ----------------------------------------------------------------------------------------


def test_a_newer_layout_is_left_alone(tmp_path: Path) -> None:
    """A file of a later fitl is neither read nor written."""
    path = tmp_path / "t.db"
    SqliteStore(path).close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreError, match=r"layout 99, this fitl knows layouts up to \d+: use a newer fitl"):
        open_store(path)


@pytest.mark.parametrize("fixture", sorted(FIXTURES.glob("layout-*.db")), ids=lambda path: path.stem)
def test_a_file_of_each_layout_is_read(tmp_path: Path, fixture: Path) -> None:
    """A file as an earlier version left it is brought to today's layout, with all that was in it."""
    path = tmp_path / "t.db"
    shutil.copy(fixture, path)
    store = open_store(path)
    assert store.tables() == ["Sài Gòn", "hue"]
    assert bodies(store.read("hue")) == ['{"n":1}', '{"n":2}', '{"n":3}']
    assert [(fact.version, fact.kind, fact.command) for fact in store.read("hue")] == [
        (1, "opened", "c1"),
        (2, "seated", "c1"),
        (3, "said", ""),
    ]
    assert store.aside("hue") == {"US": "Ann"}
    assert store.snapshot("hue") == Snapshot(2, "1", b"\x00snapshot")
    assert store.append("hue", 3, facts("4"), "c2") == 4
    store.close()


LATER = (
    "ALTER TABLE aside ADD COLUMN since TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX kinds ON fact (kind)",
)


def test_an_upgrade_is_carried_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step as for a later layout is done to a file of layout 1, once, and the contents are kept."""
    path = tmp_path / "t.db"
    shutil.copy(FIXTURES / "layout-1.db", path)
    monkeypatch.setattr(sqlite_schema, "UPGRADES", (*sqlite_schema.UPGRADES, LATER))
    for last in (3, 4):
        store = SqliteStore(path)
        assert store.append("hue", last, facts("x")) == last + 1
        assert store.aside("hue") == {"US": "Ann"}
        store.close()
    monkeypatch.undo()
    with pytest.raises(StoreError, match="layout 3"):
        SqliteStore(path)


def test_0_2_0_does_not_open_a_file_of_today(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 0.2.0 knew layout 1 alone: it says so, and changes nothing."""
    path = tmp_path / "t.db"
    shutil.copy(FIXTURES / "layout-1.db", path)
    SqliteStore(path).close()
    before = path.read_bytes()
    monkeypatch.setattr(sqlite_schema, "UPGRADES", sqlite_schema.UPGRADES[:1])
    with pytest.raises(
        StoreError, match="the file has layout 2, this fitl knows layouts up to 1: use a newer"
    ):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_file_that_is_only_read(tmp_path: Path) -> None:
    """With `read_only` no byte changes, the layout stays, and a copy has the same layout."""
    path, copy = tmp_path / "t.db", tmp_path / "copy.db"
    shutil.copy(FIXTURES / "layout-1.db", path)
    before = path.read_bytes()
    store = open_store(path, read_only=True)
    assert bodies(store.read("hue")) == ['{"n":1}', '{"n":2}', '{"n":3}']
    for write in (
        lambda: store.append("hue", 3, facts("4")),
        lambda: store.put_aside("hue", "k", "v"),
        lambda: store.keep_snapshot("hue", None),
    ):
        with pytest.raises(Unwritable, match="opened to be read only"):
            write()
    backup(store, copy)
    with pytest.raises(Unwritable):
        store.append("hue", 3, facts("4"))
    store.close()
    assert (path.read_bytes(), sorted(one.name for one in tmp_path.iterdir())) == (
        before,
        ["copy.db", "t.db"],
    )
    with sqlite3.connect(copy) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
    db.close()
    empty = tmp_path / "empty.db"
    empty.touch()
    for nothing, why in ((tmp_path / "none.db", "no such file"), (empty, "no tables in the file")):
        with pytest.raises(StoreError, match=why):
            open_store(nothing, read_only=True)
    assert empty.stat().st_size == 0 and not (tmp_path / "none.db").exists()


def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps of an upgrade are all done or none: the file keeps its old layout."""
    path = tmp_path / "t.db"
    shutil.copy(FIXTURES / "layout-1.db", path)
    monkeypatch.setattr(sqlite_schema, "UPGRADES", (*sqlite_schema.UPGRADES, (*LATER, "CREATE nonsense")))
    with pytest.raises(StoreError, match="nonsense"):
        SqliteStore(path)
    monkeypatch.undo()
    store = SqliteStore(path)
    assert store.version("hue") == 3
    store.close()


def _open_and_append(path: str, number: int) -> None:
    store = SqliteStore(path)
    store.append(f"t{number}", 0, [NewFact("k", b"1")])
    store.close()


def test_eight_open_a_new_file_at_once(tmp_path: Path) -> None:
    """Processes that make the same file at the same time all come through."""
    path = str(tmp_path / "t.db")
    workers = [SPAWN.Process(target=_open_and_append, args=(path, number)) for number in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 8
    store = open_store(path)
    assert store.tables() == [f"t{number}" for number in range(8)]
    store.close()


# -- erasing, connections, processes ----------------------------------------------------------------


def test_what_was_erased_is_in_no_file(tmp_path: Path) -> None:
    """A name that was erased or replaced is found neither in the file nor in the log in front of it."""
    store = SqliteStore(tmp_path / "t.db")
    other = SqliteStore(tmp_path / "t.db")
    for number in range(20):
        store.append("a", number, facts("x"))
        store.put_aside("a", f"seat {number}", f"Ann of Ankeborg {number}")
    assert other.aside("a")["seat 7"] == "Ann of Ankeborg 7"
    for number in range(20):
        store.put_aside("a", f"seat {number}", "Ben" if number % 2 else None)
    found = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Ben" in found
    assert b"Ankeborg" not in found
    store.close()
    other.close()


def test_connections_are_used_again(tmp_path: Path) -> None:
    """Threads that come and go, and tables one after another, leave no more open than are used at once."""
    store = SqliteStore(tmp_path / "t.db")
    open_files = Path("/proc/self/fd")
    for number in range(30):
        store.append(f"t{number}", 0, facts("1"))
    before = len(list(open_files.iterdir())) if open_files.exists() else 0
    for number in range(100):
        store.append(f"t{number % 30}", 1 + number // 30, facts("1"))
        list(store.read(f"t{number % 30}"))
    assert (len(list(open_files.iterdir())) if open_files.exists() else 0) == before
    store.close()


def _use(store: SqliteStore, told: multiprocessing.connection.Connection) -> None:
    try:
        store.version("a")
    except StoreError as error:
        told.send(str(error))
    store.close()
    told.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_child_opens_its_own(tmp_path: Path) -> None:
    """A store that was open before a fork is refused to the child, and goes on in the parent."""
    store = SqliteStore(tmp_path / "t.db")
    store.append("a", 0, facts("1"))
    here, there = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(target=_use, args=(store, there))
    child.start()
    assert "open it again here" in here.recv()
    child.join()
    assert store.append("a", 1, facts("2")) == 2
    store.close()
