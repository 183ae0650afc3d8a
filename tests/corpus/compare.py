"""Compare the answers of two trees of this repository on one corpus, and sort the differences into classes.

    git worktree add ../older REVISION
    python tests/corpus/compare.py ../older [--games 200] [--moves 2000] [--only FIELD] [--keep FOLDER]

The older tree makes the questions: its saved games, random games, and moves as played, in other words, and
with one thing wrong. Both trees answer them side by side. The exit code is 1 if any answer differs. FOLDER
keeps questions and answers (`questions.jsonl`, `older.jsonl`, `newer.jsonl`). Questions that are there
already are asked again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
NEWER = HERE.parents[1]
FIELDS = (
    "internal", "verdict", "error", "code", "rule", "clause", "faults", "sound", "digests", "effects",
    "canonical", "dictated", "legal", "rules", "nearest", "message",
)  # fmt: skip
"""The fields of an answer, the weightiest first. The first that differs names the class of a difference."""
EXAMPLES = 3


def main() -> None:
    """Ask, compare and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("older", type=Path)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--only", choices=FIELDS, action="append", help="compare this field; may be repeated")
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    fields = args.only or [field for field in FIELDS if field != "message"]
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        questions = folder / "questions.jsonl"
        if not questions.exists():
            numbers = (str(args.games), str(args.moves))
            _script(args.older, "questions.py", str(args.older), *numbers, out=questions).wait()
        trees = {"older": args.older, "newer": NEWER}
        running = [
            _script(tree, "answers.py", out=folder / f"{name}.jsonl", asked=questions)
            for name, tree in trees.items()
        ]
        statuses = [process.wait() for process in running]
        if any(statuses):
            sys.exit("a tree could not answer")
        asked, older, newer = (_read(folder / f"{name}.jsonl") for name in ("questions", *trees))
    classes = _classes(older, newer, fields)
    print(f"{len(asked)} questions, {sum(map(len, classes.values()))} answers differ")
    for name, ids in sorted(classes.items(), key=lambda entry: -len(entry[1])):
        print(f"\n{len(ids):6}  {name}")
        for one in ids[:EXAMPLES]:
            last = asked[one]["log"].rstrip().rpartition("\n")[2]
            print(f"        {one}: {last if one.startswith('move') else ''}")
    sys.exit(bool(classes))


def _script(
    tree: Path, name: str, *arguments: str, out: Path, asked: Path | None = None
) -> subprocess.Popen[bytes]:
    """Start a script of this folder with the code of a tree, or the tree's own copy of the script."""
    same = {**os.environ, "PYTHONPATH": str(tree.resolve()), "PYTHONHASHSEED": "0"}
    source = asked.open("rb") if asked else subprocess.DEVNULL
    own = tree / "tests" / "corpus" / name  # public names may differ from tree to tree
    command = [sys.executable, str(own if own.exists() else HERE / name), *arguments]
    return subprocess.Popen(command, env=same, stdin=source, stdout=out.open("wb"))


def _read(path: Path) -> dict[str, dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {one["id"]: one for one in map(json.loads, lines)}


def _classes(older: dict[str, Any], newer: dict[str, Any], fields: list[str]) -> dict[str, list[str]]:
    """Return the ids of answers that differ, by class: the weightiest field, and both values if short."""
    found: dict[str, list[str]] = defaultdict(list)
    for one, before in older.items():
        after = newer.get(one, {"internal": "no answer"})
        field = next((name for name in fields if before.get(name) != after.get(name)), None)
        if field is not None:
            values = [json.dumps(answer.get(field)) for answer in (before, after)]
            found[f"{field}: {' -> '.join(values)}" if sum(map(len, values)) < 100 else field].append(one)
    return found


if __name__ == "__main__":
    main()
