"""Write JSON Lines: the header on the first line, then one line for each entry, followed by its variations.

`notation.jsonl` reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from notation.decode import MAX_JSON
from notation.errors import UnwritableError
from notation.log import Entry, Log, Tag
from notation.quoting import visible_json
from notation.writer import write, written_tags

KEPT = "%"
"""The prefix of a field that is neither one of `fitl` nor a free one (`_name`)."""


class VariationLine(msgspec.Struct, frozen=True):
    """A line that opens a variation of this name. With None it closes the open variation."""

    variation: str | None


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    tags: tuple[Tag, ...]


def dump(log: Log) -> str:
    """Return the log as JSON Lines. Raises `UnwritableError` for a log that the text form cannot write."""
    write(log)
    return "".join([line + "\n" for line in (_encode(Header(written_tags(log))), *_encoded(log.entries))])


def _encoded(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the lines of entries, each followed by its variations."""
    for entry in entries:
        yield _encode_entry(entry)
        for variation in entry.variations:
            yield _encode(VariationLine(variation.name))
            yield from _encoded(variation.entries)
            yield _encode(VariationLine(None))


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
        raise UnwritableError("JSON Lines cannot contain a lone surrogate") from None
    if len(text) > MAX_JSON:
        raise UnwritableError(f"a line of JSON Lines has at most {MAX_JSON:,} characters")
    return text
