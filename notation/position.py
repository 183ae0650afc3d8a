"""The value of the tag `Position`: a position in one line, in any order of its parts.

    Hue 2at ap PS; QTr 4ng ub terror 1; SaCT ap sabotage; casualties 3ut; ARVN 30; aid 15; played 68

Parts are separated by semicolons. What is not named is empty, or as at the scenario's start. In a `correct`
line the same parts set what they name and leave the rest: there a part can also be emptied
(`casualties none`, `face-down no`, a space with nothing in it).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, get_args

from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.cards import Side
from fitl_core.facts.factions import ControlName, Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.phases import Deed, Ending, Phase
from fitl_core.facts.pieces import KINDS, Count
from fitl_core.record.clauses import Track
from fitl_core.record.position import InSpace, Position
from notation.decode import Line
from notation.errors import NotationError
from notation.lexer import Cursor, LogicalLine, shown
from notation.names import nearest
from notation.parts import LAST_CARD, MAX_NUMBER, read_count, read_number, read_space

TRACKS: dict[str, Track] = {
    "arvn": "ARVN",
    "nva": "NVA",
    "vc": "VC",
    "aid": "aid",
    "patronage": "patronage",
    "econ": "econ",
    "trail": "trail",
}
BOXES = {"casualties": "casualties", "oop": "out_of_play"}
FACTIONS = ("eligible", "stays", "barred", "waived", "holds")
FLAGS = {"face-down": "face_down", "peace-talks": "peace_talks", "asset-used": "full_option"}
PAIRS: dict[str, tuple[str, ...]] = {
    "capabilities": get_args(Side),
    "momentum": get_args(Side),
    "done": get_args(Deed),
    "revealed": get_args(DeceptionMarker),
}
WORDS: dict[str, tuple[str, ...]] = {
    "phase": get_args(Phase),
    "winner": tuple(Faction),
    "ended": get_args(Ending),
}
KEYS = (
    *BOXES,
    *TRACKS,
    "leaders",
    *FLAGS,
    *PAIRS,
    *FACTIONS,
    "played",
    "next",
    *WORDS,
    "pacified",
    "held",
    "withdrawn",
)
"""The words that open a part; any other part is a space."""

_LEVELS = {level.lower(): level for level in Level}
_WORD_OF = {field: word for word, field in (*BOXES.items(), *FLAGS.items(), ("held", "held_control"))}


def read_position(text: str, number: int = 1, column: int = 0) -> Position:
    """Read a position; raises `NotationError` at the first part that cannot be understood.

    >>> read_position("Hue 2at PS; aid 9; played 107; next 55").tracks
    (('aid', 9),)
    """
    return read_parts(LogicalLine("tag", Line(number, text, text, column)))[1]


def read_parts(line: LogicalLine) -> tuple[tuple[str, ...], Position]:
    """The parts of a position: what they name, in canonical order, and the position that has only them.

    What is named is the id of a space, a track, or another field of `Position`. Raises `NotationError`.
    """
    fields: dict[str, Any] = {}
    spaces: dict[str, InSpace] = {}
    tracks: dict[Track, int] = {}
    at = 0
    for part in line.plain.split(";"):
        if part.strip():
            cursor = Cursor(line.stretch(at, at + len(part)))
            key, value = _read_part(cursor, part)
            if key in fields or key in spaces or key in tracks:
                raise cursor.fault("position-twice", f'"{key}" stands here a second time', 0)
            if isinstance(value, InSpace):
                spaces[key] = value
            elif key in TRACKS.values():
                tracks[TRACKS[key.lower()]] = value
            else:
                fields[key] = value
        at += len(part) + 1
    named = in_order((*spaces, *tracks, *fields))
    position = Position(
        spaces=tuple([spaces[name] for name in named if name in spaces]),
        tracks=tuple([(track, tracks[track]) for track in TRACKS.values() if track in tracks]),
        **fields,
    )
    return named, position


def in_order(named: Iterable[str]) -> tuple[str, ...]:
    """What a position names, in the order in which it is written; raises `KeyError` for what none has."""
    return tuple(sorted(named, key=lambda name: _order()[name]))


@cache
def _order() -> dict[str, int]:
    fields = (*BOXES.values(), *TRACKS.values(), "leaders", *FLAGS.values(), *PAIRS, *FACTIONS)
    others = ("played", "next", *WORDS, "pacified", "held_control", "withdrawn")
    return {name: i for i, name in enumerate((*spaces_by_id(), *fields, *others))}


@cache
def _fields() -> tuple[tuple[str, Any], ...]:
    """The fields of a position in their written order, each with what it is where not told."""
    empty = Position()
    named = [name for name in _order() if name in empty.__struct_fields__]
    return tuple([(name, getattr(empty, name)) for name in named])


def _read_part(cursor: Cursor, part: str) -> tuple[str, Any]:
    """The field (or track) of a part and its value; of a space, what is in it."""
    words = part.split()
    key = words[0].lower()
    rest = " ".join(words[1:]).replace(",", " ").split()
    if key not in KEYS:
        here = _read_space(cursor)
        return here.space, here
    for word in key.split("-"):
        while not cursor.skip_word(word):
            cursor.take()
    empty = [word.lower() for word in rest] == ["none"]
    if key in BOXES:
        return BOXES[key], () if empty else _read_pieces(cursor)
    if key in TRACKS:
        return TRACKS[key], _read_level(cursor, "a level")
    if key in FLAGS:
        denied = cursor.skip_word("no")
        _end(cursor)
        return FLAGS[key], not denied
    if key in FACTIONS:
        return key, tuple([_faction(cursor, word) for word in rest if word.lower() != "none"])
    if key in PAIRS:
        return key, () if empty else tuple([_pair(cursor, key, word) for word in rest])
    if key in ("leaders", "played"):
        return key, tuple([_card(cursor, word) for word in rest if word.lower() != "none"])
    if key == "next":
        return key, None if empty else _card(cursor, _single(cursor, rest))
    if key in WORDS:
        word = _single(cursor, rest)
        if empty and key != "phase":
            return key, None
        return key, _one_of(cursor, word.upper() if key == "winner" else word.lower(), WORDS[key])
    if key == "withdrawn":
        return key, _read_level(cursor, "a number of pieces")
    if key == "pacified":
        return key, () if empty else _read_pacified(cursor)
    return "held_control", None if empty else _read_held(cursor)


def _read_level(cursor: Cursor, what: str) -> int:
    value = read_number(cursor, 0, MAX_NUMBER, what)
    _end(cursor)
    return value


def _read_space(cursor: Cursor) -> InSpace:
    space = read_space(cursor)
    pieces: list[Count] = []
    level, terror, sabotage = Level.NEUTRAL, 0, False
    while cursor.now.kind != "end":
        word = cursor.now.low
        if cursor.skip_word("terror"):
            terror = read_number(cursor, 1, MAX_NUMBER, "a number of markers")
        elif cursor.skip_word("sabotage"):
            sabotage = True
        elif cursor.now.kind == "word" and word in _LEVELS and cursor.now.text.isupper():
            cursor.take()
            level = _LEVELS[word]
        else:
            pieces.append(read_count(cursor))
    return InSpace(space, _in_order(pieces), level, terror, sabotage)


def _read_pieces(cursor: Cursor) -> tuple[Count, ...]:
    pieces = []
    while cursor.now.kind != "end":
        pieces.append(read_count(cursor))
    return _in_order(pieces)


def _in_order(counts: list[Count]) -> tuple[Count, ...]:
    """Pieces in the order of the kinds, each kind once."""
    numbers = {kind: sum([count.number for count in counts if count.kind is kind]) for kind in KINDS}
    return tuple([Count(number, kind) for kind, number in numbers.items() if number])


def _read_pacified(cursor: Cursor) -> tuple[tuple[str, int], ...]:
    found = []
    while cursor.now.kind != "end":
        space = read_space(cursor)
        if not cursor.skip(":"):
            raise cursor.expected('":" and the levels', hint="as in pacified Hue:2 QTr:0")
        found.append((space, read_number(cursor, 0, 2, "levels")))
    return tuple(found)


def _read_held(cursor: Cursor) -> tuple[tuple[str, ControlName], ...]:
    found: list[tuple[str, ControlName]] = []
    control: ControlName = "none"
    while cursor.now.kind != "end":
        if cursor.skip_word("coin"):
            control = "coin"
        elif cursor.skip_word("nva"):
            control = "nva"
        elif control == "none":
            raise cursor.expected("COIN or NVA and its spaces", hint="as in held COIN Sai Hue NVA QTr")
        else:
            found.append((read_space(cursor), control))
    order = list(spaces_by_id())
    return tuple(sorted(found, key=lambda entry: order.index(entry[0])))


def _pair(cursor: Cursor, key: str, word: str) -> tuple[Any, str]:
    first, colon, second = word.partition(":")
    if not colon:
        example = {"done": "VC:event", "revealed": "VC:agenda"}.get(key, "17:unshaded")
        raise cursor.fault("unexpected", f'"{shown(word)}" has no colon', 0, hint=f"as in {key} {example}")
    what = _card(cursor, first) if key in ("capabilities", "momentum") else _faction(cursor, first)
    return what, _one_of(cursor, second.lower(), PAIRS[key])


def _faction(cursor: Cursor, word: str) -> Faction:
    return Faction(_one_of(cursor, word.upper(), tuple(Faction)))


def _one_of(cursor: Cursor, word: str, known: tuple[str, ...]) -> str:
    if word not in known:
        near = nearest(word, known) or known
        raise cursor.fault("word-unknown", f'"{shown(word)}" is not known here', 0, candidates=near)
    return word


def _card(cursor: Cursor, word: str) -> int:
    digits = word.removeprefix("#")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 4 and 1 <= int(digits) <= LAST_CARD):
        raise cursor.fault("number-range", f'"{shown(word)}" is no card from 1 to {LAST_CARD}', 0)
    return int(digits)


def _single(cursor: Cursor, words: list[str]) -> str:
    if len(words) != 1:
        raise cursor.fault("unexpected", f"one word belongs here, not {len(words)}", 0)
    return words[0]


def _end(cursor: Cursor) -> None:
    if cursor.now.kind != "end":
        raise cursor.expected("a semicolon")


def write_position(position: Position) -> str:
    """The canonical text of a position.

    >>> write_position(read_position("trail 2; hue PS ap 2at; eligible vc"))
    'Hue 2at ap PS; trail 2; eligible VC'
    """
    told = [name for name, empty in _fields() if getattr(position, name) != empty]
    spaces = [here.space for here in position.spaces]
    return write_parts((*spaces, *in_order([track for track, _ in position.tracks] + told)), position)


def write_parts(named: Iterable[str], position: Position) -> str:
    """The canonical text of some parts of a position, empty ones too.

    >>> line = "aid 9; momentum none; hue"
    >>> write_parts(*read_parts(LogicalLine("tag", Line(1, line, line))))
    'Hue; aid 9; momentum none'
    """
    spaces = {here.space: here for here in position.spaces}
    tracks: dict[str, int] = dict(position.tracks)
    parts = []
    for name in named:
        if name in spaces:
            parts.append(_write_space(spaces[name]))
        elif name in tracks:
            parts.append(f"{name} {tracks[name]}")
        else:
            parts.append(_write_field(name, getattr(position, name)))
    return "; ".join(parts)


def _write_field(name: str, value: Any) -> str:
    """One field of a position that is neither its spaces nor its tracks."""
    key = _WORD_OF.get(name, name)
    if name in FLAGS.values():
        return key if value else f"{key} no"
    if value is None or (value == () and name != "held_control"):
        return f"{key} none"
    if name in BOXES.values():
        return f"{key} {_write_pieces(value)}"
    if name in PAIRS:
        return f"{key} " + " ".join([f"{first}:{second}" for first, second in value])
    if name == "pacified":
        return f"{key} " + " ".join([f"{_code(space)}:{levels}" for space, levels in value])
    if name == "held_control":
        return _write_held(value)
    if isinstance(value, tuple):
        return f"{key} " + " ".join([str(one) for one in value])
    return f"{key} {value}"


def _write_space(here: InSpace) -> str:
    words = [_code(here.space)]
    if here.pieces:
        words.append(_write_pieces(here.pieces))
    if here.level is not Level.NEUTRAL:
        words.append(here.level)
    if here.terror:
        words.append(f"terror {here.terror}")
    if here.sabotage:
        words.append("sabotage")
    return " ".join(words)


def _write_held(held: tuple[tuple[str, ControlName], ...]) -> str:
    words = ["held"]
    for control in ("coin", "nva"):
        names = [_code(name) for name, holder in held if holder == control]
        words += [control.upper(), *names] if names else []
    return " ".join(words)


def _write_pieces(counts: tuple[Count, ...]) -> str:
    return " ".join([f"{count.number if count.number > 1 else ''}{count.kind.code}" for count in counts])


def _code(space: str) -> str:
    return spaces_by_id()[space].code


def flaw_of_position(text: str) -> NotationError | None:
    """What is wrong with the writing of a position; None if it can be read."""
    try:
        read_position(text)
    except NotationError as fault:
        return fault
    return None
