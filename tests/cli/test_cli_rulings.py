"""`fitl rulings`: readings, dispute cases and cards, found by rule, card, id or word."""

from __future__ import annotations

import json
from typing import Any

import pytest
from command_line import fitl


def _found(*wanted: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(fitl("rulings", *wanted, "--json").stdout)
    return found


def test_a_word() -> None:
    """In each that is found the word stands, or begins another one; however it is written."""
    found = _found("monsoon")
    assert found == _found("MONSOON") and all(found[part] for part in found)
    for part in ("clarifications", "readings", "cards"):
        assert all("monsoon" in json.dumps(one).lower() for one in found[part])
    assert {"2.3.9-01", "2.3.9-07"} <= {case["id"] for case in found["cases"]}


def test_several_words_all_stand_there() -> None:
    both = {case["id"] for case in _found("monsoon", "sweep")["cases"]}
    assert both < {case["id"] for case in _found("monsoon")["cases"]}


def test_a_rule_and_a_section() -> None:
    """2.3.9 is in 2.3, and 2.3.90 would not be in 2.3.9."""
    rule, section = _found("2.3.9"), _found("2.3")
    assert {one["id"] for one in rule["cases"]} < {one["id"] for one in section["cases"]}
    assert all("2.3.9" in one["rules"] for one in rule["cases"])
    assert [one["number"] for one in rule["cards"]] == []


@pytest.mark.parametrize("wanted", ["card 75", "card #75", "#75", "75", "card Sihanouk", "Card sihanouk"])
def test_a_card(wanted: str) -> None:
    """What it does, how it is read, and where it decided a dispute or was played in one."""
    found = _found(wanted)
    assert [one["number"] for one in found["cards"]] == [75]
    assert [one["id"] for one in found["readings"]] == ["card-75"]


def test_a_card_of_which_nothing_but_its_words_is_known() -> None:
    result = fitl("rulings", "card 107")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "card 107 Burning Bonze"


def test_a_reading_is_told_once() -> None:
    """Not as a clarification too; how the other one is played is said."""
    text = fitl("rulings", "2.3.9").stdout
    assert text.count("2.3.9-08") == 2  # the reading, and the case on it
    assert '[Readings "2.3.9-08"]' in text


def test_an_id() -> None:
    assert fitl("rulings", "2.3.9-07").stdout == fitl("cases", "2.3.9-07").stdout
    assert fitl("rulings", "card-75").stdout.startswith("card 75  May VC or NVA leave out the free Rally?")


@pytest.mark.parametrize("wanted", ["zebra", "9.9", "", " ", "card 131", "\x1b[31m", "x" * 100_000])
def test_nothing_found(wanted: str) -> None:
    """Exit code 1, and what can be looked for."""
    result = fitl("rulings", wanted)
    assert result.exit_code == 1 and "try a rule" in result.stderr
    assert len(result.stderr) < 500 and "\x1b" not in result.stderr
    assert fitl("rulings", wanted, "--json").exit_code == 1
