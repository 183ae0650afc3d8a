"""Which lines of a file belong together, and what kind of line each is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from fitl_core.facts.vocabulary import EVENT_OPTIONS, VERBS
from notation.claims import TRACK_WORDS
from notation.clauses import ROLL_WORDS, TRACKS
from notation.decode import MAX_LINE, Line, plain
from notation.lexer import Cursor, LogicalLine
from notation.log import FORMAT_VERSION
from notation.names import BOXES
from notation.old import SAID_1
from notation.parts import exact_space

_WORKING = ("void", "amend", "ruling", "correct")
_FIRST_WORDS: dict[str, str] = {
    **dict.fromkeys(("next", "digest", "dice", "players", *_WORKING), "entry"),
    "note": "note",
}
"""What kind of line a word opens, in version 2."""
_FIRST_WORDS_1 = {
    **_FIRST_WORDS,
    **dict.fromkeys(SAID_1, "note"),
    "correct": "later",
    "dice": "later",
    "players": "later",
}
"""In version 1, where the lines that now work were only said."""
_FIGURES = ("eligible", "control")
_SIGNS = ("|", "=>", ",", "{", "}", "+", "-", "*", "~", ":", "=", "<", "number", "glyph")


def logical_lines(lines: Iterable[Line], version: str = FORMAT_VERSION) -> Iterator[LogicalLine]:
    """The lines of a file of that version, each with those that continue it.

    A line that can begin an entry always does. Another one continues the line directly before it
    if that is open and this one is indented, or that ends in the middle of something (a field behind it,
    too), or this one begins with a sign or word that a clause or claim can begin with.
    """
    words = _FIRST_WORDS_1 if version == "1" else _FIRST_WORDS
    current: LogicalLine | None = None
    for line in lines:
        kind = "" if not line.plain.strip() else _kind(line.plain, words)
        if kind == "variation" and current is not None and current.kind == "note" and line.plain[0] == " ":
            kind = "stray"  # the note goes on
        if version != "1" and current and current.size <= MAX_LINE and _is_of_field(current, kind, line):
            current.go_on_with_field(line)
            continue
        if kind == "stray" and current is not None and _continues(current, line):
            if current.size <= MAX_LINE:  # it is refused, however much more there is
                current.extend(line)
            continue
        if current is not None:
            yield current
        current = LogicalLine(kind, line) if kind else None
    if current is not None:
        yield current


def begins_entry(line: str) -> bool:
    """Whether a line begins an entry, in version 2, and does not continue one.

    >>> [begins_entry(line) for line in ("next #68", "VC rally Hue", "rally Hue", "US 38")]
    [True, True, False, False]
    """
    simple = plain(line)
    return bool(simple.strip()) and _kind(simple, _FIRST_WORDS) in ("entry", "note", "comment", "computed")


def _kind(plain: str, words: dict[str, str]) -> str:
    bare = plain.lstrip()
    if bare[0] == ";":
        return "computed" if bare[1:2] == "=" else "comment"
    if bare[0] == "[":
        return "tag"
    if bare[0] == "#":
        return "entry" if bare[1:].lstrip()[:1].isdigit() else "stray"
    if bare[0] in "()" and not _die().match(bare):
        return "variation"
    match = _first_word().match(bare)
    if match is None:
        return "stray"
    known = words.get(match[0].lower())
    if known and not (plain[0] == " " and match[0].lower() == "players" and not _sharing().match(bare)):
        return known
    return "entry" if _faction().match(bare) else "stray"


def _is_of_field(current: LogicalLine, kind: str, line: Line) -> bool:
    """Whether a line goes on with the fields behind another: mail programs wrap long proofs."""
    if kind == "tag":
        return current.has_fields and _field().match(line.plain) is not None
    closes = kind == "entry" and "]" in line.plain.partition(";")[0]  # [%proof d6 1 / VC: Attack in Hue]
    return (kind == "stray" or closes) and current.in_field


def _continues(current: LogicalLine, line: Line) -> bool:
    indented = line.plain[0] == " "
    if current.kind != "entry":
        return current.kind == "note" and indented
    before = current.plain.rstrip()
    unfinished = current.open or before.endswith(("|", ",", "=>", "+", "-", ">", "<", ":", "=", "{"))
    return indented or unfinished or _carries_on(line)


def _carries_on(line: Line) -> bool:
    """Whether a line that is not indented begins as a clause or claim does, with no name cut short."""
    cursor = Cursor(LogicalLine("entry", line))
    token = cursor.now
    if token.kind != "word":
        after = cursor.ahead()
        opens = token.kind in _SIGNS or (token.kind == "#" and after.kind == "number")
        return opens and not (token.kind == "-" and after.kind in ("-", "end"))
    word = token.low
    if (
        word in EVENT_OPTIONS
        or word in ROLL_WORDS
        or word in TRACK_WORDS
        or word in BOXES
        or word in _FIGURES
        or _faction_figure().match(line.plain)
    ):
        return True
    if word in TRACKS and cursor.ahead().kind in "+-":
        return True
    return word not in VERBS and exact_space(cursor) is not None


@cache
def _first_word() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z]+(?![\w'])")


@cache
def _die() -> re.Pattern[str]:
    """A die in round brackets, which can go on with a move."""
    return re.compile(r"\(\s*[0-9]+\s*\)")


@cache
def _sharing() -> re.Pattern[str]:
    """What tells the line `players US NVA` from text about players that goes on on an indented line."""
    return re.compile(r"players[\s:]+(?:US|ARVN|NVA|VC|none)\b", re.IGNORECASE)


@cache
def _field() -> re.Pattern[str]:
    return re.compile(r"\s*\[%[A-Za-z_]")


@cache
def _faction() -> re.Pattern[str]:
    """A Faction's tag, unless a figure or a change follows: those belong to the line before."""
    figure = r"(?:score|margin|res|resources?)"
    not_then = rf"(?!\s*[-+]\s*[0-9])(?!\s*[0-9])(?!\s+{figure}\b)"
    return re.compile(rf"(?:us|arvn|nva|vc)(?![\w']){not_then}", re.IGNORECASE)


@cache
def _faction_figure() -> re.Pattern[str]:
    return re.compile(r"\s*(?:us|arvn|nva|vc)(?![\w'])", re.IGNORECASE)
