"""Compare a list of pieces with a position: find places where the table and the log differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.pieces import KINDS, Kind, Pieces, count_of
from fitl_core.imports.piece_lists import Kinds, PieceList
from fitl_core.state.state import BOX_WORDS, BOXES, State


class PieceDifference(msgspec.Struct, frozen=True):
    """The pieces of one name in one place: their number in the log, and their number at the table.

    `place` is the id of a space, or `available`, `casualties`, `oop`.
    """

    place: str
    pieces: tuple[Kind, ...]
    log: int
    table: int

    def __str__(self) -> str:
        """Return the difference in words: `Tay Ninh: log 2 VC Guerrillas, table 1`."""
        return f"{place_words(self.place)}: log {_words(self.pieces, self.log)}, table {self.table}"


class PieceCheck(msgspec.Struct, frozen=True):
    """The differences, and the spaces with pieces that the table does not name."""

    different: tuple[PieceDifference, ...]
    untold: tuple[str, ...]
    spaces: int


def check_pieces(state: State, told: PieceList, whole: bool = False) -> PieceCheck:
    """Compare a table with a position; with `whole`, an unnamed space has no pieces in the table."""
    untold = tuple(
        [
            space
            for space in spaces_by_id()
            if space not in told.places and space not in told.left_out and any(_pieces(state, space))
        ]
    )
    places = [space for space in spaces_by_id() if space in told.places or (whole and space in untold)]
    places += [box for box in BOXES if box in told.places]
    differences = [one for place in places for one in _in_place(state, place, told)]
    return PieceCheck(tuple(differences), () if whole else untold, len(told.places))


def _pieces(state: State, place: str) -> Pieces:
    if place in BOXES:
        box: Pieces = getattr(state, BOXES[place])
        return box
    return state.spaces[spaces_by_id()[place].index].pieces


def _in_place(state: State, place: str, told: PieceList) -> Iterator[PieceDifference]:
    here = _pieces(state, place)
    there = told.places.get(place, {})
    named = {kind for kinds in there for kind in kinds}
    if told.counted is not None:
        unnamed = [kinds for kinds in _by_name(told.counted) if not named.issuperset(kinds)]
    else:  # a box counts only named pieces, a space all its pieces
        unnamed = _by_name(kind for kind in KINDS if kind not in named and place not in BOXES)
    for kinds in (*there, *unnamed):
        log, table = count_of(here, kinds), there.get(kinds, 0)
        if log != table:
            yield PieceDifference(place, kinds, log, table)


def _by_name(kinds: Iterable[Kind]) -> list[Kinds]:
    """Return groups of kinds that differ only in their state."""
    by_name: dict[Kind, list[Kind]] = {}
    for kind in kinds:
        by_name.setdefault(kind.off_map, []).append(kind)
    return [tuple(group) for group in by_name.values()]


def place_words(place: str) -> str:
    """Return a space by its name, a box by its word."""
    return BOX_WORDS[place] if place in BOX_WORDS else spaces_by_id()[place].name


def _words(kinds: Kinds, number: int) -> str:
    """Return counted pieces in words. "Underground" is added if Active ones are counted apart."""
    first = kinds[0]
    words = first.words(number)
    return f"{words} (Underground)" if len(kinds) == 1 and first.is_underground else words
