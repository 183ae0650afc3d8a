"""How fast a game is checked: `python tests/bench/speed.py [FILE]` prints events per second."""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import median

import notation
from fitl_core.session import replay

ROUNDS = 60


def timed(work: Callable[[], object]) -> float:
    """The median seconds of a piece of work over some rounds."""
    seconds = []
    for _ in range(ROUNDS):
        before = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - before)
    return median(seconds)


def main() -> None:
    """Measure reading, checking and writing one log."""
    default = Path(__file__).parents[2] / "fixtures" / "tutorial.fitl"
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    text = path.read_bytes()
    log = notation.read(text).log
    setup = notation.setup_of(log)
    events = log.events
    print(f"{date.today()}  Python {platform.python_version()}  {platform.machine()}  {path.name}")
    for what, work in (
        ("read", lambda: notation.read(text)),
        ("check", lambda: replay(setup, events)),
        ("write", lambda: notation.write(log)),
    ):
        seconds = timed(work)
        rate = len(events) / seconds
        print(f"{what:6} {seconds * 1000:7.2f} ms for {len(events)} events: {rate:9,.0f} a second")


if __name__ == "__main__":
    main()
