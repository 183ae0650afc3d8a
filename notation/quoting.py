"""Write free text on one line, and read it back.

A note or comment is written unchanged if it can be read back unchanged and all of it is visible. Otherwise
it is written as a backslash and a quoted string: `\\"two\\nlines"`. This happens to a text with a line break,
with white space around it, or with a control, bidi or zero-width character.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from unicodedata import category

from fitl_core.errors import Portable

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The Unicode categories of invisible characters."""
_WITHOUT_WIDTH = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U000e0000-\U000e0fff]"
)
"""Invisible characters of other categories: those with Unicode's property Default_Ignorable_Code_Point."""
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}


class BadEscape(Portable, ValueError):
    """A backslash that no known escape follows. `at` is its index in the string."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def write_text(text: str, unsafe: Callable[[str], bool] | None = None) -> str:
    """Return the text in a form that can end a line. A text that is `unsafe` without quotes is quoted too.

    >>> print(write_text("hello"), write_text("two\\nlines"))
    hello \\"two\\nlines"
    """
    quoted = text.startswith('\\"') or (unsafe is not None and unsafe(text))
    if not quoted and is_plain(text):
        return text
    return f'\\"{escape(text)}"'


def read_text(raw: str, unsafe: Callable[[str], bool] | None = None) -> str:
    """Return the text that `write_text` wrote. Return any other text without the white space around it."""
    raw = raw.strip()
    if not raw.startswith('\\"') or len(raw) < 3 or not raw.endswith('"'):
        return raw
    inner = raw[2:-1]
    try:
        text = unescape(inner)
    except BadEscape:
        return raw
    return text if write_text(text, unsafe) == raw else raw


def is_plain(text: str) -> bool:
    """Check whether a text can end a line without quotes: no white space around it, no line breaks."""
    return text == text.strip() and _is_seen(text)


def escape(text: str) -> str:
    """Return the text with the escapes that it needs between double quotes."""
    return "".join([_NAMED.get(char) or (_coded(char) if is_hidden(char) else char) for char in text])


def unescape(inner: str) -> str:
    """Return the text without the escapes used between double quotes.

    Raise `BadEscape` for a wrong escape.
    """
    if "\\" not in inner:
        return inner
    out: list[str] = []
    i = 0
    while i < len(inner):
        char = inner[i]
        if char != "\\":
            out.append(char)
            i += 1
            continue
        named = _ESCAPED.get(inner[i + 1 : i + 2])
        if named is not None:
            out.append(named)
            i += 2
            continue
        length = {"u": 4, "U": 8}.get(inner[i + 1 : i + 2], 0)
        digits = inner[i + 2 : i + 2 + length]
        if not length or len(digits) != length or not all(d in "0123456789abcdefABCDEF" for d in digits):
            raise BadEscape(i)
        if int(digits, 16) > sys.maxunicode:
            raise BadEscape(i)
        out.append(chr(int(digits, 16)))
        i += 2 + length
    return "".join(out)


def visible(text: str, kept: str = "") -> str:
    """Return the text with an escape for each hidden character (`is_hidden`) that is not in `kept`.

    >>> print(visible("ring\a"))
    ring\\u0007
    """
    if _is_seen(text.replace(kept, "") if kept else text):
        return text
    return "".join([_coded(char) if is_hidden(char) and char not in kept else char for char in text])


def visible_json(text: str) -> str:
    """Return JSON of the same value, with hidden characters written as JSON's escapes."""
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join([_in_json(char) if is_hidden(char) and char != "\n" else char for char in text])


def _in_json(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join([f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2)])


def is_hidden(char: str) -> bool:
    """Check whether a character is invisible: a control, a bidi or zero-width mark, or a lone surrogate."""
    return category(char) in _HIDDEN or _WITHOUT_WIDTH.match(char) is not None


def is_printable(text: str) -> bool:
    """Check whether a text is printable (`str.isprintable`) and has no character without width."""
    return text.isprintable() and (text.isascii() or _WITHOUT_WIDTH.search(text) is None)


def only_printable(text: str) -> str:
    """Return the printable characters of a text, without blanks around them."""
    return "".join([char for char in text if is_printable(char)]).strip()


def _is_seen(text: str) -> bool:
    """Check whether a text has no hidden character."""
    return is_printable(text) or not any(map(is_hidden, text))


def _coded(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
