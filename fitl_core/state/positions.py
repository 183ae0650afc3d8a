"""Make a State from a written position, and write a State as a position."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from fitl_core.facts.factions import ARVN, FACTIONS, NVA, VC, ControlName
from fitl_core.facts.game_map import board
from fitl_core.facts.levels import level
from fitl_core.facts.phases import ENTERED_FROM
from fitl_core.facts.pieces import KINDS, Count, Pieces, from_counts
from fitl_core.record.clauses import Track
from fitl_core.record.position import InSpace, Position
from fitl_core.state.control import control
from fitl_core.state.impossible import box_by_cards, insist_on_possible
from fitl_core.state.impossible_phases import REDEPLOY
from fitl_core.state.state import (
    RESOURCE_SLOT,
    Done,
    InEffect,
    Revealed,
    Space,
    State,
    efforts,
)


def restore(start: State, position: Position) -> State:
    """Return the State that a position describes, in the game that `start` begins.

    Raises `ImpossiblePosition` with all faults of an impossible one. A position between two decisions of a
    Coup Round gives the State of the phase before; `rounds.enter` continues from there.
    """
    state = described(start, position)
    insist_on_possible(position, state)
    return state


def described(start: State, position: Position) -> State:
    """Return the State as `restore` does, without a check: the position was checked before."""
    spaces = _spaces(position.spaces)
    tracks: dict[str, int] = dict(position.tracks)
    money = list(start.resources)
    for faction in (ARVN, NVA, VC):
        money[RESOURCE_SLOT[faction]] = tracks.get(faction.value, money[RESOURCE_SLOT[faction]])
    return msgspec.structs.replace(
        start,
        spaces=spaces,
        available=_available(position.spaces, position.casualties, position.out_of_play),
        casualties=_pieces(position.casualties),
        out_of_play=_pieces(position.out_of_play),
        aid=tracks.get("aid", start.aid),
        patronage=tracks.get("patronage", start.patronage),
        econ=tracks.get("econ", start.econ),
        trail=tracks.get("trail", start.trail),
        resources=(money[0], money[1], money[2]),
        leader_box=box_by_cards(start.leader_box, position) if position.leaders is None else position.leaders,
        leader_face_down=position.face_down,
        capabilities=tuple([InEffect(card, side) for card, side in position.capabilities]),
        momentum=tuple([InEffect(card, side) for card, side in position.momentum]),
        eligible=tuple([faction for faction in FACTIONS if faction in position.eligible]),
        done=tuple([Done(faction, deed) for faction, deed in position.done]),
        stays=position.stays,
        barred=position.barred,
        card=position.played[-1] if position.played else None,
        next=position.next,
        played=position.played,
        phase=ENTERED_FROM[position.phase],
        pacified=efforts(position.pacified),
        held_control=_held(position, spaces),
        withdrawn=position.withdrawn,
        waived=position.waived,
        holds=position.holds,
        peace_talks=position.peace_talks,
        revealed=tuple([Revealed(faction, marker) for faction, marker in position.revealed]),
        full_option=position.full_option,
        policy=position.policy or start.policy,
        promises=tuple([faction for faction in FACTIONS if faction in position.promises]),
        winner=position.winner,
        ended=position.ended,
    )


def _held(position: Position, spaces: tuple[Space, ...]) -> tuple[ControlName, ...]:
    """Return Control while Redeploy lasts (6.4): as stated, else as the board shows it."""
    if ENTERED_FROM[position.phase] not in REDEPLOY:
        return ()
    if position.held_control is None:
        return tuple(
            [control(where, here.pieces) for where, here in zip(board().spaces, spaces, strict=True)]
        )
    held = dict(position.held_control)
    return tuple([held.get(where.id, "none") for where in board().spaces])


def position_of(state: State) -> Position:
    """Return the written position of a State: a Setup with it starts there. Raises nothing."""
    tracks: list[tuple[Track, int]] = [
        ("ARVN", state.resources[RESOURCE_SLOT[ARVN]]),
        ("NVA", state.resources[RESOURCE_SLOT[NVA]]),
        ("VC", state.resources[RESOURCE_SLOT[VC]]),
        ("aid", state.aid),
        ("patronage", state.patronage),
        ("econ", state.econ),
        ("trail", state.trail),
    ]
    held: tuple[tuple[str, ControlName], ...] | None = None
    if state.held_control:
        both = zip(board().spaces, state.held_control, strict=True)
        held = tuple([(where.id, control) for where, control in both if control != "none"])
    return Position(
        spaces=_named(state.spaces),
        casualties=_counts(state.casualties),
        out_of_play=_counts(state.out_of_play),
        tracks=tuple(tracks),
        leaders=state.leader_box,
        face_down=state.leader_face_down,
        capabilities=tuple([(marker.card, marker.side) for marker in state.capabilities]),
        momentum=tuple([(marker.card, marker.side) for marker in state.momentum]),
        eligible=state.eligible,
        done=tuple([(done.faction, done.deed) for done in state.done]),
        stays=state.stays,
        barred=state.barred,
        played=state.played,
        next=state.next,
        phase=state.phase,
        pacified=tuple([(effort.space, effort.levels) for effort in state.pacified]),
        held_control=held,
        withdrawn=state.withdrawn,
        waived=state.waived,
        holds=state.holds,
        peace_talks=state.peace_talks,
        revealed=tuple([(shown.faction, shown.marker) for shown in state.revealed]),
        full_option=state.full_option,
        policy=state.policy,
        promises=state.promises,
        winner=state.winner,
        ended=state.ended,
    )


# Positions share what is the same in them, and a log may hold thousands: the board where nothing was set on
# it, else all spaces but those.
@lru_cache(maxsize=64)
def _spaces(named: tuple[InSpace, ...]) -> tuple[Space, ...]:
    by_id = {here.space: here for here in named}
    return tuple([_space(by_id.get(where.id)) for where in board().spaces])


@lru_cache(maxsize=8192)
def _space(here: InSpace | None) -> Space:
    if here is None:
        return Space()
    return Space(_pieces(here.pieces), here.level.value_, here.terror, here.sabotage)


@lru_cache(maxsize=64)
def _named(spaces: tuple[Space, ...]) -> tuple[InSpace, ...]:
    empty, both = Space(), zip(board().spaces, spaces, strict=True)
    return tuple([_in_space(where.id, space) for where, space in both if space != empty])


@lru_cache(maxsize=8192)
def _in_space(where: str, space: Space) -> InSpace:
    return InSpace(where, _counts(space.pieces), level(space.support), space.terror, space.sabotage)


@lru_cache(maxsize=64)
def _available(spaces: tuple[InSpace, ...], *boxes: tuple[Count, ...]) -> Pieces:
    """Return the rest of the force pool; a negative number if more is placed than there is."""
    remaining = dict(board().force_pool)
    for group in (*boxes, *[here.pieces for here in spaces]):
        for count in group:
            remaining[count.kind.off_map] -= count.number
    return from_counts(remaining)


def _pieces(counts: tuple[Count, ...]) -> Pieces:
    numbers = [0] * len(KINDS)
    for count in counts:
        numbers[count.kind.slot] += count.number
    return tuple(numbers)


@lru_cache(maxsize=8192)
def _counts(pieces: Pieces) -> tuple[Count, ...]:
    return tuple([Count(number, kind) for kind, number in zip(KINDS, pieces, strict=True) if number])
