"""`fitl diff`: same, equivalent, different; where games part and meet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from command_line import HEADER, TUTORIAL, fitl, told

CARD = "VC   event shaded\nNVA  pass\n"


def _write(path: Path, text: str) -> str:
    path.write_text(text)
    return str(path)


def test_the_same_game_typed_otherwise_is_the_same(tmp_path: Path) -> None:
    text = Path(TUTORIAL).read_text()
    typed = text.replace("Sai+6at", "saigon + 6 ARVN Troops").replace('[US "Player 1"]', '[US "Ann"]')
    typed = typed.replace("#55\n", "note here we go\n") + "; good game\n"
    assert typed != text
    result = fitl("diff", TUTORIAL, _write(tmp_path / "b.fitl", typed))
    assert result.exit_code == 0
    assert "the games are the same, move by move" in result.output


def test_games_that_part(tmp_path: Path, snapshot: Any) -> None:
    a = _write(tmp_path / "a.fitl", HEADER + CARD + "ARVN train Sai+6at\n")
    b = _write(tmp_path / "b.fitl", HEADER + "; another idea\n" + CARD + "ARVN train Sai+4at+2ap\n")
    result = fitl("diff", a, b)
    assert result.exit_code == 1
    assert told(result).replace(f"{tmp_path}/", "") == snapshot


def test_games_that_meet_again(tmp_path: Path) -> None:
    """A gift before or after the Rally makes two moves with one outcome; the games agree after it."""
    a = _write(
        tmp_path / "a.fitl", HEADER + "VC   rally Hue+vg | transfer VC+1\nNVA  pass\nARVN pass\nUS   pass\n"
    )
    b = _write(
        tmp_path / "b.fitl", HEADER + "VC   transfer VC+1 | rally Hue+vg\nNVA  pass\nARVN pass\nUS   pass\n"
    )
    result = fitl("diff", "--json", a, b)
    found = msgspec.json.decode(result.stdout)
    assert result.exit_code == 0
    assert found["verdict"] == "equivalent"
    assert [side["move"] for side in found["first"]] == [
        "VC   rally Hue+vg | transfer VC+1",
        "VC   transfer VC+1 | rally Hue+vg",
    ]
    assert found["after"] == found["final"] == []


def test_another_middle_and_the_same_end_is_different_and_meets(tmp_path: Path) -> None:
    """VC Passes and NVA acts, or the other way round: other Resources, so they do not meet."""
    a = _write(tmp_path / "a.fitl", HEADER + CARD)
    b = _write(tmp_path / "b.fitl", HEADER + "VC   pass\nNVA  pass\n")
    found = msgspec.json.decode(fitl("diff", "--json", a, b).stdout)
    assert found["verdict"] == "different"
    assert found["meeting"] is None
    assert {"where": "Tracks", "what": "Aid", "a": "3", "b": "15"} in found["after"]


def test_a_game_that_goes_on(tmp_path: Path) -> None:
    a = _write(tmp_path / "a.fitl", HEADER + CARD)
    b = _write(tmp_path / "b.fitl", HEADER + CARD + "ARVN pass\n")
    result = fitl("diff", a, b)
    assert result.exit_code == 1
    assert "  a  has ended" in result.output
    assert "  b  event 3, line 8: ARVN pass" in result.output


def test_rules_and_scenario_count(tmp_path: Path) -> None:
    a = _write(tmp_path / "a.fitl", HEADER + CARD)
    b = _write(tmp_path / "b.fitl", HEADER.replace("original", "second") + CARD)
    result = fitl("diff", a, b)
    assert result.exit_code == 1
    assert "the headers differ" in result.output
    assert "all moves are the same" in result.output


def test_what_is_spelled_out_makes_no_other_game(tmp_path: Path) -> None:
    """Order in a set, a forced clause or a tag without effect makes no difference between games."""
    short = "VC   rally Hue+vg, DaN+vg\nNVA  pass\nARVN pass\nUS   pass\n"
    long = "VC   rally DaN DaN+vg, VC: Hue+vg\nNVA  pass\nARVN pass\nUS   pass\n"
    a, b = _write(tmp_path / "a.fitl", HEADER + short), _write(tmp_path / "b.fitl", HEADER + long)
    result = fitl("diff", a, b)
    assert (result.exit_code, "the games are the same, move by move" in result.output) == (0, True)
