"""What a space would be with other pieces in it: Control, room for a Base; asked of the general rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import ControlName
from fitl_core.facts.pieces import Count, Kind, Pieces
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.piece_order import own_pieces
from fitl_core.state.control import control
from fitl_core.state.draft import Draft


def pieces_in(d: Decider, where: BoardSpace) -> Pieces:
    """What is in a space, now."""
    return d.now.spaces[where.index].pieces


def control_with(
    d: Decider, where: BoardSpace, come: Iterable[Count] = (), go: Iterable[Count] = ()
) -> ControlName:
    """Who would Control a space if pieces came and others went (1.7)."""
    pieces = list(pieces_in(d, where))
    for count in come:
        pieces[count.kind.slot] += count.number
    for count in go:
        pieces[count.kind.slot] -= count.number
    return control(where, tuple(pieces))


def has_room(d: Decider, where: BoardSpace, kind: Kind) -> bool:
    """Whether one more Base of this kind is Available and fits into a space (1.4.1, 1.4.2)."""
    return Draft(d.now).refuse_place(where, kind, 1) is None


def leaving(d: Decider, there: Pieces, kinds: Collection[Kind], most: int) -> tuple[Count, ...]:
    """Own or friendly pieces that go (8.1.2); by NP-Q06 otherwise read the last Police behind all Troops."""
    due, otherwise = [own_pieces(there, kinds, most, last) for last in (False, True)]
    return otherwise if otherwise != due and d.other_reading("NP-Q06") else due


def loses(
    d: Decider, where: BoardSpace, name: ControlName, come: Iterable[Count], go: Iterable[Count] = ()
) -> bool:
    """Whether a side's Control of a space would end so."""
    return d.control(where) == name and control_with(d, where, come, go) != name
