"""Agreements of the table against the rules: corrections, and moves that it lets stand (SPEC 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.phases import Deed
from fitl_core.facts.pieces import KINDS, Count
from fitl_core.record.claims import (
    CapabilityClaim,
    Claim,
    EligibleClaim,
    LevelClaim,
    MarkerClaim,
    PiecesClaim,
    TrackClaim,
)
from fitl_core.record.effects import PartSet, PositionSet
from fitl_core.record.events import Action, Correct, JudgedMove, Pass, Pivotal, Reveal, Stand
from fitl_core.record.play_effects import ControlReleased
from fitl_core.record.position import InSpace, Position
from fitl_core.rules import pivotal, sequence
from fitl_core.rules.coup import rounds
from fitl_core.rules.coup.reset import reset
from fitl_core.rules.repertoire import ACTIVITY_PROCEDURES
from fitl_core.rules.sequence import COUP_TURNS
from fitl_core.state.draft import Draft
from fitl_core.state.figures import actual, holds, settled
from fitl_core.state.impossible import ImpossiblePosition
from fitl_core.state.laws import broken_on_the_table
from fitl_core.state.positions import position_of, restore
from fitl_core.state.state import Done, State
from notation.claim_writer import write_claim
from notation.position_reader import write_parts

RULE = "SPEC 3"
_ON_BOARD = (TrackClaim, LevelClaim, MarkerClaim, PiecesClaim, CapabilityClaim)
_BOXES = {"casualties": "casualties", "oop": "out_of_play"}


def correct(draft: Draft, agreed: Correct) -> None:
    """Set the parts of the position that a `correct` line names, and go on in a Coup Round that it enters.

    Raises `Violation` for an impossible position.
    """
    now, to = position_of(draft.state), agreed.position
    spaces: dict[str, InSpace] = {}
    tracks: dict[Any, int] = dict(now.tracks)
    set_spaces, set_tracks = {here.space: here for here in to.spaces}, dict(to.tracks)
    fields: dict[str, Any] = {}
    for name in agreed.named:
        if name in set_spaces:
            spaces[name] = set_spaces[name]
        elif name in set_tracks:
            tracks[name] = set_tracks[name]
        else:
            fields[name] = getattr(to, name)
    after = _position(now, spaces, tracks, fields)
    try:
        _set(draft, after, lambda: _parts(agreed.named, now, after))
    except ImpossiblePosition as error:
        parts = [fault.part for fault in error.faults if fault.part in agreed.named]
        error.clause = agreed.named.index(parts[0]) if parts else None
        raise
    rounds.enter(draft, fields.get("phase", now.phase))


def let_stand(draft: Draft, ruling: Stand) -> None:
    """Let a move stand: count its deed and set the figures that are claimed.

    The figures hold on the board before the automatic effects (Eligibility, the next phase of a Coup Round)
    and still after them. A change stated by a figure is counted from the position before the move. Raises
    `Violation` if the figures make an impossible position or contradict each other.
    """
    before = draft.state
    claims = settled(before, ruling.claims)
    on_board = tuple([claim for claim in claims if isinstance(claim, _ON_BOARD)])
    _set(draft, _with_figures(before, claims), lambda: _figures(before, on_board))
    _count(draft, ruling.move)
    state = draft.freeze()
    settable = tuple([claim for claim in claims if isinstance(claim, (*_ON_BOARD, EligibleClaim))])
    if not all(holds(state, claim) for claim in settable):
        to = msgspec.structs.replace(_with_figures(state, claims), eligible=_eligible(state, claims))
        _set(draft, to, lambda: _figures(state, settable))
    after = draft.freeze()
    for written, claim in zip(ruling.claims, claims, strict=True):
        if not holds(after, claim):
            truth = actual(after, written, before)
            fact = f"it is {write_claim(truth)}" if truth is not None else "it is not in effect"
            why = f"{write_claim(written)} does not follow from the other figures, and nobody can set it"
            raise Violation(Refusal("figure-not-so", RULE, why, (fact,)))


def _count(draft: Draft, move: JudgedMove) -> None:
    """Count a move as its kind of deed, without its effects."""
    match move:
        case Action(faction):
            _note_deed(draft, faction, deed_of(move))
        case Pass(faction):
            _note_deed(draft, faction, "pass")
        case Pivotal(faction):
            if draft.state.card is not None:
                pivotal.place(draft, faction)
        case Reveal(card):
            _break_off(draft)
            rounds.turn_over(draft, card)


def _break_off(draft: Draft) -> None:
    """End the unfinished steps of the played card, before another card comes into play."""
    state = draft.state
    if state.phase in COUP_TURNS:
        draft.happen(ControlReleased(RULE))
        reset(draft)
    elif state.phase == "card" and state.next is not None:
        sequence.finish_card(draft)


def deed_of(action: Action) -> Deed:
    """Return the deed of an action by its verbs as written, for the options after it (2.3.4)."""
    verbs = {segment.verb for segment in action.segments}
    if "event" in verbs:
        return "event"
    if action.limop:
        return "limop"
    return "operation" if verbs.isdisjoint(ACTIVITY_PROCEDURES) else "operation+activity"


def _note_deed(draft: Draft, faction: Faction, deed: Deed) -> None:
    """Count a deed on an Event card, or end the Faction's part in a phase of a Coup Round."""
    state = draft.state
    if state.phase in ("card", "finished") and state.card is not None:
        if deed != "pass" or Done(faction, deed) not in state.done:  # a second Pass changes nothing
            sequence.note_deed(draft, faction, deed)
    elif COUP_TURNS.get(state.phase) is faction:
        rounds.after_phase(draft, state.phase)


