"""`fitl tables upgrade` and `fitl tables check` on stores of older versions and under changed rules."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from command_line import fitl

from fitl_core.facts.release_notes import ReleaseNote, RuledExample
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.stores.port import LAYOUT, NewFact
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.encoding import FORM

RELEASED = Path(__file__).parents[2] / "fixtures/released/0.2.0/tables.db"
COSTS = "fitl_core.rules.operations.attack.COST"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the store of 0.2.0. The environment has its address."""
    path = tmp_path / "tables.db"
    shutil.copy(RELEASED, path)
    monkeypatch.setenv("FITL_STORE", str(path))
    return path


def told(*arguments: str, code: int = 0) -> dict[str, Any]:
    """Return the JSON of a command, which ends with this exit code."""
    result = fitl(*arguments, "--json")
    assert result.exit_code == code, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


def test_one_layout_for_both_kinds_of_store() -> None:
    """The number that programs compare is that of the last step of each kind."""
    from fitl_core.stores import postgres_schema, sqlite_schema

    assert len(sqlite_schema.UPGRADES) == len(postgres_schema.UPGRADES) == LAYOUT


def test_reading_commands_leave_an_older_store_as_it_is(store: Path, tmp_path: Path) -> None:
    """A dry run, a check and a backup change no byte of the store, nor do they leave a file."""
    before = store.read_bytes()
    assert fitl("tables", "upgrade", "--dry-run").exit_code == 0
    assert fitl("tables", "check").exit_code == 0
    assert fitl("tables", "check", "--jobs", "2").exit_code == 0
    copy = tmp_path / "backup.db"
    assert fitl("tables", "backup", str(copy)).exit_code == 0
    assert store.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.db", "tables.db"]
    assert told("tables", "upgrade", "--dry-run", "--store", str(copy))["layout"] == 1


def test_a_dry_run_reports_what_the_upgrade_does(store: Path) -> None:
    """Each table with its lines, and with those that an older snapshot confirms. Then nothing is left."""
    dry = told("tables", "upgrade", "--dry-run")
    assert (dry["dry_run"], dry["layout"], dry["becomes"]) == (True, 1, LAYOUT)
    words = fitl("tables", "upgrade", "--dry-run").output
    assert f"the store would get layout {LAYOUT}: programs of layout 1 do not open it then" in words
    assert "in-play: 23 events; effects computed, 19 confirmed by an older snapshot" in words
    assert "8 tables: 7 would be upgraded, 0 damaged" in words
    done = told("tables", "upgrade")
    assert done["tables"] == dry["tables"] and (done["dry_run"], done["layout"]) == (False, 1)
    again = fitl("tables", "upgrade")
    assert again.exit_code == 0 and "8 tables: 0 upgraded, 0 damaged" in again.output
    assert "in-play: 23 events, nothing to do" in again.output and "layout" not in again.output
    checked = fitl("tables", "check")
    assert checked.exit_code == 0 and "8 tables: all hold" in checked.output
    why = "in-play: the effects of 4 events were computed later, and no older snapshot confirms them"
    assert why in checked.output


