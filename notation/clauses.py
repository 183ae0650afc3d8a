"""Clauses, read one at a time: what a word or a space is followed by decides which it is."""

from __future__ import annotations

from fitl_core.facts.pieces import Count
from fitl_core.facts.vocabulary import OPTIONS, VERBS, options_of
from fitl_core.record.clauses import (
    Activate,
    At,
    Box,
    By,
    ChooseCard,
    ChooseFaction,
    Clause,
    Hide,
    Move,
    Number,
    Option,
    Place,
    Rebox,
    Remove,
    Replace,
    Roll,
    SetLevel,
    Track,
)
from notation.errors import NotationError
from notation.lexer import Cursor, shown
from notation.names import label, nearest, nearest_spaces
from notation.parts import (
    MAX_NUMBER,
    exact_space,
    faction_of,
    read_box,
    read_card,
    read_count,
    read_level,
    read_number,
    read_place,
    read_space,
)

TRACKS: dict[str, Track] = {
    "aid": "aid",
    "patronage": "patronage",
    "econ": "econ",
    "trail": "trail",
    "terror": "terror",
    "sabotage": "sabotage",
    "arvn": "ARVN",
    "nva": "NVA",
    "vc": "VC",
}
"""The tracks and markers of a Number clause, by their words in small letters."""


def read_clause(cursor: Cursor, verb: str) -> Clause:
    """Read one clause of a verb."""
    token = cursor.now
    if token.kind == "word":
        return _worded(cursor, verb)
    if token.kind == "{":
        return _roll(cursor)
    if token.kind == "#":
        cursor.take()
        return ChooseCard(read_card(cursor))
    hint = "a clause begins with a space, an option, a track, {roll}, #card or a Faction"
    raise cursor.expected("a clause", hint=hint)


def read_clauses(cursor: Cursor, verb: str) -> list[Clause]:
    """Read one clause, or the two as which pieces replaced by some from elsewhere on the map are kept.

    `KHo-2vg+vb<Tay` gives up the Base of Tay Ninh and replaces the Guerrillas: `Tay-vb KHo-2vg+vb` (1.4.1).
    """
    clause = read_clause(cursor, verb)
    if isinstance(clause, Replace) and cursor.skip("<"):
        come = tuple([Count(count.number, count.kind.off_map) for count in clause.by])
        source = read_space(cursor, "the space that they come from")
        return [Remove(source, clause.by), Replace(clause.space, clause.pieces, come)]
    return [clause]


def read_verb(cursor: Cursor, what: str = "a verb") -> str:
    """Read one of the verbs; `air strike` and `air-lift` count as one word."""
    if cursor.now.kind != "word":
        raise cursor.expected(what, hint="as in: ARVN train Sai+6at")
    verb, by = _spelled(cursor)
    if verb in VERBS:
        cursor.go(cursor.at + by)
        return verb
    near = nearest(verb, (*VERBS, "pass"), likeness=0.65)
    hint = "" if near else "the verbs are " + ", ".join(VERBS)
    raise cursor.fault("verb-unknown", f'no verb is called "{shown(verb)}"', hint=hint, candidates=near)


def _worded(cursor: Cursor, verb: str) -> Clause:
    """A clause that begins with a word: the vocabulary comes before the beginnings of names."""
    word, by = _spelled(cursor)
    after = cursor.ahead(by)
    if word in TRACKS and after.kind in "+-":
        cursor.go(cursor.at + by)
        return Number(TRACKS[word], _change(cursor))
    faction = faction_of(cursor.now)
    if faction and not (cursor.now.text in OPTIONS and after.kind != ":"):
        cursor.take()
        return By(faction) if cursor.skip(":") else ChooseFaction(faction)
    if word in options_of(verb):
        cursor.go(cursor.at + by)
        return Option(word)
    start = cursor.at
    if source := read_box(cursor):
        if cursor.skip(">"):
            return _rebox(cursor, source)
        cursor.go(start)
    space = exact_space(cursor)
    if space:
        return _spaced(cursor, space)
    if word in VERBS:
        message = f'the verb "{word}" does not belong inside what "{verb}" does'
        raise cursor.fault("verb-misplaced", message, hint=f"a new verb needs a bar before it: | {word}")
    if word in TRACKS:
        raise cursor.fault(
            "word-unknown",
            f'"{word}" alone says nothing here',
            hint=f"a change is written {word}+1 or {word}-1",
        )
    first = cursor.at
    try:
        space = read_space(cursor)
    except NotationError as fault:
        if fault.code != "space-unknown":
            raise
        near = tuple(
            dict.fromkeys([*nearest(word, (*options_of(verb), *TRACKS.values())), *nearest_spaces(word)])
        )
        message = f'"{shown(cursor.tokens[first].text)}" is no space, option or track'
        raise cursor.fault("word-unknown", message, first, candidates=near[:4]) from None
    return _spaced(cursor, space)


