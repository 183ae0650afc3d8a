"""Read and write the value of the tag `Position`: a position in one line, with its parts in any order.

    Hue 2at ap PS; QTr 4ng ub terror 1; SaCT ap sabotage; casualties 3ut; ARVN 30; aid 15; played 68

Semicolons separate the parts. Parts that are not named are empty, or as at the start of the scenario.
A `correct` line sets only the parts that it names. There a part can also be emptied
(`casualties none`, `face-down no`, a space with nothing in it). Read `notation.position_parts` next.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, NamedTuple

from fitl_core.facts.factions import CONTROL_WORDS, ControlName
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Count
from fitl_core.record.position import InSpace, Position
from notation.decode import TextLine, plain
from notation.errors import Faults, NotationError, TooManyFaults
from notation.lexer import Cursor, LogicalLine
from notation.log import Span
from notation.position_parts import PartReader
from notation.position_words import BOXES, FLAGS, KEYS, PAIRS, TRACKS, WORD_OF, in_order, part_order

__all__ = [
    "KEYS",
    "Parts",
    "faults_in_position",
    "flaw_of_position",
    "in_order",
    "read_parts",
    "read_position",
    "scan_parts",
    "scan_position",
    "write_parts",
    "write_position",
]


class Parts(NamedTuple):
    """The parts of a position that a text names.

    `named` are the parts that could be read, in canonical order: each is the id of a space, a track, or
    another field of `Position`. `position` has only these parts, and `places` has their places. `faults` are
    the faults of the text.
    """

    named: tuple[str, ...]
    position: Position
    places: dict[str, Span]
    faults: tuple[NotationError, ...]


def read_position(text: str) -> Position:
    """Read a position. Raises `NotationError` at the first part that cannot be understood.

    >>> read_position("Hue 2at PS; aid 9; played 107; next 55").tracks
    (('aid', 9),)
    """
    return _sound(scan_position(text)).position


def scan_position(text: str, number: int = 1, column: int = 0) -> Parts:
    """Read a position on one or several lines, with all its faults.

    `number` is the number of its first line in the file, and `column` the number of characters before it
    there.
    """
    first, *others = text.split("\n")
    line = LogicalLine("tag", TextLine(number, first, plain(first), column))
    for more, other in enumerate(others, number + 1):
        line.extend(TextLine(more, other, plain(other)))
    return scan_parts(line)


def read_parts(line: LogicalLine) -> tuple[tuple[str, ...], Position]:
    """Read parts of a position. Return their names in canonical order, and the position that has only them.

    Raises the first fault (`NotationError`).
    """
    parts = _sound(scan_parts(line))
    return parts.named, parts.position


def scan_parts(line: LogicalLine) -> Parts:
    """Read parts of a position, with all their faults."""
    fields: dict[str, Any] = {}
    places: dict[str, Span] = {}
    faults = Faults()
    at = 0
    with suppress(TooManyFaults):
        for part in line.plain.split(";"):
            if part.strip():
                stretch = line.stretch(at, at + len(part))
                reader = PartReader(Cursor(stretch))
                named_value = reader.read()
                for fault in reader.faults:
                    faults.append(fault)
                if named_value is not None and named_value[0] in fields:
                    message = f'"{stretch.plain.split()[0]}" stands here a second time'
                    faults.append(reader.cursor.fault("position-twice", message, 0))
                elif named_value is not None:
                    fields[named_value[0]] = named_value[1]
                    places[named_value[0]] = stretch.whole
            at += len(part) + 1
    named = in_order(fields)
    position = Position(
        spaces=tuple([fields[name] for name in named if isinstance(fields[name], InSpace)]),
        tracks=tuple([(track, fields[track]) for track in TRACKS.values() if track in fields]),
        **{name: value for name, value in fields.items() if name in Position.__struct_fields__},
    )
    return Parts(named, position, places, tuple(faults))


def faults_in_position(parts: Parts, whole: NotationError) -> list[NotationError]:
    """Return each fault of a tag `Position` at its place, or the fault of the `whole` tag without one."""
    return [
        NotationError(
            "tag-value",
            f"Position: {fault.message}",
            fault.line,
            fault.column,
            fault.end,
            hint=fault.hint,
            candidates=fault.candidates,
        )
        for fault in parts.faults
    ] or [whole]


def _sound(parts: Parts) -> Parts:
    if parts.faults:
        raise parts.faults[0]
    return parts


@cache
def _fields() -> tuple[tuple[str, Any], ...]:
    """Return the fields of a position in their written order, each with its default value."""
    empty = Position()
    named = [name for name in part_order() if name in empty.__struct_fields__]
    return tuple([(name, getattr(empty, name)) for name in named])


def write_position(position: Position) -> str:
    """Return the canonical text of a position.

    >>> write_position(read_position("trail 2; hue PS ap 2at; eligible vc"))
    'Hue 2at ap PS; trail 2; eligible VC'
    """
    fields = [name for name, default in _fields() if getattr(position, name) != default]
    spaces = [in_space.space for in_space in position.spaces]
    return write_parts((*spaces, *in_order([track for track, _ in position.tracks] + fields)), position)


def write_parts(named: Iterable[str], position: Position) -> str:
    """Return the canonical text of these parts of a position, empty ones included.

    >>> line = "aid 9; momentum none; hue"
    >>> write_parts(*read_parts(LogicalLine("tag", TextLine(1, line, line))))
    'Hue; aid 9; momentum none'
    """
    spaces = {in_space.space: in_space for in_space in position.spaces}
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
    """Return the text of a field of a position other than its spaces and tracks."""
    key = WORD_OF.get(name, name)
    if name in FLAGS.values():
        return key if value else f"{key} no"
    if value is None or (value == () and name != "held_control"):
        return f"{key} none"
    if name == "available" or name in BOXES.values():
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


@lru_cache(maxsize=8192)
def _write_space(in_space: InSpace) -> str:
    words = [_code(in_space.space)]
    if in_space.pieces:
        words.append(_write_pieces(in_space.pieces))
    if in_space.level is not Level.NEUTRAL:
        words.append(in_space.level)
    if in_space.terror:
        words.append(f"terror {in_space.terror}")
    if in_space.sabotage:
        words.append("sabotage")
    if in_space.control is not None:
        words.append(f"control {CONTROL_WORDS[in_space.control]}")
    return " ".join(words)


def _write_held(held: tuple[tuple[str, ControlName], ...]) -> str:
    words = ["held"]
    for control in ("coin", "nva"):
        names = [_code(name) for name, holder in held if holder == control]
        words += [control.upper(), *names] if names else []
    return " ".join(words)


def _write_pieces(counts: tuple[Count, ...]) -> str:
    return " ".join([f"{count.number if count.number != 1 else ''}{count.kind.code}" for count in counts])


def _code(space: str) -> str:
    return spaces_by_id()[space].code


def flaw_of_position(text: str) -> NotationError | None:
    """Return the first fault in the text of a position, or None if it can be read."""
    return next(iter(scan_position(text).faults), None)
