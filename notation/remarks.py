"""Read and write fields such as `[%by Ann]` and the text that follow `;` or `note`.

    ; [%by Ann] [%time 2026-05-03T12:00Z] [%proof drand:4711] [%_seat 2] nothing to gain here

A value ends at the bracket. A value that contains a bracket is quoted, as in `[%_x "a]b"]`. A text in which
a field seems to begin is quoted as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

from notation.errors import NotationError, UnwritableError
from notation.lexer import shown
from notation.log import Entry
from notation.quoting import BadEscape, escape, is_plain, read_text, unescape, write_text

OWN = ("by", "time", "proof", "chain", "typed")
"""The names of the fields that `fitl` knows. Other fields are kept for the programs that wrote them."""

_EMPTY = '\\""'
Fault = Callable[..., NotationError]
"""Returns the fault of a stretch of a text: code, message, start, end, hint."""


class EntryTexts:
    """The fields and texts of one entry, from all its lines."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self._texts: list[str] = []
        self._others: dict[str, str] = {}

    def read(self, raw: str, fault: Fault) -> None:
        """Read the text after one `;` or `note`. Raises `NotationError` for a malformed field."""
        at, has_field, text = 0, False, ""
        while True:
            rest = raw[at:].strip()
            if not text and (quoted := _unquoted(rest, has_field)) is not None:
                self._texts.append(quoted)
                return
            match = _opening().search(raw, at)
            text = " ".join(filter(None, (text, raw[at : match.start()].strip() if match else rest)))
            if match is None:
                break
            at, has_field = self._field(raw, match, fault), True
        if text or not has_field:
            self._texts.append(text)

    def add_text(self, text: str) -> None:
        """Add a text that has no fields."""
        self._texts.append(text)

    @property
    def text(self) -> str | None:
        """The texts joined to one, or None if there is none."""
        if not self._texts:
            return None
        return " ".join([text for text in self._texts if text])

    def _field(self, raw: str, match: re.Match[str], fault: Fault) -> int:
        """Read a field and return the index after it."""
        start = match.start()
        found = _field().match(raw, start)
        if found is None:
            hint = "as in [%by Ann]; a value with a bracket in it is quoted"
            raise fault("field-form", "this is not a field", start, start + 2, hint=hint)
        name, value = found["name"], (found["bare"] or "").strip()
        if found["quoted"] is not None:
            try:
                value = unescape(found["quoted"])
            except BadEscape as bad:
                at = found.start("quoted") + bad.at
                hint = 'a backslash is written \\\\, a quote \\"'
                raise fault(
                    "field-form", "this backslash begins no known escape", at, at + 2, hint=hint
                ) from None
        elif value.startswith('"'):
            raise fault("field-form", "the quoted value has no end", start, found.end(), hint='as in "a]b"')
        name = name.lower() if name.lower() in OWN else name
        flaw = _flaw(name, value)
        if flaw:
            raise fault("field-value", flaw, start, found.end())
        if name in self._others or (name in self.fields and name != "proof"):
            raise fault(
                "field-twice", f"the field {shown(name)} stands here a second time", start, found.end()
            )
        if name == "proof":
            self.fields["proof"] = (*self.fields.get("proof", ()), value)
        elif name in OWN:
            self.fields[name] = value
        else:
            self._others[name] = value
            self.fields["fields"] = tuple(self._others.items())
        return found.end()


def _unquoted(raw: str, after_field: bool) -> str | None:
    """Return the text without its quotes, or None if it is not quoted.

    An empty text is quoted only after a field.
    """
    if after_field and raw == _EMPTY:
        return ""
    text = read_text(raw, seems_a_field)
    return text if text != raw else None


def write_remark(entry: Entry, text: str | None, alone: bool = False) -> str | None:
    """Return the fields of an entry and a text in the form that `EntryTexts` reads, or None for neither.

    `alone`: the line has nothing else, so an empty text needs no quotes.

    >>> write_remark(Entry(by="Ann", fields=(("_x", "a]b"),)), "hm")
    '[%by Ann] [%_x "a]b"] hm'
    """
    fields = [(name, value) for name in OWN for value in _values(getattr(entry, name))]
    fields += entry.fields
    names = [name for name, _ in fields if name != "proof"]
    if len(set(names)) < len(names) or any(name.lower() in OWN for name, _ in entry.fields):
        raise UnwritableError(f"a field stands twice in {names!r}"[:300])
    parts = [_written(name, value) for name, value in fields]
    if text is not None:
        quoted = write_text(text, seems_a_field)
        parts.append(quoted if quoted or alone or not parts else _EMPTY)
    return " ".join(filter(None, parts)) if parts else None


def seems_a_field(text: str) -> bool:
    """Check whether a field seems to begin somewhere in a text."""
    return _opening().search(text) is not None


def _values(value: str | tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(value, tuple):
        return value
    return (value,) if value else ()


def _written(name: str, value: str) -> str:
    flaw = None if _name().fullmatch(name) else "this is not a name of a field"
    if flaw or (flaw := _flaw(name, value)):
        raise UnwritableError(f"{flaw}: {name!r}, {value!r}"[:300])
    bare = is_plain(value) and "]" not in value and not value.startswith('"')
    return f"[%{name}{' ' if value else ''}{value if bare else f'{chr(34)}{escape(value)}{chr(34)}'}]"


def _flaw(name: str, value: str) -> str | None:
    """Return the flaw in the value of a field, or None if it is sound."""
    if name in OWN and not value:
        return f"the field {name} is empty"
    if name == "time" and not _is_time(value):
        return f'"{shown(value)}" is not a time; a time is written as in 2026-05-03T12:00Z'
    if name == "chain" and _link().fullmatch(value) is None:
        return f'"{shown(value)}" is not a link of a chain; a link is written with 64 digits 0-9 a-f'
    return None


def _is_time(value: str) -> bool:
    if _time().fullmatch(value) is None:
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(r"\[%[A-Za-z_]")


@cache
def _name() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


@cache
def _field() -> re.Pattern[str]:
    value = r'(?:\s*"(?P<quoted>(?:[^"\\]|\\.)*)"\s*|(?=[\s\]])(?P<bare>[^\]]*))'
    return re.compile(rf"\[%(?P<name>{_name().pattern}){value}\]", re.DOTALL)


@cache
def _link() -> re.Pattern[str]:
    return re.compile(r"[0-9a-f]{64}")


@cache
def _time() -> re.Pattern[str]:
    clock = r"T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)?"
    return re.compile(rf"\d{{4}}-\d\d-\d\d(?:{clock})?", re.ASCII)
