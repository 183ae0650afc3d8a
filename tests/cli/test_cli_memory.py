"""Memory: a file needs memory in proportion to its length; without memory the exit code is 70."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import HEADER, ROOT, TUTORIAL
from samples import WHOLE, sampled

BENCH = ROOT / "tests" / "bench" / "memory.py"
MOST = 620
"""Bytes a line, so that a million lines and Python itself stay within 600 MB."""


def peak(kind: str, number: int, command: str) -> float:
    """Return the most bytes that a command used for a file with this number of lines of a kind."""
    asked = [sys.executable, str(BENCH), kind, str(number), command]
    path = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(asked, capture_output=True, text=True, check=True, cwd=ROOT, env=path, timeout=300)
    return float(told.stdout) * 1024 * 1024


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize(
    ("kind", "command"),
    [
        (kind, command)
        for place, kind in enumerate(("pass", "note", "comment", "heading", "json note"))
        for command in (("validate", "fmt") if WHOLE else (("validate", "fmt")[place % 2],))
    ],
)
def test_memory_of_many_lines(kind: str, command: str) -> None:
    """A line of any kind takes so little memory that a million lines fit in 600 MB.

    `.ci/run` gives each kind to one of the two commands.
    """
    assert (peak(kind, 30_000, command) - peak(kind, 1_000, command)) / 29_000 < MOST


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("kind", ["tag", "unknown"])
def test_memory_of_lines_that_are_refused(kind: str) -> None:
    """Reading ends after a limit of tags or faults, so each further line costs under 250 bytes."""
    assert (peak(kind, 60_000, "validate") - peak(kind, 10_000, "validate")) / 50_000 < 250


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ulimit -v")
@pytest.mark.parametrize(
    ("limit", "jobs"),
    sampled([(limit, jobs) for jobs in ("1", "2") for limit in (16, 18, 22, 26, 40)], 3),
)
def test_out_of_memory(limit: int, jobs: str, tmp_path: Path) -> None:
    """Under `ulimit -v` a command ends with one line on stderr and exit code 70."""
    game = tmp_path / "game.fitl"
    game.write_text(HEADER + "note x\n" * 100_000)
    told = _limited(limit, "validate", "--jobs", jobs, str(game), str(game))
    if b"fitl: " in told.stderr or limit >= 26:
        assert told.returncode == 70
        assert told.stderr.startswith(b"fitl: ") and told.stderr.count(b"\n") == 1, told.stderr
    assert b"fitl_cli/" not in told.stderr  # what ends before our first line is Python's own
    assert told.stdout == b""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ulimit -v")
@pytest.mark.parametrize("limit", [18, 22, 26, 32])
def test_out_of_memory_writes_nothing_half(limit: int, tmp_path: Path) -> None:
    """Without memory a game written in place is the old or the new one, with no file beside it."""
    game = tmp_path / "game.fitl"
    game.write_bytes(Path(TUTORIAL).read_bytes())
    told = _limited(limit, "annotate", str(game), "-o", str(game))
    if told.returncode != 0:
        assert game.read_bytes() == Path(TUTORIAL).read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["game.fitl"]


def _limited(limit: int, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = ["bash", "-c", f'ulimit -v {limit * 1000}; exec "$@"', "bash", sys.executable, "-m", "fitl_cli"]
    path = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [*command, *arguments], capture_output=True, cwd=ROOT, env=path, timeout=120, check=False
    )


def test_a_process_that_dies_ends_the_command(tmp_path: Path) -> None:
    """A killed process of `--jobs` ends the command with a message and exit code 70, and no process stays."""
    code = (
        "import os, signal, sys\n"
        "from fitl_cli.jobs import each\n"
        "from fitl_cli.output import Failure\n"
        "def work(n):\n"
        "    os.kill(os.getpid(), signal.SIGKILL) if n == 3 else None\n"
        "    return n\n"
        "try:\n"
        "    for n in each(work, range(9), 2): print(n)\n"
        "except Failure as failure: print(failure.exit_code, failure.message)\n"
    )
    script = tmp_path / "script.py"
    script.write_text(code)
    path = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=path, timeout=30, check=False
    )
    assert told.stdout.splitlines()[-1].startswith("70 a process that worked for this one has died")
    assert told.stdout.splitlines()[:-1] == [str(n) for n in range(len(told.stdout.splitlines()) - 1)]
    assert told.stderr == ""
