"""The figures of clauses taken literally: what they say happens, whatever the rules think of it."""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.record.claims import Claim, LevelClaim, PiecesClaim, TrackClaim
from fitl_core.record.clauses import (
    Activate,
    Clause,
    Hide,
    Move,
    Number,
    Place,
    Rebox,
    Remove,
    Replace,
    SetLevel,
)
from fitl_core.state.figures import actual
from fitl_core.state.state import State

BOXES = ("casualties", "oop")
"""The boxes whose pieces are figures. The Available ones follow from the rest."""


def literal_figures(before: State, clauses: Iterable[Clause]) -> tuple[Claim, ...]:
    """Return the figures after these clauses: pieces that come, go, move or turn, levels and tracks.

    Removed pieces are Available unless a clause says otherwise. A clause about anything else is left out.
    """
    tally = _Tally(before)
    for clause in clauses:
        tally.take(clause)
    return tally.figures()


class _Tally:
    """The pieces by place and kind, levels and tracks that clauses have changed."""

    def __init__(self, before: State) -> None:
        self._before = before
        self._pieces: dict[tuple[str, Kind], int] = {}
        self._others: dict[str, Claim] = {}

    def take(self, clause: Clause) -> None:
        """Count one clause."""
        match clause:
            case Place(space, pieces, source):
                self._shift(pieces, source, space)
            case Remove(space, pieces, to):
                self._shift(pieces, space, to)
            case Move(path, pieces):
                self._shift(pieces, path[0], path[-1])
            case Rebox(source, to, pieces):
                self._shift(pieces, source, to)
            case Replace(space, pieces, by):
                self._shift(pieces, space, "")
                self._shift(by, "", space)
            case Activate(space, pieces):
                self._turn(space, [(count.number, count.kind, count.kind.active) for count in pieces])
            case Hide(space, pieces):
                self._turn(space, [(one.number, one.kind.active, one.kind.underground) for one in pieces])
            case SetLevel(space, level):
                self._others[space] = LevelClaim(space, level)
            case Number(("ARVN" | "NVA" | "VC" | "aid" | "patronage" | "trail") as track, change, ""):
                known = self._others.get(track) or actual(self._before, TrackClaim(track, 0))
                if isinstance(known, TrackClaim):
                    self._others[track] = TrackClaim(known.track, max(0, known.value + change))
            case _:
                pass

    def figures(self) -> tuple[Claim, ...]:
        """Return a figure for everything that has changed."""
        pieces = [PiecesClaim(where, number, kind) for (where, kind), number in self._pieces.items()]
        return (*pieces, *self._others.values())

    def _shift(self, pieces: tuple[Count, ...], source: str, to: str) -> None:
        for count in pieces:
            self._add(source, count.kind, -count.number)
            self._add(to, count.kind, count.number)

    def _turn(self, space: str, turned: Iterable[tuple[int, Kind, Kind]]) -> None:
        for number, old, new in turned:
            if old is not new:
                self._add(space, old, -number)
                self._add(space, new, number)

    def _add(self, where: str, kind: Kind, number: int) -> None:
        if where not in BOXES and where not in spaces_by_id():
            return
        kind = kind.off_map if where in BOXES else kind
        there = self._pieces.get((where, kind))
        if there is None:
            claim = actual(self._before, PiecesClaim(where, 0, kind))
            there = claim.number if isinstance(claim, PiecesClaim) else 0
        self._pieces[where, kind] = max(0, there + number)
