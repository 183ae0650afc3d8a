"""Figures of a space with other pieces in it, by the general rules: Control, and room for a Base."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from fitl_core.facts.factions import ControlName
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import Count, Kind, Pieces
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.piece_order import own_pieces
from fitl_core.state.control import control
from fitl_core.state.draft import Draft


def pieces_in(d: Decider, where: BoardSpace) -> Pieces:
    """Return the pieces in a space now."""
    return d.now.spaces[where.index].pieces


def control_with(
    d: Decider, where: BoardSpace, come: Iterable[Count] = (), go: Iterable[Count] = ()
) -> ControlName:
    """Return the Control of a space if the pieces `come` were added and the pieces `go` removed (1.7)."""
    pieces = list(pieces_in(d, where))
    for count in come:
        pieces[count.kind.slot] += count.number
    for count in go:
        pieces[count.kind.slot] -= count.number
    return control(where, tuple(pieces))


def has_room(d: Decider, where: BoardSpace, kind: Kind) -> bool:
    """Check whether one more Base of this kind is Available and fits into a space (1.4.1, 1.4.2)."""
    return Draft(d.now).refuse_place(where, kind, 1) is None


def pieces_leaving(d: Decider, there: Pieces, kinds: Collection[Kind], most: int) -> tuple[Count, ...]:
    """Return the own or friendly pieces that leave (8.1.2).

    By the other reading of NP-Q06, the last Police leaves only after all Troops.
    """
    due, otherwise = [own_pieces(there, kinds, most, last) for last in (False, True)]
    return otherwise if otherwise != due and d.other_reading("NP-Q06") else due


def loses_control(
    d: Decider, where: BoardSpace, name: ControlName, come: Iterable[Count], go: Iterable[Count] = ()
) -> bool:
    """Check whether a side that Controls a space would lose it by this change of pieces."""
    return d.control(where) == name and control_with(d, where, come, go) != name
