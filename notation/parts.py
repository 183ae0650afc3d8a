"""Read the smallest parts of a line: spaces, boxes, pieces, levels and numbers.

`notation.space_names` knows the names; `notation.lexer` has the cursor.
"""

from __future__ import annotations

from functools import cache

from fitl_core.facts.factions import Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import BY_CODE, Count, Kind
from fitl_core.record.clauses import Box
from notation.lexer import Cursor, Token, shown
from notation.space_names import (
    BOXES,
    label,
    nearest,
    nearest_spaces,
    piece_phrases,
    space_keys,
    spaces_beginning_with,
    why_no_name,
)

MAX_PIECES = 99
"""The most pieces that a clause or claim can name at once."""
MAX_NUMBER = 9999
"""The largest amount on a track that a clause or claim can name."""
LAST_CARD = 130
LAST_EVENT = 999_999
"""The highest number of an event that a line can name."""
_LONGEST_NAME = 9

_FACTIONS = {tag.lower(): Faction(tag) for tag in Faction}
_LEVELS: dict[str, Level] = {level.lower(): level for level in Level}
LEVEL_WORDS = (*_LEVELS, *dict.fromkeys([level.words.split()[0].lower() for level in Level]))
"""The words that can begin a level of Support, in small letters."""


def faction_of(token: Token) -> Faction | None:
    """Return the Faction whose tag this token is, in any case, or None."""
    return _FACTIONS.get(token.low) if token.kind == "word" else None


def exact_space(cursor: Cursor) -> str | None:
    """Read a space by its full name or code, and choose the longest such name.

    A name with a dash or slash may also be cut short after that sign: `Saigon - An Loc`. Return None, and
    read nothing, if none stands here.
    """
    if cursor.now.kind != "word":
        return None
    keys = space_keys()
    for key, by in reversed(_stretches(cursor)):
        space = keys.get(key)
        if space is None and "-" in key and len(key) - key.rindex("-") > 2:
            spaces = spaces_beginning_with(key)
            space = spaces[0] if len(spaces) == 1 else None
        if space:
            cursor.go(cursor.at + by)
            return space
    return None


def read_space(cursor: Cursor, what: str = "a space") -> str:
    """Read a space by its code, its name or a unique beginning of its name."""
    if cursor.now.kind != "word":
        raise cursor.expected(what, hint="a space is named by its code, name or the beginning of its name")
    exact = exact_space(cursor)
    if exact:
        return exact
    first = cursor.at
    for key, by in reversed(_stretches(cursor)):
        spaces = spaces_beginning_with(key)
        if spaces:
            cursor.go(cursor.at + by)
            if len(spaces) == 1:
                return spaces[0]
            name = shown(cursor.line.text[cursor.tokens[first].start : cursor.tokens[cursor.at - 1].end])
            message = f'"{name}" could be several spaces'
            raise cursor.fault(
                "space-ambiguous", message, first, cursor.at - 1, candidates=tuple(map(label, spaces))
            )
    token = cursor.take()
    why, near = why_no_name(token.low)
    near = near if why else nearest_spaces(token.text)
    message = f'no space is called "{shown(token.text)}"'
    raise cursor.fault("space-unknown", message, first, hint=why, candidates=near)


def read_box(cursor: Cursor) -> Box | None:
    """Read a box, that is a place off the map. Return None, and read nothing, if none stands here."""
    if cursor.now.kind != "word":
        return None
    if cursor.now.low == "out":
        joints = [t for t in cursor.tokens[cursor.at : cursor.at + 5] if t.kind in ("word", "-")]
        words = [t.low for t in joints if t.kind == "word"]
        if words[:3] == ["out", "of", "play"]:
            while not cursor.skip_word("play"):
                cursor.take()
            return "oop"
    box = BOXES.get(cursor.now.low)
    if box:
        cursor.take()
    return box


def read_place(cursor: Cursor) -> str:
    """Read a box or a space."""
    return read_box(cursor) or read_space(cursor, "a box (available, casualties, oop) or a space")


def read_count(
    cursor: Cursor, *, least: int = 1, starred: bool = False, owner: Faction | None = None
) -> Count:
    """Read a number and a kind of piece: `2vg*`, `ut`, `3 US Troops`.

    In an Activate clause (`starred`) a `*` also opens the next group. It is a mark there unless a number
    or code follows it directly. Pieces whose words name no Faction belong to the `owner`.
    """
    number = 1
    if cursor.now.kind == "number":
        number = read_number(cursor, least, MAX_PIECES, "a number of pieces")
    return Count(number, _read_kind(cursor, starred, owner))


