"""docs/look-up/rules-releases.md, made from the data: `python tests/pages.py releases` writes it."""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.facts.release_notes import ReleaseNote, RulesRelease, rules_releases

INTRODUCTION = """# Rules releases

A rules release is a number. It rises with each change that alters a verdict, an effect or a figure of some
move. Tables keep the number with every move, and files that `fitl` begins have it in their header
(`[Rules-Release "2"]`).

Games that were begun under an older release go on: `fitl validate` lists what today's rules judge otherwise,
with the note below that explains it, and `fitl settle` lets it stand.

`python tests/pages.py releases` makes this page from `fitl_core/facts/data/rules-releases.json`.
"""
FIRST = "The first release. Later ones are compared with it."


def page() -> str:
    """Return the page, the newest release first."""
    return "\n".join([INTRODUCTION, *[line for one in reversed(rules_releases()) for line in _of(one)]])


def _of(release: RulesRelease) -> Iterator[str]:
    yield f"## Release {release.release}"
    yield ""
    yield f"It came with version {release.version}, commit `{release.commit}`."
    if release.kept_by:
        yield f"These versions changed no rule: {', '.join(release.kept_by)}."
    yield ""
    if not release.notes:
        yield FIRST
        yield ""
    for note in release.notes:
        yield from _note(note)


def _note(note: ReleaseNote) -> Iterator[str]:
    example = note.example
    options = f" --options {example.options}" if example.options else ""
    edition = f" --rules {example.rules}" if example.rules != "second" else ""
    verdicts = f"{example.before} before, {example.since} since"
    yield f"- **{note.rule}**: {note.what}"
    yield f"  Why: {note.why}"
    yield f"  Example, {verdicts}{f' ({example.figures})' if example.figures else ''}:"
    yield ""
    yield f'      fitl adjudicate "{example.position}" --scenario {example.scenario}{edition}{options} \\'
    yield f'          --move "{example.move}"'
    yield ""
