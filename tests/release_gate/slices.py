"""Make the corpus of the release gate and the answers of two releases to it, in slices of some games.

Each slice is three files: the corpus, and the answers of the older and the newer release. A slice that is
there is not made again, so that a long run may be stopped and continued.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

HERE = Path(__file__).parent
GAMES_IN_SLICE = 25


class Build(NamedTuple):
    """A release that was built from its commit: its source, and the Python that has it installed."""

    source: Path
    python: Path


class Slice(NamedTuple):
    """The seeds of a slice, the folder of the older release, and within it the name of the newer one."""

    first: int
    last: int
    folder: Path
    newer: str

    def file(self, name: str) -> Path:
        """Return the place of `corpus`, `older` or `newer`. The first two serve every newer release."""
        folder = self.folder / self.newer if name == "newer" else self.folder
        return folder / f"{self.first:05}-{name}.jsonl.gz"


def slices(folder: Path, newer: str, games: int) -> list[Slice]:
    """Return the slices of a number of games."""
    starts = range(0, games, GAMES_IN_SLICE)
    return [Slice(start, min(start + GAMES_IN_SLICE, games) - 1, folder, newer) for start in starts]


def made(asked: list[Slice], older: Build, newer: Build, cards: int, seconds: float) -> list[Slice]:
    """Make slices until the time is over. Return those that are whole."""
    end = time.monotonic() + seconds
    whole = []
    for one in asked:
        if one.file("newer").exists():
            whole.append(one)
        elif time.monotonic() < end:
            _make(one, older, newer, cards)
            whole.append(one)
    return whole


def _make(one: Slice, older: Build, newer: Build, cards: int) -> None:
    corpus, guide, newest = (one.file(name) for name in ("corpus", "older", "newer"))
    newest.parent.mkdir(parents=True, exist_ok=True)
    if not corpus.exists():
        numbers = (str(one.first), str(one.last), str(cards))
        _run(older.python, "corpus.py", str(older.source), *numbers, into=corpus)
    if not guide.exists():
        _run(older.python, "answers.py", asked=corpus, into=guide)
    _run(newer.python, "answers.py", str(guide), asked=corpus, into=newest)


def _run(python: Path, script: str, *arguments: str, into: Path, asked: Path | None = None) -> None:
    """Run a script of this folder with the code of a release, and keep what it prints.

    Raises `CalledProcessError` if the script ends with an error.
    """
    same = {**os.environ, "PYTHONHASHSEED": "0"}
    same.pop("PYTHONPATH", None)  # which would hide the installed release
    command = [str(python), str(HERE / script), *arguments]
    half = into.with_suffix(".half")
    with subprocess.Popen(command, env=same, stdin=subprocess.PIPE, stdout=half.open("wb")) as process:
        assert process.stdin is not None
        if asked is not None:
            with gzip.open(asked) as lines:
                for line in lines:
                    process.stdin.write(line)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    with gzip.open(into.with_suffix(".whole"), "wb") as packed:
        packed.write(half.read_bytes())
    half.unlink()
    into.with_suffix(".whole").rename(into)


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer of a release on one event, or on the start of a game.

    `effects` have rule, words and a hash of the data, which is empty if the release has no such data. `guide`
    is the older release's position in the words of the newer, if the texts of both positions differ.
    """

    verdict: str
    line: str = ""
    position: str = ""
    digest: str = ""
    effects: tuple[tuple[str, str, str], ...] = ()
    canonical: str | None = None
    decided: tuple[str, str] | None = None
    code: str = ""
    rule: str = ""
    message: str = ""
    guide: str = ""


class Answers(msgspec.Struct, frozen=True):
    """The answers of a release on the start and the events of one log.

    `stopped` is the error that no event explains.
    """

    id: str
    release: int
    events: tuple[Answer, ...]
    stopped: str = ""


def pairs(whole: list[Slice]) -> Iterator[tuple[Answers, Answers]]:
    """Yield the answers of both releases, log after log."""
    read = msgspec.json.Decoder(Answers).decode
    for one in whole:
        with gzip.open(one.file("older")) as older, gzip.open(one.file("newer")) as newer:
            for before, after in zip(older, newer, strict=True):
                yield read(before), read(after)
