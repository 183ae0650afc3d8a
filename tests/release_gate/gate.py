"""The release gate: list each event that two releases judge otherwise, and insist that release notes name it.

    python tests/release_gate/gate.py OLDER NEWER [--games 1000] [--keep FOLDER] [--page FILE] [--minutes 60]

`.ci/rules-release` builds both releases and calls this. OLDER and NEWER are folders with the source and the
virtual environment of a release. The exit code is 1 if a difference has no release note, or if the number of
the rules release is raised and no event shows a difference that its notes name. It is 2 if the time ended
first: the same command goes on.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from differences import KINDS, Difference, Found, compared, grouped
from release_notes import Note, notes_of
from slices import Build, made, pairs, slices

ROOT = Path(__file__).parents[2]
NOTES = ROOT / "docs" / "look-up" / "rules-releases.md"
HEAD = """# Rules of {versions}

`{command}` wrote this page. It compares
commit {older} with {newer}.

The corpus has {logs}: the saved games of the older commit{tables},
and {games} that it made.{sample}

**{differ:,} events differ.** {alone:,} were judged by one commit only."""
OF_OLDEST = "Only verdicts and positions are compared: 0.1.0 has other digests and other effects."
OF_ALL = """Compared are verdict, code and rule of each event, its effects, position, digest and canonical
form, and the decisions of Non-players."""
WHOLE = 1000
"""The number of random games of a whole run."""
BAR = "\\|"
LONGEST = 90
"""The most characters of an example in a page."""


class Judged(NamedTuple):
    """A comparison with the release notes: groups with their notes, and releases that no event shows."""

    found: Found
    groups: list[tuple[list[Difference], list[Note]]]
    silent: list[int]

    @property
    def holds(self) -> bool:
        """Whether each difference has a note, and each raised number a difference."""
        return not self.silent and all(notes for _, notes in self.groups)


def judged(found: Found, notes: Iterable[Note], older: int, newer: int) -> Judged:
    """Look up each difference in the notes of the releases after `older`, up to `newer`."""
    new = [note for note in notes if older < note.release <= newer]
    groups = [
        (those, [note for note in new if any(map(note.explains, group[1]))])
        for group, those in grouped(found.differences).items()
    ]
    shown = {note.release for _, named in groups for note in named}
    return Judged(found, groups, [number for number in range(older + 1, newer + 1) if number not in shown])


def main() -> int:
    """Compare two releases and print the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("older", type=Path)
    parser.add_argument("newer", type=Path)
    parser.add_argument("--games", type=int, default=WHOLE, help="random games, made by the older release")
    parser.add_argument("--cards", type=int, default=0, help="cards in each game; 0: the whole game")
    parser.add_argument("--minutes", type=float, default=600, help="stop then; the same command goes on")
    parser.add_argument("--keep", type=Path, help="keep corpus and answers in this folder")
    parser.add_argument("--page", type=Path, help="write the report as a page of docs/evidence")
    parser.add_argument("--notes", type=Path, default=NOTES)
    args = parser.parse_args()
    keep = (args.keep or ROOT / "build" / "rules-release") / args.older.name
    older, newer = (Build(one / "source", one / "venv/bin/python") for one in (args.older, args.newer))
    asked = slices(keep, args.newer.name, args.games)
    whole = made(asked, older, newer, args.cards, args.minutes * 60)
    if len(whole) < len(asked):
        print(f"{len(whole)} of {len(asked)} slices are made: run the command again")
        return 2
    releases = next((before.release, after.release) for before, after in pairs(whole))
    notes = notes_of(args.notes.read_text(encoding="utf-8")) if args.notes.exists() else []
    found = judged(compared(pairs(whole)), notes, *releases)
    print("\n".join(_report(found, releases)))
    if args.page:
        words = page(found, releases, args)
        args.page.write_text(words, encoding="utf-8")
    return 0 if found.holds else 1


def _report(judgement: Judged, releases: tuple[int, int]) -> Iterator[str]:
    found = judgement.found
    yield f"rules release {releases[0]} against {releases[1]}: {found.logs:,} logs, {found.events:,} events"
    yield f"{len(found.differences):,} events differ; {found.alone:,} were judged by one release only"
    for those, notes in judgement.groups:
        first = those[0]
        named = " ".join([note.words for note in notes]) or "NO RELEASE NOTE"
        yield f"\n{len(those):6}  {first.kind}, {_by(first)}: {named}"
        yield from (f"        {one.where}: {one.line}\n          {one.what}" for one in those[:2])
    for number in judgement.silent:
        yield f"\nrules release {number} is new, and no event of the corpus shows a difference that it names"


def version_of(source: Path) -> str:
    """Return the version in the source of a release."""
    found = re.search(
        r'^version = "(.+)"', (source / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    return found[1] if found else "?"


def page(judgement: Judged, releases: tuple[int, int], args: argparse.Namespace) -> str:
    """Return the report as a page: each group with its count, an example, and the reason by its note."""
    found = judgement.found
    each = f" of {args.cards} cards" if args.cards else ", each to its end,"
    numbers = f"--games {args.games}" + (f" --cards {args.cards}" if args.cards else "")
    head = HEAD.format(
        versions=_versions(*[version_of(one / "source") for one in (args.older, args.newer)]),
        older=f"{args.older.name} (rules release {releases[0]})",
        newer=f"{args.newer.name} (rules release {releases[1]})",
        command=f".ci/rules-release {args.older.name} {args.newer.name} {numbers} --page FILE",
        logs=f"{found.logs:,} logs with {found.events:,} events",
        games=f"{args.games:,} random games{each}",
        tables=", tables that it exported" if releases[0] > 1 else "",
        sample="" if args.games >= WHOLE else f" A whole run has {WHOLE:,} random games.",
        differ=len(found.differences),
        alone=found.alone,
    )
    lines = [head]
    lines.append(OF_OLDEST if releases[0] == 1 else OF_ALL)
    if judgement.groups:
        lines += ["", "| difference | rule | events | example | reason |", "|---|---|---|---|---|"]
    for those, notes in judgement.groups:
        first = min(those, key=lambda one: len(one.line) + len(one.what))
        example = f"{first.where}: `{_short(first.line)}` {_short(first.what)}"
        reason = " ".join([note.words for note in notes]) or "**no release note**"
        if first.code == "impossible-position":
            reason = f"Impossible positions are refused at once. {reason}"
        example = example.replace("`` ", "")
        cells = (KINDS[first.kind], _by(first), f"{len(those):,}", example, reason)
        lines.append(f"| {' | '.join([cell.replace('|', BAR) for cell in cells])} |")
    return "\n".join(lines) + "\n"


def _versions(older: str, newer: str) -> str:
    return f"{older} and {newer if newer != older else 'the next version'}"


def _by(one: Difference) -> str:
    rules = ", ".join(one.rules)
    return f"{rules} ({one.code})" if one.code else rules


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


if __name__ == "__main__":
    sys.exit(main())
