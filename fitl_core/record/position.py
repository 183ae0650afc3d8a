"""A position as it is written down.

What follows from the rest need not be written: the Available pieces, which are what remains of the force
pool (1.4.1), and Control (1.7). Where it is written it must be so. Tracks that are not named stand as at the
scenario's start, spaces that are not named are empty and Neutral.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.cards import Side
from fitl_core.facts.factions import FACTIONS, ControlName, Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.phases import Deed, Ending, Opening, Phase, Policy
from fitl_core.facts.pieces import Count
from fitl_core.record.clauses import Track


class InSpace(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, cache_hash=True):
    """What is in one space; with `control` also who is said to Control it (1.7)."""

    space: str
    pieces: tuple[Count, ...] = ()
    level: Level = Level.NEUTRAL
    terror: int = 0
    sabotage: bool = False
    control: ControlName | None = None


class Position(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """Everything about a position that does not follow from the rest of a header.

    The fields are those of `fitl_core.state.State`; `tracks` has Resources too. The card that is
    played is the last one of `played`. `available` says how many of the kinds named are Available; empty,
    that nothing is. `policy` that is not told is the one at the scenario's start.
    `phase` may be one that a Coup Round passes by itself: the Round goes on from there.
    """

    spaces: tuple[InSpace, ...] = ()
    available: tuple[Count, ...] | None = None
    casualties: tuple[Count, ...] = ()
    out_of_play: tuple[Count, ...] = ()
    tracks: tuple[tuple[Track, int], ...] = ()
    leaders: tuple[int, ...] | None = None
    face_down: bool = False
    capabilities: tuple[tuple[int, Side], ...] = ()
    momentum: tuple[tuple[int, Side], ...] = ()
    eligible: tuple[Faction, ...] = FACTIONS
    done: tuple[tuple[Faction, Deed], ...] = ()
    stays: tuple[Faction, ...] = ()
    barred: tuple[Faction, ...] = ()
    played: tuple[int, ...] = ()
    next: int | None = None
    phase: Phase | Opening = "card"
    pacified: tuple[tuple[str, int], ...] = ()
    held_control: tuple[tuple[str, ControlName], ...] | None = None
    withdrawn: int = 0
    waived: tuple[Faction, ...] = ()
    holds: tuple[Faction, ...] = ()
    peace_talks: bool = False
    revealed: tuple[tuple[Faction, DeceptionMarker], ...] = ()
    full_option: bool = False
    policy: Policy | None = None
    promises: tuple[Faction, ...] = ()
    winner: Faction | None = None
    ended: Ending | None = None
