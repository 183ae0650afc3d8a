"""`fitl table` and `fitl tables`: tables in a store, from the command line."""

from __future__ import annotations

import json
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import fitl

from fitl_core import Faction, Setup
from fitl_core.proofs.seeds import commitment
from fitl_core.stores.port import NewFact
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.links import Chain
from fitl_core.table.tables import Tables


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a store with a table t for two seated players; the environment has its address."""
    path = tmp_path / "tables.db"
    monkeypatch.setenv("FITL_STORE", str(path))
    players = ((Faction.US, Faction.ARVN), (Faction.NVA, Faction.VC))
    kept = open_store(path)
    Tables(kept, random=lambda size: bytes([7]) * size).open(Setup("short", players=players), table="t")
    kept.close()
    assert fitl("table", "seat", "t", "US+ARVN").exit_code == 0
    assert fitl("table", "seat", "t", "NVA+VC").exit_code == 0
    return path


def asked() -> tuple[str, str]:
    """Return the seat and the Faction that table t waits for."""
    seen = json.loads(fitl("table", "show", "t", "--json").output)["asked"]
    return seen["seats"][0], seen["factions"][0]


def test_new_prints_the_links_of_seats_and_host(store: Path) -> None:
    """The links of seats and host are printed once, and the store has none of them."""
    opened = json.loads(fitl("table", "new", "--json").output)
    assert list(opened["links"]) == ["", "US", "ARVN", "NVA", "VC"]
    kept = b"".join([path.read_bytes() for path in store.parent.glob("tables.db*")])
    assert not any(link.encode() in kept for link in opened["links"].values())


def test_say_plays_and_tells_whom_the_table_waits_for(store: Path) -> None:
    """`say` plays a line; an illegal one is refused with its rule and exit code 1."""
    seat, faction = asked()
    result = fitl("table", "say", "t", seat, f"{faction} pass")
    assert result.exit_code == 0 and f"{faction} pass".replace(" ", "") in result.output.replace(" ", "")
    assert "waits for" in result.output
    refused = fitl("table", "say", "t", seat, "--json", f"{faction} pass")
    assert refused.exit_code == 1 and json.loads(refused.output)["rule"].startswith("2.3")


def test_undo_takes_back_and_a_late_version_is_refused(store: Path) -> None:
    """`undo` takes back a seat's last line; a command on an older version changes nothing."""
    seat, faction = asked()
    assert fitl("table", "say", "t", seat, f"{faction} pass").exit_code == 0
    undone = fitl("table", "undo", "t", seat)
    assert undone.exit_code == 0 and "void 4" in undone.output
    late = fitl("table", "say", "t", seat, "--seen", "3", f"{faction} pass")
    assert late.exit_code == 1 and "it saw version 3" in late.output


def test_a_seat_goes_to_non_players_and_back(store: Path) -> None:
    """The host frees a seat, hands it over and takes it back with a new link; refusals give reasons."""
    seat, _ = asked()
    (other,) = {"US+ARVN", "NVA+VC"} - {seat}
    assert fitl("table", "seat", "t", other, "--hand-over").exit_code == 1
    assert fitl("table", "seat", "t", other, "--free").exit_code == 0
    handed = fitl("table", "seat", "t", other, "--hand-over")
    assert handed.exit_code == 0 and f"players {seat}" in handed.output
    assert fitl("table", "seat", "t", other).exit_code == 2
    made = fitl("table", "seat", "t", other, "--take-over")
    assert made.exit_code == 0 and "players US+ARVN NVA+VC" in made.output
    assert len(fitl("table", "seat", "t", other, "--link").output.strip()) == 64
    assert fitl("table", "seat", "t", seat, "--leave").exit_code == 0
    assert fitl("table", "seat", "t", seat, "--hand-over").exit_code == 0
    told = fitl("table", "why", "t")
    data = json.loads(fitl("table", "why", "t", "--json").output)["decisions"]
    assert told.exit_code == 0 and len(data) == told.output.count(", by 8.") > 0
    assert fitl("table", "why", "nowhere").exit_code == 2


def test_resigning_ends_a_table_of_two(store: Path) -> None:
    """If one of two players resigns, the table is closed and its seed opened."""
    assert fitl("table", "seat", "t", "US+ARVN", "--resign").exit_code == 0
    assert "Seed-Opened" in fitl("table", "export", "t").output


