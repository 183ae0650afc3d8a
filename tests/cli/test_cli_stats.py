"""`fitl stats`: as text, JSON Lines and CSV; bad files are told, the rest is counted."""

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
    """Winner, margins, length, then sums and means."""
    result = fitl("stats", SHORT, TUTORIAL)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[0].endswith("short, 27 cards, 121 events; US won (final); US +0, NVA -10, ARVN -1, VC -8")
    assert "games      2, of them 1 over" in lines and "won        US 1, NVA 0, ARVN 0, VC 0" in lines
    assert any(line.startswith("dice       ") for line in lines)


def test_bad_files_are_told_and_the_rest_is_counted(tmp_path: Path) -> None:
    """Illegal is 1, unreadable 3; the highest wins."""
    (tmp_path / "a.fitl").write_text("hello")
    (tmp_path / "b.fitl").write_bytes(Path(SHORT).read_bytes())
    (tmp_path / "c.txt").write_text("no game, and not looked at")
    illegal = fitl("stats", ILLEGAL, SHORT)
    assert illegal.exit_code == 1 and "not counted" in illegal.stderr and "games      1" in illegal.stdout
    found = fitl("stats", str(tmp_path))
    assert found.exit_code == 3 and "a.fitl" in found.stderr and "games      1" in found.stdout
    assert fitl("stats", str(tmp_path / "none.fitl")).exit_code == 3


def test_json_lines_have_an_object_for_each_file() -> None:
    """Also for one that is not counted."""
    one, other = [json.loads(line) for line in fitl("stats", SHORT, ILLEGAL, "--json").stdout.splitlines()]
    assert one["winner"] == "US" and one["verbs"]["NVA"]["rally"] == 2 and sum(one["dice"]) == 6
    assert other["file"] == ILLEGAL and "not counted" in other["error"]


def test_csv_is_a_table() -> None:
    """A header and a row for each game, all of one length."""
    rows = list(csv.DictReader(io.StringIO(fitl("stats", SHORT, TUTORIAL, "--csv").stdout)))
    assert [row["scenario"] for row in rows] == ["short", "full"]
    assert rows[0]["margin_VC"] == "-8" and rows[0]["rally_NVA"] == "2" and rows[1]["winner"] == ""


def test_a_file_called_as_a_formula_is_none(tmp_path: Path) -> None:
    """What a spreadsheet would compute is quoted."""
    (tmp_path / "=1+1.fitl").write_bytes(Path(TUTORIAL).read_bytes())
    (row,) = csv.DictReader(io.StringIO(fitl("stats", str(tmp_path), "--csv").stdout))
    assert row["file"].endswith("=1+1.fitl") and not row["file"].startswith("=")


def test_jobs_change_nothing() -> None:
    """In processes side by side the same is printed."""
    alone, together = (fitl_process("stats", SHORT, TUTORIAL, SHORT, "--jobs", jobs) for jobs in ("1", "2"))
    assert alone.stdout == together.stdout and alone.returncode == together.returncode == 0


def test_two_forms_at_once_are_usage() -> None:
    """JSON or CSV."""
    assert fitl("stats", SHORT, "--json", "--csv").exit_code == 2


@pytest.mark.parametrize("form", [(), ("--json",), ("--csv",)])
def test_an_empty_folder_has_no_games(tmp_path: Path, form: tuple[str, ...]) -> None:
    """That is no error."""
    assert fitl("stats", str(tmp_path), *form).exit_code == 0
