"""A list of pieces held against a position: where the table has others than the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.pieces import KINDS, Kind, Pieces, count_of
from fitl_core.imports.piece_lists import Kinds, PieceList
from fitl_core.state.state import BOX_WORDS, BOXES, State


class PieceDifference(msgspec.Struct, frozen=True):
    """Pieces of one name in one place: how many the log has, and how many the table.

    `place` is the id of a space, or `available`, `casualties`, `oop`.
    """

    place: str
    pieces: tuple[Kind, ...]
    log: int
    table: int

    def __str__(self) -> str:
        """In words: `Tay Ninh: log 2 VC Guerrillas, table 1`."""
        return f"{place_words(self.place)}: log {_words(self.pieces, self.log)}, table {self.table}"


class PieceCheck(msgspec.Struct, frozen=True):
    """What differs, and the spaces with pieces of which the table says nothing."""

    different: tuple[PieceDifference, ...]
    untold: tuple[str, ...]
    spaces: int


def check_pieces(state: State, told: PieceList, whole: bool = False) -> PieceCheck:
    """Hold a table against a position; with `whole` a space that it does not name is empty in it."""
    untold = tuple(
        [space for space in spaces_by_id() if space not in told.places and any(_pieces(state, space))]
    )
    places = [space for space in spaces_by_id() if space in told.places or (whole and space in untold)]
    places += [box for box in BOXES if box in told.places]
    found = [one for place in places for one in _in_place(state, place, told)]
    return PieceCheck(tuple(found), () if whole else untold, len(told.places))


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
        left = [kinds for kinds in _by_name(told.counted) if not named.issuperset(kinds)]
    else:  # in a box only what is named is counted, on the map all there is
        left = _by_name(kind for kind in KINDS if kind not in named and place not in BOXES)
    for kinds in (*there, *left):
        log, table = count_of(here, kinds), there.get(kinds, 0)
        if log != table:
            yield PieceDifference(place, kinds, log, table)


def _by_name(kinds: Iterable[Kind]) -> list[Kinds]:
    """Kinds that are called alike but for their state, together."""
    found: dict[Kind, list[Kind]] = {}
    for kind in kinds:
        found.setdefault(kind.off_map, []).append(kind)
    return [tuple(group) for group in found.values()]


def place_words(place: str) -> str:
    """A space by its name, a box by its word."""
    return BOX_WORDS[place] if place in BOX_WORDS else spaces_by_id()[place].name


def _words(kinds: Kinds, number: int) -> str:
    """Pieces counted: an Underground one is called so where its Active ones are counted apart."""
    first = kinds[0]
    words = first.words(number)
    return f"{words} (Underground)" if len(kinds) == 1 and first.is_underground else words