def test_a_table_branches_off(store: Path) -> None:
    """A branch starts at the last or a named version; an unknown version is refused."""
    opened = json.loads(fitl("table", "branch", "t", "--name", "b", "--json").output)
    assert opened["table"] == "b" and list(opened["links"]) == ["", "US+ARVN", "NVA+VC"]
    assert json.loads(fitl("table", "show", "b", "--json").output)["parent"].startswith("t@")
    assert "table c" in fitl("table", "branch", "t", "--at-version", "2", "--name", "c").output
    assert fitl("table", "branch", "t", "--at-version", "99").exit_code == 2
    assert fitl("table", "branch", "t", "--name", "b").exit_code == 1


def test_late_seats_are_listed(store: Path) -> None:
    """`tables late` lists the seats whose deadline is over."""
    assert fitl("tables", "late").output == ""
    early = open_store(store)
    Tables(early, now=lambda: "2020-01-01T00:00:00Z").open(Setup("short"), deadline=60, table="slow")
    early.close()
    assert "slow  US, ARVN, NVA, VC: due 2020-01-01T00:01" in fitl("tables", "late").output
    assert [one["table"] for one in json.loads(fitl("tables", "late", "--json").output)["late"]] == ["slow"]


def test_dice_are_the_tables(store: Path) -> None:
    """A line with a die is refused, because the table rolls the dice."""
    seat, faction = asked()
    result = fitl("table", "say", "t", seat, f"{faction} event {{3}}")
    assert result.exit_code == 1 and "the table rolls the dice" in result.output


def test_an_exported_log_validates_and_names_stand_in_its_header(store: Path) -> None:
    """An exported log validates like any game, with the players' names in its header."""
    assert fitl("table", "seat", "t", "NVA+VC", "--player", "Ann").exit_code == 0
    text = fitl("table", "export", "t").output
    assert '[VC-Player "Ann"]' in text
    assert fitl("validate", "-", stdin=text).exit_code == 0
    assert fitl("table", "seat", "t", "NVA+VC", "--player", "").exit_code == 0
    assert "Ann" not in fitl("table", "export", "t").output


def test_a_whole_table_goes_out_and_in_again(store: Path, tmp_path: Path) -> None:
    """`export --facts` and `import` give the same table; damaged lines are named."""
    out = tmp_path / "t.jsonl"
    assert fitl("table", "export", "t", "--facts", "-o", str(out)).exit_code == 0
    assert fitl("table", "import", str(out), "--name", "u").exit_code == 0
    one, other = [json.loads(fitl("table", "show", name, "--json").output) for name in "tu"]
    assert {**one, "table": ""} == {**other, "table": ""}
    assert "already" in fitl("table", "import", str(out)).output
    lines = out.read_text().splitlines()
    for damaged, told in (
        (lines[:3] + lines[4:], "line 4: fact 3 is missing"),
        (["x"], "line 1"),
        ([], "empty"),
    ):
        result = fitl("table", "import", "-", "--name", "v", stdin="\n".join(damaged))
        assert result.exit_code == 3 and told in result.output


def test_list_names_every_table(store: Path) -> None:
    """`list` names every table with the seats that it waits for."""
    assert fitl("table", "new", "--name", "a").exit_code == 0
    assert [line.split()[0] for line in fitl("table", "list").output.splitlines()] == ["a", "t"]


def test_what_is_not_there_is_named(store: Path, tmp_path: Path) -> None:
    """An unknown table or seat has exit code 2; a store that cannot be opened has 3."""
    assert fitl("table", "show", "nobody").exit_code == 2
    assert fitl("table", "seat", "t", "US").exit_code == 2
    assert fitl("table", "list", "--store", str(tmp_path / "none.db")).exit_code == 3
    broken = tmp_path / "broken.db"
    broken.write_text("no database")
    assert fitl("tables", "check", "--store", str(broken)).exit_code == 3
    assert fitl("table", "list", "--store", "ftp://x").exit_code == 3


def link_again(db: sqlite3.Connection) -> None:
    """Give the facts of table t matching links, as if they had been written in this form."""
    chain = Chain()
    stream = "stream = (SELECT id FROM stream WHERE name = 't')"
    facts = f"SELECT version, kind, body, command FROM fact WHERE {stream} ORDER BY version"
    for version, kind, body, command in db.execute(facts).fetchall():
        new, chain = chain.linked(NewFact(kind, body[: body.index(b',"link"')] + b"}"), command)
        db.execute(f"UPDATE fact SET body = ? WHERE version = ? AND {stream}", (new.body, version))


