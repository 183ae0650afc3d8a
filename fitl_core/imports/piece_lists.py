"""Read pieces by space as people count them: a spreadsheet, rows of three, or lines of words.

    space,piece,count            Space     US Troops  VC Guerrillas    Tay Ninh: 2 VC guerrillas, 1 base
    Tay Ninh,VC Guerrilla,2      Tay Ninh          0              2    Hue: 3 police

The names are those of the notation. A piece without a state means all such pieces, Active and Underground,
except states that the same space names separately.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from fitl_core.errors import FitlError, UnknownName
from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import BY_CODE, Kind
from notation.decode import decode
from notation.errors import UnreadableError
from notation.space_names import BOXES, nearest, piece_phrases, space_named

Kinds = tuple[Kind, ...]
"""The kinds of pieces that one name means, counted together."""
MOST_FAULTS = 20
MOST_PIECES = 99

_SPACE_WORDS = ("space", "place", "province", "where", "location", "area", "region")
_PIECE_WORDS = ("piece", "pieces", "kind", "type", "what", "unit")
_COUNT_WORDS = ("count", "number", "quantity", "qty", "how many", "#", "n")
_STATES = ("active", "underground", "tunneled", "tunnelled")
_RULE = re.compile(r"[\s|:+=-]*")
_COLONS = (re.compile(":"), re.compile(r"\t"), re.compile(r"\s[-\u2013\u2014]\s"))
"""Separators between a space and its pieces, the preferred one first: "Tay Ninh - 2 VC guerrillas"."""
_COUNT_BEFORE = re.compile(r"(\d+)\s*[x×]?\s*")


class TableFault(msgspec.Struct, frozen=True):
    """An unreadable part of a table, with its place; lines and columns count from 1."""

    line: int
    column: int
    message: str


class UnreadableTable(FitlError):
    """A table with unknown names, or of an unknown form."""

    code = "unreadable-table"

    def __init__(self, faults: tuple[TableFault, ...]) -> None:
        messages = [f"line {one.line}, column {one.column}: {one.message}" for one in faults]
        super().__init__("; ".join(messages))
        self.faults: tuple[TableFault, ...] = faults


class PieceList(msgspec.Struct, frozen=True):
    """Numbers of pieces by place (the id of a space, or a box), and the counted kinds.

    `counted` are the kinds that have a column in the table; None means all. `faults` are rows that were left
    out, `left_out` the places that they name.
    """

    places: dict[str, dict[Kinds, int]]
    counted: Kinds | None = None
    faults: tuple[TableFault, ...] = ()
    left_out: frozenset[str] = frozenset()


class _Cell(NamedTuple):
    """One or more words of the text, and the place where they begin."""

    text: str
    line: int
    column: int


def read_pieces(raw: bytes, leave_out: bool = False) -> PieceList:
    """Return a list of pieces by space.

    Raises `UnreadableTable` with every fault, `UnreadableError` for no text.

    With `leave_out` a row with a fault is left out, with the whole place that it names, if others can be
    read.
    """
    reading = _Reading()
    try:
        rows = [row for row in _rows(decode(raw)) if any(cell.text for cell in row)]
    except UnreadableError as error:
        if error.code != "empty":
            raise
        rows = []
    if not rows:
        reading.fault(_Cell("", 1, 1), "the table is empty")
        raise UnreadableTable(tuple(reading.faults))
    header = rows[0]
    is_headed = len(header) > 1 and header[0].text.lower() in (*_SPACE_WORDS, "spaces")
    if len(header) > 1 and all(_names_piece(cell.text) for cell in header[1:]):
        pieces = reading.matrix(header, rows[1:])
    elif (order := _order(header)) is not None:
        pieces = reading.triples(order, rows[1:])
    elif is_headed and any(_names_piece(cell.text) for cell in header[1:]):
        pieces = reading.matrix(header, rows[1:])
    elif len(header) == 3 and header[2].text.isdecimal():
        pieces = reading.triples((0, 1, 2), rows)
    else:
        pieces = reading.lines(rows)
    if not pieces.places and not reading.faults:
        reading.fault(_Cell("", 1, 1), "no space with its pieces is found here")
    if reading.faults and not (leave_out and pieces.places.keys() - reading.left_out):
        raise UnreadableTable(tuple(reading.faults))
    kept_places = {place: there for place, there in pieces.places.items() if place not in reading.left_out}
    return PieceList(kept_places, pieces.counted, tuple(reading.faults), frozenset(reading.left_out))


def _rows(text: str) -> Iterator[list[_Cell]]:
    """Yield the lines as cells. A line of words has the part before the colon and the part after it."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if not _RULE.fullmatch(line)]
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("```")]
    first = lines[0][1] if lines else ""
    in_words = first.find(":") > 0 and not set("\t|") & set(first)
    separator = ":" if in_words else next((one for one in "\t|;," if one in first), ":")
    for number, line in lines:
        if separator == ":":
            colon = next((match for form in _COLONS if (match := form.search(line))), None)
            head, rest = (line[: colon.start()], line[colon.end() :]) if colon else (line, "")
            yield [_cell(head, number, 0), *([_cell(rest, number, len(line) - len(rest))] if colon else [])]
            continue
        at, cells = 0, []
        for part in line.split(separator):
            cells.append(_cell(part, number, at))
            at += len(part) + 1
        if separator == "|" and line.strip().startswith("|"):
            cells = cells[1:-1] if line.rstrip().endswith("|") else cells[1:]
        yield cells


