"""What lines of a log of the Scala program say: changes, headings of what is executed, dice, deeds."""

from __future__ import annotations

import msgspec

from fitl_core.facts.cards import Side
from fitl_core.facts.factions import Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Count, Kind


class Pieces(msgspec.Struct, frozen=True):
    """Pieces go from a space or box to another; in a box they have no state of the map."""

    pieces: tuple[Count, ...]
    source: str
    to: str


class Flipped(msgspec.Struct, frozen=True):
    """Pieces, named as they were, become Active or go Underground."""

    pieces: Count
    space: str


class Tunnel(msgspec.Struct, frozen=True):
    """A Base, named as it was, gets a Tunnel marker or loses it."""

    base: Kind
    space: str


class LevelSet(msgspec.Struct, frozen=True):
    """A space comes to a level of Support or Opposition."""

    space: str
    level: Level


class Marker(msgspec.Struct, frozen=True):
    """Terror or Sabotage markers come into a space or, negative, leave it."""

    space: str
    change: int


class TrackSet(msgspec.Struct, frozen=True):
    """A track stands at a level now; "agitate" is the bot's Agitate Total."""

    track: str
    level: int


class CardIn(msgspec.Struct, frozen=True):
    """A Capability or Momentum is in effect; `flipped` in the place of its other side."""

    card: int
    side: Side
    flipped: bool = False


class CardOut(msgspec.Struct, frozen=True):
    """A Capability or Momentum is no longer in effect."""

    card: int


class LeaderCard(msgspec.Struct, frozen=True):
    """A Coup card goes into the Leader box, on top or beneath the others."""

    card: int
    beneath: bool


class Said(msgspec.Struct, frozen=True):
    """Anything else that changes what is kept: "leader-down", "peace-talks", "tet-back"."""

    what: str


class Heading(msgspec.Struct, frozen=True):
    """What is executed now: a verb, or one of its spaces, and by whom where that bears on it.

    Of a space `of` is the Operation, where the line names it.
    """

    verb: str = ""
    space: str = ""
    faction: Faction | None = None
    of: str = ""


class Part(msgspec.Struct, frozen=True):
    """A part of a Coup Round begins, by a word of ours."""

    name: str


class EventHeading(msgspec.Struct, frozen=True):
    """An Event is executed; a side that is not told is a single one."""

    faction: Faction
    side: Side = "unshaded"


class Die(msgspec.Struct, frozen=True):
    """A die that the rules ask of a player."""

    die: int


class Deed(msgspec.Struct, frozen=True):
    """A Faction's cylinder goes to a box of the Sequence of Play."""

    faction: Faction
    box: str


Item = (
    Pieces | Flipped | Tunnel | LevelSet | Marker | TrackSet | CardIn | CardOut | LeaderCard | Said
    | Heading | Part | EventHeading | Die | Deed
)  # fmt: skip
CHANGES = (Pieces, Flipped, Tunnel, LevelSet, Marker, TrackSet, CardIn, CardOut, LeaderCard, Said)
"""What changes the position: save N-1 with these is save N."""


class LogText(msgspec.Struct, frozen=True):
    """A log: what its lines say, in order, and the lines that were not understood."""

    items: tuple[Item, ...]
    strange: tuple[str, ...] = ()
    is_text: bool = False