def test_a_refused_past_is_reported(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From which event nobody knows the position, and why; the other tables are upgraded."""
    monkeypatch.setattr(COSTS, 76)
    dry = told("tables", "upgrade", "--dry-run", code=1)
    by_name = {one["table"]: one for one in dry["tables"]}
    assert by_name["in-mid-move"]["unshown"] == 16
    (refused,) = by_name["in-mid-move"]["otherwise"]
    assert (refused["line"], refused["verdict"], refused["rule"]) == (16, "illegal", "3.1")
    result = fitl("tables", "upgrade")
    assert result.exit_code == 1
    assert (
        "in-mid-move: from event 16 on nobody knows the position: its players agree on one" in result.output
    )
    assert "event 16 (VC   attack | tax BTu" in result.output
    assert "played by an unknown rules release: today illegal: 3.1: " in result.output
    checked = fitl("tables", "check")
    assert checked.exit_code == 0 and "in-mid-move: from event 16 on nobody knows" in checked.output


def test_a_snapshot_that_disagrees_is_reported(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules have other effects now: the older snapshot shows it."""
    monkeypatch.setattr(COSTS, 2)
    result = fitl("tables", "upgrade", "--dry-run")
    assert (
        "non-players: the older snapshot at event 72 shows another position than today's rules"
        in result.output
    )


def test_changed_rules_are_listed_with_their_notes(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The past stands: exit code 0. Each event is listed with the note of the release that explains it."""
    assert fitl("tables", "upgrade").exit_code == 0
    monkeypatch.setattr("fitl_core.table.checking.RULES_RELEASE", RULES_RELEASE + 1)
    monkeypatch.setattr(COSTS, 76)
    example = RuledExample("", "", "legal", "illegal")
    note = ReleaseNote("3.1", "an Attack costs 76", "a test", example, RULES_RELEASE + 1)

    def notes(since: int, rule: str) -> tuple[ReleaseNote, ...]:
        return (note,) if since < note.release and note.explains(rule) else ()

    monkeypatch.setattr("fitl_core.table.checking.notes", notes)
    result = fitl("tables", "check")
    assert result.exit_code == 0 and "8 tables: all hold" in result.output
    lines = [line for line in result.output.splitlines() if line.startswith("in-mid-move: event 16 ")]
    (line,) = lines
    assert f"played by rules release {RULES_RELEASE}: today illegal: 3.1: " in line
    assert line.endswith(f"; release {RULES_RELEASE + 1}: an Attack costs 76")
    found = told("tables", "check")
    assert (found["tables"], found["broken"]) == (8, [])
    by_name = {one["table"]: one for one in found["past"]}
    (judged,) = [one for one in by_name["in-mid-move"]["otherwise"] if one["line"] == 16]
    assert judged["notes"] == [{"release": RULES_RELEASE + 1, "rule": "3.1", "what": "an Attack costs 76"}]
    monkeypatch.setattr(COSTS, 2)
    result = fitl("tables", "check")
    effects = f"played by rules release {RULES_RELEASE}: today other effects: "
    assert result.exit_code == 0 and effects in result.output


def test_a_damaged_table_is_named_and_the_others_are_upgraded(store: Path) -> None:
    """Exit code 1; the damaged table stays as it is."""
    kept = open_store(store)
    kept.append("damaged", 0, [NewFact("opened", b"{}")])
    kept.close()
    result = fitl("tables", "upgrade")
    assert result.exit_code == 1 and "table damaged is damaged at fact 1" in result.output
    assert "9 tables: 7 upgraded, 1 damaged" in result.output
    done = told("tables", "upgrade", "--dry-run", code=1)
    (damaged,) = [one for one in done["tables"] if "error" in one]
    assert (damaged["table"], damaged["error"], damaged["fact"]) == ("damaged", "damaged-table", 1)


def test_a_table_of_a_newer_version_is_named(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no damage: the way out is another program. Exit code 1, and the table stays as it is."""
    assert fitl("tables", "upgrade").exit_code == 0
    monkeypatch.setattr("fitl_core.table.encoding.FORM", FORM - 1)
    before = store.read_bytes()
    upgraded = fitl("tables", "upgrade")
    assert upgraded.exit_code == 1
    assert (
        "table in-play, fact 66 (steps-kept): a newer version of fitl wrote it: upgrade this"
        in upgraded.output
    )
    assert "8 tables: 0 upgraded, 0 damaged, 7 of a newer version" in upgraded.output
    checked = fitl("tables", "check")
    assert checked.exit_code == 1 and "8 tables: 7 of a newer version" in checked.output
    assert store.read_bytes() == before


def test_what_is_no_store_is_not_upgraded(store: Path, tmp_path: Path) -> None:
    """A file that is not there is not made; a store of a newer version is left alone."""
    for flags in ((), ("--dry-run",)):
        missing = fitl("tables", "upgrade", *flags, "--store", str(tmp_path / "none.db"))
        assert missing.exit_code == 3 and not (tmp_path / "none.db").exists()
