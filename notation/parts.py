"""The smallest things of a line: spaces, boxes, pieces, levels, cards and numbers."""

from __future__ import annotations

from functools import cache

from fitl_core.facts.cards import cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import BY_CODE, Count, Kind
from fitl_core.record.clauses import Box
from notation.lexer import Cursor, Token, shown
from notation.names import BOXES, label, nearest, nearest_spaces, piece_phrases, prefixed, space_keys

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


def faction_of(token: Token) -> Faction | None:
    """The Faction whose tag this is, in any case."""
    return _FACTIONS.get(token.low) if token.kind == "word" else None


def exact_space(cursor: Cursor) -> str | None:
    """Read a space named in full or by code, the longest such name; None (nothing read) if there is none.

    A name with a dash or slash in it may also be cut short behind that: `Saigon - An Loc`.
    """
    if cursor.now.kind != "word":
        return None
    keys = space_keys()
    for key, by in reversed(_stretches(cursor)):
        found = keys.get(key)
        if found is None and "-" in key and len(key) - key.rindex("-") > 2:
            spaces = prefixed(key)
            found = spaces[0] if len(spaces) == 1 else None
        if found:
            cursor.go(cursor.at + by)
            return found
    return None


def read_space(cursor: Cursor, what: str = "a space") -> str:
    """Read a space by code, name or the unique beginning of one."""
    if cursor.now.kind != "word":
        raise cursor.expected(what, hint="a space is named by its code, name or the beginning of its name")
    exact = exact_space(cursor)
    if exact:
        return exact
    first = cursor.at
    for key, by in reversed(_stretches(cursor)):
        found = prefixed(key)
        if found:
            cursor.go(cursor.at + by)
            if len(found) == 1:
                return found[0]
            name = shown(cursor.line.text[cursor.tokens[first].start : cursor.tokens[cursor.at - 1].end])
            message = f'"{name}" could be several spaces'
            raise cursor.fault(
                "space-ambiguous", message, first, cursor.at - 1, candidates=tuple(map(label, found))
            )
    word = cursor.take().text
    near = nearest_spaces(word)
    raise cursor.fault("space-unknown", f'no space is called "{shown(word)}"', first, candidates=near)


def read_box(cursor: Cursor) -> Box | None:
    """Read a place off the map; None (nothing read) if there is none."""
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


def read_count(cursor: Cursor, *, least: int = 1, starred: bool = False) -> Count:
    """Read a number and a kind of piece: `2vg*`, `ut`, `3 US Troops`.

    In an Activate clause (`starred`) a `*` also opens the next group: there it is a mark unless a
    number or code follows it at once.
    """
    number = 1
    if cursor.now.kind == "number":
        number = read_number(cursor, least, MAX_PIECES, "a number of pieces")
    return Count(number, _read_kind(cursor, starred))


def read_number(cursor: Cursor, least: int, most: int, what: str) -> int:
    """Read a number within bounds."""
    token = cursor.now
    if token.kind != "number":
        raise cursor.expected(what)
    digits = token.text.lstrip("0") or "0"
    if len(digits) > 6 or not least <= int(digits) <= most:
        message = f"{what} is from {least} to {most}, not {shown(token.text)}"
        raise cursor.fault("number-range", message)
    cursor.take()
    return int(digits)


def read_card(cursor: Cursor) -> int:
    """Read a card's number behind its `#`."""
    return read_number(cursor, 1, LAST_CARD, "the number of a card")


def read_named_card(cursor: Cursor) -> int:
    """Read a Pivotal Event: `#124`, `124`, or the beginning of its title."""
    first = cursor.at
    if cursor.skip("#") or cursor.now.kind == "number":
        return read_card(cursor)
    while cursor.now.kind == "word":
        cursor.take()
    title = " ".join([token.low for token in cursor.tokens[first : cursor.at]])
    titles = {card.title: number for number, card in cards().items() if card.kind == "pivotal"}
    found = [titles[name] for name in titles if title and name.lower().startswith(title)]
    if len(found) == 1:
        return found[0]
    cursor.go(first)
    hint = "as in: VC pivotal #124"
    raise cursor.expected("a card", hint=hint, candidates=nearest(title, titles))


def read_level(cursor: Cursor) -> Level:
    """Read a level of Support: `PS`, `Passive Support`."""
    first = cursor.now.low
    found = _LEVELS.get(first)
    if found and cursor.now.kind == "word":
        cursor.take()
        return found
    words = f"{first} {cursor.ahead().low}"
    for level in Level:
        if level.words.lower() in (first, words):
            cursor.go(cursor.at + len(level.words.split()))
            return level
    hint = "a level is AS, PS, N, PO or AO (Active Support ... Active Opposition)"
    raise cursor.expected("a level of Support", hint=hint)


def _read_kind(cursor: Cursor, starred: bool) -> Kind:
    token = cursor.now
    if token.kind != "word":
        raise cursor.expected("a kind of piece", hint="as in 2vg, ut or 3 ARVN Troops")
    phrases = piece_phrases()
    words: list[str] = []
    found: tuple[Kind, int] | None = None
    while len(words) < 4 and cursor.ahead(len(words)).kind == "word":
        words.append(cursor.ahead(len(words)).low)
        kind = phrases.get(" ".join(words))
        found = (kind, len(words)) if kind else found
    if found is None:
        hint = "" if nearest(token.text, phrases) else "pieces are ut ui ub, at ap ar ab, nt ng nb, vg vb"
        near = tuple(dict.fromkeys([phrases[word].code for word in nearest(token.text, phrases)]))
        raise cursor.fault(
            "piece-unknown", f'no piece is called "{shown(token.text)}"', hint=hint, candidates=near
        )
    kind, by = found
    cursor.go(cursor.at + by)
    if cursor.now.kind not in "*^" or cursor.now.gap or (starred and _opens_group(cursor)):
        return kind
    marked = BY_CODE.get(kind.code + cursor.now.kind)
    if marked is None:
        which = "a Base that can be Tunneled" if cursor.now.kind == "^" else "a piece that can be Active"
        raise cursor.fault("mark-wrong", f"{kind.code} is not {which}; it takes no {cursor.now.kind}")
    cursor.take()
    return marked


def _opens_group(cursor: Cursor) -> bool:
    after = cursor.ahead()
    return cursor.now.kind == "*" and after.kind in ("word", "number") and not after.gap


def _stretches(cursor: Cursor) -> list[tuple[str, int]]:
    """What a name starting here may be, longer and longer, each with its number of tokens."""
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
