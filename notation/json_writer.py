"""Writing JSON Lines: the header on the first line, then an entry a line with its variations behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from notation.decode import MAX_JSON
from notation.errors import UnwritableError
from notation.log import Entry, Log, Tag
from notation.quoting import visible_json
from notation.writer import write

KEPT = "%"
"""Stands before the name of a field that is neither `fitl`'s nor free (`_name`)."""


class Turning(msgspec.Struct, frozen=True):
    """A line that opens a variation of this name, or closes it."""

    variation: str | None


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    tags: tuple[Tag, ...]


def dump(log: Log) -> str:
    """The log as JSON Lines. Raises `UnwritableError` where the text form could not say it either."""
    write(log)
    return "".join([line + "\n" for line in (_encode(Header(log.tags)), *_encoded(log.entries))])


def _encoded(entries: Iterable[Entry]) -> Iterator[str]:
    """The lines of entries, each with its variations behind it."""
    for entry in entries:
        yield _encode_entry(entry)
        for variation in entry.variations:
            yield _encode(Turning(variation.name))
            yield from _encoded(variation.entries)
            yield _encode(Turning(None))


def _encode_entry(entry: Entry) -> str:
    odd = entry.fields or entry.variations
    text = _encode(msgspec.structs.replace(entry, fields=(), variations=()) if odd else entry)
    if not entry.fields:
        return text
    keys = [(name if name.startswith("_") else KEPT + name, value) for name, value in entry.fields]
    return f"{text[:-1]},{_encode(dict(keys))[1:]}"


def _encode(part: object) -> str:
    try:
        text = visible_json(msgspec.json.encode(part).decode())
    except UnicodeEncodeError:
        raise UnwritableError("a lone surrogate is no text that JSON Lines can hold") from None
    if len(text) > MAX_JSON:
        raise UnwritableError(f"a line of JSON Lines has at most {MAX_JSON:,} characters")
    return text
