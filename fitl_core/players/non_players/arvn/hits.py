"""The result of an ARVN Assault in a space, and its rank (8.7.4)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind, Pieces, changed, number_named
from fitl_core.players.non_players.arvn.measures import insurgents
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.rules.context import Context
from fitl_core.rules.operations.assault import refuse_targets, strength
from fitl_core.rules.operations.assault_removal import ACTIVE, OPEN_BASES, Removal
from fitl_core.state.control import control

Rank = tuple[int, int]
"""The urgency of an Assault: its step of 8.7.4, from 4 for do-1 to 1 for do-4, and the figure within that
step.
"""
ENOUGH = 2
"""The number of pieces that are worth an Assault by themselves (do-4)."""


class Hit(msgspec.Struct, frozen=True):
    """The pieces that an Assault removes in a space (8.1.2), and whether a Tunnel is rolled for."""

    where: BoardSpace
    pieces: tuple[Count, ...]
    tunnel: bool
    before: Pieces
    after: Pieces

    @property
    def number(self) -> int:
        """How many pieces are removed."""
        return number_named(self.pieces)

    @property
    def bases(self) -> int:
        """How many Bases are removed."""
        return sum([count.number for count in self.pieces if count.kind in BASE_KINDS])

    @property
    def takes_troops(self) -> bool:
        """Whether an NVA Troop is removed."""
        return any(count.kind is Kind.NT for count in self.pieces)

    @property
    def takes_nva_control(self) -> bool:
        """Whether NVA Control ends."""
        return control(self.where, self.before) == "nva" != control(self.where, self.after)

    @property
    def brings_coin_control(self) -> bool:
        """Whether COIN Control begins."""
        return control(self.where, self.before) != "coin" == control(self.where, self.after)

    @property
    def people(self) -> int:
        """The Population that leaves NVA Control, plus the Population that comes under COIN
        Control (do-2).
        """
        return self.where.population * (self.takes_nva_control + self.brings_coin_control)

    @property
    def is_last(self) -> bool:
        """Whether no enemy piece is left."""
        return bool(self.pieces) and not insurgents(self.after)

    @property
    def rank(self) -> Rank | None:
        """The first step of 8.7.4 that calls for the Assault, with its figure; None if no step does."""
        if self.bases or self.tunnel:
            return 4, 0
        if self.people:
            return 3, self.people
        if self.is_last:
            return 2, 0
        return (1, self.number) if self.number >= ENOUGH else None


def hit_in(ctx: Context, where: BoardSpace, hits: int | None = None) -> Hit | None:
    """Return the pieces that ARVN would remove in a space by Assault, or None if there are none.

    An Event may set another number of `hits`, if others fight beside ARVN.
    """
    if hits is None and refuse_targets(ctx, where, ARVN) is not None:
        return None
    removal = Removal(ctx, where, ARVN, strength(ctx, where, ARVN) if hits is None else hits)
    reach, there = removal.reach(removal.plain), removal.pieces
    pieces = (
        *((Count(reach.troops, Kind.NT),) if reach.troops else ()),
        *enemy_pieces(there, ACTIVE, reach.guerrillas),
        *enemy_pieces(there, OPEN_BASES, reach.bases),
    )
    tunnel = reach.tunnels > 0 and number_named(pieces) < removal.plain.hits
    if not pieces and not tunnel:
        return None
    after = there
    for count in pieces:
        after = changed(after, count.kind, -count.number)
    return Hit(where, pieces, tunnel, there, after)


def all_hits(ctx: Context) -> Iterator[Hit]:
    """Yield the result of an ARVN Assault for each space where it would remove something, in board order."""
    for where in board().spaces:
        if (hit := hit_in(ctx, where)) is not None:
            yield hit
