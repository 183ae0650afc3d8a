"""`fitl position`: a position as one line, from which a game goes on."""

import json
from pathlib import Path

from command_line import TUTORIAL, fitl


def test_a_position_goes_on_as_the_game_did(tmp_path: Path) -> None:
    """The header of event 12 and the lines behind it end in the same state as the whole game."""
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
    """Exit code 1, all of it, at the tag."""
    there = tmp_path / "broken.fitl"
    there.write_text('[FITL "2"]\n[Scenario "full"]\n[Position "Hue 3ub; NVn ut; aid 80"]\n')
    result = fitl("validate", str(there))
    assert result.exit_code == 1
    for words in ("3 Bases in Hue", "North Vietnam", "aid 80 is beyond its track"):
        assert words in result.stdout
    assert f"{there}:3:" in result.stdout
