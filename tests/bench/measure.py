"""Measuring: the best time of a piece of work, how fast a command starts, how much memory a process takes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

BENCH = Path(__file__).parent
ROOT = BENCH.parents[1]
STARTS = 9
"""How often a command is started; the fastest counts."""


class Row(NamedTuple):
    """A measurement: the work, its amount, its unit, and the seconds that it took."""

    what: str
    number: int
    unit: str
    seconds: float

    @property
    def rate(self) -> float:
        """How many a second."""
        return self.number / self.seconds


def best(work: Callable[[], object], rounds: int, clock: Callable[[], float] = time.process_time) -> float:
    """Return the seconds of the fastest round. The default clock counts processor time of this process."""
    seconds = []
    for _ in range(rounds):
        before = clock()
        work()
        seconds.append(clock() - before)
    return min(seconds)


def start(arguments: Sequence[str]) -> float:
    """The seconds that a fresh Python takes for these arguments, its modules compiled as pip leaves them."""
    command = [sys.executable, *arguments]
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return best(
        lambda: subprocess.run(command, cwd=ROOT, env=compiled, check=True, capture_output=True),
        STARTS,
        time.perf_counter,
    )


def peak(folder: Path, number: int) -> float:
    """Return the most memory, in MiB, of a process that checks a number of games of a folder one by one."""
    command = [sys.executable, str(BENCH / "memory.py"), str(folder), str(number)]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return float(told.stdout)
