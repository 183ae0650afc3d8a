"""`fitl show` and `fitl schema`: a position as a table, as JSON, and in one line to continue from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from command_line import FIXTURES, ROOT, TUTORIAL, fitl, told

from fitl_core.game.replays import replay
from fitl_core.tell.state_view import StateView, view
from notation import read, setup_of


def test_the_board_after_a_card(snapshot: Any) -> None:
    assert told(fitl("show", TUTORIAL, "--card", "97")) == snapshot


def test_json_is_the_view_of_the_state() -> None:
    log = read(Path(TUTORIAL).read_bytes()).log
    states = replay(setup_of(log), log.events)
    for number in (0, 12, 37):
        shown = msgspec.json.decode(
            fitl("show", "--json", TUTORIAL, "--at", str(number)).stdout, type=StateView
        )
        assert shown == view(states.state_at(number), number)


def test_without_an_event_it_is_the_last_sound_position() -> None:
    result = fitl("show", "--json", str(FIXTURES / "broken" / "tax-under-coin-control.fitl"))
    assert result.exit_code == 1
    assert msgspec.json.decode(result.stdout)["event"] == 11
    assert "4.5.1: no Tax under COIN Control" in result.stderr


def test_a_position_before_the_mistake_is_no_failure_and_one_behind_it_is() -> None:
    broken = str(FIXTURES / "broken" / "tax-under-coin-control.fitl")
    assert fitl("show", broken, "--at", "11").exit_code == 0
    behind = fitl("show", broken, "--at", "20")
    assert behind.exit_code == 1
    assert "event 20 is not sound" in behind.stderr


def test_positions_that_are_not_there() -> None:
    for arguments in (("--at", "999"), ("--at", "-1"), ("--card", "99"), ("--at", "1", "--card", "107")):
        assert fitl("show", TUTORIAL, *arguments).exit_code == 2


@pytest.mark.parametrize("what", ["state", "effects", "walk", "table"])
def test_the_schema_is_the_one_that_is_shipped(what: str) -> None:
    result = fitl("schema", what)
    assert result.exit_code == 0
    shipped = (ROOT / "docs" / "look-up" / f"{what}.schema.json").read_text()
    assert result.stdout == shipped, "stale: python tests/pages.py schema"


def test_a_position_goes_on_as_the_game_did(tmp_path: Path) -> None:
    """The header of event 12 has the digest of the game there, and later lines end in the same state."""
    header = fitl("position", TUTORIAL, "--at", "12", "--header").stdout
    there = tmp_path / "from-12.fitl"
    there.write_text(header)
    digests = [
        json.loads(fitl("position", *which, "--json").stdout)["digest"]
        for which in ((TUTORIAL, "--at", "12"), (str(there),))
    ]
    assert digests[0] == digests[1]


def test_the_line_alone() -> None:
    text = fitl("position", TUTORIAL, "--at", "0").stdout
    assert text.startswith("Hue 2at 2ap; ") and text.endswith("leaders none; played 107; next 55\n")


def test_a_broken_position_says_everything_that_is_impossible(tmp_path: Path) -> None:
    """Every impossible part of a position is reported at its tag, with exit code 1."""
    there = tmp_path / "broken.fitl"
    there.write_text('[FITL "2"]\n[Scenario "full"]\n[Position "Hue 3ub; NVn ut; aid 80"]\n')
    result = fitl("validate", str(there))
    assert result.exit_code == 1
    for words in ("3 Bases in Hue", "North Vietnam", "aid 80 is beyond its track"):
        assert words in result.stdout
    assert f"{there}:3:" in result.stdout
