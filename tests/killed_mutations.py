"""Are the listed mutations of the reader found by the tests? `python tests/killed_mutations.py`

Each mutation of `mutations/reader.json` changes one line in a copy of the tree. The tests of `SUITES` run on
the copy until one fails: then the mutation is killed. `--page` writes docs/evidence/reader-mutations.md, and
numbers name single mutations. The exit code is 1 if any survives.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from commit import measured_at
from mutated_rules import Mutation, listed

ROOT = Path(__file__).parents[1]
PARTS = ("fitl_core", "fitl_cli", "notation", "fixtures", "tests", "docs")
SUITES = (
    "tests/core/test_true_consequences.py",
    "tests/core/test_faults_before_debts.py",
    "tests/core/test_taken_up_in_other_words.py",
    "tests/core/test_named_by_what_follows.py",
    "tests/core/test_4_1_between_steps.py",
    "tests/cards/test_order_in_events.py",
    "tests/games/test_near_moves.py",
    "tests/games/test_dice_wanted.py",
    "tests/games/test_normal_form.py",
    "tests/cli/test_cli_adjudicate.py",
    "tests/core",
    "tests/reading",
    "tests/games",
)
"""The tests that run on each mutation, in this order."""
PAGE = ROOT / "docs/evidence/reader-mutations.md"
HEAD = """# Mutations of the reader

`python tests/killed_mutations.py --page` wrote this page. {measured}.

Each mutation changes one line of the modules that read a move. A mutation is killed if one of the tests that
concern the reader fails under it.

| module | line | becomes | killed by |
|---|---|---|---|
"""


def mutated(folder: Path, one: Mutation | None) -> None:
    """Copy the tree into a new repository, with one line changed. Some tests ask git for the commit."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    begun = "git init -q && git -c user.name=t -c user.email=t@t commit -q --allow-empty -m Copy"
    subprocess.run(begun, shell=True, cwd=folder, check=True)
    if one is None:
        return
    path = folder / (one.module.replace(".", "/") + ".py")
    lines = path.read_text(encoding="utf-8").splitlines()
    at = [place for place, line in enumerate(lines) if line == one.line][one.nth]
    lines[at] = one.becomes
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def killer(one: Mutation | None) -> str:
    """Return the first test that fails under a mutation, or without one; "" if none does."""
    with tempfile.TemporaryDirectory() as folder:
        mutated(Path(folder), one)
        for suite in SUITES:
            command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", suite]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            if done.returncode:
                failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
                return failed[0].split(" ")[1] if failed else suite
    return ""


def main() -> int:
    """Try the mutations, print each, and return the number of survivors as 0 or 1."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("numbers", nargs="*", type=int)
    parser.add_argument("--page", action="store_true")
    asked = parser.parse_args()
    every = listed("reader")
    chosen = [every[number] for number in asked.numbers] or every
    if red := killer(None):
        print(f"the tests fail without a mutation: {red}")
        return 1
    lines, survivors = [], 0
    for one in chosen:
        by = killer(one)
        survivors += not by
        cells = (one.module.rpartition(".")[2], f"`{one.line.strip()}`", f"`{one.becomes.strip()}`", by)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        print(every.index(one), lines[-1], flush=True)
    if asked.page:
        text = HEAD.format(measured=measured_at()) + "\n".join(lines) + "\n"
        PAGE.write_text(text, encoding="utf-8")
    return bool(survivors)


if __name__ == "__main__":
    sys.exit(main())
