"""`fitl replay`: a game in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from command_line import FIXTURES, TUTORIAL, fitl, told


def test_card_107_of_the_tutorial(snapshot: Any) -> None:
    assert told(fitl("replay", TUTORIAL, "--to", "5")) == snapshot


def test_the_coup_round_of_the_tutorial(snapshot: Any) -> None:
    assert told(fitl("replay", TUTORIAL, "--from", "30")) == snapshot


def test_an_illegal_game_ends_with_the_refusal() -> None:
    result = fitl("replay", str(FIXTURES / "broken" / "tax-under-coin-control.fitl"))
    assert result.exit_code == 1
    assert "  11   ARVN event unshaded BDi+3ui" in result.output
    assert "illegal: 4.5.1: no Tax under COIN Control: Binh Dinh" in result.output
    assert "  13   " not in result.output


def test_a_part_before_the_mistake_is_no_failure() -> None:
    assert (
        fitl("replay", "--to", "11", str(FIXTURES / "broken" / "tax-under-coin-control.fitl")).exit_code == 0
    )


def test_json_has_every_event() -> None:
    story = msgspec.json.decode(fitl("replay", "--json", TUTORIAL).stdout)
    assert [event["event"] for event in story["events"]] == list(range(1, 38))
    assert story["sound"] is True
    assert story["events"][2]["effects"] == [
        {"effect": "acted", "rule": "2.3.3", "faction": "NVA", "deed": "pass"},
        {"effect": "track", "rule": "2.3.3", "track": "NVA", "old": 10, "new": 11},
    ]
    assert story["events"][2]["told"] == [{"text": "NVA Resources 10 -> 11", "rule": "2.3.3"}]
    assert story["events"][3]["scores"]["US"] == 38


def test_numbers_out_of_range_are_usage_errors() -> None:
    for arguments in (("--from", "0"), ("--from", "38"), ("--to", "99"), ("--from", "9", "--to", "3")):
        assert fitl("replay", TUTORIAL, *arguments).exit_code == 2


def test_html_is_one_page_with_the_whole_game(tmp_path: Path) -> None:
    """`--html` writes one page to a file or `-`; `--json` reports the file; `--explain` adds decisions."""
    out = tmp_path / "replay.html"
    assert fitl("replay", TUTORIAL, "--html", str(out)).output == ""
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and 'id="e37"' in page
    assert fitl("replay", TUTORIAL, "--html", "-").output == page
    said = msgspec.json.decode(fitl("replay", TUTORIAL, "--html", str(out), "--json").output)
    assert said == {"file": TUTORIAL, "out": str(out), "events": 37, "sound": True}
    assert (
        "section 8: " in fitl("replay", str(FIXTURES / "solo-game.fitl"), "--html", "-", "--explain").output
    )


def test_html_of_an_illegal_game_is_its_sound_part(tmp_path: Path) -> None:
    """An illegal game's page has the sound part and the ruling, also on standard error; exit code 1."""
    out = tmp_path / "replay.html"
    result = fitl("replay", str(FIXTURES / "broken/tax-under-coin-control.fitl"), "--html", str(out))
    assert result.exit_code == 1 and "4.5.1" in result.stderr and result.stdout == ""
    assert "no Tax under COIN Control: Binh Dinh" in out.read_text(encoding="utf-8")


def test_html_is_of_the_whole_game_and_in_a_file_of_its_own(tmp_path: Path) -> None:
    """A page covers the whole game, never overwrites the game, and is the only standard output."""
    game = tmp_path / "game.fitl"
    game.write_bytes(Path(TUTORIAL).read_bytes())
    assert fitl("replay", str(game), "--html", str(game)).exit_code == 2
    assert fitl("board", str(game), "-o", str(game)).exit_code == 2
    assert game.read_bytes() == Path(TUTORIAL).read_bytes()
    assert fitl("replay", TUTORIAL, "--html", "-", "--to", "3").exit_code == 2
    assert fitl("replay", TUTORIAL, "--html", "-", "--json").exit_code == 2
    assert fitl("replay", TUTORIAL, "--html", str(tmp_path / "none" / "x.html")).exit_code == 74
