"""Progress bars on terminals, and only there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import ROOT, TUTORIAL

pty = pytest.importorskip("pty", reason="no pseudo-terminals: this is Windows")

VALIDATE = ("validate", TUTORIAL, TUTORIAL, TUTORIAL)


def run(*arguments: str, term: str = "xterm", terminal: bool = True, **more: str) -> tuple[str, str]:
    """Return a command's output, and its drawing on stderr, with or without a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "fitl_cli", *arguments]
    environment = {**os.environ, "TERM": term, "PYTHONPATH": str(ROOT), **more}
    stderr = theirs if terminal else subprocess.DEVNULL
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=stderr, env=environment, cwd=ROOT, timeout=60, check=True
    )
    os.close(theirs)
    drawn = b""
    try:
        while terminal and (more_drawn := os.read(ours, 65536)):
            drawn += more_drawn
    except OSError:  # the end of a terminal, on Linux
        pass
    os.close(ours)
    return done.stdout.decode(), drawn.decode()


def test_a_bar_is_drawn_on_a_terminal() -> None:
    """The bar counts the finished files; the output is the same without it."""
    told, drawn = run(*VALIDATE)
    assert "1/3" in drawn and "3/3" in drawn
    assert told == run(*VALIDATE, terminal=False)[0] and told.count("legal, 37 events") == 3
    assert "2/2" in run("random", "--check", "--games", "2", "--cards", "1", "--scenario", "short")[1]


@pytest.mark.parametrize(
    ("arguments", "term"),
    [((*VALIDATE, "--json"), "xterm"), (VALIDATE, "dumb"), (("validate", TUTORIAL), "xterm")],
    ids=["json", "dumb", "one file"],
)
def test_no_bar_where_it_would_disturb(arguments: tuple[str, ...], term: str) -> None:
    """No bar is drawn beside JSON, on a terminal that cannot draw it, or for a single file."""
    assert run(*arguments, term=term)[1] == ""


def test_a_bar_has_no_colours() -> None:
    """A bar has no colours, so NO_COLOR is honoured."""
    drawn = run(*VALIDATE, NO_COLOR="1")[1]
    assert "3/3" in drawn and "m" not in drawn.replace("\x1b[?25", "").split("3/3")[0].rpartition("\x1b[")[2]


def test_tables_are_counted(tmp_path: Path) -> None:
    """The check of a store draws a bar that counts its tables."""
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    for name in ("a", "b"):
        run("table", "new", "--store", store, "--name", name, terminal=False)
    assert "2/2" in run("tables", "check", "--store", store)[1]
