"""Decode bytes to lines of text, and keep the columns of the given file.

Read `notation.logical_lines` next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count

import msgspec

from notation.errors import UnreadableError

MAX_LINE = 20_000
"""The most characters in a line, and in an entry with all its continuation lines."""
MAX_JSON = 1_000_000
"""The most characters in a line of JSON Lines, which holds at most one entry."""
MAX_SIZE = 64 * 1024 * 1024
"""The most bytes (or characters) in a file."""


class TextLine(msgspec.Struct, frozen=True, gc=False):
    """One line without its line break and without e-mail quoting.

    `plain` is `text` with each typographic dash, quote, space and arrow replaced by a simple character.
    `offset` is the number of columns of quoting before the text.
    """

    number: int
    text: str
    plain: str
    offset: int = 0


def decode(data: bytes | str) -> str:
    """Return the text of a file. Raises `UnreadableError` with the first place that is not text."""
    if len(data) > MAX_SIZE:
        raise UnreadableError("too-large", f"the file is larger than {MAX_SIZE // 1024 // 1024} MB")
    text = data if isinstance(data, str) else _from_bytes(data)
    text = text.removeprefix("\ufeff")
    at = text.find("\0")
    if at >= 0:
        raise UnreadableError(
            "binary", "this is a binary file, not a log: it contains a NUL", *_place(text, at)
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise UnreadableError("empty", 'the file is empty; a log begins with [FITL "2"]')
    return text


def split(text: str) -> tuple[str, ...]:
    """Return the unchanged lines of a decoded text. Raises `UnreadableError` for a line that is too long."""
    source = tuple(text.split("\n"))
    for number, line in enumerate(source, 1):
        if len(line) > MAX_LINE:
            message = f"the line has {len(line):,} characters; a line of a log has at most {MAX_LINE:,}"
            raise UnreadableError("line-too-long", message, number, MAX_LINE + 1)
    return source


def lines_of(source: Iterable[str]) -> Iterator[TextLine]:
    """Yield the lines of a text without e-mail quoting. A file may have a million lines."""
    return map(_line, count(1), source)


def plain(text: str) -> str:
    """Return the text with each typographic character replaced by one simple character.

    >>> plain("Sai – Ple’s “x”")
    'Sai - Ple\\'s "x"'
    """
    if text.isascii():
        return text.replace("\t", " ")
    return text.translate(_simple())


def _from_bytes(data: bytes) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as fault:
        before = data[: fault.start].decode(encoding, "ignore").removeprefix("\ufeff")
        if b"\0" in data and encoding == "utf-8":
            message, code = "this is a binary file, not a log", "binary"
        else:
            bad_part = f"byte 0x{data[fault.start]:02x}" if fault.start < len(data) else "the end"
            message, code = (
                f"not {encoding.upper()} text: {bad_part} has no meaning here; save it as UTF-8",
                "encoding",
            )
        text = before.replace("\r\n", "\n").replace("\r", "\n")
        raise UnreadableError(code, message, *_place(text, len(text))) from None


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _line(number: int, text: str) -> TextLine:
    offset = 0
    if text.startswith(">"):
        quoting = _quoting().match(text)
        offset = quoting.end() if quoting else 0
        text = text[offset:]
    return TextLine(number, text, plain(text), offset)


@cache
def _quoting() -> re.Pattern[str]:
    return re.compile("(?:>[ \t\u00a0]?)+")


@cache
def _simple() -> dict[int, str]:
    kinds = {
        "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d",
        "'": "\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4`",
        '"': "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb",
        ">": "\u2192\u27f6\u2794\uff1e",
        "+": "\uff0b",
        "*": "\u2217\uff0a",
        ":": "\uff1a",
        "=": "\uff1d",
        "~": "\u223c\u02dc\uff5e",
        " ": "\t\x0b\x0c\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
        "\u2008\u2009\u200a\u200b\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff",
    }
    return {ord(char): to for to, chars in kinds.items() for char in chars}
