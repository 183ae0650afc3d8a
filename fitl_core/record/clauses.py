"""Clauses: the things that a move names, one by one: a space, some pieces, a level, an amount.

The same clauses are the effects that the engine reports, so that a move and its outcome are told in one
language. Every class is an immutable tagged Struct; the tags are the names in the JSON form. Spaces are
ids of `facts/data/map.json`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.factions import Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Count

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


def spaces_of(clause: Clause) -> tuple[str, ...]:
    """The ids of the spaces that a clause names, in its order."""
    if isinstance(clause, Move):
        return clause.path
    named = (getattr(clause, "space", ""), getattr(clause, "source", ""))
    return tuple([name for name in named if name in spaces_by_id()])


def space_of(clause: Clause) -> str:
    """The id of the space that a clause is about: of pieces that move, where they end. Empty if of none."""
    return clause.path[-1] if type(clause) is Move else getattr(clause, "space", "")