def _cell(text: str, line: int, start: int) -> _Cell:
    inner = text.strip().strip('"').strip()
    return _Cell(inner, line, start + len(text) - len(text.lstrip()) + 1)


def _order(header: list[_Cell]) -> tuple[int, int, int] | None:
    """Return the columns of space, piece and count that a header names, or None."""
    words = [cell.text.lower() for cell in header]
    places = []
    for known in (_SPACE_WORDS, _PIECE_WORDS, _COUNT_WORDS):
        columns = [at for at, word in enumerate(words) if word in known]
        if not columns:
            return None
        places.append(columns[0])
    return places[0], places[1], places[2]


def _phrase(text: str) -> str:
    """Return the words of a piece, with a state in brackets or after them moved to the front."""
    words = re.sub(r"[()\[\]]", " ", text.lower()).split()
    if len(words) > 1 and words[-1] in _STATES:
        words = [words[-1], *words[:-1]]
    return " ".join(words).replace("-", " ")


def _names_piece(text: str) -> bool:
    return _phrase(text) in piece_phrases() or text in BY_CODE


class _Reading:
    """A table during reading; unreadable parts are added to `faults`."""

    def __init__(self) -> None:
        self.faults: list[TableFault] = []
        self.places: dict[str, dict[Kinds, int]] = {}
        self.left_out: set[str] = set()

    def _leave_out(self, place: str | None, before: int) -> None:
        """Leave a place out if its row has new faults."""
        if place is not None and len(self.faults) > before:
            self.left_out.add(place)

    def fault(self, cell: _Cell, message: str) -> None:
        last = len(self.faults) == MOST_FAULTS - 1
        more = "; the rest is not read" if last else ""
        self.faults.append(TableFault(cell.line, cell.column, message + more))
        if last:
            raise UnreadableTable(tuple(self.faults))

    # -- the three forms ------------------------------------------------------------------------------

    def matrix(self, header: list[_Cell], rows: list[list[_Cell]]) -> PieceList:
        """Read a table with a column for each kind of piece."""
        columns = [self._kinds(cell, None) for cell in header[1:]]
        named = [kinds for kinds in columns if kinds is not None]
        alone = _alone(named)
        columns = [_all_but(kinds, alone) if kinds is not None else None for kinds in columns]
        for row in rows:
            before = len(self.faults)
            place = self._place(row[0])
            for cell, kinds in zip(row[1:], columns, strict=False):
                number = self._number(cell)
                if place is not None and kinds is not None and number is not None:
                    self._add(place, kinds, number)
            for cell in row[len(header) :]:
                if cell.text:
                    self.fault(cell, "there is no column for this")
            self._leave_out(place, before)
        counted_kinds = [kind for kinds in columns if kinds is not None for kind in kinds]
        return PieceList(self.places, tuple(dict.fromkeys(counted_kinds)))

    def triples(self, order: tuple[int, int, int], rows: list[list[_Cell]]) -> PieceList:
        """Read a table with a row for each kind of piece in each space."""
        stated: dict[str, list[tuple[Kinds, int]]] = {}
        for row in rows:
            before = len(self.faults)
            if len(row) <= max(order):
                self.fault(row[0], "a row has a space, a piece and a count")
                continue
            place = self._place(row[order[0]])
            kinds = self._kinds(row[order[1]], None)
            number = self._number(row[order[2]])
            if place is not None and kinds is not None and number is not None:
                stated.setdefault(place, []).append((kinds, number))
            self._leave_out(place, before)
        return self._whole(stated)

    def lines(self, rows: list[list[_Cell]]) -> PieceList:
        """Read a line for each space: its name, a colon, and its pieces."""
        stated: dict[str, list[tuple[Kinds, int]]] = {}
        for row in rows:
            before = len(self.faults)
            if len(row) < 2:
                why = "a line has a space, a colon and its pieces, as in Tay Ninh: 2 VC guerrillas, 1 base"
                self.fault(row[0], why)
                continue
            place = self._place(row[0])
            counts = [count for cell in row[1:] for count in self._counts(cell)]
            if place is not None:
                stated.setdefault(place, []).extend(counts)
            self._leave_out(place, before)
        return self._whole(stated)

    def _whole(self, stated: dict[str, list[tuple[Kinds, int]]]) -> PieceList:
        for place, counts in stated.items():
            self.places.setdefault(place, {})
            alone = _alone([kinds for kinds, _ in counts])
            for kinds, number in counts:
                self._add(place, _all_but(kinds, alone), number)
        return PieceList(self.places)

    def _add(self, place: str, kinds: Kinds, number: int) -> None:
        there = self.places.setdefault(place, {})
        there[kinds] = there.get(kinds, 0) + number

    # -- cells ----------------------------------------------------------------------------------------

    def _place(self, cell: _Cell) -> str | None:
        if (box := BOXES.get(cell.text.lower())) is not None:
            return box
        try:
            return space_named(cell.text)
        except UnknownName as error:
            self.fault(cell, error.message)
            return None

    def _number(self, cell: _Cell) -> int | None:
        if cell.text in ("", "-", "–", "."):
            return 0
        if not cell.text.isdecimal() or len(cell.text) > 2:
            self.fault(cell, f'"{cell.text[:40]}" is no number of pieces from 0 to {MOST_PIECES}')
            return None
        return int(cell.text)

    def _counts(self, cell: _Cell) -> Iterator[tuple[Kinds, int]]:
        """Yield the pieces of a line. A piece without a Faction belongs to the Faction named before it."""
        owner: Faction | None = None
        at = 0
        for part in re.split(r"([,;+&]|\band\b)", cell.text):
            here = _Cell(part.strip(), cell.line, cell.column + at + len(part) - len(part.lstrip()))
            at += len(part)
            if not here.text or here.text in (",", ";", "+", "&", "and", "none", "empty", "-"):
                continue
            for word, number in self._parted(here):
                kinds = self._kinds(word, owner)
                if kinds is not None:
                    owner = kinds[0].faction
                    yield kinds, number

    def _parted(self, cell: _Cell) -> Iterator[tuple[_Cell, int]]:
        """Yield numbers with names. Codes may be side by side, as in `2vg* vb^`."""
        codes = [re.fullmatch(r"(\d{0,2})([a-z]{2}[*^]?)", word) for word in cell.text.split()]
        if all(code is not None and code[2] in BY_CODE for code in codes):
            for code, word in zip(codes, re.finditer(r"\S+", cell.text), strict=True):
                if code is not None:
                    yield _Cell(code[2], cell.line, cell.column + word.start()), int(code[1] or 1)
            return
        number, start, end = _counted(cell.text)
        if len(number) > 2:
            self.fault(cell, f"{number[:40]} is no number of pieces from 0 to {MOST_PIECES}")
            return
        yield _Cell(cell.text[start:end], cell.line, cell.column + start), int(number)

    def _kinds(self, cell: _Cell, owner: Faction | None) -> Kinds | None:
        """Return the kinds that a name means, in all states unless it names one."""
        if cell.text in BY_CODE:
            return (BY_CODE[cell.text],)
        phrase = _phrase(cell.text)
        kinds = piece_phrases().get(phrase, ())
        kinds = kinds if len(kinds) == 1 else tuple([kind for kind in kinds if kind.faction is owner])
        if not kinds:
            self.fault(cell, _why_no_piece(cell.text[:40], phrase))
            return None
        if any(state in phrase for state in _STATES):
            return kinds
        return tuple([kind for kind in Kind if kind.off_map is kinds[0].off_map])


