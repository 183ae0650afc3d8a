"""`fitl show` and `fitl schema`: a position as a table and as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from command_line import FIXTURES, ROOT, TUTORIAL, fitl, told

from fitl_core.game.replays import replay
from fitl_core.tell.view import StateView, view
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
    shipped = (ROOT / "docs" / f"{what}.schema.json").read_text()
    assert result.stdout == shipped, f"write it anew: fitl schema {what} > docs/{what}.schema.json"