def _with_figures(state: State, claims: tuple[Claim, ...]) -> Position:
    """Return the position with every claimed figure that can be set directly."""
    now = position_of(state)
    spaces = {here.space: here for here in now.spaces}
    tracks: dict[Any, int] = dict(now.tracks)
    fields: dict[str, Any] = {}
    for claim in claims:
        match claim:
            case TrackClaim(track, value):
                tracks[track] = value
            case LevelClaim(space, to):
                spaces[space] = msgspec.structs.replace(spaces.get(space, InSpace(space)), level=to)
            case MarkerClaim(space, "terror", number):
                spaces[space] = msgspec.structs.replace(spaces.get(space, InSpace(space)), terror=number)
            case MarkerClaim(space, _, number):
                spaces[space] = msgspec.structs.replace(
                    spaces.get(space, InSpace(space)), sabotage=number > 0
                )
            case PiecesClaim(where, number, kind) if where in _BOXES:
                box = _BOXES[where]
                fields[box] = _with_pieces(fields.get(box, getattr(now, box)), Count(number, kind))
            case PiecesClaim(where, number, kind) if where in spaces_by_id():
                here = spaces.get(where, InSpace(where))
                pieces = _with_pieces(here.pieces, Count(number, kind))
                spaces[where] = msgspec.structs.replace(here, pieces=pieces)
            case CapabilityClaim(card, side):
                box = "momentum" if cards()[card].lasting.get(side) == "momentum" else "capabilities"
                lasting = fields.get(box, getattr(now, box))
                if (card, side) not in lasting:
                    fields[box] = (*[one for one in lasting if one[0] != card], (card, side))
            case _:
                pass
    return _position(now, spaces, tracks, fields)


def _with_pieces(pieces: tuple[Count, ...], count: Count) -> tuple[Count, ...]:
    """Return the pieces with this number of one kind, in the order of the kinds."""
    numbers = {one.kind: one.number for one in pieces} | {count.kind: count.number}
    return tuple([Count(numbers[kind], kind) for kind in KINDS if numbers.get(kind)])


def _eligible(state: State, claims: tuple[Claim, ...]) -> tuple[Faction, ...]:
    """Return the Eligible Factions that a claim names, plus the Factions that acted on this card."""
    eligible = state.eligible
    for claim in claims:
        if isinstance(claim, EligibleClaim):
            hidden = [faction for faction in state.eligible if faction not in state.eligible_box]
            eligible = tuple([faction for faction in FACTIONS if faction in (*claim.factions, *hidden)])
    return eligible


def _position(
    now: Position, spaces: dict[str, InSpace], tracks: dict[Any, int], fields: dict[str, Any]
) -> Position:
    board = spaces_by_id()
    placed = now.spaces
    if spaces:
        both = {here.space: here for here in now.spaces} | spaces
        placed = tuple(sorted(both.values(), key=lambda here: board[here.space].index))
    return msgspec.structs.replace(now, spaces=placed, tracks=tuple(tracks.items()), **fields)


def _parts(named: tuple[str, ...], before: Position, after: Position) -> tuple[PartSet, ...]:
    """Return the named parts that differ now."""
    both = [(_part(name, before), _part(name, after)) for name in named]
    return tuple([PartSet(old, new) for old, new in both if old != new])


def _part(name: str, position: Position) -> str:
    """Write a part of a position in the notation; an empty space is just its name."""
    if name in spaces_by_id() and all(here.space != name for here in position.spaces):
        position = Position(spaces=(InSpace(name),))
    return write_parts((name,), position)


def _figures(before: State, claims: tuple[Claim, ...]) -> tuple[PartSet, ...]:
    """Return the figures that the claims change."""
    wrong = [(actual(before, claim), claim) for claim in claims if not holds(before, claim)]
    return tuple([PartSet(write_claim(old) if old else "", write_claim(new)) for old, new in wrong])


def _set(draft: Draft, position: Position, parts: Callable[[], tuple[PartSet, ...]]) -> None:
    """Set the position, if it differs.

    Raises `Violation` for an impossible position, before wording its parts.
    """
    before = draft.freeze()
    after = restore(before, position)
    if after == before:
        return
    if broken := tuple(broken_on_the_table(after)):
        why = f"this position is impossible: {broken[0]}"
        raise Violation(Refusal("impossible-position", RULE, why, broken))
    draft.happen(PositionSet(RULE, position, parts()))
