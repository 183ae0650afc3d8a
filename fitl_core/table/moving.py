"""Moves and other lines that a seat submits whole.

Read `stepwise` for moves in single answers, and `carrying_on` for the course of an action.
"""

from __future__ import annotations

from collections.abc import Sequence

import notation
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
    DigestLine,
    Event,
    Hold,
    Note,
    Pass,
    Pivotal,
    PlayCard,
    Reveal,
    RevealMarker,
    ShareOut,
    Stand,
    Void,
    Waive,
)
from fitl_core.record.spoken import Said as Spoken
from fitl_core.record.spoken import spoken
from fitl_core.strict_play import play_canonical
from fitl_core.table import facts
from fitl_core.table.carrying_on import carry_on
from fitl_core.table.facts import Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.refusals import Forbidden, NotNow, TableError
from fitl_core.table.table_state import Begun, TableState


def submit(minutes: Minutes, seat: Seat, move: str | Event) -> Violation | None:
    """Carry out a line that a seat submits.

    Returns the refusal of the rest of a move, if dice have fallen in it; the move is then unfinished. Raises
    `NotationError` if the line cannot be read, `Violation` if the rules refuse it, and `Forbidden` if the
    move is not the seat's. Nothing has been written then.
    """
    event = read_event(move if isinstance(move, str) else notation.write_event(move))
    match event:
        case Action():
            return _act(minutes, seat, event)
        case Pass() | Waive() | Hold() | RevealMarker() | Pivotal():
            _say_in_play(minutes, seat, event)
            return None
        case Note():
            minutes.add_line(facts.NoteSaid(event=event), play_canonical(minutes.state.position, event))
            return None
        case Void() | Amend() | Correct() | Stand():
            raise Forbidden("this needs the consent of every seat: propose it", "SPEC 3")
        case PlayCard() | Reveal() | DecisionDice():
            raise Forbidden("the table deals the cards and rolls the dice", "2.3.7")
        case ShareOut():
            raise Forbidden("the host hands seats over, and makes new ones", "1.5")
        case DigestLine():
            raise TableError("a digest is no move: the table's log is checked as it is written", "SPEC 9")


def read_event(text: str) -> Event:
    """Return the event of a line without anything else. Raises `NotationError` or `TableError`."""
    entry = notation.read_line(text)
    if entry.event is None:
        raise TableError("a comment alone is no move", "SPEC 3")
    if notation.Entry(event=entry.event) != entry:
        raise TableError("submit a move alone: no figures, fields, glyph or comment after it", "SPEC 3")
    return entry.event


def insist_on_seat(state: TableState, seat: Seat, faction: Faction) -> None:
    """Raise `Forbidden` if the seat does not have the Faction."""
    owner = state.seat_of(faction)
    if owner != seat:
        whose = f"seat {owner} has it" if owner else "it has no player"
        raise Forbidden(f"{faction} is not yours to play: {whose}", "1.5")


def _say_in_play(minutes: Minutes, seat: Seat, event: Pass | Waive | Hold | RevealMarker | Pivotal) -> None:
    """Write a Pass, or another line of a Faction in play."""
    state = minutes.state
    insist_on_seat(state, seat, event.faction)
    proof: tuple[str, ...] = ()
    if isinstance(event, RevealMarker):
        proof = _proof_of_marker(state, seat, event)
    if (begun := state.begun) is not None:
        insist_on_replaceable(begun, event.faction)
    minutes.end_move(event, play_canonical(state.position, event), seat, proof)


def _proof_of_marker(state: TableState, seat: Seat, event: RevealMarker) -> tuple[str, ...]:
    """Return the proof of a marker that a seat reveals (7.3): where it was drawn. A chosen marker has none.

    Raises `Violation` if the seat does not hold the marker.
    """
    holder = state.seat(seat)
    held = list(holder.markers) if holder is not None else []
    for used in state.position.revealed:
        if used.faction in state.factions_of(seat) and used.marker in held:
            held.remove(used.marker)
    if event.marker not in held:
        why = f"you do not hold this marker; you hold: {', '.join(held) or 'none'}"
        raise Violation(Refusal("no-markers", "7.3", why), faction=event.faction)
    if holder is None or DECEPTION not in state.opened.setup.options:
        return ()
    return (str(DrawnBehind(holder.dealt_behind)),)


def insist_on_replaceable(begun: Begun, faction: Faction) -> None:
    """Raise `NotNow` unless the unfinished move is of this Faction and may still be replaced."""
    if begun.firm or begun.faction is not faction:
        raise _begun_already(begun)


def _begun_already(begun: Begun) -> NotNow:
    line = notation.write_event(Action(begun.faction, begun.segments, begun.limop))
    return NotNow(f"a move has begun: go on from {line}")


def _act(minutes: Minutes, seat: Seat, action: Action) -> Violation | None:
    """Carry out a whole action, or the rest of the unfinished one."""
    state = minutes.state
    said = spoken(action.segments, action.faction)
    done = _already_said(state, action, said)
    actor = state.seat_of(action.faction)
    if seat != actor:
        _insist_on_being_asked(state, seat, action.faction, done)
    for who, clause in said[done:]:
        if isinstance(clause, Roll):
            raise Forbidden("the table rolls the dice: leave them out of the line", "3.0")
        if seat != actor or not isinstance(clause, Verb):
            insist_on_seat(state, seat, who)
    begun_as_typed = spoken(state.begun.typed, action.faction) if state.begun is not None and done else []
    typed = [*begun_as_typed, *said[done:]] if begun_as_typed else []
    if seat == actor:
        return carry_on(minutes, action.faction, said, action.limop, actor, typed=typed)
    assert state.begun is not None
    if len(said) == done:
        raise NotNow(f"{state.begun.asked} is asked: answer, or skip")
    whole = state.begun.whole
    return carry_on(minutes, action.faction, said, action.limop, actor, whole, answered=True, typed=typed)


def _insist_on_being_asked(state: TableState, seat: Seat, faction: Faction, done: int) -> None:
    """Raise `Forbidden` unless the seat is asked in the unfinished move of another seat's Faction."""
    begun = state.begun
    if begun is None or not done or begun.asked is None or state.seat_of(begun.asked) != seat:
        insist_on_seat(state, seat, faction)


def _already_said(state: TableState, action: Action, said: Sequence[Spoken]) -> int:
    """Return the number of clauses of an action that are already written; 0 for a new action.

    A new action may replace the unfinished one.
    """
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
