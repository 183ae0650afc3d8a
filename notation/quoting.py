"""Free text on one line: as it is where that can be read back, otherwise quoted with a backslash.

A note or comment is written as it stands. Where that would not be read back the same (a line break
in it, white space around it), or where something in it would not be seen (a control, bidi or zero-width
character), it is written as a backslash and a quoted string: `\\"two\\nlines"`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from unicodedata import category

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The categories of characters that are not seen."""
_WITHOUT_WIDTH = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U000e0000-\U000e0fff]"
)
"""Those of other categories that are not seen either: Default_Ignorable_Code_Point, as Unicode says."""
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}


class BadEscape(ValueError):
    """A backslash with nothing sensible behind it; `at` is its place in the string."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def write_text(text: str, unsafe: Callable[[str], bool] | None = None) -> str:
    """The text as it can stand at the end of a line; quoted also where it would be `unsafe` as it is.

    >>> print(write_text("hello"), write_text("two\\nlines"))
    hello \\"two\\nlines"
    """
    quoted = text.startswith('\\"') or (unsafe is not None and unsafe(text))
    if not quoted and is_plain(text):
        return text
    return f'\\"{escape(text)}"'


def read_text(raw: str, unsafe: Callable[[str], bool] | None = None) -> str:
    """What `write_text` wrote; any other text is itself, without white space around it."""
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
    """Whether a text survives at the end of a line as it is: no white space around it, no line breaks."""
    return text == text.strip() and _is_seen(text)


def escape(text: str) -> str:
    """The text as it stands between double quotes."""
    return "".join([_NAMED.get(char) or (_coded(char) if is_hidden(char) else char) for char in text])


def unescape(inner: str) -> str:
    """The text that stands between double quotes, or BadEscape."""
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
    """The text with every character coded that is not seen but obeyed (`is_hidden`), but for those `kept`.

    >>> print(visible("ring\a"))
    ring\\u0007
    """
    if _is_seen(text.replace(kept, "") if kept else text):
        return text
    return "".join([_coded(char) if is_hidden(char) and char not in kept else char for char in text])


def visible_json(text: str) -> str:
    """JSON of the same value, with what `visible` codes written as JSON's escapes."""
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join([_in_json(char) if is_hidden(char) and char != "\n" else char for char in text])


def _in_json(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join([f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2)])


def is_hidden(char: str) -> bool:
    """Whether a character is not seen but obeyed: controls, bidi and zero-width marks, lone surrogates."""
    return category(char) in _HIDDEN or _WITHOUT_WIDTH.match(char) is not None


def is_printable(text: str) -> bool:
    """`str.isprintable` and without characters that have no width."""
    return text.isprintable() and (text.isascii() or _WITHOUT_WIDTH.search(text) is None)


def _is_seen(text: str) -> bool:
    """Whether a text has no character that is hidden."""
    return is_printable(text) or not any(map(is_hidden, text))


def _coded(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