def _spaced(cursor: Cursor, space: str) -> Clause:
    """What follows the name of a space."""
    sign = cursor.now.kind
    if sign == "+":
        pieces = _groups(cursor, "+")
        if cursor.now.kind == "-":
            raise cursor.expected("the next clause", hint="pieces replaced stand first: Ple-2vg+vb")
        return Place(space, pieces, read_place(cursor)) if cursor.skip("<") else Place(space, pieces)
    if sign == "-":
        pieces = _groups(cursor, "-")
        if cursor.now.kind == "+":
            return Replace(space, pieces, _groups(cursor, "+"))
        return Remove(space, pieces, read_place(cursor)) if cursor.skip(">") else Remove(space, pieces)
    if sign == ">":
        return _move(cursor, space)
    if sign == "*":
        return Activate(space, _groups(cursor, "*"))
    if sign == "~":
        return Hide(space, _groups(cursor, "~"))
    if sign == "=":
        cursor.take()
        return SetLevel(space, read_level(cursor))
    if sign == ":":
        return _markers(cursor, space)
    return At(space)


def _groups(cursor: Cursor, sign: str) -> tuple[Count, ...]:
    """Pieces, each group behind the sign."""
    counts: list[Count] = []
    while cursor.skip(sign):
        counts.append(read_count(cursor, starred=sign == "*"))
    return tuple(counts)


def _move(cursor: Cursor, start: str) -> Move:
    path = [start]
    while cursor.skip(">"):
        path.append(read_space(cursor, "the next space of the path"))
    return Move(tuple(path), _moved(cursor, "as in Sai>SaBM>Ple:6at"))


def _rebox(cursor: Cursor, source: Box) -> Rebox:
    """Pieces from one box to another, behind the first box and its arrow."""
    to = read_box(cursor)
    if to is None:
        raise cursor.expected("a box", hint="available, casualties or oop")
    return Rebox(source, to, _moved(cursor, "as in casualties>available:2ut"))


def _moved(cursor: Cursor, hint: str) -> tuple[Count, ...]:
    """The pieces that move, behind a colon."""
    if not cursor.skip(":"):
        raise cursor.expected('":" and the pieces that move', hint=hint)
    pieces = [read_count(cursor)]
    while cursor.skip("+"):
        pieces.append(read_count(cursor))
    return tuple(pieces)


def _markers(cursor: Cursor, space: str) -> Number:
    cursor.take()
    track = TRACKS.get(cursor.now.low) if cursor.now.kind == "word" else None
    if track is None:
        hint = f"as in {label(space).split()[0]}:terror-1; pieces that move have a path: Sai>Ple:6at"
        raise cursor.expected("terror or sabotage", hint=hint)
    cursor.take()
    return Number(track, _change(cursor), space)


def _change(cursor: Cursor) -> int:
    if cursor.now.kind not in "+-":
        raise cursor.expected("+ or - and an amount", hint="as in aid+6 or Hue:terror-1")
    sign = -1 if cursor.take().kind == "-" else 1
    return sign * read_number(cursor, 0, MAX_NUMBER, "an amount")


def _roll(cursor: Cursor) -> Roll:
    cursor.take()
    die = read_number(cursor, 1, 6, "a die")
    if not cursor.skip("}"):
        raise cursor.expected('"}"', hint="each die stands in braces of its own: {4} {2}")
    return Roll(die)


def _spelled(cursor: Cursor) -> tuple[str, int]:
    """The word here in small letters and its number of tokens: two or three for `air(-)strike`."""
    word = cursor.now.low
    if word == "air":
        by = 2 if cursor.ahead().kind == "-" else 1
        joined = word + cursor.ahead(by).low
        if joined in VERBS:
            return joined, by + 1
    return word, 1
