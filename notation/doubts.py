"""What is no fault and may not be what was meant: comments that begin as a move does, tags that mean nothing.

Nothing behind `;` is played. Where a player wrote `;` for the bar between an Operation and its Special
Activity, the Activity would be lost in silence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import msgspec

from fitl_core.facts.counting import few_of_each, with_more
from fitl_core.facts.pieces import BY_CODE
from fitl_core.facts.vocabulary import VERBS
from notation.clauses import ROLL_WORDS, TOLD_VERBS, TRACKS
from notation.decode import Line, plain
from notation.errors import MOST_OF_KIND
from notation.lexer import Cursor, LogicalLine, shown
from notation.log import Doubt, Span, Tag
from notation.names import piece_phrases
from notation.parts import LEVEL_WORDS, exact_space, faction_of, read_box
from notation.tag_names import is_unusual, meant

MOST_NAMES = 6
"""So many unusual tags are named."""
_LOOKED_AT = 80
"""So many characters of a comment are looked at."""
_JOINING = ("sa", "special", "activity", "op", "ops", "limop", "then", "and", "with", "plus", "also")
"""Words that may stand before a verb that was meant to be played."""
_SIGNS = ("|", "+", "-", ",")
"""Signs that may stand there."""
_WHERE = ("in", "into", "at", "on", "to", "from")
"""Words that may stand between pieces and their space."""
_BEFORE_PIECES = ("+", "-", "*", "~")
_ENDS = ("end", "|", ",", ":")
"""What may stand behind a part of a move."""


def doubt_of_comment(text: str, line: int, column: int) -> Doubt | None:
    """What is odd about a comment; `line` and `column` are the place of its text. None if nothing is."""
    fields = _fields().match(text)
    before = fields.end() if fields else 0
    looked_at = text[before : before + _LOOKED_AT]
    if not _begins_so(looked_at):
        return None
    cursor = Cursor(LogicalLine("note", Line(1, looked_at, plain(looked_at))))
    start = cursor.now.start
    claims = cursor.now.kind == "=>"
    if not (_is_claim(cursor) if claims else _is_move(cursor)):
        return None
    begins = column + before + start
    span = Span(line, begins, begins + max(1, cursor.tokens[max(cursor.at, 1) - 1].end - start))
    if claims:
        message = 'this comment begins as claims do; nothing behind ";" is checked'
        return Doubt("comment-claim", message, span, "claims stand before the comment: VC pass => VC 6 ; so")
    message = 'this comment begins as a move does; nothing behind ";" is played'
    return Doubt("comment-move", message, span, "a Special Activity stands behind a bar: | tax Sai")


def doubt_of_tags(tags: Sequence[Tag], places: tuple[Span, ...]) -> Doubt | None:
    """The tags that mean nothing to `fitl` and are none that usually tell of a game, all in one."""
    odd = [i for i, tag in enumerate(tags) if is_unusual(tag.name) and meant(tag.name, tag.value) is None]
    if not odd:
        return None
    names = [shown(tags[i].name) for i in odd]
    listed = ", ".join(names[:MOST_NAMES])
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    message = f"{'tags that mean' if len(names) > 1 else 'a tag that means'} nothing to fitl, kept as written"
    return Doubt("tag-unusual", f"{message}: {listed}{more}", places[odd[0]])


def told_doubts(doubts: list[Doubt]) -> tuple[Doubt, ...]:
    """The first `MOST_OF_KIND` doubts of each kind; the last of them says how many more there are."""
    kept = [
        msgspec.structs.replace(doubt, message=with_more(doubt.message, more))
        for doubt, more in few_of_each(doubts, lambda doubt: doubt.code, MOST_OF_KIND)
    ]
    codes = list(dict.fromkeys([doubt.code for doubt in doubts]))
    return tuple(
        sorted(kept, key=lambda doubt: (doubt.span.line, doubt.span.column, codes.index(doubt.code)))
    )


def _begins_so(text: str) -> bool:
    """Whether a text may begin as a move does: cheap, for there are many comments."""
    first = _opening().match(text)
    if first is None:
        return False
    return first[1] is None or first[1].lower() in (*_verbs(), "air") or _sign().search(text) is not None


def _is_claim(cursor: Cursor) -> bool:
    cursor.take()
    return cursor.now.kind in ("word", "#")


def _is_move(cursor: Cursor) -> bool:
    """Read what a comment begins with; whether it is a verb, or what only a clause has."""
    joined = False
    while any(map(cursor.skip, _SIGNS)) or cursor.skip_word(*_JOINING):
        joined = True
        cursor.skip(":")
    if faction_of(cursor.now):
        cursor.take()
        joined = not cursor.skip(":") or joined
    if _takes_verb(cursor):
        ends = cursor.now.kind in _ENDS
        return not joined or ends or _is_clause(cursor) or _is_space(cursor)
    return _is_clause(cursor) or _counts_pieces(cursor)


def _counts_pieces(cursor: Cursor) -> bool:
    """Read a number of pieces that stand alone or with their space, whether it comes first or behind them."""
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
    """Read all the words for a kind of piece: "vg", "underground VC guerrillas"."""
    for by in (3, 2, 1):
        if " ".join([cursor.ahead(at).low for at in range(by)]) in piece_phrases():
            cursor.go(cursor.at + by)
            cursor.skip("*")
            return True
    return False


def _takes_verb(cursor: Cursor) -> bool:
    """Read a verb, if one stands here, and say whether it did."""
    if cursor.now.low == "air" and cursor.ahead().low in ("strike", "strikes", "lift", "lifts"):
        cursor.take()
        cursor.take()
        return True
    return cursor.skip_word(*_verbs())


def _is_space(cursor: Cursor) -> bool:
    return exact_space(cursor) is not None


def _is_clause(cursor: Cursor) -> bool:
    """Read what only a clause has, pieces or a level in a space, a die, a change; whether it was one."""
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
    return frozenset([*VERBS, *TOLD_VERBS])


@cache
def _opening() -> re.Pattern[str]:
    """The first word of a text, if one comes first."""
    return re.compile(r"\s*(?:[-|{+,\d\u2212]|=>|\u21d2|([^\W\d_]+))")


@cache
def _sign() -> re.Pattern[str]:
    """What may be a sign of a clause, a bar, or a word behind which a verb stands."""
    words = "|".join([*_JOINING, "us", "arvn", "nva", "vc", *ROLL_WORDS])
    counted = r"\A\s*[^\W\d_]+(?: [^\W\d_]+)*:? *\d+ *[^\W\d_]"
    signs = r"[-+*~>=\u2010-\u2015\u2212\u2192\u27f6]"
    return re.compile(rf"{signs}|\A\s*(?:{words})\b|{counted}", re.IGNORECASE)


@cache
def _fields() -> re.Pattern[str]:
    """Fields before the text."""
    return re.compile(r"(?:\s*\[%[^\]]*\])*")
