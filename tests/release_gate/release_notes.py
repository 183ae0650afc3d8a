"""The differences that `docs/look-up/rules-releases.md` names.

A section `## Release N` has a list item for each difference. The item begins with its rules in bold,
`**3.2.4**` or `**3.2.1, 4.5.1**`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

SECTION = re.compile(r"^## .*?[Rr]elease (\d+)")
ITEM = re.compile(r"^[-*] \*\*([^*]+)\*\*[:.,]?\s*(.*)")


class Note(NamedTuple):
    """A difference that the notes of a release name: its rules, and the first sentence about it."""

    release: int
    rules: tuple[str, ...]
    words: str

    def explains(self, rule: str) -> bool:
        """Check whether the note is about a rule, or about a part of it: a note on 3.2 explains 3.2.4."""
        return any(rule == one or rule.startswith(f"{one}.") for one in self.rules)


def notes_of(text: str) -> list[Note]:
    """Return the notes of a page in their order."""
    notes: list[Note] = []
    release, item = 0, ""
    for line in [*text.splitlines(), ""]:
        begins = ITEM.match(line) or SECTION.match(line)
        if item and (begins or not line.strip()):
            notes.append(_note(release, item))
            item = ""
        if section := SECTION.match(line):
            release = int(section[1])
        elif ITEM.match(line):
            item = line
        elif item:
            item += f" {line.strip()}"
    return [note for note in notes if note.release]


def _note(release: int, item: str) -> Note:
    found = ITEM.match(item)
    assert found is not None
    rules = tuple([rule.strip() for rule in re.split(r",|;| and ", found[1])])
    return Note(release, rules, re.split(r"(?<=[.!])\s", found[2].strip())[0])
