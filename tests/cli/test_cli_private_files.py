"""Files with secrets are readable by their owner alone from the first byte, under any umask."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import fitl

from fitl_cli.writing import write_file
from fitl_core.stores.copying import backup
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import NewFact
from fitl_core.stores.sqlite import SqliteStore
from fitl_core.stores.store_addresses import open_store


@pytest.fixture(autouse=True, params=[0o000, 0o022, 0o027])
def open_to_all(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Change to a new folder, with a umask that lets others read."""
    monkeypatch.chdir(tmp_path)
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes() -> dict[str, int]:
    """Return the mode of every file in the current folder."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in Path().iterdir()}


def test_a_store_and_what_sqlite_writes_beside_it() -> None:
    """A store, its write-ahead log and its shared memory are private."""
    store = SqliteStore("tables.db")
    store.append("a", 0, [NewFact("k", b"1")])
    assert modes() == {"tables.db": 0o600, "tables.db-wal": 0o600, "tables.db-shm": 0o600}
    store.close()


def test_a_store_is_private_before_anything_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite opens a file that only its owner can read, also through a link to a missing file."""
    found = []

    def connect(path: str, **options: object) -> sqlite3.Connection:
        found.append(stat.S_IMODE(os.stat(path).st_mode))
        raise sqlite3.OperationalError("enough")

    monkeypatch.setattr("fitl_core.stores.sqlite.sqlite3.connect", connect)
    Path("link.db").symlink_to("far.db")
    for name in ("new.db", "link.db"):
        with pytest.raises(Exception, match="enough"):
            SqliteStore(name)
    assert found == [0o600, 0o600]


def test_a_store_that_is_there_keeps_its_mode() -> None:
    """An existing store keeps its mode, because an operator may open it to a group."""
    SqliteStore("tables.db").close()
    os.chmod("tables.db", 0o640)
    store = SqliteStore("tables.db")
    store.append("a", 0, [NewFact("k", b"1")])
    assert set(modes().values()) == {0o640}
    store.close()


def test_copies_of_a_store() -> None:
    """Backups of every kind of store, and copies of tables, are private."""
    assert fitl("table", "new", "--store", "tables.db").exit_code == 0
    assert fitl("tables", "backup", "backup.db", "--store", "tables.db").exit_code == 0
    assert fitl("tables", "copy", "sqlite:copy.db", "--store", "tables.db").exit_code == 0
    memory = MemoryStore()
    memory.append("a", 0, [NewFact("k", b"1")])
    backup(memory, "memory.db")
    assert {name: mode for name, mode in modes().items() if name.endswith(".db")} == dict.fromkeys(
        ("tables.db", "backup.db", "copy.db", "memory.db"), 0o600
    )


def test_an_export_with_secrets() -> None:
    """An export of a whole table is private, also over an existing file; an export of its log is public."""
    assert fitl("table", "new", "--store", "tables.db").exit_code == 0
    (table,) = open_store("tables.db").tables()
    Path("there.jsonl").write_text("something")
    for name in ("new.jsonl", "there.jsonl"):
        assert fitl("table", "export", table, "--store", "tables.db", "--facts", "-o", name).exit_code == 0
        assert modes()[name] == 0o600
    assert fitl("table", "export", table, "--store", "tables.db", "-o", "log.fitl").exit_code == 0
    assert modes()["log.fitl"] & 0o040


def test_a_secret_in_the_place_of_another_file() -> None:
    """A secret never takes the mode of a file that it replaces; a changed secret keeps its own mode."""
    for name, read in (("empty", b""), ("new", b""), ("changed", b"before")):
        if name != "new":
            Path(name).write_bytes(read)
            os.chmod(name, 0o644)
        write_file(name, "secret", read, private=True)
    assert modes() == {"empty": 0o600, "new": 0o600, "changed": 0o644}


def test_a_dealers_secret_beside_a_game() -> None:
    """The dealer's secret is private, and the game beside it is public."""
    assert fitl("deal", "secret", "-o", "game.fitl").exit_code == 0
    assert modes()["secret"] == 0o600 != modes()["game.fitl"]
