"""Read clauses one at a time. The sign after a word or a space decides the kind of clause.

Read `notation.parts` next, for spaces and pieces.
"""

from __future__ import annotations

from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import OPTIONS, VERBS, options_of, told
from fitl_core.facts.pieces import TUNNELED, Count, Kind
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
from notation.space_names import label, nearest, why_no_name
from notation.titles import read_card
from notation.writing_parts import code_of

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
"""Words that can stand before the number on a die."""
THIRD_PERSON_VERBS: dict[str, str] = {told(verb): verb for verb in VERBS}
"""The verbs by their third person: `VC rallies`."""
_ROLLED = {"{": "}", "(": ")"}
_SIGNS: dict[str, str] = {
    **dict.fromkeys(("train", "rally"), "+"),
    **dict.fromkeys(("assault", "attack", "airstrike", "bombard"), "-"),
    "sweep": "*",
}
"""The sign that each verb implies for pieces written after a space without one."""
_US_MOVES_ITS_OWN = ("patrol", "sweep")


def read_clause(cursor: Cursor, verb: str, owner: Faction | None = None) -> Clause:
    """Read one clause of a verb.

    Pieces that are placed or moved belong to the `owner` if their words name no Faction.
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
    """Read one clause. A replacement with pieces from another space of the map becomes two clauses.

    `KHo-2vg+vb<Tay` removes the Base of Tay Ninh and replaces the Guerrillas: `Tay-vb KHo-2vg+vb` (1.4.1).
    A Tunnel marker on the removed piece stays in the space (`Tay-vb^+nb^<Fis`). Without one there, the
    marker on the new piece says which Base is given up.
    `+2 guerrillas` and `Sai>Hue:troops` belong to the speaker. For the US this holds only with verbs
    that move US pieces alone, because its other verbs handle ARVN pieces too.
    """
    own = speaker is not Faction.US or verb in _US_MOVES_ITS_OWN
    clause = read_clause(cursor, verb, speaker if own else None)
    if isinstance(clause, Replace) and cursor.skip("<"):
        come = tuple([Count(count.number, count.kind.off_map) for count in clause.by])
        source = read_space(cursor, "the space from which they come")
        if any(count.kind in TUNNELED for count in clause.pieces):
            return [Remove(source, come), clause]
        return [Remove(source, clause.by), Replace(clause.space, clause.pieces, come)]
    return [clause]


def read_verb(cursor: Cursor, what: str = "a verb") -> str:
    """Read a verb, or its third person as in `trains`. `air strike` and `air-lift` count as one word."""
    if cursor.now.kind != "word":
        raise cursor.expected(what, hint="as in: ARVN train Sai+6at")
    verb, by = _spelled(cursor)
    known = verb if verb in VERBS else THIRD_PERSON_VERBS.get(verb)
    if known:
        cursor.go(cursor.at + by)
        return known
    near = nearest(verb, (*VERBS, "pass"), likeness=0.65)
    hint = why_no_name(verb)[0] or ("" if near else "the verbs are " + ", ".join(VERBS))
    raise cursor.fault("verb-unknown", f'no verb is called "{shown(verb)}"', hint=hint, candidates=near)


def _worded(cursor: Cursor, verb: str, owner: Faction | None) -> Clause:
    """Read a clause that begins with a word. The vocabulary goes before shortened names of spaces."""
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
            f'"{word}" alone is not a clause',
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
        message = f'"{shown(cursor.tokens[first].text)}" is not a space, option or track'
        raise cursor.fault("word-unknown", message, first, hint=fault.hint, candidates=near[:4]) from None
    return _spaced(cursor, space, verb, owner)


def _spaced(cursor: Cursor, space: str, verb: str, owner: Faction | None) -> Clause:
    """Read the rest of a clause after the name of its space. A colon may follow the name."""
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
    return _after_colon(cursor, space, verb, owner) if colon else At(space)


def _after_colon(cursor: Cursor, space: str, verb: str, owner: Faction | None) -> Clause:
    """Read markers, a level or pieces that follow a space and a colon without a sign."""
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
    """Read pieces without a sign after a space, as in `Ple: 2 VC guerrillas`. The verb implies the sign."""
    if (sign := _SIGNS.get(verb)) is None:
        name = label(space).split()[0]
        hint = f"pieces that come are written {name}+2vg, pieces that go {name}-2vg"
        raise cursor.expected("a sign before the pieces", hint=hint)
    if sign == "+":
        return Place(space, _listed(cursor, owner))
    pieces = _listed(cursor, None)
    return Remove(space, pieces) if sign == "-" else Activate(space, pieces)


def _groups(cursor: Cursor, sign: str, owner: Faction | None = None) -> tuple[Count, ...]:
    """Read groups of pieces, each after the sign."""
    counts: list[Count] = []
    while cursor.skip(sign):
        counts.append(read_count(cursor, starred=sign == "*", owner=owner))
    return tuple(counts)


def _move(cursor: Cursor, start: str, owner: Faction | None) -> Move:
    path = [start]
    while cursor.skip(">"):
        first = cursor.at
        if box := read_box(cursor):
            message = f"a box cannot be part of a path: {box}"
            hint = f"pieces leave the map as in {_from_or_to_box(cursor, start, '-', owner)}>{box}"
            raise cursor.fault("unexpected", message, first, hint=hint)
        path.append(read_space(cursor, "the next space of the path"))
    return Move(tuple(path), _moved(cursor, "as in Sai>SaBM>Ple:6at", owner))


def _rebox(cursor: Cursor, source: Box, owner: Faction | None) -> Rebox:
    """Read the rest of a move from one box to another, after the first box and its arrow."""
    to = read_box(cursor)
    first = cursor.at
    if to is None and (space := exact_space(cursor)):
        message = f"a space is not a box: {label(space)}"
        placed = _from_or_to_box(cursor, space, "+", owner)
        hint = f"pieces come to the map as in {placed}" + (f"<{source}" if source != "available" else "")
        raise cursor.fault("unexpected", message, first, hint=hint)
    if to is None:
        raise cursor.expected("a box", hint="available, casualties or oop")
    return Rebox(source, to, _moved(cursor, "as in casualties>available:2ut", owner))


def _from_or_to_box(cursor: Cursor, space: str, sign: str, owner: Faction | None) -> str:
    """Return an example of a clause in which the pieces read here leave the map or come to it."""
    try:
        pieces = _moved(cursor, "", owner)
    except NotationError:
        pieces = (Count(2, Kind.UT),)
    groups = [f"{sign}{count.number if count.number > 1 else ''}{count.kind.code}" for count in pieces]
    return code_of(space) + "".join(groups)


def _moved(cursor: Cursor, hint: str, owner: Faction | None) -> tuple[Count, ...]:
    """Read a colon and the pieces that move."""
    if not cursor.skip(":"):
        raise cursor.expected('":" and the pieces that move', hint=hint)
    return _listed(cursor, owner)


def _listed(cursor: Cursor, owner: Faction | None) -> tuple[Count, ...]:
    """Read groups of pieces with a plus sign between them."""
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
    """Read a die: `{4}`, `(4)`, `roll 4`, `rolls a 4`, `roll of {4}`."""
    if cursor.now.kind == "word":
        cursor.take()
        cursor.skip_word("of", "a", "is", "shows") or cursor.skip(":") or cursor.skip("=")
    closing = _ROLLED.get(cursor.now.kind)
    if closing:
        cursor.take()
    die = read_number(cursor, 1, 6, "a die")
    if closing and not cursor.skip(closing):
        raise cursor.expected(f'"{closing}"', hint="each die needs its own braces: {4} {2}")
    return Roll(die)


def _spelled(cursor: Cursor) -> tuple[str, int]:
    """Return the next word in small letters and its number of tokens: two or three for `air(-)strike`."""
    word = cursor.now.low
    if word == "air":
        by = 2 if cursor.ahead().kind == "-" else 1
        joined = word + cursor.ahead(by).low
        if joined in VERBS or joined in THIRD_PERSON_VERBS:
            return joined, by + 1
    return word, 1
