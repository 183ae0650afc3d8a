"""A seat moves by a whole line at once: an action, or what it says or shows in play."""

from __future__ import annotations

from collections.abc import Sequence

import notation
from fitl_core.engine import play
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DECEPTION
from fitl_core.proofs.markers import DrawnBehind
from fitl_core.record.clauses import Roll, Verb
from fitl_core.record.events import (
    Action,
    Amend,
    Correct,
    DecisionDice,
    Digest,
    Event,
    Hold,
    Note,
    Pass,
    Pivotal,
    Play,
    Reveal,
    RevealMarker,
    ShareOut,
    Stand,
    Void,
    Waive,
)
from fitl_core.record.spoken import Said as Spoken
from fitl_core.record.spoken import spoken
from fitl_core.table import facts
from fitl_core.table.carrying_on import carry_on
from fitl_core.table.facts import Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.refusals import Forbidden, NotNow, TableError
from fitl_core.table.table_state import Begun, TableState


def submit(minutes: Minutes, seat: Seat, move: str | Event) -> Violation | None:
    """Carry out a line that a seat submits.

    Returns why the rest of a move was not carried out, where dice have fallen in it: it stands begun. Raises
    `NotationError` where it cannot be read, `Violation` where the rules refuse it, `Forbidden` where it is
    not the seat's; nothing has been written then.
    """
    event = read_event(move if isinstance(move, str) else notation.write_event(move))
    match event:
        case Action():
            return _act(minutes, seat, event)
        case Pass() | Waive() | Hold() | RevealMarker() | Pivotal():
            _say_in_play(minutes, seat, event)
            return None
        case Note():
            minutes.add_line(facts.Said(event=event), play(minutes.state.position, event))
            return None
        case Void() | Amend() | Correct() | Stand():
            raise Forbidden("this needs the consent of every seat: propose it", "SPEC 3")
        case Play() | Reveal() | DecisionDice():
            raise Forbidden("the table deals the cards and rolls the dice", "2.3.7")
        case ShareOut():
            raise Forbidden("the host hands seats over, and makes new ones", "1.5")
        case Digest():
            raise TableError("a digest is no move: the table's log is checked as it is written", "SPEC 9")


def read_event(text: str) -> Event:
    """The event of a line, and nothing besides. Raises `NotationError` or `TableError`."""
    entry = notation.read_line(text)
    if entry.event is None:
        raise TableError("a comment alone is no move", "SPEC 3")
    if notation.Entry(event=entry.event) != entry:
        raise TableError(
            "a move is submitted alone: no figures, fields, glyph or comment behind it", "SPEC 3"
        )
    return entry.event


def insist_on_seat(state: TableState, seat: Seat, faction: Faction) -> None:
    """Raise `Forbidden` where a Faction is not this seat's."""
    owner = state.seat_of(faction)
    if owner != seat:
        whose = f"seat {owner} has it" if owner else "it has no player"
        raise Forbidden(f"{faction} is not yours to play: {whose}", "1.5")


def _say_in_play(minutes: Minutes, seat: Seat, event: Pass | Waive | Hold | RevealMarker | Pivotal) -> None:
    """A Pass, or what a Faction says or shows in play."""
    state = minutes.state
    insist_on_seat(state, seat, event.faction)
    proof: tuple[str, ...] = ()
    if isinstance(event, RevealMarker):
        proof = _proof_of_marker(state, seat, event)
    if (begun := state.begun) is not None:
        insist_on_loose(begun, event.faction)
    minutes.end_move(event, play(state.position, event), seat, proof)


def _proof_of_marker(state: TableState, seat: Seat, event: RevealMarker) -> tuple[str, ...]:
    """Where a marker was drawn that a seat would reveal (7.3); those that may be chosen have no proof.

    Raises `Violation` where the seat does not hold it.
    """
    holder = state.seat(seat)
    held = list(holder.markers) if holder is not None else []
    for used in state.position.revealed:
        if used.faction in state.factions_of(seat) and used.marker in held:
            held.remove(used.marker)
    if event.marker not in held:
        why = f"you hold no such marker: {', '.join(held) or 'none is left'}"
        raise Violation(Refusal("no-markers", "7.3", why), faction=event.faction)
    if holder is None or DECEPTION not in state.opened.setup.options:
        return ()
    return (str(DrawnBehind(holder.dealt_behind)),)


def insist_on_loose(begun: Begun, faction: Faction) -> None:
    """Raise `NotNow` unless a Faction's move that has begun may still give way to another of its moves."""
    if begun.firm or begun.faction is not faction:
        raise _begun_already(begun)


def _begun_already(begun: Begun) -> NotNow:
    line = notation.write_event(Action(begun.faction, begun.segments, begun.limop))
    return NotNow(f"a move has begun, and goes on: {line}")


def _act(minutes: Minutes, seat: Seat, action: Action) -> Violation | None:
    """A whole action, or how the one that has begun goes on."""
    state = minutes.state
    said = spoken(action.segments, action.faction)
    done = _already_said(state, action, said)
    actor = state.seat_of(action.faction)
    if seat != actor:
        _insist_on_being_asked(state, seat, action.faction, done)
    for who, clause in said[done:]:
        if isinstance(clause, Roll):
            raise Forbidden("dice are the table's: leave them out, they fall where they are due", "3.0")
        if seat != actor or not isinstance(clause, Verb):
            insist_on_seat(state, seat, who)
    if seat == actor:
        return carry_on(minutes, action.faction, said, action.limop, actor)
    assert state.begun is not None
    if len(said) == done:
        raise NotNow(f"{state.begun.asked} is asked: answer, or skip")
    whole = state.begun.whole
    return carry_on(minutes, action.faction, said, action.limop, actor, whole, answered=True)


def _insist_on_being_asked(state: TableState, seat: Seat, faction: Faction, done: int) -> None:
    """Raise `Forbidden` unless a seat is asked in the move of another's Faction that has begun."""
    begun = state.begun
    if begun is None or not done or begun.asked is None or state.seat_of(begun.asked) != seat:
        insist_on_seat(state, seat, faction)


def _already_said(state: TableState, action: Action, said: Sequence[Spoken]) -> int:
    """How much of an action has been said already; 0 where it begins, also in the place of what was begun."""
    begun = state.begun
    if begun is None:
        return 0
    before = spoken(begun.segments, begun.faction)
    is_same = begun.faction is action.faction and begun.limop == action.limop
    if is_same and [clause for _, clause in said[: len(before)]] == [clause for _, clause in before]:
        return len(before)
    if begun.firm:
        raise _begun_already(begun)
    return 0
