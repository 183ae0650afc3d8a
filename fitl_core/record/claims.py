"""Claims: figures that players write after a move, `=> ARVN 24, Aid 14`.

A claim states a figure of the board after the move, or a change by the move. This module has only the types.
`fitl_core.state.figures` finds the true figures.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.card_list import Side
from fitl_core.facts.factions import ControlName, Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Kind

TrackName = Literal["aid", "patronage", "econ", "trail", "ARVN", "NVA", "VC"]
"""The tracks of the game. The name of a Faction means its Resources."""


class _Claim(msgspec.Struct, frozen=True, tag_field="claim", omit_defaults=True):
    """Base of all claims."""


class TrackClaim(_Claim, frozen=True, tag="track"):
    """The figure of a track, or of a Faction's Resources: `Aid 14`, `Trail 2`, `ARVN 24`."""

    track: TrackName
    value: int


class ScoreClaim(_Claim, frozen=True, tag="score"):
    """The figure of a victory marker (1.9): `ARVN score 37`. For the US, which has no Resources: `US 38`."""

    faction: Faction
    value: int


class MarginClaim(_Claim, frozen=True, tag="margin"):
    """The distance of a victory marker from its condition, positive beyond it (7.2): `VC margin -8`."""

    faction: Faction
    value: int


class ChangeClaim(_Claim, frozen=True, tag="change"):
    """The change of a track, or of a Faction's Resources, by the move: `NVA +1`, `Aid -6`."""

    track: TrackName
    change: int


class ScoreChangeClaim(_Claim, frozen=True, tag="score-change"):
    """The change of a victory marker by the move: `VC score +2`. For the US: `US -1`."""

    faction: Faction
    change: int


class LevelClaim(_Claim, frozen=True, tag="level"):
    """A level of Support: `Sai=PS`."""

    space: str
    level: Level


class ControlClaim(_Claim, frozen=True, tag="control"):
    """Control of a space: `Ple control COIN`, `QTr control none`."""

    space: str
    control: ControlName


class PiecesClaim(_Claim, frozen=True, tag="pieces"):
    """The number of pieces of a kind in a space or box: `Sai 8at`, `casualties 1ut`, `KGi 0vg`."""

    where: str
    number: int
    kind: Kind


class MarkerClaim(_Claim, frozen=True, tag="marker"):
    """The number of Terror or Sabotage markers in a space: `Hue terror 1`."""

    space: str
    marker: Literal["terror", "sabotage"]
    number: int


class EligibleClaim(_Claim, frozen=True, tag="eligible"):
    """The Eligible Factions when a card is finished: `eligible NVA US`."""

    factions: tuple[Faction, ...]


class CapabilityClaim(_Claim, frozen=True, tag="capability"):
    """A Capability in effect: `#101 shaded`."""

    card: int
    side: Side


class WinnerClaim(_Claim, frozen=True, tag="winner"):
    """The winner, named by any Faction of that player (1.5), or None: `winner VC`, `winner none`."""

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
"""The claims that state a change by the move. The other claims state a figure after the move."""