def _counted(text: str) -> tuple[str, int, int]:
    """Return the number before or after a name (`2 x guerrillas`), and the place of the name.

    >>> _counted("2 x guerrillas"), _counted("guerrillas: 2"), _counted("base")
    (('2', 4, 14), ('2', 0, 10), ('1', 0, 4))
    """
    before = _COUNT_BEFORE.match(text)
    start, end = before.end() if before else 0, len(text)
    while end > start and text[end - 1].isdecimal():
        end -= 1
    behind = text[end:]
    if behind:
        end = max(start, len(text[:end].rstrip()))
        if end > start and text[end - 1] in "x×:=":
            end = max(start, len(text[: end - 1].rstrip()))
    return (before[1] if before else behind or "1"), start, end


def _why_no_piece(text: str, phrase: str) -> str:
    if phrase in piece_phrases():
        return f'"{text}" does not say whose'
    near = ", ".join(nearest(phrase, piece_phrases()))
    return f'no piece is called "{text}"' + (f" (perhaps: {near})" if near else "")


def _alone(named: Iterable[Kinds]) -> set[Kind]:
    """Return the kinds that are named with their state."""
    return {kinds[0] for kinds in named if len(kinds) == 1}


def _all_but(kinds: Kinds, alone: set[Kind]) -> Kinds:
    """Return the kinds of a name without a state, except those named with a state."""
    if len(kinds) == 1:
        return kinds
    return tuple([kind for kind in kinds if kind not in alone]) or kinds
