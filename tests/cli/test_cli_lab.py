"""`fitl lab`: comparisons as text, JSON, CSV and a chart; wrong arguments are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import fitl

HERE = "Sai 2ut AS; KGi 2vg; VC 5; played 107; next 68; eligible VC"
FILE = '[FITL "2"]\n[Scenario "full"]\n[Position "{here}"]\n'
Words = tuple[str, ...]


def test_the_commands_print_text_json_csv_and_a_chart(tmp_path: Path) -> None:
    """`fitl lab` says which differences are clear; JSON has all figures."""
    few = ("--games", "2", "--cards", "2", "--seats", "VC")
    told = fitl("lab", "compare", "random", "random", *few, "--plot", str(tmp_path / "chart.svg"))
    assert told.exit_code == 0 and "VC    +0.00 ± 0.00 points (not clear)" in told.output, told.output
    assert (tmp_path / "chart.svg").read_text().startswith("<svg")
    rows = fitl("lab", "compare", "random", "random", *few, "--csv").output.splitlines()
    assert rows == ["seat,pairs,margin,margin_error,wins,wins_error,first,second", rows[1]]
    data = json.loads(fitl("lab", "balance", "--games", "2", "--cards", "2", "--json").output)
    assert data["games"] == 2 and data["policy"] == "section-8"
    game = tmp_path / "game.fitl"
    game.write_text(FILE.format(here=HERE))
    asked = ("lab", "branch", str(game), "VC rally KGi-2vg+vb", "VC pass")
    told = fitl(*asked, "--games", "2", "--cards", "2")
    assert told.exit_code == 0 and "the first move against the second:" in told.output, told.output


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("compare", "clever", "random"), 2, 'there is no policy "clever"'),
        (("compare", "random", "random x=1"), 2, "no part of a contender"),
        (("compare", "random", "random", "--seats", "USA"), 2, "names no Factions"),
        (("balance", "--played-by", "clever"), 2, 'there is no policy "clever"'),
        (("branch", "GAME", "VC pass"), 2, "takes 2 values"),
        (("branch", "GAME", "VC rally Sai", "VC pass"), 1, "Sai"),
        (("branch", "GAME", "VC flies", "VC pass"), 1, "flies"),
        (("branch", "GAME", "next #68", "VC pass"), 2, "an action or a Pass"),
    ],
)
def test_wrong_arguments_are_told(tmp_path: Path, arguments: Words, code: int, message: str) -> None:
    """Each message says what is wrong; the exit code is that of usage, or of an illegal move."""
    game = tmp_path / "game.fitl"
    game.write_text(FILE.format(here=HERE))
    told = fitl("lab", *[str(game) if one == "GAME" else one for one in arguments])
    assert (told.exit_code, message in told.stderr) == (code, True), told.stderr


def test_a_described_game_is_played() -> None:
    """`fitl lab game` reads a game as JSON, and refuses anything else."""
    game = {"setup": {"scenario": "short"}, "seat": "VC", "policy": "random", "cards": 2}
    found = json.loads(fitl("lab", "game", stdin=json.dumps(game)).output)
    assert found["seat"] == "VC" and found["fault"] == ""
    for wrong, code in (("{}", 3), ("nonsense", 3), (json.dumps({**game, "policy": "clever"}), 2)):
        assert fitl("lab", "game", stdin=wrong).exit_code == code
