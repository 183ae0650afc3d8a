"""`python tests/bench/memory.py FOLDER N`: check N games one by one, print the peak of memory in MiB."""

from __future__ import annotations

import resource
import sys
from itertools import islice
from pathlib import Path

import notation
from fitl_core.game.replays import replay


def main() -> None:
    """Read and play each game, and forget it."""
    folder, number = Path(sys.argv[1]), int(sys.argv[2])
    for path in islice(sorted(folder.glob("*.fitl")), number):
        log = notation.read(path.read_bytes()).log
        game = replay(notation.setup_of(log), log.events)
        assert game.error is None, path
    print(_peak() / 1024)


def _peak() -> int:
    """The most KiB that this process has had; `ru_maxrss` would count the one that it was forked from."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().split("VmHWM:")[1].split()[0])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()
