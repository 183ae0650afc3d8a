"""`fitl stats`: text, JSON Lines and CSV; unreadable files are reported and the others counted."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from command_line import FIXTURES, TUTORIAL, fitl, fitl_process

SHORT = str(FIXTURES / "short-game.fitl")
ILLEGAL = str(FIXTURES / "broken/ineligible.fitl")


def test_a_line_for_each_game_and_all_together() -> None:
    """Each game has a line with winner, margins and length; sums and means follow."""
    result = fitl("stats", SHORT, TUTORIAL)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[0].endswith("short, 27 cards, 121 events; US won (final); US +0, NVA -10, ARVN -1, VC -8")
    assert "games      2, of them 1 over" in lines and "won        US 1, NVA 0, ARVN 0, VC 0" in lines
    assert any(line.startswith("dice       ") for line in lines)


def test_bad_files_are_told_and_the_rest_is_counted(tmp_path: Path) -> None:
    """An illegal game is exit code 1, an unreadable one 3; the highest code is returned."""
    (tmp_path / "a.fitl").write_text("hello")
    (tmp_path / "b.fitl").write_bytes(Path(SHORT).read_bytes())
    (tmp_path / "c.txt").write_text("no game, and not looked at")
    illegal = fitl("stats", ILLEGAL, SHORT)
    assert illegal.exit_code == 1 and "not counted" in illegal.stderr and "games      1" in illegal.stdout
    found = fitl("stats", str(tmp_path))
    assert found.exit_code == 3 and "a.fitl" in found.stderr and "games      1" in found.stdout
    assert fitl("stats", str(tmp_path / "none.fitl")).exit_code == 3


def test_json_lines_have_an_object_for_each_file() -> None:
    """JSON Lines have an object for each file, also for one that is not counted."""
    one, other = [json.loads(line) for line in fitl("stats", SHORT, ILLEGAL, "--json").stdout.splitlines()]
    assert one["winner"] == "US" and one["verbs"]["NVA"]["rally"] == 2 and sum(one["dice"]) == 6
    assert other["file"] == ILLEGAL and "not counted" in other["error"]


def test_csv_is_a_table() -> None:
    """CSV has a header and a row for each game, all of one length."""
    rows = list(csv.DictReader(io.StringIO(fitl("stats", SHORT, TUTORIAL, "--csv").stdout)))
    assert [row["scenario"] for row in rows] == ["short", "full"]
    assert rows[0]["margin_VC"] == "-8" and rows[0]["rally_NVA"] == "2" and rows[1]["winner"] == ""


def test_a_file_called_as_a_formula_is_none(tmp_path: Path) -> None:
    """A file name that a spreadsheet would compute as a formula is quoted."""
    (tmp_path / "=1+1.fitl").write_bytes(Path(TUTORIAL).read_bytes())
    (row,) = csv.DictReader(io.StringIO(fitl("stats", str(tmp_path), "--csv").stdout))
    assert row["file"].endswith("=1+1.fitl") and not row["file"].startswith("=")


def test_jobs_change_nothing() -> None:
    """`--jobs` prints the same as a single process."""
    alone, together = (fitl_process("stats", SHORT, TUTORIAL, SHORT, "--jobs", jobs) for jobs in ("1", "2"))
    assert alone.stdout == together.stdout and alone.returncode == together.returncode == 0


def test_two_forms_at_once_are_usage() -> None:
    """JSON and CSV together are wrong usage."""
    assert fitl("stats", SHORT, "--json", "--csv").exit_code == 2


@pytest.mark.parametrize("form", [(), ("--json",), ("--csv",)])
def test_an_empty_folder_has_no_games(tmp_path: Path, form: tuple[str, ...]) -> None:
    """An empty folder has no games and exit code 0."""
    assert fitl("stats", str(tmp_path), *form).exit_code == 0