def begins_pieces(cursor: Cursor) -> bool:
    """Check whether the next word can begin the name of a kind of piece."""
    return cursor.now.kind == "word" and cursor.now.low in _piece_words()


@cache
def _piece_words() -> frozenset[str]:
    return frozenset([phrase.split()[0] for phrase in piece_phrases()])


def read_number(cursor: Cursor, least: int, most: int, what: str) -> int:
    """Read a number from `least` to `most`. Raises `NotationError` for any other; `what` names the number."""
    token = cursor.now
    if token.kind != "number":
        raise cursor.expected(what)
    digits = token.text.lstrip("0") or "0"
    if len(digits) > 6 or not least <= int(digits) <= most:
        message = f"{what} is from {least} to {most}, not {shown(token.text)}"
        raise cursor.fault("number-range", message)
    cursor.take()
    return int(digits)


def read_level(cursor: Cursor) -> Level:
    """Read a level of Support: `PS`, `Passive Support`."""
    first = cursor.now.low
    level_by_code = _LEVELS.get(first)
    if level_by_code and cursor.now.kind == "word":
        cursor.take()
        return level_by_code
    words = f"{first} {cursor.ahead().low}"
    for level in Level:
        if level.words.lower() in (first, words):
            cursor.go(cursor.at + len(level.words.split()))
            return level
    hint = "a level is AS, PS, N, PO or AO (Active Support ... Active Opposition)"
    raise cursor.expected("a level of Support", hint=hint)


def _read_kind(cursor: Cursor, starred: bool, owner: Faction | None) -> Kind:
    token = cursor.now
    if token.kind != "word":
        raise cursor.expected("a kind of piece", hint="as in 2vg, ut or 3 ARVN Troops")
    phrases = piece_phrases()
    words: list[str] = []
    longest_phrase: tuple[tuple[Kind, ...], int] | None = None
    while len(words) < 3 and cursor.ahead(len(words)).kind == "word":
        words.append(cursor.ahead(len(words)).low)
        kinds = phrases.get(" ".join(words))
        longest_phrase = (kinds, len(words)) if kinds else longest_phrase
    if longest_phrase is None:
        hint = "" if nearest(token.text, phrases) else "pieces are ut ui ub, at ap ar ab, nt ng nb, vg vb"
        likely = nearest(token.text, phrases)
        near = tuple(dict.fromkeys([kind.code for word in likely for kind in phrases[word]]))
        raise cursor.fault(
            "piece-unknown", f'no piece is called "{shown(token.text)}"', hint=hint, candidates=near
        )
    kinds, by = longest_phrase
    kind = _of(kinds, owner)
    if kind is None:
        codes = tuple([f"{kind.code} ({kind.noun}s)" for kind in kinds])
        message = f'"{shown(" ".join(words[:by]))}" does not say whose pieces they are'
        raise cursor.fault("piece-ambiguous", message, cursor.at, cursor.at + by - 1, candidates=codes)
    cursor.go(cursor.at + by)
    if cursor.now.kind not in "*^" or cursor.now.gap or (starred and _opens_group(cursor)):
        return kind
    marked = BY_CODE.get(kind.code + cursor.now.kind)
    if marked is None:
        which = "a Base that can be Tunneled" if cursor.now.kind == "^" else "a piece that can be Active"
        raise cursor.fault("mark-wrong", f"{kind.code} is not {which}; leave out the {cursor.now.kind}")
    cursor.take()
    return marked


def _of(kinds: tuple[Kind, ...], owner: Faction | None) -> Kind | None:
    """Return the only kind, or the kind of the owner. Return None if neither exists."""
    if len(kinds) == 1:
        return kinds[0]
    return next((kind for kind in kinds if kind.faction is owner), None)


def _opens_group(cursor: Cursor) -> bool:
    after = cursor.ahead()
    return cursor.now.kind == "*" and after.kind in ("word", "number") and not after.gap


def _stretches(cursor: Cursor) -> list[tuple[str, int]]:
    """Return the possible names that start here, shortest first, each with its number of tokens."""
    key = cursor.now.low.replace("'", "")
    out = [(key, 1)]
    by = 1
    for _ in range(_LONGEST_NAME - 1):
        token = cursor.ahead(by)
        joint = " "
        if token.kind in "-/":
            token, joint = cursor.ahead(by + 1), "-"
        if token.kind != "word" or token.low in BY_CODE:
            break
        key += joint + token.low.replace("'", "")
        by += 1 if joint == " " else 2
        if not _begins_a_name(key):
            break
        out.append((key, by))
    return out


@cache
def _beginnings() -> frozenset[str]:
    return frozenset([name[:end] for name in space_keys() for end in range(1, len(name) + 1)])


def _begins_a_name(key: str) -> bool:
    return key in _beginnings()
