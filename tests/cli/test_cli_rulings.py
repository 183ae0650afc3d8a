"""`fitl rulings`: readings, dispute cases and cards by rule, card, id or word; the effects of a card."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import TUTORIAL, fitl, told

from fitl_cli.app import RENAMED


def _found(*wanted: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(fitl("rulings", *wanted, "--json").stdout)
    return found


def test_a_word() -> None:
    """A word is found in any case, also as the beginning of another word."""
    found = _found("monsoon")
    assert found == _found("MONSOON") and all(found[part] for part in found)
    for part in ("clarifications", "readings", "cards"):
        assert all("monsoon" in json.dumps(one).lower() for one in found[part])
    assert {"2.3.9-01", "2.3.9-07"} <= {case["id"] for case in found["cases"]}


def test_several_words_that_all_stand_there() -> None:
    both = {case["id"] for case in _found("monsoon", "sweep")["cases"]}
    assert both < {case["id"] for case in _found("monsoon")["cases"]}


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("sweeping in monsoon", "2.3.9-01"),
        ("irregulars entering north vietnam zzz", "1.4.2-05"),
        ("which pieces redeploy from laos", "6.4.1-02"),
        ("limited patrol loc zzz", "2.3.5-02"),
    ],
)
def test_partial_matches_are_ranked(wanted: str, first: str) -> None:
    """Partial matches count; a rare word weighs more, and an inflected word matches by its stem."""
    assert _found(wanted)["cases"][0]["id"] == first


@pytest.mark.parametrize("wanted", ["zebra monsoon", "monsoon zebra zebra", "xyzzy qwerty monsoon"])
def test_a_word_that_nothing_has_hides_nothing(wanted: str) -> None:
    assert {case["id"] for case in _found(wanted)["cases"]} <= {c["id"] for c in _found("monsoon")["cases"]}
    assert len(_found(wanted)["cases"]) >= 8


@pytest.mark.parametrize("wanted", ["monsoon sweep", "pacify twice cords", "tunneled bases removed"])
def test_whole_matches_come_before_partial_ones(wanted: str) -> None:
    """Cases with every word come before cases with some of the words."""
    sought = wanted.split()
    found = [all(w[:4] in json.dumps(case).lower() for w in sought) for case in _found(wanted)["cases"]]
    assert found == sorted(found, reverse=True)


def test_a_rule_and_a_section() -> None:
    """A section finds its subrules: 2.3 finds 2.3.9, but 2.3.9 would not find 2.3.90."""
    rule, section = _found("2.3.9"), _found("2.3")
    assert {one["id"] for one in rule["cases"]} < {one["id"] for one in section["cases"]}
    assert all("2.3.9" in one["rules"] for one in rule["cases"])
    assert [one["number"] for one in rule["cards"]] == []


@pytest.mark.parametrize("wanted", ["card 75", "card #75", "#75", "75", "card Sihanouk", "Card sihanouk"])
def test_a_card(wanted: str) -> None:
    """A card's entry has its effect, its reading, and the disputes and games in which it was decisive."""
    found = _found(wanted)
    assert [one["number"] for one in found["cards"]] == [75]
    assert [one["id"] for one in found["readings"]] == ["card-75"]


def test_a_card_of_which_nothing_but_its_words_is_known() -> None:
    result = fitl("rulings", "card 107")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "card 107 Burning Bonze"


def test_a_reading_is_told_once() -> None:
    """A reading is listed once, not as a clarification too, with the tag for its alternative."""
    text = fitl("rulings", "2.3.9").stdout
    assert text.count("2.3.9-08") == 2  # the reading, and the case on it
    assert '[Readings "2.3.9-08"]' in text


def test_an_id() -> None:
    assert fitl("rulings", "2.3.9-07").stdout == fitl("cases", "2.3.9-07").stdout
    assert fitl("rulings", "card-75").stdout.startswith("card 75  May VC or NVA leave out the free Rally?")


@pytest.mark.parametrize("wanted", ["zebra", "9.9", "", " ", "card 131", "\x1b[31m", "x" * 100_000])
def test_nothing_found(wanted: str) -> None:
    """A search without results ends with exit code 1 and lists the things to search for."""
    result = fitl("rulings", wanted)
    assert result.exit_code == 1 and "try a rule" in result.stderr
    assert len(result.stderr) < 500 and "\x1b" not in result.stderr
    assert fitl("rulings", wanted, "--json").exit_code == 1


