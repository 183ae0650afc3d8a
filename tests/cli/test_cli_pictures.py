"""`fitl board` and `fitl chart`: pictures as SVG and PNG."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import FIXTURES, ROOT, TUTORIAL, fitl

GAME = str(FIXTURES / "medium-game.fitl")


def test_board_is_svg_on_standard_output() -> None:
    """`board` draws the last position, or a chosen one, as SVG on standard output."""
    result = fitl("board", TUTORIAL)
    assert result.exit_code == 0 and result.output.startswith("<svg ")
    at = json.loads(fitl("board", TUTORIAL, "--at", "3", "--json").output)
    assert at["event"] == 3 and "after event 3" in at["svg"]


def test_board_marks_and_crops_by_names_as_players_write_them() -> None:
    """Spaces to mark or crop may be codes or names; an unknown one is a usage error."""
    svg = fitl("board", TUTORIAL, "--highlight", "Sai", "--crop", "hue", "--changes").output
    assert 'id="highlight-saigon"' in svg
    assert fitl("board", TUTORIAL, "--highlight", "Paris").exit_code == 2


def test_changes_of_a_line_that_amends_another_are_marked() -> None:
    """A line that amends another marks every difference between the old and the new position."""
    svg = fitl("board", str(FIXTURES / "corrected-game.fitl"), "--at", "8", "--changes").output
    assert svg.count('id="highlight-') == 1 and 'id="highlight-north-vietnam"' in svg


def test_board_of_an_illegal_game_shows_the_sound_part() -> None:
    """An illegal game is drawn up to its sound part, with the reason on standard error and exit code 1."""
    result = fitl("board", str(FIXTURES / "broken/tax-under-coin-control.fitl"))
    assert result.exit_code == 1 and "<svg " in result.stdout and "4.5.1" in result.stderr
    assert "after which it is not legal" in result.stdout


def test_chart_of_each_kind() -> None:
    """`chart` draws the victory margins, or another kind with `--of`."""
    assert "Victory margins" in fitl("chart", GAME).output
    assert "Patronage" in fitl("chart", GAME, "--of", "tracks").output


def test_png_by_the_ending_of_the_file(tmp_path: Path) -> None:
    """A PNG has the wanted width and is reproducible; without a font it is refused."""
    pytest.importorskip("resvg_py", reason="no resvg_py: the extra png is not installed")
    out = tmp_path / "board.png"
    assert fitl("board", TUTORIAL, "-o", str(out), "--width", "300").exit_code == 0
    first = out.read_bytes()
    assert first.startswith(b"\x89PNG") and int.from_bytes(first[16:20], "big") == 300
    assert fitl("board", TUTORIAL, "-o", str(out), "--width", "300").exit_code == 0
    assert out.read_bytes() == first
    refused = fitl("board", TUTORIAL, "-o", str(out), "--font", str(tmp_path / "none.ttf"))
    assert refused.exit_code == 74 and out.read_bytes() == first
    (tmp_path / "words.ttf").write_text("these are words and no letters")
    refused = fitl("board", TUTORIAL, "-o", str(out), "--font", str(tmp_path / "words.ttf"))
    assert refused.exit_code == 74 and "has no letters" in refused.stderr and out.read_bytes() == first


def test_a_picture_of_another_kind_is_refused(tmp_path: Path) -> None:
    """An unknown file ending is refused, and no SVG is written under its name."""
    refused = fitl("board", TUTORIAL, "-o", str(tmp_path / "board.gif"))
    assert refused.exit_code == 2 and "pictures are .svg or .png, not .gif" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_picture_in_the_readme_is_what_is_drawn_today(monkeypatch: pytest.MonkeyPatch) -> None:
    """The README's picture equals the output of `fitl board fixtures/medium-game.fitl --at 20 --changes`."""
    monkeypatch.chdir(ROOT)
    drawn = fitl("board", "fixtures/medium-game.fitl", "--at", "20", "--changes").output
    assert drawn == (ROOT / "docs" / "board.svg").read_text(encoding="utf-8")


def test_without_any_font_a_png_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A PNG without a font for its text is refused, and the message names the way out."""
    pytest.importorskip("resvg_py", reason="no resvg_py: the extra png is not installed")
    monkeypatch.setattr("fitl_core.pictures.png_images.FONT_FILES", ())
    result = fitl("board", TUTORIAL, "-o", str(tmp_path / "board.png"))
    assert result.exit_code == 74 and not (tmp_path / "board.png").exists()
    assert (
        "no font for the text of the picture: name a TrueType file with --font, or write SVG" in result.stderr
    )
