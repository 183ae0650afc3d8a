"""`fitl random`: the same seed gives the same legal game."""

from __future__ import annotations

import json

import pytest
from command_line import fitl


@pytest.mark.parametrize("rules", ["second", "original"])
@pytest.mark.parametrize("scenario", ["short", "medium", "full"])
def test_a_random_game_validates_and_comes_again(scenario, rules, tmp_path):
    """A seed's log is complete, canonical and legal, and is the same a second time."""
    out = tmp_path / "game.fitl"
    arguments = ("random", "--scenario", scenario, "--rules", rules, "--seed", "11", "--cards", "6")
    assert fitl(*arguments, "-o", str(out)).exit_code == 0
    assert fitl(*arguments).stdout == out.read_text()
    assert fitl("validate", str(out)).exit_code == 0
    assert fitl("fmt", "--check", str(out)).exit_code == 0


def test_the_same_seed_gives_the_same_game_anywhere(snapshot):
    """Chance depends on nothing but the seed: this log is the same on every machine."""
    assert fitl("random", "--seed", "5", "--cards", "3").stdout == snapshot


def test_a_seed_is_needed():
    """A random game without a seed is refused, because it could not be repeated."""
    assert fitl("random").exit_code == 2


def test_players_and_options_are_written_as_tags():
    """The header records the players and options, whether asked for or drawn by the seed."""
    asked = ("--players", "vc+nva us arvn", "--options", "handicap, high-winds")
    text = fitl("random", "--seed", "7", "--cards", "2", *asked).stdout
    assert '[Players "US ARVN NVA+VC"]\n[Options "high-winds handicap"]\n' in text
    plain = ("--players", "us arvn nva vc", "--options", "")
    text = fitl("random", "--seed", "7", "--cards", "2", *plain).stdout
    assert "[Players" not in text and "[Options" not in text
    drawn = [fitl("random", "--seed", str(seed), "--cards", "1").stdout for seed in range(8)]
    assert any("[Players" in text for text in drawn) and any("[Options" in text for text in drawn)


@pytest.mark.parametrize(
    ("asked", "because"),
    [
        (("--options", "monsoon"), "high-winds"),
        (("--options", "deception", "--players", "us+arvn nva+vc"), "3 or 4 players"),
        (("--players", "us+nva arvn vc"), "US+ARVN NVA VC"),
    ],
)
def test_what_cannot_be_agreed_on_is_a_wrong_use(asked, because):
    """Impossible players or options are wrong usage, and the message lists the possible ones."""
    result = fitl("random", "--seed", "7", *asked)
    assert result.exit_code == 2
    assert because in result.stderr


def test_markers_allow_three_or_four_players_to_be_drawn():
    """If only options are given, the drawn players are compatible with them."""
    for seed in range(12):
        result = fitl("random", "--seed", str(seed), "--cards", "1", "--options", "deception")
        assert result.exit_code == 0
        assert "NVA+VC" not in result.stdout or "US+ARVN" not in result.stdout


def test_check_holds_the_laws_over_many_games() -> None:
    """`--check` counts verbs and codes, finds no fault, and writes no log."""
    result = fitl("random", "--check", "--games", "2", "--cards", "5", "--scenario", "medium", "--json")
    report = json.loads(result.stdout)
    assert result.exit_code == 0 and report["games"] == 2 and report["broken"] == []
    assert report["events"] > 20
    assert report["verbs"] and report["codes"] and report["unseen"]
    side_by_side = fitl(
        "random", "--check", "--games", "2", "--cards", "5", "--scenario", "medium", "--json", "--jobs", "2"
    )
    assert json.loads(side_by_side.stdout) == report
    text = fitl("random", "--check", "--cards", "3").stdout
    assert "every law held" in text and "more" in text


def test_check_and_seed_are_asked_for_sensibly() -> None:
    assert fitl("random").exit_code == 2
    assert fitl("random", "--games", "3", "--seed", "1").exit_code == 2


def test_digests_are_recorded_behind_each_coup_round(tmp_path):
    """A digest that differs after a Coup Round is reported with the card."""
    out = tmp_path / "game.fitl"
    assert fitl("random", "--seed", "11", "--digests", "-o", str(out)).exit_code == 0
    text = out.read_text()
    recorded = [line for line in text.splitlines() if line.startswith("digest ")]
    assert 1 <= len(recorded) <= 3
    assert fitl("validate", str(out)).exit_code == 0
    out.write_text(text.replace(recorded[0], "digest 2:" + "0" * 16))
    told = fitl("validate", str(out))
    assert told.exit_code == 1
    assert "another engine came to another state" in told.output


def test_policies_play_factions() -> None:
    """`--policy` gives Factions to policies; the same seed and policies give the same game."""
    asked = ("random", "--seed", "4", "--scenario", "short", "--cards", "1", "--policy", "VC=greedy")
    first, second = fitl(*asked), fitl(*asked, "--policy", "vc=GREEDY".lower())
    assert first.exit_code == second.exit_code == 0
    assert first.output == second.output


@pytest.mark.parametrize(
    ("given", "because"),
    [("VC", "no policy"), ("XY=greedy", "no Faction"), ("VC=genius", "random, section-8, greedy")],
)
def test_an_unknown_policy_is_a_wrong_use(given: str, because: str) -> None:
    """A policy is given as FACTION=NAME, and not with --check."""
    found = fitl("random", "--seed", "4", "--policy", given)
    assert found.exit_code == 2 and because in found.output
    assert fitl("random", "--check", "--policy", "VC=greedy").exit_code == 2
