"""The number of instructions of a checked fold, by valgrind: `python tests/bench/instructions.py [OLDER]`.

Unlike seconds it does not depend on the load of the machine. OLDER is another tree of this repository (`git
worktree add ../older REVISION`): the script then prints this tree's share of it, over OLDER's games.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from measure import ROOT

GAMES = ("tutorial", "short-game", "medium-game", "full-opening")
WARM, MORE = 6, 4
"""Rounds by which everything is loaded and kept that is kept, and those that count."""
FOLD = """
import gc, sys
from functools import reduce
from pathlib import Path
import notation
from fitl_core import engine
log = notation.read(Path(sys.argv[1]).read_text(encoding="utf-8")).log
first = engine.start(notation.setup_of(log)).state
gc.disable()
for _ in range(int(sys.argv[2])):
    reduce(engine.apply, log.events, first)
"""


def executed(tree: Path, game: Path, rounds: int) -> int:
    """Return the instructions of a process that folds a game a number of times with the code of a tree."""
    fold = [sys.executable, "-c", FOLD, str(game), str(rounds)]
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *fold]
    same = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    told = subprocess.run(command, cwd=tree, env=same, check=True, capture_output=True, text=True).stderr
    found = re.search(r"Collected : (\d+)", told)
    assert found is not None, told
    return int(found[1])


def of_a_fold(tree: Path, game: Path) -> int:
    """The instructions of one fold of a game with the code of a tree."""
    return (executed(tree, game, WARM + MORE) - executed(tree, game, WARM)) // MORE


def main() -> None:
    """Count and print."""
    older = Path(sys.argv[1]).resolve() if sys.argv[1:] else None
    shares = []
    for name in GAMES:
        game = (older or ROOT) / "fixtures" / f"{name}.fitl"
        now = of_a_fold(ROOT, game)
        line = f"{name:14}{now:12,}"
        if older is not None:
            shares.append(now / of_a_fold(older, game))
            line += f"  {shares[-1]:.3f} of the older tree's"
        print(line, flush=True)
    if shares:
        print(f"{'mean':26}  {sum(shares) / len(shares):.3f}")


if __name__ == "__main__":
    main()
