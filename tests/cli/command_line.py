"""Helpers that run `fitl` in tests."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fitl_cli.app import app

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
TUTORIAL = str(FIXTURES / "tutorial.fitl")
HEADER = '[FITL "2"]\n[Rules "original"]\n[Scenario "full"]\n[Cards "107 55"]\n\n'
"""The header of the tutorial; card 107 is played, 55 shows."""


def game_here(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> Path:
    """Write a game to a folder, change to the folder, and return the game's short path."""
    monkeypatch.chdir(folder)
    path = Path("game.fitl")
    path.write_text(text)
    return path


def fitl(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, list(arguments), input=stdin)


def told(result: Result) -> str:
    """Return a command's exit code and output with short paths, as a snapshot keeps them."""
    return f"exit code {result.exit_code}\n{result.output.replace(str(FIXTURES) + '/', '')}"


def fitl_process(*arguments: str, stdin: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a separate process."""
    command = [sys.executable, "-m", "fitl_cli", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, cwd=ROOT, timeout=60, check=False)


def processes_of(leader: int) -> list[str]:
    """Return the processes of a session from /proc, its leader included."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            state, _parent, _group, session = stat.read_text().rpartition(")")[2].split()[:4]
            if session == str(leader) and state != "Z":
                found.append(stat.parent.name)
    return found


def game_in(folder: Path) -> Path:
    """Return a copy of the tutorial that may be overwritten."""
    copy = folder / "game.fitl"
    copy.write_bytes(Path(TUTORIAL).read_bytes())
    return copy
