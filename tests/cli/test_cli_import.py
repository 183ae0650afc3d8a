"""`fitl import`: games that other programs saved, as logs, with a report on each part."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import FIXTURES, fitl
from measured import in_time
from scala_game import folder

import notation
from fitl_core.record.setup import Setup

EVENTS = ("ARVN event unshaded QNh, CRa, AnL", "VC rally Tay+3vg", "next #28", "US event unshaded SLa-6nt")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a folder of four saves of the Scala program; our rules do not lead to the last one."""
    events = [notation.read_line(line).event for line in EVENTS]
    files = folder(Setup("short", cards=(83, 6)), [one for one in events if one is not None])
    changed = json.loads(files["save-003"])
    changed["game-state"]["patronage"] += 5
    there = tmp_path / "game"
    there.mkdir()
    for name, raw in (files | {"save-003": json.dumps(changed).encode()}).items():
        (there / name).write_bytes(raw)
    return there


def test_a_folder_is_a_log_that_validates(game: Path, tmp_path: Path) -> None:
    """Steps become moves where moves are found, else `correct` lines with the reasons on stderr."""
    out = tmp_path / "game.fitl"
    result = fitl("import", str(game), "-o", str(out))
    assert result.exit_code == 0
    assert "4 saves; of 3 steps 2 as moves (0 of bots), 1 as positions only" in result.stderr
    assert "save 3 (US on card 6): a position only: no legal move is found that leads there" in result.stderr
    assert "the log gives 18, the save 23" in result.stderr
    assert 'correct "' in out.read_text() and "; save-003: no legal move" in out.read_text()
    assert fitl("validate", str(out)).exit_code == 0


def test_a_save_is_a_header(game: Path) -> None:
    """A single save becomes a header that `validate` accepts."""
    result = fitl("import", str(game / "save-002"))
    assert result.exit_code == 0 and "[Position " in result.stdout
    assert fitl("validate", "-", stdin=result.stdout).exit_code == 0


def test_as_json_log_and_report_are_one(game: Path) -> None:
    """`--json` returns steps, remarks, faults and the log's text together."""
    told = json.loads(fitl("import", str(game), "--json").stdout)
    assert (told["saves"], told["moves"], told["positions"], told["faults"]) == (4, 2, 1, [])
    assert told["steps"][2]["imported"] == "position" and told["text"].startswith("[FITL")


def test_json_lines_of_0_1_0_are_a_log_of_today() -> None:
    """JSON Lines of version 1 are read and written as version 2."""
    header = '{"tags":[["FITL","1"],["Scenario","full"]]}'
    old = header + '\n{"event":{"event":"digest","digest":"9f86"}}\n'
    result = fitl("import", "-", stdin=old)
    assert result.exit_code == 0 and 'FITL "2"' in result.stdout and "digest 9f86" in result.stdout


def test_a_log_is_a_log() -> None:
    """A log in the project's own notation is imported in canonical form."""
    path = FIXTURES / "tutorial.fitl"
    assert fitl("import", str(path)).stdout == fitl("fmt", str(path)).stdout


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ('{"file-version": 7, "game-state": {"cardsSeen": []}}', 3, "file-version: 7 is not known; 1 is"),
        ('{"version": 0.5, "game-state": {}}', 3, "file-version: it is missing"),
        ('{"hello": 1}', 3, "this is no save of the Scala program"),
        ("hello", 3, "no-header"),
        ("", 3, "empty"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, code: int, said: str, tmp_path: Path) -> None:
    """An unreadable save is refused with the field (exit code 3)."""
    path = tmp_path / "save-000"
    path.write_text(text)
    result = fitl("import", str(path))
    assert result.exit_code == code and (said in result.stderr or said in ("no-header", "empty"))


def test_an_impossible_board_is_exit_code_1(game: Path) -> None:
    """An impossible board has exit code 1, and each impossible field is named."""
    save = json.loads((game / "save-001").read_bytes())
    save["game-state"] |= {"usAid": 99, "casualties": ["VC Base"]}
    (game / "save-001").write_text(json.dumps(save))
    result = fitl("import", str(game / "save-001"))
    assert result.exit_code == 1
    assert "game-state.usAid: aid 99" in result.stderr and "game-state.casualties: " in result.stderr
    whole = fitl("import", str(game))
    assert whole.exit_code == 1 and "left out: save-001: game-state.usAid" in whole.stderr


def test_a_folder_without_saves_and_no_file_at_all(tmp_path: Path) -> None:
    """A folder without saves, or a missing file, has exit code 3."""
    assert fitl("import", str(tmp_path)).exit_code == 3
    assert fitl("import", str(tmp_path / "nothing")).exit_code == 3


def test_a_hostile_name_is_shown_coded(game: Path) -> None:
    """A hostile name in a save is escaped in every message."""
    save = json.loads((game / "save-001").read_bytes())
    save["game-state"]["casualties"] = ["\x1b[31mTank"]
    (game / "save-001").write_text(json.dumps(save))
    assert "\x1b" not in fitl("import", str(game / "save-001")).stderr


@pytest.mark.parametrize(
    ("name", "part", "code"),
    [("cardsSeen", 46, 0), ("pivotCardsAvailable", "x", 3), ("momentum", "x", 3), ("scenarioName", "", 3)],
)
def test_floods_of_a_save(name: str, part: object, code: int, tmp_path: Path) -> None:
    """A list of 100 KB is read within two seconds of processor time, and its report is bounded."""
    found = json.loads((FIXTURES / "scala" / "save-004").read_text())
    found["game-state"][name] = [part] * 20_000 if part else "x" * 100_000
    path = tmp_path / "save-004"
    path.write_text(json.dumps(found))
    result = in_time(2, lambda: fitl("import", str(path)))
    assert (result.exit_code, len(result.output) < 10_000) == (code, True)
    assert name in ("cardsSeen", "scenarioName") or "(and 19980 more of this kind)" in result.output


def test_keys_of_a_save_that_mean_nothing(tmp_path: Path) -> None:
    """Twenty unknown keys are named, cut short; the others are counted."""
    found = json.loads((FIXTURES / "scala" / "save-004").read_text())
    found["game-state"] |= {f"{n}{'q' * 1000}": 1 for n in range(100)}
    path = tmp_path / "save-004"
    path.write_text(json.dumps(found))
    result = fitl("import", str(path))
    assert result.exit_code == 0 and len(result.output) < 10_000
    assert "(and 80 more of this kind)" in result.output
