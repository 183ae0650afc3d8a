"""Claims: figures that players write behind a move, `=> ARVN 24, Aid 14`.

A claim says what the board shows after its move, or what the move changed. Here are only their forms;
what the board really shows is in `fitl_core.state.figures`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.cards import Side
from fitl_core.facts.factions import ControlName, Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Kind

TrackName = Literal["aid", "patronage", "econ", "trail", "ARVN", "NVA", "VC"]
"""The tracks of the game; a Faction's name is that of its Resources."""


class _Claim(msgspec.Struct, frozen=True, tag_field="claim", omit_defaults=True):
    """Base of all claims."""


class TrackClaim(_Claim, frozen=True, tag="track"):
    """A track, or a Faction's Resources: `Aid 14`, `Trail 2`, `ARVN 24`."""

    track: TrackName
    value: int


class ScoreClaim(_Claim, frozen=True, tag="score"):
    """A victory marker (1.9): `ARVN score 37`; for the US, which has no Resources, just `US 38`."""

    faction: Faction
    value: int


class MarginClaim(_Claim, frozen=True, tag="margin"):
    """How far a victory marker is beyond its condition, or short of it (7.2): `VC margin -8`."""

    faction: Faction
    value: int


class ChangeClaim(_Claim, frozen=True, tag="change"):
    """What the move changed of a track, or of a Faction's Resources: `NVA +1`, `Aid -6`."""

    track: TrackName
    change: int


class ScoreChangeClaim(_Claim, frozen=True, tag="score-change"):
    """What the move changed of a victory marker: `VC score +2`, for the US just `US -1`."""

    faction: Faction
    change: int


class LevelClaim(_Claim, frozen=True, tag="level"):
    """A level of Support: `Sai=PS`."""

    space: str
    level: Level


class ControlClaim(_Claim, frozen=True, tag="control"):
    """Who Controls a space: `Ple control COIN`, `QTr control none`."""

    space: str
    control: ControlName


class PiecesClaim(_Claim, frozen=True, tag="pieces"):
    """How many pieces of a kind are in a space or box: `Sai 8at`, `casualties 1ut`, `KGi 0vg`."""

    where: str
    number: int
    kind: Kind


class MarkerClaim(_Claim, frozen=True, tag="marker"):
    """Terror or Sabotage markers in a space: `Hue terror 1`."""

    space: str
    marker: Literal["terror", "sabotage"]
    number: int


class EligibleClaim(_Claim, frozen=True, tag="eligible"):
    """Which Factions are Eligible, when a card is finished: `eligible NVA US`."""

    factions: tuple[Faction, ...]


class CapabilityClaim(_Claim, frozen=True, tag="capability"):
    """A Capability in effect: `#101 shaded`."""

    card: int
    side: Side


class WinnerClaim(_Claim, frozen=True, tag="winner"):
    """Who has won, by any Faction of that player (1.5), or that nobody has: `winner VC`, `winner none`."""

    winner: Faction | None


Claim = (
    TrackClaim
    | ScoreClaim
    | MarginClaim
    | ChangeClaim
    | ScoreChangeClaim
    | LevelClaim
    | ControlClaim
    | PiecesClaim
    | MarkerClaim
    | EligibleClaim
    | CapabilityClaim
    | WinnerClaim
)

CHANGES = (ChangeClaim, ScoreChangeClaim)
"""The claims of what a move changed; the others are of what results."""
