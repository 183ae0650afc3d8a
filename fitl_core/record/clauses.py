"""Clauses: the statements of a move, such as a space, some pieces, a level or an amount.

Every class is an immutable tagged Struct, and its tag is its name in the JSON form. Spaces are ids of
`facts/data/map.json`. Read `fitl_core.record.events` next.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.arguments import converted
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Count

Track = Literal["aid", "patronage", "econ", "trail", "terror", "sabotage", "ARVN", "NVA", "VC"]
Box = Literal["available", "casualties", "oop"]
"""A place off the map: Available, Casualties or Out of Play (1.4.1)."""
AVAILABLE = "available"
"""The source of pieces if no other place is named. The JSON form leaves out this very object only."""


# The fields are values only and form no cycles, so the garbage collector can skip them (`gc=False`).
class _Clause(msgspec.Struct, frozen=True, tag_field="clause", omit_defaults=True, gc=False):
    """Base of all clauses."""


class At(_Clause, frozen=True, tag="at"):
    """Select a space: `Sai`."""

    space: str


class Place(_Clause, frozen=True, tag="place"):
    """Pieces come into a space, by default from Available: `Sai+6at`, `Hue+3ut<oop`, `Sai+2at<Hue`."""

    space: str
    pieces: tuple[Count, ...]
    source: str = AVAILABLE

    def __post_init__(self) -> None:
        """Use the object `AVAILABLE` itself, so that equal clauses have equal JSON even after decoding."""
        if self.source is not AVAILABLE and self.source == AVAILABLE:
            msgspec.structs.force_setattr(self, "source", AVAILABLE)


class Remove(_Clause, frozen=True, tag="remove"):
    """Pieces leave a space: `QTr-2vg*`.

    The rules give the destination, which may be written: `QTr-ut>casualties`.
    """

    space: str
    pieces: tuple[Count, ...]
    to: str = ""


class Move(_Clause, frozen=True, tag="move"):
    """Pieces move along a path of spaces, from the first to the last: `Sai>SaBM>Ple:6at`."""

    path: tuple[str, ...]
    pieces: tuple[Count, ...]


class Rebox(_Clause, frozen=True, tag="rebox"):
    """Pieces go from one box to another: `casualties>available:2ut`."""

    source: Box
    to: Box
    pieces: tuple[Count, ...]


class Replace(_Clause, frozen=True, tag="replace"):
    """Other pieces replace pieces of a space: `Ple-2vg+vb`."""

    space: str
    pieces: tuple[Count, ...]
    by: tuple[Count, ...]


class Activate(_Clause, frozen=True, tag="activate"):
    """Underground pieces become Active: `BDi*2vg`."""

    space: str
    pieces: tuple[Count, ...]


class Hide(_Clause, frozen=True, tag="hide"):
    """Active pieces go Underground: `Ple~3vg`."""

    space: str
    pieces: tuple[Count, ...]


class SetLevel(_Clause, frozen=True, tag="level"):
    """A space gets a level of Support or Opposition: `Hue=N`."""

    space: str
    level: Level

    def __post_init__(self) -> None:
        """Convert a code to its `Level`.

        Raises `UnknownName` for another code, `TypeError` for another type.
        """
        if self.level.__class__ is not Level:
            msgspec.structs.force_setattr(self, "level", converted(self.level, Level, "level"))


class Number(_Clause, frozen=True, tag="number"):
    """A change of a track, or of the markers of a space: `aid+6`, `trail-1`, `Hue:terror-1`."""

    track: Track
    change: int
    space: str = ""


class Option(_Clause, frozen=True, tag="option"):
    """One of several named alternatives: `pacify`, `aid`, `troops`, `shaded`."""

    name: str


class Roll(_Clause, frozen=True, tag="roll"):
    """The result of a die: `{4}`."""

    die: int


class ChooseCard(_Clause, frozen=True, tag="card"):
    """A card by number: `#68`."""

    card: int


class _OfFaction(_Clause, frozen=True):
    """Base of clauses that name a Faction."""

    faction: Faction

    def __post_init__(self) -> None:
        """Convert a name to its `Faction`.

        Raises `UnknownName` for another name, `TypeError` for another type.
        """
        if self.faction.__class__ is not Faction:
            msgspec.structs.force_setattr(self, "faction", converted(self.faction, Faction, "faction"))


class ChooseFaction(_OfFaction, frozen=True, tag="faction"):
    """A Faction that a player names as a choice: `NVA`."""


class By(_OfFaction, frozen=True, tag="by"):
    """A tag: this Faction decides the following clauses, up to another tag: `NVA:`."""


class Verb(_Clause, frozen=True, tag="verb"):
    """An Operation, Special Activity or Event begins, or an Operation continues: `train`, `| tax`."""

    name: str


Clause = (
    At
    | Place
    | Remove
    | Move
    | Rebox
    | Replace
    | Activate
    | Hide
    | SetLevel
    | Number
    | Option
    | Roll
    | ChooseCard
    | ChooseFaction
    | By
    | Verb
)


def spaces_of(clause: Clause) -> tuple[str, ...]:
    """Return the ids of the spaces that a clause names, in its order."""
    if isinstance(clause, Move):
        return clause.path
    named = (getattr(clause, "space", ""), getattr(clause, "source", ""))
    return tuple([name for name in named if name in spaces_by_id()])


def space_of(clause: Clause) -> str:
    """Return the id of the space of a clause, for a Move its last space. Empty if the clause has no space."""
    return clause.path[-1] if type(clause) is Move else getattr(clause, "space", "")
