"""Join the lines of a file that belong together, and find the kind of each. Read `notation.entries` next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from fitl_core.facts.move_words import EVENT_OPTIONS, VERBS
from notation.claim_reader import TRACK_WORDS
from notation.clause_reader import ROLL_WORDS, TRACKS
from notation.decode import MAX_LINE, TextLine, plain
from notation.lexer import Cursor, LogicalLine
from notation.log import FORMAT_VERSION
from notation.old import FREE_TEXT_WORDS
from notation.parts import exact_space
from notation.space_names import BOXES

_WORKING = ("void", "amend", "ruling", "correct")
_FIRST_WORDS: dict[str, str] = {
    **dict.fromkeys(("next", "digest", "dice", "players", *_WORKING), "entry"),
    "note": "note",
}
"""The kind of line that each first word opens, in version 2."""
_FIRST_WORDS_1 = {
    **_FIRST_WORDS,
    **dict.fromkeys(FREE_TEXT_WORDS, "note"),
    "correct": "later",
    "dice": "later",
    "players": "later",
}
"""The same in version 1, where some of these lines had no effect."""
_FIGURES = ("eligible", "control")
_SIGNS = ("|", "=>", ",", "{", "}", "+", "-", "*", "~", ":", "=", "<", "number", "glyph")


def logical_lines(lines: Iterable[TextLine], version: str = FORMAT_VERSION) -> Iterator[LogicalLine]:
    """Yield the lines of a file of this version, each joined with the lines that continue it.

    A line that can begin an entry always does. Any other line continues the entry or note directly before
    it if it is indented. It also continues an entry or field that is unfinished. It also continues an entry
    if it begins with a sign or word that can begin a clause or claim.
    """
    words = _FIRST_WORDS_1 if version == "1" else _FIRST_WORDS
    current: LogicalLine | None = None
    for line in lines:
        kind = "" if not line.plain.strip() else _kind(line.plain, words)
        if kind == "variation" and current is not None and current.kind == "note" and line.plain[0] == " ":
            kind = "stray"  # the line continues the note
        if version != "1" and current and current.size <= MAX_LINE and _is_of_field(current, kind, line):
            current.continue_field(line)
            continue
        if kind == "stray" and current is not None and _continues(current, line):
            if current.size <= MAX_LINE:  # a longer one is refused anyway
                current.extend(line)
            continue
        if current is not None:
            yield current
        current = LogicalLine(kind, line) if kind else None
    if current is not None:
        yield current


def begins_entry(line: str) -> bool:
    """Check whether a line begins an entry of version 2 and does not continue one.

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


def _is_of_field(current: LogicalLine, kind: str, line: TextLine) -> bool:
    """Check whether a line continues the fields of the line before: mail programs wrap long proofs."""
    if kind == "tag":
        return current.has_fields and _field().match(line.plain) is not None
    closes = kind == "entry" and "]" in line.plain.partition(";")[0]  # [%proof d6 1 / VC: Attack in Hue]
    return (kind == "stray" or closes) and current.in_field


def _continues(current: LogicalLine, line: TextLine) -> bool:
    indented = line.plain[0] == " "
    if current.kind != "entry":
        return current.kind == "note" and indented
    before = current.plain.rstrip()
    unfinished = current.open or before.endswith(("|", ",", "=>", "+", "-", ">", "<", ":", "=", "{"))
    return indented or unfinished or _carries_on(line)


def _carries_on(line: TextLine) -> bool:
    """Check whether a line that is not indented begins like a clause or claim, with no shortened name."""
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
    """Return the pattern of a die in round brackets, which can continue a move."""
    return re.compile(r"\(\s*[0-9]+\s*\)")


@cache
def _sharing() -> re.Pattern[str]:
    """Return the pattern of the line `players US NVA`, unlike an indented line of text about players."""
    return re.compile(r"players[\s:]+(?:US|ARVN|NVA|VC|none)\b", re.IGNORECASE)


@cache
def _field() -> re.Pattern[str]:
    return re.compile(r"\s*\[%[A-Za-z_]")


@cache
def _faction() -> re.Pattern[str]:
    """Return the pattern of a Faction's tag without a figure or change after it.

    A tag with a figure is a claim that continues the line before.
    """
    figure = r"(?:score|margin|res|resources?)"
    not_then = rf"(?!\s*[-+]\s*[0-9])(?!\s*[0-9])(?!\s+{figure}\b)"
    return re.compile(rf"(?:us|arvn|nva|vc)(?![\w']){not_then}", re.IGNORECASE)


@cache
def _faction_figure() -> re.Pattern[str]:
    return re.compile(r"\s*(?:us|arvn|nva|vc)(?![\w'])", re.IGNORECASE)