ARGUMENTS = {
    "card": ("68",),
    "cases": ("4.5.1",),
    "chain": (TUTORIAL,),
    "chart": (TUTORIAL,),
    "position": (TUTORIAL,),
    "schema": ("effects",),
}
"""Arguments with which each renamed command runs."""


@pytest.mark.parametrize("number", ["68", "124", "127", "17"])
def test_a_card_in_words(number: str, snapshot: Any) -> None:
    assert told(fitl("rulings", "--show-card", number)) == snapshot


def test_every_card_has_an_answer() -> None:
    for number in range(1, 131):
        result = fitl("rulings", "--show-card", str(number), "--json")
        assert result.exit_code == 0
        told_of = json.loads(result.stdout)
        assert told_of["number"] == number and told_of["sides"]["unshaded"]["text"]


def test_words_do_not_hang_on_docstrings() -> None:
    """Python without docstrings (`-OO`) prints a card unchanged."""
    command = [sys.executable, "-OO", "-m", "fitl_cli", "rulings", "--show-card", "62"]
    bare = subprocess.run(command, capture_output=True, text=True, check=True)
    assert bare.stdout == fitl("rulings", "--show-card", "62").stdout
    assert "unshaded: The US may Air Lift free" in bare.stdout


def test_whether_a_side_would_have_an_effect_now() -> None:
    """At the start of the tutorial nobody is a Casualty, so the shaded side of 1 changes nothing."""
    sides = json.loads(fitl("rulings", "--show-card", "1", "--game", TUTORIAL, "--at", "0", "--json").stdout)[
        "sides"
    ]
    assert (sides["unshaded"]["would_act"], sides["shaded"]["would_act"]) == (True, False)
    text = fitl("rulings", "--show-card", "1", "--game", TUTORIAL, "--at", "0").stdout
    assert "would change nothing now" in text and "would have an effect now" in text


@pytest.mark.parametrize("name", ["Sihanouk", "sihanuk", "#75", "SIHANOUK"])
def test_a_card_by_its_title(name: str) -> None:
    assert fitl("rulings", "--show-card", name).stdout == fitl("rulings", "--show-card", "75").stdout


def test_a_card_by_words_of_its_title() -> None:
    """A card is found by its title or the beginning of it, quoted or not."""
    assert (
        fitl("rulings", "--show-card", "green", "ber").stdout
        == fitl("rulings", "--show-card", "Green Berets").stdout
        == fitl("rulings", "--show-card", "68").stdout
    )


def test_several_cards_are_asked_about() -> None:
    result = fitl("rulings", "--show-card", "the")
    assert result.exit_code == 2
    assert "which one: 80 Light at the End of the Tunnel; 82 Domino Theory?" in result.stderr


def test_no_such_card() -> None:
    for number in ("0", "131", "x", "", "9" * 5000, "\u202e"):
        result = fitl("rulings", "--show-card", number)
        assert result.exit_code == 2 and "a number from 1 to 130" in result.stderr


def test_a_transfer_is_no_effect_of_a_card(tmp_path: Path) -> None:
    """A transfer between NVA and VC beside an Event is not an effect of the Event (1.5.2)."""
    path = tmp_path / "game.fitl"
    path.write_text('[FITL "2"]\n[Scenario "full"]\n[Position "NVA 8; VC 8; trail 0; played 1; next 2"]\n')
    told = fitl("rulings", "--show-card", "36", "--game", str(path)).stdout
    assert told.count("It would change nothing now.") == 2
    assert "It would have an effect now." in fitl("rulings", "--show-card", "107", "--game", str(path)).stdout


@pytest.mark.parametrize("name", RENAMED)
def test_a_renamed_command_says_its_new_name(name: str) -> None:
    """A command of an earlier version still runs, and names the new one on standard error."""
    old = fitl(name, *ARGUMENTS[name])
    new = fitl(*RENAMED[name].split(), *ARGUMENTS[name])
    assert (old.exit_code, old.stdout) == (new.exit_code, new.stdout) == (0, new.stdout)
    assert f"fitl {name} is now: fitl {RENAMED[name]}" in old.stderr and new.stderr == ""
