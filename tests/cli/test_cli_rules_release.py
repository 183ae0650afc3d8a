"""The tag `Rules-Release`: new files have it, commands keep it, and a newer release gets a warning."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import TUTORIAL, fitl, game_here

import notation
from fitl_core.game.written_logs import with_rules_release
from fitl_core.proofs.chain import chained
from fitl_core.proofs.verification import verify
from fitl_core.rules.release import RULES_RELEASE

TAG = f'[Rules-Release "{RULES_RELEASE}"]'
RELEASED = '[FITL "3"]\n[Rules-Release "1"]\n[Scenario "full"]\n[Cards "107 55"]\n\n#107\nVC   event shaded\n'


def saved_board(folder: Path) -> str:
    board = folder / "board.json"
    board.write_text(fitl("show", TUTORIAL, "--json").stdout)
    return str(board)


def test_commands_that_begin_a_game_write_the_release(tmp_path: Path) -> None:
    """`new`, `new --deal`, `deal`, `random`, `import` and `show --header` write it."""
    board, dealt, by_hand = saved_board(tmp_path), tmp_path / "dealt.fitl", tmp_path / "by-hand.fitl"
    began = [
        fitl("new").stdout,
        fitl("deal", str(tmp_path / "dealer.secret")).stdout,
        fitl("random", "--seed", "3", "--cards", "1").stdout,
        fitl("import", board).stdout,
        fitl("show", TUTORIAL, "--one-line", "--header").stdout,
    ]
    assert fitl("new", "--deal", "-o", str(dealt)).exit_code == 0
    assert fitl("new", "-o", str(by_hand)).exit_code == 0
    for text in (*began, dealt.read_text(), by_hand.read_text()):
        assert text.startswith('[FITL "3"]\n') and TAG in text.split("\n")
        assert notation.write(notation.read(text).log).split() == text.split()


def test_commands_keep_the_release_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`fmt`, `annotate`, JSON Lines, `bot` and `play` keep the number of the program that began the file."""
    path = game_here(tmp_path, monkeypatch, RELEASED)
    for arguments in (("fmt",), ("fmt", "--normal"), ("annotate",), ("fmt", "--chain")):
        assert fitl(arguments[0], str(path), *arguments[1:]).stdout.startswith(RELEASED[:32])
    lines = fitl("fmt", str(path), "--jsonl").stdout
    assert lines.startswith('{"tags":[["FITL","3"],["Rules-Release","1"]')
    Path("game.jsonl").write_text(lines)
    assert fitl("fmt", "game.jsonl").stdout == RELEASED
    assert fitl("play", str(path), "NVA pass").exit_code == 0
    assert path.read_text() == RELEASED + "NVA  pass\n"


def test_a_file_without_the_tag_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of version 2 is continued as version 2."""
    old = RELEASED.replace('"3"', '"2"').replace('[Rules-Release "1"]\n', "")
    path = game_here(tmp_path, monkeypatch, old)
    assert fitl("fmt", str(path)).stdout == old
    assert fitl("play", str(path), "NVA pass").exit_code == 0
    assert path.read_text() == old + "NVA  pass\n"
    assert fitl("fmt", "--check", str(path)).exit_code == 0


def test_a_newer_release_is_read_with_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict stays, and `validate` says that a newer release wrote the file, at the tag."""
    path = game_here(tmp_path, monkeypatch, RELEASED.replace('e "1"', 'e "99"'))
    result = fitl("validate", str(path))
    assert result.exit_code == 0
    assert f"written by rules release 99, newer than this program's release {RULES_RELEASE}" in result.output
    assert "game.fitl:2:17: warning" in result.output
    (warning,) = json.loads(fitl("validate", "--json", str(path)).stdout)["warnings"]
    assert (warning["code"], warning["line"], warning["column"]) == ("newer-release", 2, 17)
    assert "Rules-Release" not in fitl("validate", TUTORIAL).output


def test_the_tag_changes_no_digest_and_no_chain() -> None:
    """A chained file stays verified if the tag is added, changed or left out."""
    log = chained(notation.read(Path(TUTORIAL).read_bytes()).log)
    assert verify(log).faults == verify(with_rules_release(log)).faults == ()
    assert verify(log).head == verify(with_rules_release(log)).head
