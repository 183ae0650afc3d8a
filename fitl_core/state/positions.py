"""A written position made a State, with everything impossible in it; and a State written as one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.board import board, spaces_by_id
from fitl_core.facts.cards import cards
from fitl_core.facts.factions import ARVN, NVA, VC, ControlName
from fitl_core.facts.levels import level
from fitl_core.facts.pieces import (
    BASE_KINDS,
    KINDS,
    TUNNELED,
    Count,
    Kind,
    Pieces,
    count_of,
    from_counts,
    to_counts,
)
from fitl_core.record.clauses import Track
from fitl_core.record.position import InSpace, Position
from fitl_core.state.state import (
    CAP,
    MARKER_SUPPLY,
    RESOURCE_SLOT,
    TRAIL_CAP,
    TUNNEL_SUPPLY,
    Done,
    Effort,
    InEffect,
    Revealed,
    Space,
    State,
)

CAPS = {"trail": TRAIL_CAP, "econ": 15}
"""The highest levels of the tracks that do not go up to 75 (1.3.4, 6.7)."""


def restore(start: State, position: Position) -> State:
    """The State that a position describes, in the game that `start` begins.

    Raises `Violation` for a position that cannot be, with everything impossible among its facts.
    """
    _insist_on_possible(position)
    by_id = {here.space: here for here in position.spaces}
    spaces = tuple([_space(by_id.get(where.id)) for where in board().spaces])
    tracks: dict[str, int] = dict(position.tracks)
    money = list(start.resources)
    for faction in (ARVN, NVA, VC):
        money[RESOURCE_SLOT[faction]] = tracks.get(faction.value, money[RESOURCE_SLOT[faction]])
    held = dict(position.held_control or ())
    return msgspec.structs.replace(
        start,
        spaces=spaces,
        available=from_counts(_available(position)),
        casualties=_pieces(position.casualties),
        out_of_play=_pieces(position.out_of_play),
        aid=tracks.get("aid", start.aid),
        patronage=tracks.get("patronage", start.patronage),
        econ=tracks.get("econ", start.econ),
        trail=tracks.get("trail", start.trail),
        resources=(money[0], money[1], money[2]),
        leader_box=start.leader_box if position.leaders is None else position.leaders,
        leader_face_down=position.face_down,
        capabilities=tuple([InEffect(card, side) for card, side in position.capabilities]),
        momentum=tuple([InEffect(card, side) for card, side in position.momentum]),
        eligible=position.eligible,
        done=tuple([Done(faction, deed) for faction, deed in position.done]),
        stays=position.stays,
        barred=position.barred,
        card=position.played[-1] if position.played else None,
        next=position.next,
        played=position.played,
        phase=position.phase,
        pacified=tuple([Effort(space, levels) for space, levels in position.pacified]),
        held_control=()
        if position.held_control is None
        else tuple([held.get(where.id, "none") for where in board().spaces]),
        withdrawn=position.withdrawn,
        waived=position.waived,
        holds=position.holds,
        peace_talks=position.peace_talks,
        revealed=tuple([Revealed(faction, marker) for faction, marker in position.revealed]),
        full_option=position.full_option,
        winner=position.winner,
        ended=position.ended,
    )


def _insist_on_possible(position: Position) -> None:
    """Raise one `Violation` with everything that cannot be."""
    faults = list(impossible(position))
    if faults:
        facts = tuple([f"{fault.rule}: {fault.message}" for fault in faults])
        why = f"this position cannot be: {faults[0].message}"
        raise Violation(Refusal("impossible-position", faults[0].rule, why, facts))


def position_of(state: State) -> Position:
    """The written position that describes a State: a Setup with it starts there. Raises nothing."""
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
        spaces=tuple(_named(state)),
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
        winner=state.winner,
        ended=state.ended,
    )


def impossible(position: Position) -> Iterator[Refusal]:
    """Everything in a position that the rules do not allow to be."""
    for kind, number in _available(position).items():
        if number < 0:
            have = kind.words(board().force_pool[kind])
            why = f"{kind.words(board().force_pool[kind] - number)} are placed; the force pool has {have}"
            yield Refusal("impossible-position", "1.4.1", why)
    names = [here.space for here in position.spaces]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            why = f"{spaces_by_id()[name].name} is described twice"
            yield Refusal("impossible-position", "2.1", why)
    for here in position.spaces:
        yield from _impossible_in(here)
    markers = sum([here.terror + here.sabotage for here in position.spaces])
    if markers > MARKER_SUPPLY:
        why = f"{markers} Terror and Sabotage markers are placed; there are {MARKER_SUPPLY}"
        yield Refusal("impossible-position", "3.3.4", why)
    tunnels = sum([c.number for here in position.spaces for c in here.pieces if c.kind in TUNNELED])
    if tunnels > TUNNEL_SUPPLY:
        why = f"{tunnels} Tunnel markers are placed; there are {TUNNEL_SUPPLY}"
        yield Refusal("impossible-position", "1.4.4", why)
    for track, value in position.tracks:
        if not 0 <= value <= CAPS.get(track, CAP):
            why = f"{track} {value} is beyond its track of 0 to {CAPS.get(track, CAP)}"
            yield Refusal("impossible-position", "6.7" if track == "trail" else "1.8", why)
    yield from _impossible_cards(position)


def _impossible_in(here: InSpace) -> Iterator[Refusal]:
    where = spaces_by_id()[here.space]
    pieces = _pieces(here.pieces)
    bases = count_of(pieces, BASE_KINDS)
    if bases and where.is_loc:
        yield Refusal("impossible-position", "1.4.2", f"a Base on a LoC: {where.name}")
    elif bases > 2:
        yield Refusal("impossible-position", "1.4.2", f"{bases} Bases in {where.name}; it holds 2")
    if where.in_north_vietnam and any(kind.faction.is_coin for kind in to_counts(pieces)):
        yield Refusal("impossible-position", "1.4.2", "US or ARVN pieces in North Vietnam")
    if here.level.value_ and not where.population:
        yield Refusal("impossible-position", "1.6.2", f"{where.name} has no Population and is Neutral")
    if here.sabotage and not where.is_loc:
        yield Refusal("impossible-position", "3.3.4", f"{where.name} is no LoC; it has Terror, no Sabotage")
    if here.terror and where.is_loc:
        yield Refusal("impossible-position", "3.3.4", f"{where.name} is a LoC; it has Sabotage, no Terror")


def _impossible_cards(position: Position) -> Iterator[Refusal]:
    coming = () if position.next is None else (position.next,)
    seen = (*position.played, *coming)
    for number in dict.fromkeys(seen):
        if seen.count(number) > 1:
            yield Refusal("impossible-position", "2.1", f"card {number} stands twice among the cards")
    for number in position.leaders or ():
        if not cards()[number].is_coup:
            yield Refusal("impossible-position", "2.4.1", f"card {number} is no Coup card for the Leader box")
    for number, side in (*position.capabilities, *position.momentum):
        if not cards()[number].lasting.get(side):
            yield Refusal("impossible-position", "5.3", f"card {number} has no lasting effect, {side}")
    if position.next is not None and not position.played:
        yield Refusal("impossible-position", "2.2", "a card shows as the next one, but none is played")
    if position.next is not None and cards()[position.next].kind == "pivotal":
        why = f"card {position.next} is a Pivotal Event: its Faction holds it, the deck has none"
        yield Refusal("impossible-position", "2.3.8", why)
    coup = bool(position.played) and cards()[position.played[-1]].is_coup
    if position.phase == "card" and coup and position.done:
        yield Refusal("impossible-position", "2.4", "on a Coup card no Faction has executed anything")
    elif position.phase not in ("card", "finished", "over") and not coup:
        why = f"the phase {position.phase} is of a Coup Round, and no Coup card is played"
        yield Refusal("impossible-position", "6.0", why)
    over = position.phase == "over"
    if (position.winner is not None) != over or (position.ended is not None) != over:
        why = "a winner and how he won go with the phase over, and only with it"
        yield Refusal("impossible-position", "7.0", why)
    if position.held_control is not None and not position.phase.startswith("redeploy"):
        yield Refusal("impossible-position", "6.4", "Control is held only while Redeploy lasts")
    if position.phase == "card" and position.next is None and position.done:
        yield Refusal("impossible-position", "2.2", "Factions have acted before the next card was shown")


def _space(here: InSpace | None) -> Space:
    if here is None:
        return Space()
    return Space(_pieces(here.pieces), here.level.value_, here.terror, here.sabotage)


def _named(state: State) -> Iterator[InSpace]:
    empty = Space()
    for where, space in zip(board().spaces, state.spaces, strict=True):
        if space != empty:
            pieces = _counts(space.pieces)
            yield InSpace(where.id, pieces, level(space.support), space.terror, space.sabotage)


def _available(position: Position) -> dict[Kind, int]:
    """What remains of the force pool, by kind; negative where more is placed than there is."""
    left = dict(board().force_pool)
    groups = (position.casualties, position.out_of_play, *[here.pieces for here in position.spaces])
    for group in groups:
        for count in group:
            left[count.kind.off_map] -= count.number
    return left


def _pieces(counts: tuple[Count, ...]) -> Pieces:
    numbers = [0] * len(KINDS)
    for count in counts:
        numbers[count.kind.slot] += count.number
    return tuple(numbers)


@lru_cache(maxsize=8192)
def _counts(pieces: Pieces) -> tuple[Count, ...]:
    return tuple([Count(number, kind) for kind, number in zip(KINDS, pieces, strict=True) if number])
