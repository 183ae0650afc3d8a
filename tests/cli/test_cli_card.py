"""`fitl card`: what a card does, told in our own words."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import TUTORIAL, fitl, told


@pytest.mark.parametrize("number", ["68", "124", "127", "17"])
def test_a_card_in_words(number: str, snapshot: Any) -> None:
    assert told(fitl("card", number)) == snapshot


def test_every_card_has_an_answer() -> None:
    for number in range(1, 131):
        result = fitl("card", str(number), "--json")
        assert result.exit_code == 0
        told_of = json.loads(result.stdout)
        assert told_of["number"] == number and told_of["sides"]["unshaded"]["text"]


def test_words_do_not_hang_on_docstrings() -> None:
    """Python without docstrings (`-OO`) tells a card as ever."""
    command = [sys.executable, "-OO", "-m", "fitl_cli", "card", "62"]
    bare = subprocess.run(command, capture_output=True, text=True, check=True)
    assert bare.stdout == fitl("card", "62").stdout
    assert "unshaded: The US may Air Lift free" in bare.stdout


def test_whether_a_side_would_have_an_effect_now() -> None:
    """At the start of the tutorial nobody is a Casualty, so the shaded side of 1 changes nothing."""
    sides = json.loads(fitl("card", "1", "--game", TUTORIAL, "--at", "0", "--json").stdout)["sides"]
    assert (sides["unshaded"]["would_act"], sides["shaded"]["would_act"]) == (True, False)
    text = fitl("card", "1", "--game", TUTORIAL, "--at", "0").stdout
    assert "would change nothing now" in text and "would have an effect now" in text


@pytest.mark.parametrize("name", ["Sihanouk", "sihanuk", "#75", "SIHANOUK"])
def test_a_card_by_its_title(name: str) -> None:
    assert fitl("card", name).stdout == fitl("card", "75").stdout


def test_a_card_by_words_of_its_title() -> None:
    """Quoted or not, whole or begun."""
    assert (
        fitl("card", "green", "ber").stdout
        == fitl("card", "Green Berets").stdout
        == fitl("card", "68").stdout
    )


def test_several_cards_are_asked_about() -> None:
    result = fitl("card", "the")
    assert result.exit_code == 2
    assert "which one: 80 Light at the End of the Tunnel; 82 Domino Theory?" in result.stderr


def test_no_such_card() -> None:
    for number in ("0", "131", "x", "", "9" * 5000, "\u202e"):
        result = fitl("card", number)
        assert result.exit_code == 2 and "a number from 1 to 130" in result.stderr


def test_a_transfer_is_no_effect_of_a_card(tmp_path: Path) -> None:
    """What NVA and VC may give each other beside any Event of theirs says nothing of the Event (1.5.2)."""
    path = tmp_path / "game.fitl"
    path.write_text('[FITL "2"]\n[Scenario "full"]\n[Position "NVA 8; VC 8; trail 0; played 1; next 2"]\n')
    told = fitl("card", "36", "--game", str(path)).stdout
    assert told.count("It would change nothing now.") == 2
    assert "It would have an effect now." in fitl("card", "107", "--game", str(path)).stdout
