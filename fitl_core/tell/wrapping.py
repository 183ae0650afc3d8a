"""Wrap items on lines without breaking them, and remove control characters of terminals."""

from __future__ import annotations

from collections.abc import Iterable

from notation.quoting import is_printable


def wrapped(items: Iterable[str], indent: str, width: int = 100, between: str = ", ") -> list[str]:
    """Return items one after the other on indented lines of at most `width` columns. No item is broken."""
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
    """Return a text on indented lines."""
    return wrapped(text.split(), indent, between=" ")


def unexamined_words(unexamined: Iterable[str]) -> str:
    """Return words about the parts that were not examined because the work has a limit.

    `fitl_core.asking.budgets` sets the limit.
    """
    return f"not examined, because the work has a limit: {'; '.join(unexamined)}"


def printable(text: str) -> str:
    """Return the text with control characters of terminals replaced, column for column."""
    return "".join([char if is_printable(char) else " " if char == "\t" else "?" for char in text])
