"""How long a checked fold takes beside that of another tree: `python tests/bench/against.py OLDER [ROUNDS]`.

OLDER is another tree of this repository (`git worktree add ../older REVISION`). Each tree has a process, and
the two play the games by turns; of each event the fastest time counts, so that other work on the machine does
not. `alone` is an event played several times running, `in order` a whole game from its start, where the event
before has filled the processor's caches with other things. The collector is off.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from measure import ROOT

GAMES = ("tutorial", "short-game", "medium-game", "full-opening")
WAYS = ("alone", "in order")
CALLS = ("apply", "play")
"""Without and with its effects: a `replay` plays."""
ROUNDS = 10
PLAYER = """
import gc, json, sys
from pathlib import Path
from time import perf_counter_ns
import notation
from fitl_core import engine

def times(log, call, way):
    found, state = [], engine.start(notation.setup_of(log)).state
    kept = []
    for event in log.events:
        best = None
        for _ in range(6 if way == "alone" else 1):
            begun = perf_counter_ns()
            after = call(state, event)
            taken = perf_counter_ns() - begun
            best = taken if best is None else min(best, taken)
        kept.append(after)
        state = getattr(after, "state", after)
        found.append(best)
    return found

logs = [notation.read(Path(name).read_text(encoding="utf-8")).log for name in sys.argv[1:]]
gc.disable()
for line in sys.stdin:
    number, call, way = json.loads(line)
    print(json.dumps(times(logs[number], getattr(engine, call), way)), flush=True)
"""


def player(tree: Path, games: list[str]) -> subprocess.Popen[str]:
    """A process that plays these games on request with the code of a tree, and reports its time."""
    same = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", PLAYER, *games]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=tree, env=same, stdin=pipe, stdout=pipe, text=True)


def asked(process: subprocess.Popen[str], number: int, call: str, way: str) -> list[int]:
    """How many nanoseconds each event of a game takes in that process."""
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(json.dumps([number, call, way]) + "\n")
    process.stdin.flush()
    found: list[int] = json.loads(process.stdout.readline())
    return found


def main() -> None:
    """Measure and print."""
    trees = (ROOT, Path(sys.argv[1]).resolve())
    games = [str(trees[1] / "fixtures" / f"{name}.fitl") for name in GAMES]
    best: dict[tuple[Path, int, str, str], list[int]] = {}
    for turn in range(int(sys.argv[2]) if sys.argv[2:] else ROUNDS):
        players = {tree: player(tree, games) for tree in trees}
        each = [(number, call, way) for number in range(len(games)) for call in CALLS for way in WAYS]
        for _ in range(4):
            for what in each:
                for tree in trees if turn % 2 else reversed(trees):
                    now = asked(players[tree], *what)
                    best[tree, *what] = list(map(min, best.get((tree, *what), now), now))
        for process in players.values():
            process.communicate()
    print(f"{'':16}", *[f"{name:>12}" for name in (*GAMES, "all")])
    for call in CALLS:
        for way in WAYS:
            sums = [[sum(best[tree, number, call, way]) for number in range(len(games))] for tree in trees]
            shares = [now / then for now, then in zip(*sums, strict=True)]
            print(
                f"{call + ', ' + way:16}", *[f"{one:12.3f}" for one in (*shares, sum(sums[0]) / sum(sums[1]))]
            )


if __name__ == "__main__":
    main()
