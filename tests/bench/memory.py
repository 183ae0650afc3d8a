"""The peak of memory of this process, in MiB.

`python tests/bench/memory.py FOLDER N` checks N games one by one; with KIND N COMMAND in their place it
runs a command of `fitl` (`validate`, `fmt`) on a file with N lines of a kind (`pass`, `note`...: `LINES`).
"""

from __future__ import annotations

import contextlib
import os
import resource
import sys
import tempfile
from itertools import islice
from pathlib import Path

import notation
from fitl_core.game.replays import replay

HEAD = '[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\n'
JSON_HEAD = '{"tags":[["FITL","2"],["Scenario","full"],["Cards","107 55"]]}\n'
LINES = {
    "pass": (HEAD, "VC pass\n"),
    "note": (HEAD, "note x\n"),
    "comment": (HEAD, "; hello\n"),
    "claim": (HEAD, "VC pass => VC 9\n"),
    "heading": (HEAD, "#107\n"),
    "tag": (HEAD.rstrip(), '\n[Foo "x"]'),
    "unknown": (HEAD, "hello\n"),
    "correct": (HEAD, 'correct "aid 9"\ncorrect "aid 10"\n'),
    "json pass": (JSON_HEAD, '{"event":{"event":"pass","faction":"VC"}}\n'),
    "json note": (JSON_HEAD, '{"event":{"event":"note","text":"x"}}\n'),
}


def main() -> None:
    """Run the task of the command line, and print the peak."""
    if len(sys.argv) == 4:
        flood(sys.argv[1], int(sys.argv[2]), sys.argv[3])
    else:
        games(Path(sys.argv[1]), int(sys.argv[2]))
    print(_peak() / 1024)


def flood(kind: str, number: int, command: str) -> None:
    """Run a command on a file with a number of lines of a kind; discard its output."""
    from fitl_cli.run import run

    head, line = LINES[kind]
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w") as nowhere:
        path = Path(folder, "game.fitl")
        with path.open("w") as file:
            file.write(head)
            file.writelines(line for _ in range(number // line.count("\n")))
        with contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
            run([command, str(path)])


def games(folder: Path, number: int) -> None:
    """Read and play each game, and forget it."""
    for path in islice(sorted(folder.glob("*.fitl")), number):
        log = notation.read(path.read_bytes()).log
        game = replay(notation.setup_of(log), log.events)
        assert game.error is None, path


def _peak() -> int:
    """The most KiB that this process has had; `ru_maxrss` would count the one that it was forked from."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().split("VmHWM:")[1].split()[0])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()
