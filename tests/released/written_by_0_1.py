"""Write `fixtures/released/0.1.0` with version 0.1.0 itself:

    git worktree add ../older 13daba0
    PYTHONPATH=../older python tests/released/written_by_0_1.py fixtures/released/0.1.0

The files are never written again for a newer version: they are what people have from that release.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

GAMES = {
    "short-refused-today": "--scenario short --seed 2",
    "short-digests": "--scenario short --seed 1 --digests",
    "short-original": "--scenario short --seed 3 --rules original --digests",
    "medium-opening": "--scenario medium --seed 6 --cards 7 --players 'US+ARVN NVA VC'",
    "medium-two-players": "--scenario medium --seed 4 --cards 14 --digests --players 'US+ARVN NVA+VC'",
    "full-markers": "--scenario full --seed 6 --cards 5 --options deception",
    "full-original": "--scenario full --seed 9 --cards 5 --rules original",
}
"""Random games, with the arguments of `fitl random`."""

CORRECTED = """\
note we start at eight
amend 3 was misread, the table agrees on the line above
void nothing: the die had fallen
ruling the house plays on
"""
"""The lines that say a correction in the form of version 1. They are free words there, and change nothing."""


def fitl(*arguments: str) -> str:
    """Return what a command of version 0.1.0 prints. Raises `CalledProcessError` if it fails."""
    command = [sys.executable, "-P", "-m", "fitl_cli", *arguments]  # -P: not the code of the current folder
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Write the files."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, arguments in GAMES.items():
        fitl("random", *shlex.split(arguments), "-o", str(folder / f"{name}.fitl"))
    opening = folder / "medium-opening.fitl"
    _write(folder / "medium-corrected.fitl", _corrected(opening.read_text(encoding="utf-8")))
    annotated = folder / "medium-annotated.fitl"
    remark = ("--at", "4", "--comment", "brave", "--glyph", "!?")
    fitl("annotate", str(opening), *remark, "-o", str(annotated))
    for name in ("short-digests", "medium-annotated"):
        fitl("fmt", str(folder / f"{name}.fitl"), "--jsonl", "-o", str(folder / f"{name}.jsonl"))
    _write(folder / "position.fitl", fitl("position", str(opening), "--at", "9", "--header"))
    _write(folder / "position.txt", fitl("position", str(opening), "--at", "9"))
    _write(folder / "digests.txt", _digests(folder))


def _corrected(text: str) -> str:
    """Return a game with the lines of corrections among its moves."""
    header, _, moves = text.partition("\n\n")
    lines = moves.splitlines()
    for place, line in zip((2, 6, 9, 12), CORRECTED.splitlines(), strict=True):
        lines.insert(place, line)
    return fitl_text(header + "\n\n" + "\n".join(lines) + "\n")


def fitl_text(text: str) -> str:
    """Return a game in the canonical form of version 0.1.0."""
    import notation

    return notation.write(notation.read(text).log)


def _digests(folder: Path) -> str:
    """Return a line for each game: its name, its events, and the digest of its last position."""
    import notation
    from fitl_core.session import replay
    from fitl_core.state import digest

    lines = []
    for path in sorted(folder.glob("*.fitl")):
        log = notation.read(path.read_text(encoding="utf-8")).log
        game = replay(notation.setup_of(log), log.events)
        lines.append(f"{path.name} {game.sound} {digest(game.state)}\n")
    return "".join(lines)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
