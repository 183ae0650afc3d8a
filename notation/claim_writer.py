"""Write claims: the figures after `=>`. `notation.claim_reader` reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from fitl_core.facts.factions import US
from fitl_core.record.claims import (
    ChangeClaim,
    Claim,
    ControlClaim,
    EligibleClaim,
    LevelClaim,
    MarginClaim,
    MarkerClaim,
    PiecesClaim,
    ScoreChangeClaim,
    ScoreClaim,
    TrackClaim,
    TrackName,
    WinnerClaim,
)
from notation.parts import MAX_NUMBER, MAX_PIECES
from notation.writing_parts import code_of, demand, number_of_card, place_of

_TRACKS = get_args(TrackName)
_CONTROL = {"coin": "COIN", "nva": "NVA", "none": "none"}
_SIDES = ("shaded", "unshaded")


def write_claims(claims: Sequence[Claim]) -> str:
    """Return the text of claims, with commas between them.

    Claims in a row about pieces in one place share an item.
    """
    out: list[str] = []
    where: str | None = None
    for claim in claims:
        if isinstance(claim, PiecesClaim) and claim.where == where:
            out[-1] += f" {_claimed(claim)}"
        else:
            out.append(write_claim(claim))
        where = claim.where if isinstance(claim, PiecesClaim) else None
    return ", ".join(out)


def write_claim(claim: Claim) -> str:
    """Return the canonical text of a claim. Raise `UnwritableError` for a value that cannot be written.

    >>> from fitl_core.facts.pieces import Kind
    >>> write_claim(TrackClaim("aid", 14)), write_claim(PiecesClaim("saigon", 0, Kind.VG))
    ('Aid 14', 'Sai 0vg')
    """
    if isinstance(claim, TrackClaim):
        return f"{_track(claim)} {_figure(claim.value)}"
    if isinstance(claim, ChangeClaim):
        return f"{_track(claim)} {_change(claim.change)}"
    if isinstance(claim, ScoreClaim):
        return f"{_score(claim)} {_figure(claim.value)}"
    if isinstance(claim, ScoreChangeClaim):
        return f"{_score(claim)} {_change(claim.change)}"
    if isinstance(claim, MarginClaim):
        return f"{claim.faction} margin {_change(claim.value) if claim.value else 0}"
    if isinstance(claim, LevelClaim):
        return f"{code_of(claim.space)}={claim.level}"
    if isinstance(claim, ControlClaim):
        return f"{code_of(claim.space)} control {_CONTROL[claim.control]}"
    if isinstance(claim, PiecesClaim):
        return f"{place_of(claim.where)} {_claimed(claim)}"
    if isinstance(claim, MarkerClaim):
        sound = claim.marker in ("terror", "sabotage") and 0 <= claim.number <= MAX_NUMBER
        demand(sound, "not a number of markers:", claim)
        return f"{code_of(claim.space)} {claim.marker} {claim.number}"
    if isinstance(claim, EligibleClaim):
        return "eligible " + (" ".join(claim.factions) or "none")
    if isinstance(claim, WinnerClaim):
        return f"winner {claim.winner or 'none'}"
    demand(claim.side in _SIDES, "not a side of a card:", claim.side)
    return f"#{number_of_card(claim.card)} {claim.side}"


def _claimed(claim: PiecesClaim) -> str:
    demand(0 <= claim.number <= MAX_PIECES, "not a number of pieces:", claim.number)
    return f"{claim.number}{claim.kind.code}"


def _track(claim: TrackClaim | ChangeClaim) -> str:
    """Return the name of a track in a claim."""
    track = claim.track
    demand(track in _TRACKS, "not a track:", track)
    return track if track.isupper() else track.capitalize()


def _score(claim: ScoreClaim | ScoreChangeClaim) -> str:
    """Return the name of a victory marker in a claim. The US needs no "score": it has no Resources."""
    return f"{claim.faction}{'' if claim.faction is US else ' score'}"


def _figure(value: int) -> int:
    demand(0 <= value <= MAX_NUMBER, "not a figure:", value)
    return value


def _change(change: int) -> str:
    """Return a figure with its sign."""
    demand(abs(change) <= MAX_NUMBER, "not a change of a figure:", change)
    return f"{change:+d}"