def test_check_names_the_first_fact_that_no_longer_holds(store: Path) -> None:
    """`check` names the first move that today's rules refuse, with the rule; other tables hold."""
    seat, faction = asked()
    assert fitl("table", "say", "t", seat, f"{faction} pass").exit_code == 0
    assert fitl("table", "new", "--name", "a").exit_code == 0
    assert "2 tables: all hold" in fitl("tables", "check").output
    with sqlite3.connect(store) as db:
        where = "stream = (SELECT id FROM stream WHERE name = 't') AND kind = 'move-ended'"
        (body,) = db.execute(f"SELECT body FROM fact WHERE {where}").fetchone()
        wrong = next(other for other in ("US", "ARVN", "NVA", "VC") if other != faction)
        changed = body.replace(f'"faction":"{faction}"'.encode(), f'"faction":"{wrong}"'.encode())
        db.execute(f"UPDATE fact SET body = ? WHERE {where}", (changed,))
        link_again(db)
    result = fitl("tables", "check", "--json")
    assert result.exit_code == 1
    (broken,) = json.loads(result.output)["broken"]
    assert (broken["table"], broken["line"], broken["rule"]) == ("t", 4, "2.3.2")
    assert "2.3.2" in fitl("tables", "check", "--jobs", "2").output


def test_backup_is_a_store(store: Path, tmp_path: Path) -> None:
    """A backup has all tables, can be made while they are in use, and can be restored."""
    copy = tmp_path / "copy.db"
    assert fitl("tables", "backup", str(copy)).exit_code == 0
    assert fitl("table", "list", "--store", str(copy)).output == fitl("table", "list").output
    assert fitl("tables", "copy", str(tmp_path / "new.db"), "--store", str(copy)).exit_code == 0


@pytest.mark.parametrize(
    ("file", "address", "exit_code", "said"),
    [
        ("there.db", "", 74, "cannot write the backup there.db: the file exists already"),
        ("tables.db", "", 74, "cannot write the backup tables.db: the file exists already"),
        ("dangling", "", 74, "cannot write the backup dangling: the file exists already"),
        ("/dev/full", "", 74, "cannot write the backup /dev/full: the file exists already"),
        ("folder", "", 74, "cannot write the backup folder: the file exists already"),
        ("folder/", "", 74, "cannot write the backup folder/: this names a directory"),
        ("", "", 74, "cannot write the backup : this names a directory"),
        ("nowhere/x.db", "", 74, "cannot write the backup nowhere/x.db: No such file or directory"),
        ("there.db/x.db", "", 74, "cannot write the backup there.db/x.db: Not a directory"),
        ("x" * 300, "", 74, f"cannot write the backup {'x' * 300}: File name too long"),
        ("new.db", "missing.db", 3, "missing.db: there is no such file"),
        ("new.db", "there.db", 3, "there.db: the file is no database"),
        ("new.db", "folder", 3, "folder: the file cannot be opened"),
        ("new.db", "postgresql://127.0.0.1:1/x", 3, "cannot reach the store postgresql://127.0.0.1:1/x"),
    ],
)
def test_backups_that_cannot_be_made(
    store: Path, monkeypatch: pytest.MonkeyPatch, file: str, address: str, exit_code: int, said: str
) -> None:
    """An impossible backup names the file or store and the reason, and changes or leaves no file."""
    if address.startswith("postgresql"):
        pytest.importorskip("psycopg")
    monkeypatch.chdir(store.parent)
    Path("there.db").write_text("mine")
    Path("folder").mkdir()
    Path("dangling").symlink_to("nowhere")
    before = {path.name for path in Path().iterdir()}
    asked = ("tables", "backup", file, *(("--store", address) if address else ()))
    told = fitl(*asked)
    assert told.exit_code == exit_code and said in told.output
    assert told.output.startswith("fitl: ") and told.output.count("\n") == 1
    as_json = fitl(*asked, "--json")
    assert as_json.exit_code == exit_code and said in json.loads(as_json.output)["message"]
    beside = {"tables.db-wal", "tables.db-shm"}  # SQLite's
    assert {path.name for path in Path().iterdir()} - beside == before - beside
    assert Path("there.db").read_text() == "mine"


