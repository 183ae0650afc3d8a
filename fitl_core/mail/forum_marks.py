"""The marks of forums in square brackets: quoted lines get `>`, all other marks are removed."""

from __future__ import annotations

import re

_MARK = re.compile(
    r"\[(/?)(quote|q|code|c|b|i|u|s|o|spoiler|color|size|font|url|list|left|right|center|indent|hide|tt|pre)"
    r"(?:[ =:][^\[\]\n]{0,300})?\]",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"\[(/?)s\]", re.IGNORECASE)
_QUOTING = frozenset({"quote", "q"})
_FENCING = frozenset({"code", "c", "pre", "tt"})
FENCE = "```"
MOST_DEPTH = 50
"""The greatest depth of quotes. Deeper quotes are shown at this depth."""


def without_marks(text: str) -> str:
    """Return a text without the marks of forums. A text without marks is unchanged.

    A quote without an end reaches to the end of the text. Line numbers stay, unless a quote begins or ends
    within a line.
    """
    if "[" not in text or _MARK.search(text) is None:
        return text
    lines: list[str] = []
    depth = 0
    for line in _without_struck(text).split("\n"):
        depth = _take(line, depth, lines)
    return "\n".join(lines)


def _without_struck(text: str) -> str:
    """Return a text without struck-out parts, `[s]…[/s]`, but with their line breaks.

    A struck-out part without an end is kept.
    """
    kept: list[str] = []
    at, begun = 0, -1
    for mark in _STRUCK.finditer(text):
        if not mark[1]:
            begun = mark.start() if begun < 0 else begun
        elif begun >= 0:
            kept += [text[at:begun], "\n" * text.count("\n", begun, mark.end())]
            at, begun = mark.end(), -1
    return "".join([*kept, text[at:]])


def _take(line: str, depth: int, lines: list[str]) -> int:
    """Add a line to `lines`, cut at the beginnings and ends of quotes; return the depth after the line."""
    marks = list(_MARK.finditer(line)) if "[" in line else []
    if len(marks) == 1 and marks[0][2].lower() in _FENCING and marks[0][0] == line.strip():
        lines.append(_quoted(FENCE, depth))
        return depth
    texts, at, begun = [""], 0, len(lines)
    for mark in marks:
        texts[-1] += line[at : mark.start()]
        at = mark.end()
        if mark[2].lower() in _QUOTING:
            if texts[-1].strip():
                lines.append(_quoted(texts[-1], depth))
            texts.append("")
            depth = max(0, depth - 1) if mark[1] else depth + 1
    rest = texts[-1] + line[at:]
    if rest.strip() or len(lines) == begun:
        lines.append(_quoted(rest, depth))
    return depth


def _quoted(text: str, depth: int) -> str:
    return "> " * min(depth, MOST_DEPTH) + text
