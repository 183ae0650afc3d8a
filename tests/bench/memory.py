"""`python tests/bench/memory.py FOLDER N`: check N games one by one, print the peak of memory in MiB."""

from __future__ import annotations

import resource
import sys
from itertools import islice
from pathlib import Path

import notation
from fitl_core.session import replay


def main() -> None:
    """Read and play each game, and forget it."""
    folder, number = Path(sys.argv[1]), int(sys.argv[2])
    for path in islice(sorted(folder.glob("*.fitl")), number):
        log = notation.read(path.read_bytes()).log
        game = replay(notation.setup_of(log), log.events)
        assert game.error is None, path
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


if __name__ == "__main__":
    main()
