"""The type of a written position.

The Available pieces, the rest of the force pool (1.4.1), and Control (1.7) need not be written, because they
follow from other parts. If they are written, they must be right. Tracks that are not named are as at the
start of the scenario. Spaces that are not named are empty and Neutral.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.card_list import Side
from fitl_core.facts.factions import FACTIONS, ControlName, Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.phases import Deed, Ending, Opening, Phase, Policy
from fitl_core.facts.pieces import Count
from fitl_core.record.clauses import Track

OF_CARDS: Phase = "card"
"""The phase between Coup Rounds."""


class InSpace(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, cache_hash=True):
    """The contents of one space. `control` states who Controls it (1.7)."""

    space: str
    pieces: tuple[Count, ...] = ()
    level: Level = Level.NEUTRAL
    terror: int = 0
    sabotage: bool = False
    control: ControlName | None = None


class Position(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """Everything about a position that does not follow from the other tags of a header.

    The fields are those of `fitl_core.state.State`. `tracks` includes Resources. The played card is the last
    one of `played`. `available` has the numbers of the named kinds in Available; empty means that nothing is
    Available. Without a `policy` it is the one at the start of the scenario. `phase` may be an automatic
    phase of a Coup Round, and the Round continues from it.
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
    phase: Phase | Opening = OF_CARDS
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

    def __post_init__(self) -> None:
        """Replace values that equal a default by the default object, which the JSON form leaves out."""
        if self.eligible is not FACTIONS and self.eligible == FACTIONS:
            msgspec.structs.force_setattr(self, "eligible", FACTIONS)
        if self.phase is not OF_CARDS and self.phase == OF_CARDS:
            msgspec.structs.force_setattr(self, "phase", OF_CARDS)
