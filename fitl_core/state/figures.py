"""Compare claimed figures with the board."""

from __future__ import annotations

from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.facts.levels import level
from fitl_core.facts.players import player_of
from fitl_core.record.claims import (
    CapabilityClaim,
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
from fitl_core.state.control import control_in
from fitl_core.state.state import BOXES, Space, State, resources, side_in_effect
from fitl_core.state.victory import margins, scores


def _space(state: State, name: str) -> Space:
    return state.spaces[spaces_by_id()[name].index]


def _track(state: State, name: TrackName) -> int:
    """Return the figure of a track, or a Faction's Resources."""
    return resources(state, Faction(name)) if name.isupper() else int(getattr(state, name))


def actual(state: State, claim: Claim, before: State | None = None) -> Claim | None:
    """Return the same claim with the true figure; None if nothing on the board has it (a Capability).

    A claimed change is counted from the position `before`. Raises `ValueError` without it.
    """
    match claim:
        case TrackClaim(track=name):
            return TrackClaim(name, _track(state, name))
        case ScoreClaim(faction=faction):
            return ScoreClaim(faction, scores(state)[faction])
        case MarginClaim(faction=faction):
            return MarginClaim(faction, margins(state)[faction])
        case ChangeClaim(track=name):
            return ChangeClaim(name, _track(state, name) - _track(_given(before), name))
        case ScoreChangeClaim(faction=faction):
            return ScoreChangeClaim(faction, scores(state)[faction] - scores(_given(before))[faction])
        case LevelClaim(space=name):
            return LevelClaim(name, level(_space(state, name).support))
        case ControlClaim(space=name):
            return ControlClaim(name, control_in(state, spaces_by_id()[name]))
        case PiecesClaim(where=name, kind=kind):
            pieces = getattr(state, BOXES[name]) if name in BOXES else _space(state, name).pieces
            return PiecesClaim(name, pieces[kind.slot], kind)
        case MarkerClaim(space=name, marker="terror"):
            return MarkerClaim(name, "terror", _space(state, name).terror)
        case MarkerClaim(space=name):
            return MarkerClaim(name, "sabotage", int(_space(state, name).sabotage))
        case EligibleClaim():
            return EligibleClaim(state.eligible_box)
        case CapabilityClaim(card=card):
            lasting = (*state.capabilities, *state.momentum)
            side = side_in_effect(lasting, card)
            return CapabilityClaim(card, side) if side is not None else None
        case WinnerClaim():
            return WinnerClaim(state.winner)


def _given(before: State | None) -> State:
    if before is None:
        raise ValueError("what changed is counted from the position before, which is not given")
    return before


def settled(before: State, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Return claims as resulting figures: a claimed change is added to the figure in `before`.

    >>> from fitl_core.state.start import set_up
    >>> from fitl_core.record.setup import Setup
    >>> start = set_up(Setup("full"))
    >>> start.aid, settled(start, (ChangeClaim("aid", -6),))
    (15, (TrackClaim(track='aid', value=9),))
    """
    new_claims: list[Claim] = []
    for claim in claims:
        match claim:
            case ChangeClaim(track=name, change=change):
                new_claims.append(TrackClaim(name, _track(before, name) + change))
            case ScoreChangeClaim(faction=faction, change=change):
                new_claims.append(ScoreClaim(faction, scores(before)[faction] + change))
            case _:
                new_claims.append(claim)
    return tuple(new_claims)


def holds(state: State, claim: Claim, before: State | None = None) -> bool:
    """Check whether a claim is true. Eligible Factions may come in any order, a winner by either Faction.

    A claimed change is counted from `before`, the position before the move. Raises `ValueError` without it.
    """
    if isinstance(claim, EligibleClaim):
        return set(claim.factions) == set(state.eligible_box)
    if isinstance(claim, WinnerClaim) and claim.winner is not None and state.winner is not None:
        return claim.winner in player_of(state.players, state.winner)
    return actual(state, claim, before) == claim


def computed(before: State, after: State) -> tuple[Claim, ...]:
    """Return claims for every figure that differs between two positions, in a fixed order.

    Tracks and scores, then space by space its level, Control and markers. Pieces are left
    out: the effects show them.
    """
    all_claims: list[Claim] = []
    for faction in FACTIONS[1:]:
        all_claims.append(TrackClaim(faction.value, resources(after, faction)))  # type: ignore[arg-type]
    all_claims += [TrackClaim(name, getattr(after, name)) for name in ("aid", "patronage", "econ", "trail")]
    if scores(before) != scores(after):
        all_claims += [ScoreClaim(faction, score) for faction, score in scores(after).items()]
    for where, old, new in zip(board().spaces, before.spaces, after.spaces, strict=True):
        if old == new:
            continue
        all_claims.append(LevelClaim(where.id, level(new.support)))
        all_claims.append(ControlClaim(where.id, control_in(after, where)))
        all_claims.append(MarkerClaim(where.id, "terror", new.terror))
        all_claims.append(MarkerClaim(where.id, "sabotage", int(new.sabotage)))
    all_claims.append(WinnerClaim(after.winner))
    return tuple([claim for claim in all_claims if not holds(before, claim)])
