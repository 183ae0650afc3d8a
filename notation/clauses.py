"""Clauses, read one at a time: what a word or a space is followed by decides which it is."""

from __future__ import annotations

from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import TUNNELED, Count, Kind
from fitl_core.facts.vocabulary import OPTIONS, VERBS, options_of, told
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
from notation.names import label, nearest, why_no_name
from notation.parts import (
    LEVEL_WORDS,
    MAX_NUMBER,
    begins_pieces,
    exact_space,
    faction_of,
    read_box,
    read_count,
    read_level,
    read_number,
    read_place,
    read_space,
)
from notation.titles import read_card
from notation.written import code_of

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
ROLL_WORDS = ("roll", "rolls", "rolled", "die")
"""Words before what a die shows."""
TOLD_VERBS: dict[str, str] = {told(verb): verb for verb in VERBS}
"""The verbs as others tell of a move: `VC rallies`."""
_ROLLED = {"{": "}", "(": ")"}
_SIGNS: dict[str, str] = {
    **dict.fromkeys(("train", "rally"), "+"),
    **dict.fromkeys(("assault", "attack", "airstrike", "bombard"), "-"),
    "sweep": "*",
}
"""What becomes of pieces named behind a space without a sign, where a verb leaves no doubt of it."""
_US_MOVES_ITS_OWN = ("patrol", "sweep")


def read_clause(cursor: Cursor, verb: str, owner: Faction | None = None) -> Clause:
    """Read one clause of a verb.

    Pieces that come or move are the `owner`'s where their words leave it open.
    """
    token = cursor.now
    if token.kind == "word":
        return _worded(cursor, verb, owner)
    if token.kind in _ROLLED:
        return _roll(cursor)
    if token.kind == "#":
        cursor.take()
        return ChooseCard(read_card(cursor))
    hint = "a clause begins with a space, an option, a track, {roll}, #card or a Faction"
    raise cursor.expected("a clause", hint=hint)


def read_clauses(cursor: Cursor, verb: str, speaker: Faction) -> list[Clause]:
    """Read one clause, or the two as which pieces replaced by some from elsewhere on the map are kept.

    `KHo-2vg+vb<Tay` gives up the Base of Tay Ninh and replaces the Guerrillas: `Tay-vb KHo-2vg+vb` (1.4.1).
    A Tunnel in the place of a Tunnel is that of the space, and stays there (`Tay-vb^+nb^<Fis`); else it says
    which Base is given up.
    `+2 guerrillas` and `Sai>Hue:troops` are the speaker's; only where the US moves its own alone is that
    so of the US, which elsewhere handles ARVN pieces, too.
    """
    own = speaker is not Faction.US or verb in _US_MOVES_ITS_OWN
    clause = read_clause(cursor, verb, speaker if own else None)
    if isinstance(clause, Replace) and cursor.skip("<"):
        come = tuple([Count(count.number, count.kind.off_map) for count in clause.by])
        source = read_space(cursor, "the space that they come from")
        if any(count.kind in TUNNELED for count in clause.pieces):
            return [Remove(source, come), clause]
        return [Remove(source, clause.by), Replace(clause.space, clause.pieces, come)]
    return [clause]


def read_verb(cursor: Cursor, what: str = "a verb") -> str:
    """Read one of the verbs, also as in `trains`; `air strike` and `air-lift` count as one word."""
    if cursor.now.kind != "word":
        raise cursor.expected(what, hint="as in: ARVN train Sai+6at")
    verb, by = _spelled(cursor)
    known = verb if verb in VERBS else TOLD_VERBS.get(verb)
    if known:
        cursor.go(cursor.at + by)
        return known
    near = nearest(verb, (*VERBS, "pass"), likeness=0.65)
    hint = why_no_name(verb)[0] or ("" if near else "the verbs are " + ", ".join(VERBS))
    raise cursor.fault("verb-unknown", f'no verb is called "{shown(verb)}"', hint=hint, candidates=near)


def _worded(cursor: Cursor, verb: str, owner: Faction | None) -> Clause:
    """A clause that begins with a word: the vocabulary comes before the beginnings of names."""
    if cursor.now.low in ROLL_WORDS:
        return _roll(cursor)
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
            return _rebox(cursor, source, owner)
        cursor.go(start)
    space = exact_space(cursor)
    if space:
        return _spaced(cursor, space, verb, owner)
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
        others = () if fault.hint else nearest(word, (*options_of(verb), *TRACKS.values()))
        near = tuple(dict.fromkeys([*others, *fault.candidates]))
        message = f'"{shown(cursor.tokens[first].text)}" is no space, option or track'
        raise cursor.fault("word-unknown", message, first, hint=fault.hint, candidates=near[:4]) from None
    return _spaced(cursor, space, verb, owner)


def _spaced(cursor: Cursor, space: str, verb: str, owner: Faction | None) -> Clause:
    """What follows the name of a space, also behind a colon."""
    colon = cursor.skip(":")
    sign = cursor.now.kind
    if sign == "+":
        pieces = _groups(cursor, "+", owner)
        if cursor.now.kind == "-":
            raise cursor.expected("the next clause", hint="pieces replaced stand first: Ple-2vg+vb")
        return Place(space, pieces, read_place(cursor)) if cursor.skip("<") else Place(space, pieces)
    if sign == "-":
        pieces = _groups(cursor, "-")
        if cursor.now.kind == "+":
            return Replace(space, pieces, _groups(cursor, "+", owner))
        return Remove(space, pieces, read_place(cursor)) if cursor.skip(">") else Remove(space, pieces)
    if sign == ">" and not colon:
        return _move(cursor, space, owner)
    if sign == "*":
        return Activate(space, _groups(cursor, "*"))
    if sign == "~":
        return Hide(space, _groups(cursor, "~", owner))
    if sign == "=":
        cursor.take()
        return SetLevel(space, read_level(cursor))
    if sign == "number":
        return _unsigned(cursor, space, verb, owner)
    return _behind_colon(cursor, space, verb, owner) if colon else At(space)


