"""Items in logs of the Scala program: changes, headings of executed things, dice, deeds."""

from __future__ import annotations

import msgspec

from fitl_core.facts.card_list import Side
from fitl_core.facts.factions import Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Count, Kind


class Pieces(msgspec.Struct, frozen=True):
    """Pieces that go from a space or box to another. In a box they have no state of the map."""

    pieces: tuple[Count, ...]
    source: str
    to: str


class Flipped(msgspec.Struct, frozen=True):
    """Pieces, named by their old state, that become Active or go Underground."""

    pieces: Count
    space: str


class Tunnel(msgspec.Struct, frozen=True):
    """A Base, named by its old state, that gets a Tunnel marker or loses it."""

    base: Kind
    space: str


class LevelSet(msgspec.Struct, frozen=True):
    """A space with its new level of Support or Opposition."""

    space: str
    level: Level


class Marker(msgspec.Struct, frozen=True):
    """Terror or Sabotage markers that enter a space or, if negative, leave it."""

    space: str
    change: int


class TrackSet(msgspec.Struct, frozen=True):
    """A track with its new value; "agitate" is the bot's Agitate Total."""

    track: str
    level: int


class CardIn(msgspec.Struct, frozen=True):
    """A Capability or Momentum that takes effect; `flipped` means that it replaces its other side."""

    card: int
    side: Side
    flipped: bool = False


class CardOut(msgspec.Struct, frozen=True):
    """A Capability or Momentum that is no longer in effect."""

    card: int


class LeaderCard(msgspec.Struct, frozen=True):
    """A Coup card that goes into the Leader box, on top or beneath the others."""

    card: int
    beneath: bool


class OtherChange(msgspec.Struct, frozen=True):
    """Another change of the position: "leader-down", "peace-talks", "tet-back"."""

    what: str


class Heading(msgspec.Struct, frozen=True):
    """A heading: a verb, or one of its spaces, and the acting Faction if it matters.

    For a space, `of` is the Operation, if the line names it.
    """

    verb: str = ""
    space: str = ""
    faction: Faction | None = None
    of: str = ""


class Part(msgspec.Struct, frozen=True):
    """The start of a part of a Coup Round, with its name in this project."""

    name: str


class EventHeading(msgspec.Struct, frozen=True):
    """An executed Event. Without a side in the line it is a single one."""

    faction: Faction
    side: Side = "unshaded"


class ScalaDie(msgspec.Struct, frozen=True):
    """A die that the rules ask of a player."""

    die: int


class Deed(msgspec.Struct, frozen=True):
    """A Faction's cylinder that goes to a box of the Sequence of Play."""

    faction: Faction
    box: str


Item = (
    Pieces | Flipped | Tunnel | LevelSet | Marker | TrackSet | CardIn | CardOut | LeaderCard | OtherChange
    | Heading | Part | EventHeading | ScalaDie | Deed
)  # fmt: skip
CHANGES = (Pieces, Flipped, Tunnel, LevelSet, Marker, TrackSet, CardIn, CardOut, LeaderCard, OtherChange)
"""Items that change the position: save N-1 with these gives save N."""


class LogText(msgspec.Struct, frozen=True):
    """A log: the items of its lines, in order, and the lines that were not understood."""

    items: tuple[Item, ...]
    strange: tuple[str, ...] = ()
    is_text: bool = False
