"""The JSON Lines form of a log: the header on the first line, then one entry a line; nothing is lost."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from notation.decode import decode
from notation.errors import NotationError, UnreadableError, UnwritableError
from notation.header import flaws_of
from notation.log import Document, Entry, EntryPlace, Log, Span, Tag
from notation.writer import write, write_entry, write_tag

_Part = TypeVar("_Part", bound=msgspec.Struct)


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tags: tuple[Tag, ...]


def dump(log: Log) -> str:
    """The log as JSON Lines, or UnwritableError where the text form could not say it either."""
    write(log)
    parts: list[msgspec.Struct] = [_Header(log.tags), *log.entries]
    return "".join([_encode(part) + "\n" for part in parts])


def load(data: bytes | str) -> Document:
    """Read JSON Lines, or raise the first fault. What the text form could not say is a fault here too."""
    text = decode(data)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    number, first = lines[0]
    if not first.lstrip().startswith("{"):
        message = 'this is no log in JSON Lines; its first line is {"tags":[["FITL","1"],...]}'
        raise UnreadableError("no-header", message, number, 1)
    header = _decoded(first, number, _Header)
    for code, message, known, _ in flaws_of(header.tags):
        raise NotationError(code, message, number, 1, len(first) + 1, candidates=known)
    entries: list[Entry] = []
    places: list[EntryPlace] = []
    try:
        for tag in header.tags:
            write_tag(tag)
        for number, line in lines[1:]:
            entry = _decoded(line, number, Entry)
            write_entry(entry)
            entries.append(entry)
            places.append(EntryPlace(Span(number, 1, len(line) + 1)))
    except UnwritableError as fault:
        raise NotationError("json-value", fault.message, number, 1) from None
    where = tuple(Span(lines[0][0], 1, len(first) + 1) for _ in header.tags)
    return Document(Log(header.tags, tuple(entries)), tuple(places), where, tuple(text.split("\n")))


def _encode(part: msgspec.Struct) -> str:
    try:
        return msgspec.json.encode(part).decode()
    except UnicodeEncodeError:
        raise UnwritableError("a lone surrogate is no text that JSON Lines can hold") from None


def _decoded(line: str, number: int, kind: type[_Part]) -> _Part:
    try:
        part = msgspec.json.decode(line, type=kind)
        stranger = _stranger(msgspec.json.decode(line), part)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as fault:
        raise NotationError("json", f"not an entry of a log: {fault}", number, 1, len(line) + 1) from None
    if stranger:
        raise NotationError("json-unknown", f"{stranger} means nothing here", number, 1, len(line) + 1)
    return part


def _stranger(raw: object, read: object) -> str:
    """The first thing in the JSON that has no place in what was read from it; empty if all has."""
    if isinstance(read, msgspec.Struct):
        fields = read.__struct_encode_fields__
        values = [getattr(read, name) for name in read.__struct_fields__]
        if isinstance(raw, dict):
            known = {*fields, read.__struct_config__.tag_field}
            odd = next((key for key in raw if key not in known), None)
            if odd is not None:
                return f'the field "{odd[:40]}"'
            pairs = [(raw[name], value) for name, value in zip(fields, values, strict=True) if name in raw]
        else:
            assert isinstance(raw, list)
            if len(raw) > len(fields):
                return f"a list of {len(raw)} where {len(fields)} are expected"
            pairs = list(zip(raw, values, strict=True))
    elif isinstance(read, tuple) and isinstance(raw, list):
        pairs = list(zip(raw, read, strict=True))
    else:
        return ""
    return next((found for a, b in pairs if (found := _stranger(a, b))), "")
