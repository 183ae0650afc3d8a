"""`fitl replay`: a game told in words."""

from __future__ import annotations

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
