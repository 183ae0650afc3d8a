"""The notes on the rules releases: what each release judges otherwise than the one before it.

`facts/data/rules-releases.json` holds them. `python tests/pages.py releases` writes the page
docs/look-up/rules-releases.md from it, and the release gate reads that page.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.data import once, read


class RuledExample(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move in a position, with the verdict before a release and since it.

    `position` is the value of a tag `Position`. `figures` tells the difference if both verdicts are `legal`.
    """

    position: str
    move: str
    before: Literal["legal", "incomplete", "illegal"]
    since: Literal["legal", "incomplete", "illegal"]
    scenario: str = "full"
    rules: str = "second"
    options: str = ""
    figures: str = ""


class ReleaseNote(msgspec.Struct, frozen=True):
    """One difference: the rule, what changed, why, and an example. `release` is the first with the change."""

    rule: str
    what: str
    why: str
    example: RuledExample
    release: int = 0

    def explains(self, rule: str) -> bool:
        """Check whether the note is about a rule or a part of it: a note on 3.2 explains 3.2.4."""
        return rule == self.rule or rule.startswith(f"{self.rule}.")


class RulesRelease(msgspec.Struct, frozen=True):
    """A rules release: its number, the version of `fitl` that brought it, and that version's commit.

    `kept_by` are the later versions that changed no rule.
    """

    release: int
    version: str
    commit: str
    kept_by: tuple[str, ...] = ()
    notes: tuple[ReleaseNote, ...] = ()


class _File(msgspec.Struct):
    releases: tuple[RulesRelease, ...]


@once
def rules_releases() -> tuple[RulesRelease, ...]:
    """Return every rules release, the oldest first."""
    return tuple(
        [
            msgspec.structs.replace(
                one, notes=tuple([msgspec.structs.replace(note, release=one.release) for note in one.notes])
            )
            for one in read("rules-releases.json", _File).releases
        ]
    )


def notes(since: int, rule: str) -> tuple[ReleaseNote, ...]:
    """Return the notes of all releases after `since` that explain another verdict by a rule.

    0 means that the release is not known: all notes are looked at.
    """
    later = [note for release in rules_releases() if release.release > since for note in release.notes]
    return tuple([note for note in later if note.explains(rule)])
