"""Make the questions and answers of the corpus, and keep them: `build/corpus` by default.

Questions belong to the code of one tree, answers to the code of one tree and these questions. Both are found
again by a hash of that code. What is there is not made again, so a long run may be stopped and continued.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FORM = 2
"""Scripts of two trees understand each other if this number is the same."""
CODE = ("fitl_core", "notation")
"""The packages whose code decides on an answer."""
Entry = dict[str, Any]
"""A question or an answer."""


class Tree(NamedTuple):
    """The source of one version, its name for people, and a hash of its code."""

    source: Path
    name: str
    key: str


class Numbers(NamedTuple):
    """The numbers of random games and moves, and the groups of questions."""

    games: int
    moves: int
    groups: str

    def file(self) -> str:
        """Return the name of the file with these questions."""
        return f"questions-{self.games}-{self.moves}-{self.groups.replace(',', '+')}.jsonl"


def tree_of(where: str, keep: Path) -> Tree:
    """Return the tree in a folder, or that of a commit, which is unpacked first.

    Exits with a message if there is neither.
    """
    if Path(where, "fitl_core").is_dir():
        source = Path(where).resolve()
        return Tree(source, _commit(source, "HEAD", "--short") or source.name, _key(source))
    commit = _commit(ROOT, f"{where}^{{commit}}")
    if commit is None:
        sys.exit(f"{where} is neither a folder with this project nor a commit of it")
    source = (keep / "trees" / commit[:12]).resolve()
    if not source.exists():
        half = source.with_suffix(".half")
        half.mkdir(parents=True, exist_ok=True)
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", str(half)], input=packed, check=True)
        half.rename(source)
    return Tree(source, commit[:7], _key(source))


def _commit(source: Path, revision: str, *options: str) -> str | None:
    command = ["git", "rev-parse", "--verify", "-q", *options, revision]
    found = subprocess.run(command, cwd=source, capture_output=True, text=True)
    return found.stdout.strip() or None


def _key(source: Path) -> str:
    """Return a hash of the code and data of a tree."""
    read = hashlib.sha256()
    for package in CODE:
        for path in sorted((source / package).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                read.update(str(path.relative_to(source)).encode())
                read.update(path.read_bytes())
    return read.hexdigest()[:12]


def questions_of(tree: Tree, numbers: Numbers, keep: Path, end: float) -> list[Entry]:
    """Return the questions that the code of a tree makes, from the file where they are kept.

    If they are not made at `end` (by `time.monotonic`), it exits with 2. The next call goes on.
    """
    file = _folder(tree, keep) / numbers.file()
    if not file.exists():
        half = file.with_suffix(".half")
        arguments = _missing(numbers, half)
        with half.open("ab") as out:
            made = _script(tree, "questions.py", str(tree.source), *arguments, out=out)
            try:
                status = made.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                made.kill()
                made.wait()
                print("the time ended before all questions were made: the same command goes on")
                sys.exit(2)
        if status:
            sys.exit(f"the code of {tree.name} could not make the questions")
        half.rename(file)
    return list(_entries(file))


def _missing(numbers: Numbers, half: Path) -> list[str]:
    """Return the arguments that make the missing questions, and keep those of whole games in the file."""
    made = list(_entries(half)) if half.exists() else []
    seeds = [_seed(one) for one in made if one["group"] == "random"]
    first = seeds[-1] if seeds and numbers.groups.endswith("random") else None
    kept = [] if first is None else [one for one in made if one["group"] != "random" or _seed(one) != first]
    half.write_text("".join(json.dumps(one) + "\n" for one in kept), encoding="utf-8")
    if first is None:
        return [f"--games={numbers.games}", f"--moves={numbers.moves}", f"--groups={numbers.groups}"]
    moves = sum(one["group"] == "random" for one in kept)
    return [f"--first-seed={first}", f"--moves={numbers.moves - moves}", "--groups=random"]


def _seed(question: Entry) -> int:
    """Return the seed of the game of a random move: 10000 of "move 10000.8.1"."""
    return int(question["id"].split()[1].split(".")[0])


def answers_of(
    tree: Tree, asked: list[Entry], older: Tree, keep: Path, end: float, processes: int
) -> dict[str, Entry]:
    """Return the answers of a tree by the ids of their questions, made until `end` (by `time.monotonic`).

    Answers that are kept are not made again. `older` is the tree that made the questions.
    """
    folder = _folder(older, keep) / f"answers-{tree.key}"
    folder.mkdir(parents=True, exist_ok=True)
    known = _known(folder, asked)
    missing = [question for question in asked if question["id"] not in known]
    if missing and time.monotonic() < end:
        _answer(tree, missing, folder, end, processes)
        known = _known(folder, asked)
    return known


def _known(folder: Path, asked: list[Entry]) -> dict[str, Entry]:
    """Return the kept answers to these very questions."""
    wanted = {question["id"]: question["of"] for question in asked}
    answers = (answer for path in sorted(folder.glob("*.jsonl")) for answer in _entries(path))
    return {answer["id"]: answer for answer in answers if wanted.get(answer["id"]) == answer["of"]}


def _answer(tree: Tree, asked: list[Entry], folder: Path, end: float, processes: int) -> None:
    """Answer the questions in several processes at a time, each to a file of its own."""
    running = []
    for number in range(processes):
        todo = folder / f"todo-{number}"
        todo.write_text("".join(json.dumps(one) + "\n" for one in asked[number::processes]), "utf-8")
        answers = folder / f"{number}.jsonl"
        _end_line(answers)
        seconds = str(max(0.0, end - time.monotonic()))
        with todo.open("rb") as lines, answers.open("ab") as out:
            running.append(_script(tree, "answers.py", seconds, out=out, asked=lines))
    statuses = [process.wait() for process in running]
    if any(statuses):
        sys.exit(f"the code of {tree.name} could not answer")


def _end_line(path: Path) -> None:
    """End the last line of a file, which a stopped process may have left unfinished."""
    if path.exists() and not path.read_bytes().endswith(b"\n"):
        with path.open("ab") as file:
            file.write(b"\n")


def _folder(tree: Tree, keep: Path) -> Path:
    folder = keep / f"form-{FORM}" / tree.key
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _script(tree: Tree, name: str, *arguments: str, out: Any, asked: Any = None) -> subprocess.Popen[bytes]:
    """Start a script of this folder with the code of a tree.

    The tree's own copy of the script is used if it has the same form: names may differ from tree to tree.
    """
    own = tree.source / "tests" / "corpus" / name
    same = own.exists() and f"\nFORM = {FORM}\n" in own.read_text(encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tree.source), "PYTHONHASHSEED": "0"}
    command = [sys.executable, str(own if same else HERE / name), *arguments]
    return subprocess.Popen(command, env=environment, stdin=asked or subprocess.DEVNULL, stdout=out)


def _entries(path: Path) -> Iterator[Entry]:
    """Yield the whole lines of a file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            try:
                yield json.loads(line)
            except ValueError:
                continue  # unfinished, because its process was stopped
