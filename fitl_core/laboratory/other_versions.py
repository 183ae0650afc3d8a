"""Games of the laboratory played by another version of `fitl`, in the process of another Python.

The other version must know `fitl lab game`. Read `lab_games` first.
"""

from __future__ import annotations

import subprocess

import msgspec

from fitl_core.laboratory.lab_games import LabGame, LabResult, play_lab_game

MOST_SECONDS = 3600
"""The most seconds of one game."""


class VersionGame(msgspec.Struct, frozen=True):
    """A game and the `python` whose `fitl` plays it; empty for this one."""

    game: LabGame
    python: str = ""


def play_in_version(asked: VersionGame) -> LabResult:
    """Play a game by its version. A failure of the other process becomes the `fault` of the result."""
    if not asked.python:
        return play_lab_game(asked.game)
    command = [asked.python, "-m", "fitl_cli", "lab", "game"]
    given = msgspec.json.encode(asked.game)
    try:
        done = subprocess.run(command, input=given, capture_output=True, timeout=MOST_SECONDS, check=False)
        return msgspec.json.decode(done.stdout, type=LabResult)
    except (OSError, subprocess.TimeoutExpired, msgspec.DecodeError) as error:
        why = f"{asked.python} plays no game: {error}"
        return LabResult(asked.game.seat, asked.game.seed, {}, fault=why)
