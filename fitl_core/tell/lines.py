"""Text on lines: items wrapped and never broken, and nothing that a terminal would obey."""

from __future__ import annotations

from collections.abc import Iterable

from notation.quoting import is_printable


def wrapped(items: Iterable[str], indent: str, width: int = 100, between: str = ", ") -> list[str]:
    """Items one behind the other on indented lines of at most `width` columns, none of them broken."""
    lines: list[str] = []
    line = ""
    for item in items:
        if line and len(indent) + len(line) + len(between) + len(item) > width:
            lines.append(indent + line + between.rstrip())
            line = item
        else:
            line = f"{line}{between}{item}" if line else item
    return [*lines, indent + line] if line else lines


def paragraph(text: str, indent: str = "  ") -> list[str]:
    """A text on indented lines."""
    return wrapped(text.split(), indent, between=" ")


def printable(text: str) -> str:
    """Text without characters that a terminal would obey, column for column."""
    return "".join([char if is_printable(char) else " " if char == "\t" else "?" for char in text])
