"""Warn of probable mistakes that are not faults: comments that begin like a move, and tags without meaning.

Text after `;` is not played. A player may write `;` for the bar between an Operation and its Special
Activity. Without a warning the Special Activity would be lost in silence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import msgspec

from fitl_core.facts.counting import few_of_each, with_more
from fitl_core.facts.move_words import VERBS
from fitl_core.facts.pieces import BY_CODE
from notation.clause_reader import ROLL_WORDS, THIRD_PERSON_VERBS, TRACKS
from notation.decode import TextLine, plain
from notation.errors import MOST_OF_KIND
from notation.lexer import Cursor, LogicalLine, shown
from notation.log import LogWarning, Span, Tag
from notation.parts import LEVEL_WORDS, exact_space, faction_of, read_box
from notation.space_names import piece_phrases
from notation.tag_names import is_unusual, likely_tag

MOST_NAMES = 6
"""The most unusual tags that a warning names."""
_LOOKED_AT = 80
"""The number of characters of a comment that are examined."""
_JOINING = ("sa", "special", "activity", "op", "ops", "limop", "then", "and", "with", "plus", "also")
"""Words that may stand before a verb that the writer meant to be played."""
_SIGNS = ("|", "+", "-", ",")
"""Signs that may stand before such a verb."""
_IN_MARKS = re.compile(r"\s*[(\"'\u201c\u2018]+")
"""Brackets and quotation marks in which a comment may stand."""
_WHERE = ("in", "into", "at", "on", "to", "from")
"""Words that may stand between pieces and their space."""
_BEFORE_PIECES = ("+", "-", "*", "~")
_ENDS = ("end", "|", ",", ":")
"""Tokens that may follow a part of a move."""


def warning_of_comment(text: str, line: int, column: int) -> LogWarning | None:
    """Return a warning if a comment begins like a move or claim, else None.

    `line` and `column` are the place of its text.
    """
    fields = _fields().match(text)
    before = fields.end() if fields else 0
    marks = _IN_MARKS.match(text, before)
    before = marks.end() if marks else before
    looked_at = text[before : before + _LOOKED_AT]
    if not _may_begin_move(looked_at):
        return None
    cursor = Cursor(LogicalLine("note", TextLine(1, looked_at, plain(looked_at))))
    start = cursor.now.start
    claims = cursor.now.kind == "=>"
    if not (_is_claim(cursor) if claims else _is_move(cursor)):
        return None
    begins = column + before + start
    span = Span(line, begins, begins + max(1, cursor.tokens[max(cursor.at, 1) - 1].end - start))
    if claims:
        message = 'this comment begins like a claim; text after ";" is not checked'
        return LogWarning(
            "comment-claim", message, span, "claims stand before the comment: VC pass => VC 6 ; so"
        )
    message = 'this comment begins like a move; text after ";" is not played'
    return LogWarning("comment-move", message, span, "a Special Activity comes after a bar: | tax Sai")


def warning_of_tags(tags: Sequence[Tag], places: tuple[Span, ...]) -> LogWarning | None:
    """Return one warning for all tags that `fitl` does not know and that do not usually describe a game."""
    unusual = [
        i for i, tag in enumerate(tags) if is_unusual(tag.name) and likely_tag(tag.name, tag.value) is None
    ]
    if not unusual:
        return None
    names = [shown(tags[i].name) for i in unusual]
    listed = ", ".join(names[:MOST_NAMES])
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    message = f"{'tags that mean' if len(names) > 1 else 'a tag that means'} nothing to fitl, kept as written"
    return LogWarning("tag-unusual", f"{message}: {listed}{more}", places[unusual[0]])


def first_warnings(warnings: list[LogWarning]) -> tuple[LogWarning, ...]:
    """Return the first `MOST_OF_KIND` warnings of each kind.

    The last of a kind says how many more there are.
    """
    kept = [
        msgspec.structs.replace(warning, message=with_more(warning.message, more))
        for warning, more in few_of_each(warnings, lambda warning: warning.code, MOST_OF_KIND)
    ]
    codes = list(dict.fromkeys([warning.code for warning in warnings]))
    return tuple(
        sorted(kept, key=lambda warning: (warning.span.line, warning.span.column, codes.index(warning.code)))
    )


def _may_begin_move(text: str) -> bool:
    """Check quickly whether a text may begin like a move. There may be many comments."""
    first = _opening().match(text)
    if first is None:
        return False
    return first[1] is None or first[1].lower() in (*_verbs(), "air") or _sign().search(text) is not None


def _is_claim(cursor: Cursor) -> bool:
    cursor.take()
    return cursor.now.kind in ("word", "#")


def _is_move(cursor: Cursor) -> bool:
    """Read the beginning of a comment. Return whether it is a verb, a clause, or a number of pieces."""
    joined = False
    while any(map(cursor.skip, _SIGNS)) or cursor.skip_word(*_JOINING):
        joined = True
        cursor.skip(":")
    if faction_of(cursor.now):
        cursor.take()
        joined = not cursor.skip(":") or joined
    if _takes_verb(cursor):
        ends = cursor.now.kind in _ENDS
        if joined:
            cursor.skip_word(*_WHERE)
        return not joined or ends or _is_clause(cursor) or _is_space(cursor)
    return _is_clause(cursor) or _counts_pieces(cursor)


def _counts_pieces(cursor: Cursor) -> bool:
    """Read a number of pieces with or without a space before or after it. Return whether one stands here."""
    has_place = _is_place(cursor)
    if has_place:
        cursor.skip(":")
    if not cursor.skip("number") or not _takes_phrase(cursor):
        return False
    if not has_place and cursor.skip_word(*_WHERE):
        return _is_place(cursor)
    return cursor.now.kind in (*_ENDS, "number") or (not has_place and _is_place(cursor))


def _is_place(cursor: Cursor) -> bool:
    return read_box(cursor) is not None or _is_space(cursor)


def _takes_phrase(cursor: Cursor) -> bool:
    """Read the words for a kind of piece: "vg", "underground VC guerrillas".

    Return whether they stand here.
    """
    for by in (3, 2, 1):
        if " ".join([cursor.ahead(at).low for at in range(by)]) in piece_phrases():
            cursor.go(cursor.at + by)
            cursor.skip("*")
            return True
    return False


def _takes_verb(cursor: Cursor) -> bool:
    """Read a verb, and return whether one stands here."""
    if cursor.now.low == "air" and cursor.ahead().low in ("strike", "strikes", "lift", "lifts"):
        cursor.take()
        cursor.take()
        return True
    return cursor.skip_word(*_verbs())


def _is_space(cursor: Cursor) -> bool:
    return exact_space(cursor) is not None


def _is_clause(cursor: Cursor) -> bool:
    """Read pieces or a level in a space, a die, or a change. Return whether one of these stands here."""
    first = cursor.at
    if cursor.now.low in ROLL_WORDS or cursor.now.kind == "{":
        cursor.take()
        return cursor.skip("number")
    if cursor.now.low in TRACKS and cursor.ahead().kind in ("+", "-") and cursor.ahead(2).kind == "number":
        cursor.go(cursor.at + 3)
        return True
    if read_box(cursor) is None and not _is_space(cursor):
        return False
    if cursor.now.kind == ":" and cursor.ahead().kind in _BEFORE_PIECES:
        cursor.take()
    sign = cursor.now.kind
    if sign in _BEFORE_PIECES:
        cursor.take()
        return _takes_pieces(cursor)
    if sign == "=":
        cursor.take()
        return cursor.skip_word(*LEVEL_WORDS)
    while cursor.skip(">"):
        if read_box(cursor) is None and not _is_space(cursor):
            return False
    moved = sign == ">" and cursor.skip(":") and _takes_pieces(cursor)
    if not moved:
        cursor.go(first)
    return moved


def _takes_pieces(cursor: Cursor) -> bool:
    cursor.skip("number")
    return cursor.skip_word(*BY_CODE) or cursor.skip_word(*_words_of_pieces())


@cache
def _words_of_pieces() -> frozenset[str]:
    return frozenset([phrase.split()[0] for phrase in piece_phrases()])


@cache
def _verbs() -> frozenset[str]:
    return frozenset([*VERBS, *THIRD_PERSON_VERBS])


@cache
def _opening() -> re.Pattern[str]:
    """Return the pattern of the beginning of a move: a sign or the first word."""
    return re.compile(r"\s*(?:[-|{+,\d\u2212]|=>|\u21d2|([^\W\d_]+))")


@cache
def _sign() -> re.Pattern[str]:
    """Return the pattern of a sign of a clause, a counted piece, or a word that may precede a verb."""
    words = "|".join([*_JOINING, "us", "arvn", "nva", "vc", *ROLL_WORDS])
    counted = r"\A\s*[^\W\d_]+(?: [^\W\d_]+)*:? *\d+ *[^\W\d_]"
    signs = r"[-+*~>=\u2010-\u2015\u2212\u2192\u27f6]"
    return re.compile(rf"{signs}|\A\s*(?:{words})\b|{counted}", re.IGNORECASE)


@cache
def _fields() -> re.Pattern[str]:
    """Return the pattern of the fields before the text."""
    return re.compile(r"(?:\s*\[%[^\]]*\])*")
