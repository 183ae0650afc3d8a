"""Compare the answers of two trees of this repository on one corpus, and sort the differences into classes.

    python tests/corpus/compare.py OLDER [NEWER] [--moves 20000] [--minutes 30] [--only FIELD] [--page FILE]

OLDER and NEWER are commits, or folders with the source. NEWER is this tree by default. The older tree makes
the questions: its saved games and cases, the wordings of its tests, random games, and moves as played, in
other words, and with one thing wrong. Both trees answer them. Questions and answers stay in `build/corpus`,
so the same command goes on where it stopped, and a commit answers once. With `--alone` only the older tree
answers.

`tests/corpus/explained.json` names explained classes. `*` stands for any text, and `made` for how moves were
made:

    [{"name": "code: * -> \\"too-late\\"", "made": ["shuffled"], "rule": "3.2.1", "reason": "…"}]

The exit code is 1 if a difference is in no such class. It is 2 if the time ended first.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from answer_classes import EXPLAINED, FIELDS, NOT_COMPARED, DifferenceClass, classes, explanations
from kept_answers import ROOT, Entry, Numbers, answers_of, questions_of, tree_of
from reading_figures import page, rows, table

GROUPS = "fixtures,cases,refusals,wordings,notation,games,random"
EXAMPLES = 3
KINDS = 6
"""The most kinds of moves that are named for one class."""


def main() -> None:
    """Ask, compare and print."""
    given = _arguments()
    keep: Path = given.keep
    end = time.monotonic() + 60 * given.minutes
    older = tree_of(given.older, keep)
    asked = questions_of(older, Numbers(given.games, given.moves, given.groups), keep, end)
    trees = {"older": older} if given.alone else {"older": older, "newer": tree_of(given.newer, keep)}
    answers = {
        name: answers_of(tree, asked, older, keep, end, given.processes) for name, tree in trees.items()
    }
    for name, tree in trees.items():
        print(f"{name}: {tree.name}, {len(answers[name]):,} of {len(asked):,} questions answered")
        print("\n".join(table(rows(asked, answers[name]))))
    if given.page:
        whole = {name: (trees[name].name, answers[name]) for name in trees}
        given.page.write_text(page(_command(given), asked, list(whole.values())), encoding="utf-8")
    failed = False
    if not given.alone:
        fields = given.only or [field for field in FIELDS if field not in NOT_COMPARED]
        groups = classes(asked, answers["older"], answers["newer"], fields, explanations(given.explained))
        print("\n".join(report(asked, groups)))
        failed = any(group.explanation is None for group in groups)
    unfinished = any(len(one) < len(asked) for one in answers.values())
    sys.exit(1 if failed else 2 if unfinished else 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("older")
    parser.add_argument("newer", nargs="?", default=str(ROOT))
    parser.add_argument("--alone", action="store_true", help="only the older tree answers")
    parser.add_argument("--games", type=int, default=60, help="random games")
    parser.add_argument("--moves", type=int, default=2000, help="moves of random games")
    parser.add_argument("--groups", default=GROUPS, help="the groups of questions, with commas")
    parser.add_argument("--minutes", type=float, default=600, help="stop then; the same command goes on")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--only", choices=FIELDS, action="append", help="compare this field; may be repeated")
    parser.add_argument("--explained", type=Path, default=EXPLAINED, help="the file of explained classes")
    parser.add_argument("--page", type=Path, help="write the figures as a page of docs/evidence")
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "corpus")
    return parser.parse_args()


def _command(given: argparse.Namespace) -> str:
    """Return the command that writes the page, without what concerns only this run."""
    which = "--alone" if given.alone else Path(given.newer).name
    numbers = f"--games {given.games} --moves {given.moves}"
    file = given.page.resolve()
    shown = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file.name
    return f"python tests/corpus/compare.py {given.older} {which} {numbers} --page {shown}"


def report(asked: Sequence[Entry], groups: Sequence[DifferenceClass]) -> list[str]:
    """Return the lines that show the classes: unexplained ones first, each with kinds and examples."""
    by_id = {question["id"]: question for question in asked}
    unexplained = sum(len(group.ids) for group in groups if group.explanation is None)
    lines = [f"{sum(len(group.ids) for group in groups):,} answers differ, {unexplained:,} without a reason"]
    for group in groups:
        kinds = ", ".join(f"{made} {number}" for made, number in group.made.most_common(KINDS))
        lines += ["", f"{len(group.ids):6}  {group.name}", f"        made as: {kinds}"]
        if (why := group.explanation) is not None:
            lines.append(f"        because{f' {why.rule}' if why.rule else ''}: {why.reason}")
        lines += [f"        {one}: {_shown(by_id[one])}" for one in group.ids[:EXAMPLES]]
    return lines


def _shown(question: Mapping[str, Any]) -> str:
    return "" if question["kind"] == "game" else str(question["text"]).strip()


if __name__ == "__main__":
    main()
