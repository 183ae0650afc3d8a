"""Effects on the board: pieces, Tunnels, levels, markers, tracks and Control.

See `fitl_core.record.effects`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.factions import ControlName
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Count, Kind
from fitl_core.record.clauses import (
    AVAILABLE,
    Activate,
    Box,
    Clause,
    Hide,
    Move,
    Place,
    Rebox,
    Remove,
    Replace,
    SetLevel,
)

TrackName = Literal["aid", "patronage", "econ", "trail", "ARVN", "NVA", "VC"]
"""A track of the board, or a Faction's Resources (1.8)."""


# The fields are values only and form no cycles, so the garbage collector can skip them (`gc=False`).
class EffectBase(msgspec.Struct, frozen=True, tag_field="effect", omit_defaults=True, gc=False):
    """Base of all effects. `rule` is the number of the rule or card that causes the effect."""

    rule: str


# -- pieces -----------------------------------------------------------------------------------------


class Placed(EffectBase, frozen=True, tag="placed"):
    """Pieces come into a space from a box, or from another space if their Faction takes them up (1.4.1).

    They are placed Underground and without Tunnel; `pieces` names these kinds.
    """

    space: str
    pieces: tuple[Count, ...]
    source: str = AVAILABLE

    def __post_init__(self) -> None:
        """Use the object `AVAILABLE` itself, as `Place` does."""
        if self.source is not AVAILABLE and self.source == AVAILABLE:
            msgspec.structs.force_setattr(self, "source", AVAILABLE)


class Removed(EffectBase, frozen=True, tag="removed"):
    """Pieces leave a space for a box. A Base takes its Tunnel marker along (1.4.1, 1.4.4)."""

    space: str
    pieces: tuple[Count, ...]
    to: Box


class Moved(EffectBase, frozen=True, tag="moved"):
    """Pieces go from the first space of a path to its last. Active ones stay Active (1.4.3)."""

    path: tuple[str, ...]
    pieces: tuple[Count, ...]


class Reboxed(EffectBase, frozen=True, tag="reboxed"):
    """Pieces go from one box to another (1.4.1)."""

    source: Box
    to: Box
    pieces: tuple[Count, ...]


class Replaced(EffectBase, frozen=True, tag="replaced"):
    """Pieces of a space go to Available, and others from Available replace them (1.4.1)."""

    space: str
    pieces: tuple[Count, ...]
    by: tuple[Count, ...]


class Activated(EffectBase, frozen=True, tag="activated"):
    """Pieces, named by their Underground kind, become Active (1.4.3)."""

    space: str
    pieces: tuple[Count, ...]


class Hidden(EffectBase, frozen=True, tag="hidden"):
    """Pieces, named by their Underground kind, go Underground (1.4.3)."""

    space: str
    pieces: tuple[Count, ...]


class TunnelPlaced(EffectBase, frozen=True, tag="tunnel-placed"):
    """A Base gets a Tunnel marker (1.4.4). `base` is its kind without Tunnel."""

    space: str
    base: Kind


class TunnelRemoved(EffectBase, frozen=True, tag="tunnel-removed"):
    """A Base loses its Tunnel marker and stays (1.4.4). `base` is its kind without Tunnel."""

    space: str
    base: Kind


# -- levels, markers, tracks ------------------------------------------------------------------------


class LevelChanged(EffectBase, frozen=True, tag="level"):
    """The level of Support or Opposition of a space changes (1.6.1)."""

    space: str
    old: Level
    new: Level


class TerrorChanged(EffectBase, frozen=True, tag="terror"):
    """The number of Terror markers in a space changes (3.3.4)."""

    space: str
    old: int
    new: int


class SabotageChanged(EffectBase, frozen=True, tag="sabotage"):
    """A Sabotage marker is placed on a LoC (`new`) or removed from it (3.3.4, 6.2.1)."""

    space: str
    new: bool


class TrackChanged(EffectBase, frozen=True, tag="track"):
    """A track, or the Resources of a Faction, change: 0 to 75, the Trail 0 to 4 (1.8, 6.7)."""

    track: TrackName
    old: int
    new: int


class ControlChanged(EffectBase, frozen=True, tag="control"):
    """Control of a space changes (1.7).

    Applying this changes nothing, because Control follows from the pieces.

    It is reported after the other effects of an event, once for each space that the event leaves under other
    Control.
    """

    space: str
    old: ControlName
    new: ControlName


PieceEffect = (
    Placed | Removed | Moved | Reboxed | Replaced | Activated | Hidden | TunnelPlaced | TunnelRemoved
)
MarkerEffect = LevelChanged | TerrorChanged | SabotageChanged | TrackChanged | ControlChanged
BoardEffect = PieceEffect | MarkerEffect


def as_clause(effect: object) -> Clause | None:
    """Return the clause that a player would write for an effect on pieces or a level, else None."""
    match effect:
        case Placed(_, space, pieces, source):
            return Place(space, pieces, source)
        case Removed(_, space, pieces):
            return Remove(space, pieces)
        case Moved(_, path, pieces):
            return Move(path, pieces)
        case Replaced(_, space, pieces, by):
            return Replace(space, pieces, by)
        case Activated(_, space, pieces):
            return Activate(space, pieces)
        case Hidden(_, space, pieces):
            return Hide(space, pieces)
        case Reboxed(_, source, to, pieces):
            return Rebox(source, to, pieces)
        case LevelChanged(_, space, _, new):
            return SetLevel(space, new)
        case _:
            return None
