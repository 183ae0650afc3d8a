"""Convert files of version 1 to the current version.

In version 1 the lines `ruling`, `amend` and `void` had no effect and held any text. They become notes:
`amend the Base is in Hue` is read as `note amend: the Base is in Hue`. Other lines have not changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fitl_core.record.events import Note
from notation.errors import NotationError
from notation.log import FORMAT_VERSION, Entry, Tag, version_for

FREE_TEXT_WORDS = ("note", "ruling", "amend", "void")
"""The words of version 1 that opened a line of free text."""


def note_of(word: str, text: str) -> Note:
    """Return the note for a line of free text in a file of version 1.

    >>> note_of("amend", "the Base is in Hue").text
    'amend: the Base is in Hue'
    """
    return Note(text if word == "note" else f"{word}: {text}".rstrip(" "))


def new_tags(tags: tuple[Tag, ...], entries: Iterable[Entry]) -> tuple[Tag, ...]:
    """Return the header with the version in which a log with these entries is written."""
    version = version_for(tags, entries)
    return tuple([Tag(tag.name, version) if tag.name == "FITL" else tag for tag in tags])


def new_entry(raw: Any) -> Any:
    """Convert a decoded JSON entry of version 1 to the current version."""
    event = raw.get("event") if isinstance(raw, dict) else None
    if not isinstance(event, dict) or event.get("event") != "note":
        return raw
    kind, text = event.get("kind"), event.get("text")
    if kind not in FREE_TEXT_WORDS or not isinstance(text, str):
        return raw
    others = {key: value for key, value in event.items() if key not in ("kind", "text")}
    return {**raw, "event": {**others, "text": note_of(kind, text).text}}


def version_fault(line: int, column: int, end: int) -> NotationError:
    """Return the fault of a line that needs the current version, in a file of version 1."""
    message = "this line needs version 2, and the header says version 1"
    hint = f'begin the file with [FITL "{FORMAT_VERSION}"], or write the line as a note'
    return NotationError("version-line", message, line, column, end, hint=hint)
