"""8.2: logs that lack dice lines of Non-players, and lines that nobody asked for."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest
from click.testing import CliRunner
from samples import sampled

import notation
from fitl_cli.app import app
from fitl_core.game import non_player_verdicts
from fitl_core.game.non_player_verdicts import judge_non_players, verdict_line
from fitl_core.game.replays import replay
from fitl_core.players.non_players.dice_search import NonPlayerMove
from fitl_core.players.non_players.move_verdicts import MoveVerdict, verdict_on

RANDOM_SPACES = "NVn nb 3nt; trail 1; NVA 5; played 41; next 68; eligible NVA"
"""NVA Rally at their Base and in two random spaces."""
RALLY = "NVA rally NVn+2ng, CLa+ng, SLa+ng"
DICE = ("dice NVA 8.6.4/do-4 space {3 1}", "dice NVA 8.6.4/do-4 space {2 5}")


def _random_game(scenario: str, seed: int, players: str = "none") -> str:
    wanted = ["random", "--players", players, "--scenario", scenario, "--seed", str(seed)]
    return CliRunner().invoke(app, wanted).output


def _moves_of(text: str, monkeypatch: pytest.MonkeyPatch) -> list[NonPlayerMove]:
    """Return the Non-players' moves of a game as they are judged."""
    moves: list[NonPlayerMove] = []

    def noted(played: NonPlayerMove) -> MoveVerdict:
        moves.append(played)
        return MoveVerdict(played.faction, "dictated", "")

    monkeypatch.setattr(non_player_verdicts, "verdict_on", noted)
    log = notation.read(text).log
    judge_non_players(replay(notation.setup_of(log), log.events))
    return moves


def _lines(*lines: str) -> list[str]:
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "US+ARVN"]\n[Position "{RANDOM_SPACES}"]\n\n'
    log = notation.read(head + "\n".join(lines) + "\n").log
    played = replay(notation.setup_of(log), log.events)
    assert played.error is None, played.error
    return [verdict_line(one) for one in judge_non_players(played)]


GAMES = [
    (*("short", 3, "none"), False),
    (*("full", 22, "none"), False),
    (*("full", 22, "none"), True),
    (*("medium", 2, "US+ARVN"), True),
    (*("short", 3, "none"), True),
    (*("medium", 2, "US+ARVN"), False),
]
"""Scenario, seed, players, and whether lines do not name their node. `.ci/run` takes one of three."""


@pytest.mark.parametrize(("scenario", "seed", "players", "is_older"), sampled(GAMES, 3))
def test_8_2_one_line_of_dice_is_missing(
    scenario: str, seed: int, players: str, is_older: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line of a game left out in turn: no correct move departs, also if lines do not name their node."""
    text = _random_game(scenario, seed, players)
    if is_older:
        text = re.sub(r"(?m)^dice (\w+) \S+ (space|even)", r"dice \1 \2", text)
    found: Counter[str] = Counter()
    for played in _moves_of(text, monkeypatch):
        for i in range(len(played.dice)):
            rest = played.dice[:i] + played.dice[i + 1 :]
            verdict = verdict_on(msgspec.structs.replace(played, dice=rest, dice_numbers=()))
            found[verdict.verdict] += 1
    assert sum(found.values()) > 25
    assert "departs" not in found
    assert found["not-examined"] <= sum(found.values()) / 20


def test_8_2_a_line_names_its_node() -> None:
    """A line serves the node that it names. With the dice of both picks the Rally is dictated."""
    assert _lines(*DICE, RALLY) == ["event 3: NVA, a Non-player: dictated (8.6.4/if-1)"]
    for line in DICE:
        (told,) = _lines(line, RALLY)
        assert "one of several" in told


def test_8_2_a_move_to_which_no_dice_lead_departs() -> None:
    """With or without dice, a Rally in one random space only departs: two are due."""
    for lines in (DICE, DICE[:1], ()):
        (told,) = _lines(*lines, "NVA rally NVn+2ng, CLa+ng")
        assert "departs at 8.6.4/do-4" in told


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("dice NVA 8.6.5/do-1 space {1 1}", "8.6.5/do-1"),  # a node that was not reached
        ("dice NVA 8.6.4/do-4 space {1 1}", "8.6.4/do-4"),  # more lines than picks
        ("dice VC 8.6.4/do-4 space {1 1}", "8.6.4/do-4"),  # dice of another Faction
        ("dice NVA 8.6.4/do-4 even 3 {1}", "8.6.4/do-4"),  # another way to pick
        ("dice NVA 8.6.1/if-2 {1}", "8.6.1/if-2"),
    ],
)
def test_8_0_dice_that_nobody_asked_for(line: str, named: str) -> None:
    """Extra dice, of a node not reached or of another Faction, are named with their event and node."""
    tag = "players US+ARVN"
    (told,) = [one for one in _lines(tag, *DICE, line, RALLY) if "left over" in one]
    assert f"nobody asked for event 4, the dice of {named}" in told


def test_8_0_dice_at_the_end_of_a_log() -> None:
    """Dice for which the next decision may still ask have no verdict; others are named by their node."""
    assert _lines(DICE[1]) == []
    (told,) = _lines(DICE[0], "dice NVA 8.6.5/do-1 space {1 1}")
    assert told.startswith("event 2: NVA, a Non-player: rolls missing or left over at 8.6.5/do-1")
