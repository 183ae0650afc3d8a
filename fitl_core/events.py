"""What a log says: clauses, and the events made of them.

A clause is one thing that a move names: a space, some pieces, a level, an amount. The same
clauses are the effects that the engine reports, so that a move and its outcome are told in one
language. Every class is an immutable tagged Struct; the tags are the names in the JSON form.
Spaces are ids of `data/map.json`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from fitl_core.factions import Faction
from fitl_core.pieces import Count


class Level(StrEnum):
    """A level of Support or Opposition (1.6.1), as the notation writes it.

    `value_` is its number, from 2 (Active Support) down to -2 (Active Opposition).
    """

    __slots__ = ("value_",)

    value_: int

    def __init__(self, code: str) -> None:
        self.value_ = 2 - len(type(self).__members__)

    ACTIVE_SUPPORT = "AS"
    PASSIVE_SUPPORT = "PS"
    NEUTRAL = "N"
    PASSIVE_OPPOSITION = "PO"
    ACTIVE_OPPOSITION = "AO"

    @property
    def words(self) -> str:
        """The level in words: "Passive Support"."""
        return self.name.replace("_", " ").title()


_LEVELS = tuple(Level)


def level(value: int) -> Level:
    """The level from 2 (Active Support) down to -2 (Active Opposition).

    >>> level(1).words
    'Passive Support'
    """
    return _LEVELS[2 - value]


Track = Literal["aid", "patronage", "econ", "trail", "terror", "sabotage", "ARVN", "NVA", "VC"]
Box = Literal["available", "casualties", "oop"]
"""A place off the map: Available, Casualties or Out of Play (1.4.1)."""


# What is made of nothing but values can be in no cycle: the collector need not look (`gc=False`).
class _Clause(msgspec.Struct, frozen=True, tag_field="clause", omit_defaults=True, gc=False):
    """Base of all clauses."""


class At(_Clause, frozen=True, tag="at"):
    """Select a space: `Sai`."""

    space: str


class Place(_Clause, frozen=True, tag="place"):
    """Pieces into a space, from Available unless said: `Sai+6at`, `Hue+3ut<oop`, `Sai+2at<Hue`."""

    space: str
    pieces: tuple[Count, ...]
    source: str = "available"


class Remove(_Clause, frozen=True, tag="remove"):
    """Pieces off a space: `QTr-2vg*`. Where to is the rule's; effects say it (`QTr-ut>casualties`)."""

    space: str
    pieces: tuple[Count, ...]
    to: str = ""


class Move(_Clause, frozen=True, tag="move"):
    """Pieces along a path of spaces, the first of which they leave: `Sai>SaBM>Ple:6at`."""

    path: tuple[str, ...]
    pieces: tuple[Count, ...]


class Rebox(_Clause, frozen=True, tag="rebox"):
    """Pieces from one box to another: `casualties>available:2ut`."""

    source: Box
    to: Box
    pieces: tuple[Count, ...]


class Replace(_Clause, frozen=True, tag="replace"):
    """Pieces of a space by others: `Ple-2vg+vb`."""

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
    """The resulting level of Support or Opposition: `Hue=N`."""

    space: str
    level: Level


class Number(_Clause, frozen=True, tag="number"):
    """A change of a track, or of the markers of a space: `aid+6`, `trail-1`, `Hue:terror-1`."""

    track: Track
    change: int
    space: str = ""


class Option(_Clause, frozen=True, tag="option"):
    """One of several named alternatives: `pacify`, `aid`, `troops`, `shaded`."""

    name: str


class Roll(_Clause, frozen=True, tag="roll"):
    """A die as it fell: `{4}`."""

    die: int


class ChooseCard(_Clause, frozen=True, tag="card"):
    """A card by number: `#68`."""

    card: int


class ChooseFaction(_Clause, frozen=True, tag="faction"):
    """A Faction that the rule lets someone name: `NVA`."""

    faction: Faction


class By(_Clause, frozen=True, tag="by"):
    """From here on this Faction decides, until another tag: `NVA:`."""

    faction: Faction


class Verb(_Clause, frozen=True, tag="verb"):
    """An Operation, Special Activity or Event begins (or an Operation goes on): `train`, `| tax`."""

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


class Segment(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One verb of an action with its clauses, in the order they were carried out."""

    verb: str
    clauses: tuple[Clause, ...] = ()


class _Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, gc=False):
    """Base of all events of a log."""


class Play(_Event, frozen=True, tag="play"):
    """The card that is now played: `#107`. It must be the one that is (2.3.7)."""

    card: int


class Reveal(_Event, frozen=True, tag="reveal"):
    """The showing card is played and the deck's next is revealed: `next #68`; 0 when none is left."""

    card: int


class Action(_Event, frozen=True, tag="action"):
    """A Faction's move: verb segments in the order carried out; `limop` marks a Limited Operation."""

    faction: Faction
    segments: tuple[Segment, ...]
    limop: bool = False


class Pass(_Event, frozen=True, tag="pass"):
    """A Faction Passes (2.3.3), or does nothing in a phase of a Coup Round."""

    faction: Faction


class Digest(_Event, frozen=True, tag="digest"):
    """The digest of the state here, for another engine to compare."""

    digest: str


class Waive(_Event, frozen=True, tag="waive"):
    """A Faction says that it will not play its Pivotal Event on this card (2.3.8)."""

    faction: Faction


class Hold(_Event, frozen=True, tag="hold"):
    """A Faction asks play to wait while it decides on its Pivotal Event (2.3.8)."""

    faction: Faction


Marker = Literal["agenda", "asset", "threat"]
"""A Deception marker (7.3): Hidden Agenda, Hidden Asset, Empty Threat."""


class RevealMarker(_Event, frozen=True, tag="reveal-marker"):
    """A Faction's player reveals one of his Deception markers (7.3): `VC reveal agenda`."""

    faction: Faction
    marker: Marker


class Pivotal(_Event, frozen=True, tag="pivotal"):
    """A Faction places its Pivotal Event on the card that is played: `VC pivotal #124` (2.3.8)."""

    faction: Faction
    card: int


class Note(_Event, frozen=True, tag="note"):
    """Something said in the log that changes nothing: a `note`, `ruling`, `amend` or `void` line."""

    kind: Literal["note", "ruling", "amend", "void"]
    text: str


Event = Play | Reveal | Action | Pass | Digest | Waive | Hold | Note | RevealMarker | Pivotal


class Edition(StrEnum):
    """Which rulebook governs: see `docs/editions.md`."""

    SECOND = "second"
    ORIGINAL = "original"