def _behind_colon(cursor: Cursor, space: str, verb: str, owner: Faction | None) -> Clause:
    """What follows a space and a colon without a sign: markers, a level, pieces."""
    track = TRACKS.get(cursor.now.low) if cursor.now.kind == "word" else None
    if track is not None and cursor.ahead().kind in "+-":
        cursor.take()
        return Number(track, _change(cursor), space)
    if cursor.now.low in LEVEL_WORDS:
        return SetLevel(space, read_level(cursor))
    if verb in _SIGNS and begins_pieces(cursor):
        return _unsigned(cursor, space, verb, owner)
    hint = f"as in {label(space).split()[0]}:terror-1; pieces that move have a path: Sai>Ple:6at"
    raise cursor.expected("terror or sabotage", hint=hint)


def _unsigned(cursor: Cursor, space: str, verb: str, owner: Faction | None) -> Clause:
    """Pieces behind a space, as in `Ple: 2 VC guerrillas`: their verb says what becomes of them."""
    if (sign := _SIGNS.get(verb)) is None:
        name = label(space).split()[0]
        hint = f"pieces that come are written {name}+2vg, pieces that go {name}-2vg"
        raise cursor.expected("a sign before the pieces", hint=hint)
    if sign == "+":
        return Place(space, _listed(cursor, owner))
    pieces = _listed(cursor, None)
    return Remove(space, pieces) if sign == "-" else Activate(space, pieces)


def _groups(cursor: Cursor, sign: str, owner: Faction | None = None) -> tuple[Count, ...]:
    """Pieces, each group behind the sign."""
    counts: list[Count] = []
    while cursor.skip(sign):
        counts.append(read_count(cursor, starred=sign == "*", owner=owner))
    return tuple(counts)


def _move(cursor: Cursor, start: str, owner: Faction | None) -> Move:
    path = [start]
    while cursor.skip(">"):
        first = cursor.at
        if box := read_box(cursor):
            message = f"a box is no part of a path: {box}"
            hint = f"pieces leave the map as in {_from_or_to_box(cursor, start, '-', owner)}>{box}"
            raise cursor.fault("unexpected", message, first, hint=hint)
        path.append(read_space(cursor, "the next space of the path"))
    return Move(tuple(path), _moved(cursor, "as in Sai>SaBM>Ple:6at", owner))


def _rebox(cursor: Cursor, source: Box, owner: Faction | None) -> Rebox:
    """Pieces from one box to another, behind the first box and its arrow."""
    to = read_box(cursor)
    first = cursor.at
    if to is None and (there := exact_space(cursor)):
        message = f"a space is no box: {label(there)}"
        come = _from_or_to_box(cursor, there, "+", owner)
        hint = f"pieces come to the map as in {come}" + (f"<{source}" if source != "available" else "")
        raise cursor.fault("unexpected", message, first, hint=hint)
    if to is None:
        raise cursor.expected("a box", hint="available, casualties or oop")
    return Rebox(source, to, _moved(cursor, "as in casualties>available:2ut", owner))


def _from_or_to_box(cursor: Cursor, space: str, sign: str, owner: Faction | None) -> str:
    """The space and the pieces behind it as a clause has them that leave the map or come to it."""
    try:
        pieces = _moved(cursor, "", owner)
    except NotationError:
        pieces = (Count(2, Kind.UT),)
    groups = [f"{sign}{count.number if count.number > 1 else ''}{count.kind.code}" for count in pieces]
    return code_of(space) + "".join(groups)


def _moved(cursor: Cursor, hint: str, owner: Faction | None) -> tuple[Count, ...]:
    """The pieces that move, behind a colon."""
    if not cursor.skip(":"):
        raise cursor.expected('":" and the pieces that move', hint=hint)
    return _listed(cursor, owner)


def _listed(cursor: Cursor, owner: Faction | None) -> tuple[Count, ...]:
    """Groups of pieces with a sign between them."""
    pieces = [read_count(cursor, owner=owner)]
    while cursor.skip("+"):
        pieces.append(read_count(cursor, owner=owner))
    return tuple(pieces)


def _change(cursor: Cursor) -> int:
    if cursor.now.kind not in "+-":
        raise cursor.expected("+ or - and an amount", hint="as in aid+6 or Hue:terror-1")
    sign = -1 if cursor.take().kind == "-" else 1
    return sign * read_number(cursor, 0, MAX_NUMBER, "an amount")


def _roll(cursor: Cursor) -> Roll:
    """A die: `{4}`, `(4)`, `roll 4`, `rolls a 4`, `roll of {4}`."""
    if cursor.now.kind == "word":
        cursor.take()
        cursor.skip_word("of", "a", "is", "shows") or cursor.skip(":") or cursor.skip("=")
    closing = _ROLLED.get(cursor.now.kind)
    if closing:
        cursor.take()
    die = read_number(cursor, 1, 6, "a die")
    if closing and not cursor.skip(closing):
        raise cursor.expected(f'"{closing}"', hint="each die stands in braces of its own: {4} {2}")
    return Roll(die)


def _spelled(cursor: Cursor) -> tuple[str, int]:
    """The word here in small letters and its number of tokens: two or three for `air(-)strike`."""
    word = cursor.now.low
    if word == "air":
        by = 2 if cursor.ahead().kind == "-" else 1
        joined = word + cursor.ahead(by).low
        if joined in VERBS or joined in TOLD_VERBS:
            return joined, by + 1
    return word, 1
