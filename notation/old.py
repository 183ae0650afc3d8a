"""Files of version 1: what they say, in a log of today's version.

Their lines `ruling`, `amend` and `void` changed nothing and held any text; they become notes: `amend the
Base is in Hue` is read as `note amend: the Base is in Hue`. All else was written as it is now.
"""

from __future__ import annotations

from typing import Any

from fitl_core.record.events import Note
from notation.errors import NotationError
from notation.log import FORMAT_VERSION, Tag

SAID_1 = ("note", "ruling", "amend", "void")
"""The words of version 1 that opened a line of free text."""


def note_of(word: str, text: str) -> Note:
    """The note that a line of free text in a file of version 1 becomes.

    >>> note_of("amend", "the Base is in Hue").text
    'amend: the Base is in Hue'
    """
    return Note(text if word == "note" else f"{word}: {text}".rstrip(" "))


def new_tags(tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """The header as today's version has it."""
    return tuple([Tag(tag.name, FORMAT_VERSION) if tag.name == "FITL" else tag for tag in tags])


def new_entry(raw: Any) -> Any:
    """An entry of version 1 in JSON, decoded, as today's version has it."""
    event = raw.get("event") if isinstance(raw, dict) else None
    if not isinstance(event, dict) or event.get("event") != "note":
        return raw
    kind, text = event.get("kind"), event.get("text")
    if kind not in SAID_1 or not isinstance(text, str):
        return raw
    others = {key: value for key, value in event.items() if key not in ("kind", "text")}
    return {**raw, "event": {**others, "text": note_of(kind, text).text}}


def version_fault(line: int, column: int, end: int) -> NotationError:
    """The fault of a line that works in today's version only, in a file of version 1."""
    message = "this line is of version 2, and the file says that it is of version 1"
    hint = f'begin the file with [FITL "{FORMAT_VERSION}"], or say it with note'
    return NotationError("version-line", message, line, column, end, hint=hint)