def test_a_backup_for_which_there_is_no_room(store: Path, tmp_path: Path) -> None:
    """A backup without room is reported by its given name, and no part of it remains."""
    kept = open_store(store)
    for _ in range(40):
        Tables(kept).open(Setup("short"))
    kept.close()
    most = (40_000, 40_000)
    told = subprocess.run(
        [sys.executable, "-m", "fitl_cli", "tables", "backup", str(tmp_path / "new.db")],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, most),
        capture_output=True,
        text=True,
    )
    assert told.returncode == 74, told
    why = "the disk refuses to be written or read"
    assert told.stderr == f"fitl: cannot write to the store {tmp_path / 'new.db'}: {why}\n"
    assert not [path for path in tmp_path.iterdir() if "new.db" in path.name]


def test_a_name_sits_down_where_nobody_sits(store: Path) -> None:
    """A name takes a free seat and renames a taken one; an empty name only erases the name."""
    fitl("table", "new", "--name", "n")
    assert fitl("table", "seat", "n", "US", "--player", "").output == "US: named no more\n"
    assert "waits for ARVN, NVA, VC" in fitl("table", "seat", "n", "US", "--player", "Ann").output
    assert fitl("table", "seat", "n", "US", "--player", "Bob").output == "US: Bob\n"
    seats = json.loads(fitl("table", "show", "n", "--json").output)["seats"]
    assert [(seat["player"], seat["taken"]) for seat in seats[:2]] == [("Bob", True), ("", False)]


def test_what_seats_do_before_play(store: Path) -> None:
    """Seats add seeds and choose or draw markers before play; each seat then sees only its own."""
    players = ("--players", "US NVA VC", "--options", "handicap", "--seats-add")
    assert fitl("table", "new", "--name", "n", *players).exit_code == 0
    for seat in ("US", "NVA", "VC"):
        fitl("table", "seat", "n", seat)
    assert fitl("table", "ready", "n", "US", "--promise", "x").exit_code == 1
    for seat in ("US", "NVA", "VC"):
        assert fitl("table", "ready", "n", seat, "--promise", commitment(bytes(32))).exit_code == 0
    for seat in ("US", "NVA", "VC"):
        assert fitl("table", "ready", "n", seat, "--give-seed", "00" * 32).exit_code == 0
    for wrong in ((), ("--draw", "--marker", "asset"), ("--draw", "--give-seed", "00")):
        assert fitl("table", "ready", "n", "US", *wrong).exit_code == 2
    assert fitl("table", "ready", "n", "US", "--marker", "agenda", "--marker", "threat").exit_code == 0
    for seat in ("NVA", "VC"):
        assert fitl("table", "ready", "n", seat, "--draw").exit_code == 0
    assert "markers: agenda, threat\n" in fitl("table", "show", "n", "--seat", "US").output
    assert "markers: " not in fitl("table", "show", "n").output


def test_proposals_and_orders_are_told(store: Path) -> None:
    """A proposal is shown with its number, an order with its text only to its own seat."""
    seat, faction = asked()
    proposed = fitl("table", "say", "t", seat, "--propose", 'correct "aid 9"')
    assert 'proposal 1: correct "aid 9"\n' in proposed.output
    fitl("table", "say", "t", seat, "--order", f"{faction}: waive")
    assert f"order 1 of {seat}: {faction}: waive\n" in fitl("table", "show", "t", "--seat", seat).output
    assert f"order 1 of {seat}: sealed\n" in fitl("table", "show", "t").output


def test_a_table_is_closed_and_its_log_verified(store: Path) -> None:
    """A table is closed if all players consent; the seed is opened and the log verifies."""
    proposed = fitl("table", "close", "t")
    assert proposed.exit_code == 0 and "proposal 1: close the table" in proposed.output
    assert "proposal 1 by the host: close the table (agreed: )" in fitl("table", "show", "t").output
    assert fitl("table", "close", "t").exit_code == 1
    assert fitl("table", "say", "t", "US+ARVN", "--agree", "1").exit_code == 0
    closed = fitl("table", "say", "t", "NVA+VC", "--agree", "1")
    assert closed.exit_code == 0 and "the table is closed: abandoned" in closed.output
    assert fitl("table", "close", "t").exit_code == 1
    assert "Seed-Opened" in fitl("table", "export", "t").output
