"""`fitl tables delete`, `ban` and `quota`, on stores of every kind."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from command_line import fitl, fitl_process

from fitl_core import Setup
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.tables import Tables


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a store with tables a and b; the environment has its address."""
    path = tmp_path / "tables.db"
    monkeypatch.setenv("FITL_STORE", str(path))
    tables = Tables(open_store(path))
    for name in ("a", "b"):
        tables.open(Setup("short"), table=name)
        tables.set_name(name, "US", f"Ann of {name}")
    tables.store.close()
    return path


def test_delete_tells_what_is_deleted(store: Path) -> None:
    """Facts, links and names; nothing of them stays in the file, and the other table is whole."""
    assert b"Ann of a" in b"".join([file.read_bytes() for file in store.parent.glob("tables.db*")])
    got = fitl("tables", "delete", "a", "--yes")
    assert (got.exit_code, got.output) == (0, "deleted a: 2 facts, 5 links, names Ann of a\n")
    assert b"Ann of a" not in b"".join([file.read_bytes() for file in store.parent.glob("tables.db*")])
    again = fitl("tables", "delete", "a", "--yes")
    assert again.exit_code == 2 and 'the operator of this server deleted the table "a" on 20' in again.stderr
    assert fitl("table", "new", "--name", "a").exit_code == 1
    assert fitl("tables", "check").output == "1 table: all hold\n"


def test_delete_asks_first(store: Path) -> None:
    """Without a terminal it deletes nothing, as JSON neither; of several tables all must be there."""
    for more in ((), ("--json",)):
        got = fitl_process("tables", "delete", "a", *more, stdin=b"yes\n")
        assert got.returncode == 2 and b"--yes deletes without a question" in got.stderr
    got = fitl("tables", "delete", "a", "nowhere", "--yes", "--json")
    assert got.exit_code == 2 and json.loads(got.output)["message"] == 'there is no table "nowhere"'
    assert json.loads(fitl("tables", "quota", "--json").output)["tables"] == 2
    done = json.loads(fitl("tables", "delete", "a", "b", "a", "--yes", "--json").output)
    assert [one["table"] for one in done["deleted"]] == ["a", "b"]
    assert done["deleted"][1] == {"table": "b", "facts": 2, "links": 5, "names": ["Ann of b"]}


@pytest.mark.parametrize("answer", ["no", "yes"])
def test_delete_at_a_terminal(store: Path, answer: str) -> None:
    """The question shows what would go; "no" ends with exit code 1."""
    import pty
    import subprocess
    import sys

    main, terminal = pty.openpty()
    command = [sys.executable, "-m", "fitl_cli", "tables", "delete", "a"]
    os.write(main, f"{answer}\n".encode())
    got = subprocess.run(command, stdin=terminal, capture_output=True, timeout=60, check=False)
    os.close(main)
    os.close(terminal)
    assert b"a: 2 facts, 5 links, names Ann of a" in got.stdout
    assert (got.returncode, b"nothing is deleted" in got.stdout) == (
        (0, False) if answer == "yes" else (1, True)
    )


def test_a_damaged_table_can_be_deleted(store: Path) -> None:
    """Nothing of it is read but its side data."""
    import sqlite3

    with sqlite3.connect(store) as db:
        db.execute("UPDATE fact SET body = 'x'")
    assert fitl("tables", "delete", "a", "--yes").exit_code == 0


def test_bans_are_listed_and_lifted(store: Path) -> None:
    """Addresses and networks in one form each; a second ban of the same network replaces the first."""
    assert fitl("tables", "ban").output == "0 bans\n"
    got = fitl("tables", "ban", "192.0.2.7", "2001:DB8::1/32", "192.0.2.9/24", "--why", "spam")
    assert got.exit_code == 0 and got.output.endswith("3 bans\n") and "192.0.2.0/24  since 20" in got.output
    fitl("tables", "ban", "192.0.2.7", "--why", "more spam")
    bans = json.loads(fitl("tables", "ban", "--json").output)["bans"]
    assert [(one["network"], one["why"]) for one in bans] == [
        ("192.0.2.0/24", "spam"),
        ("192.0.2.7/32", "more spam"),
        ("2001:db8::/32", "spam"),
    ]
    lifted = fitl("tables", "ban", "--lift", "192.0.2.7", "10.0.0.1", "--json")
    assert lifted.exit_code == 1 and json.loads(lifted.output)["missing"] == ["10.0.0.1"]
    assert len(json.loads(lifted.output)["bans"]) == 2


@pytest.mark.parametrize("given", ["here", "192.0.2.300", "1.2.3.4/33", "", "fe80::1%eth0/x"])
def test_what_is_no_address_is_refused(store: Path, given: str) -> None:
    """With the form of an address, and exit code 2; nothing is written."""
    got = fitl("tables", "ban", "192.0.2.9", given)
    assert got.exit_code == 2 and "192.0.2.0/24" in got.stderr
    assert fitl("tables", "ban").output == "0 bans\n"
    assert fitl("tables", "ban", "--lift").exit_code == 2


def test_quotas_are_set_shown_and_lifted(store: Path) -> None:
    """0 lifts one; the others stay."""
    assert fitl("tables", "quota").output == (
        "tables: 2, no limit\ntables from one address: no limit\nfacts of a table: no limit\n"
    )
    got = fitl("tables", "quota", "--tables", "50", "--per-address", "5", "--per-table", "2000")
    assert got.output.splitlines()[0] == "tables: 2, at most 50"
    shown = json.loads(fitl("tables", "quota", "--tables", "0", "--json").output)
    assert shown["quota"] == {"tables": None, "per_address": 5, "facts": 2000}
    assert (shown["tables"], shown["by_address"]) == (2, {})
    assert fitl("tables", "quota", "--per-table", "-1").exit_code == 2


def test_bans_and_quotas_are_in_copies(store: Path, tmp_path: Path) -> None:
    """In a backup, and in a store that is copied into; what the target has already stays."""
    fitl("tables", "ban", "192.0.2.7", "--why", "spam")
    fitl("tables", "quota", "--tables", "50", "--per-table", "9")
    backup, other = str(tmp_path / "backup.db"), str(tmp_path / "other.db")
    fitl("tables", "backup", backup)
    fitl("tables", "quota", "--tables", "7", "--store", other)
    assert fitl("tables", "copy", other, "--store", backup).exit_code == 0
    shown = json.loads(fitl("tables", "quota", "--store", other, "--json").output)["quota"]
    assert (shown["tables"], shown["facts"]) == (7, 9)
    assert fitl("tables", "ban", "--store", other).output.endswith("1 ban\n")


def test_a_store_that_cannot_be_written_is_told(store: Path, tmp_path: Path) -> None:
    """Exit code 3 for a store that is not there, and 74 for one that may not be written."""
    nowhere = str(tmp_path / "nowhere.db")
    assert fitl("tables", "delete", "a", "--yes", "--store", nowhere).exit_code == 3
    assert fitl("tables", "quota", "--store", nowhere).exit_code == 3
    assert not Path(nowhere).exists()
