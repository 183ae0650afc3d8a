"""A command carried out on a table: the facts that come of it, or why none does. It is told the time."""

from __future__ import annotations

import msgspec

from fitl_core.errors import Violation
from fitl_core.proofs.orders import Order, Sealed
from fitl_core.record.effects import Effect
from fitl_core.record.events import Note
from fitl_core.table import changing_hands, consent, facts, moving, seating, stepwise
from fitl_core.table import commands as c
from fitl_core.table.commands import HOST_COMMANDS, Command
from fitl_core.table.course import choose, pending_choice, settle
from fitl_core.table.facts import TABLE, Recorded, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.orders import read_order
from fitl_core.table.refusals import Forbidden, NotNow, Unknown
from fitl_core.table.table_state import TableState
from fitl_core.underway import Step

BEFORE_PLAY = (
    c.Sit,
    c.Leave,
    c.PromiseSeed,
    c.GiveSeed,
    c.ChooseMarkers,
    c.Unseat,
    c.HandOver,
    c.TakeOver,
    c.Close,
)
"""What may be done while seats are still to be taken."""


class CarriedOut(msgspec.Struct, frozen=True):
    """What a command came to: the table behind it, its facts, and what they did.

    `refused` says why the rest of a submitted move was not carried out, where a die has fallen in it.
    """

    state: TableState
    facts: tuple[Recorded, ...]
    effects: tuple[Effect, ...] = ()
    refused: Violation | None = None


def carry_out(
    state: TableState, seat: Seat, command: Command, now: str, key: str = "", salt: str = ""
) -> CarriedOut:
    """Carry out a command of a seat (or of the host, as the `TABLE`) at a time (ISO 8601).

    `key` is kept with the facts, `salt` seals a standing order. Raises `Violation`, `NotationError` or
    `TableError`; nothing has come of it then.
    """
    _insist_on_right(state, seat, command)
    minutes = Minutes(state, seat, now, key)
    refused = _carry_out(minutes, seat, command, salt)
    seating.begin_play(minutes)
    settle(minutes)
    return CarriedOut(minutes.state, minutes.written, tuple(minutes.effects), refused)


def _insist_on_right(state: TableState, seat: Seat, command: Command) -> None:
    """Raise `TableError` where this seat cannot command this, or the table takes no such command now."""
    if isinstance(command, HOST_COMMANDS):
        seating.insist_on_host(seat)
    elif seat == TABLE:
        raise Forbidden("the host has no seat: this is for those who play")
    else:
        named = seating.known_seat(state, seat)
        if not named.taken and not isinstance(command, c.Sit):
            raise Forbidden(f"nobody sits on seat {seat}: take it first")
    if state.status == "closed":
        raise NotNow(f"the table is closed ({state.closed}): nothing more is played here")
    if state.status == "gathering" and not isinstance(command, BEFORE_PLAY):
        raise NotNow(f"play has not begun: the table waits for {seating.waits_for(state)}")


def _carry_out(minutes: Minutes, seat: Seat, command: Command, salt: str) -> Violation | None:
    """Carry out a command; what it returns refuses the rest of a move."""
    match command:
        case c.Submit() | c.Begin() | c.Say() | c.Skip() | c.End() | c.Comment():
            return _move(minutes, seat, command)
        case c.TakeBack(line):
            consent.take_back(minutes, seat, line)
        case c.Propose(line):
            consent.propose(minutes, seat, line)
        case c.Agree(number):
            consent.agree(minutes, seat, number)
        case c.Decline(number):
            consent.decline(minutes, seat, number)
        case c.GiveOrder(text):
            _give_order(minutes, seat, text, salt)
        case c.TakeBackOrder(number):
            _take_back_order(minutes, seat, number)
        case _:
            _change_seat(minutes, seat, command)
    return None


_Move = c.Submit | c.Begin | c.Say | c.Skip | c.End | c.Comment
_OfSeat = (
    c.Sit
    | c.PromiseSeed
    | c.GiveSeed
    | c.ChooseMarkers
    | c.Leave
    | c.Resign
    | c.Unseat
    | c.HandOver
    | c.TakeOver
    | c.Close
)


def _move(minutes: Minutes, seat: Seat, command: _Move) -> Violation | None:
    """A move, or a part of one."""
    is_chosen = pending_choice(minutes.state) is not None
    match command:
        case c.Submit(move):
            return moving.submit(minutes, seat, move)
        case c.Begin(faction, limop):
            stepwise.begin(minutes, seat, faction, limop)
        case c.Say(answer) if is_chosen:
            choose(minutes, seat, answer)
        case c.Skip() if is_chosen:
            choose(minutes, seat, None)
        case c.Say(answer):
            return stepwise.say(minutes, seat, answer)
        case c.Skip():
            return stepwise.skip(minutes, seat)
        case c.End():
            return _end(minutes, seat)
        case c.Comment(text):
            return moving.submit(minutes, seat, Note(text))
    return None


def _change_seat(minutes: Minutes, seat: Seat, command: _OfSeat) -> None:
    """Something about a seat, its seed or its markers, or the end of the table."""
    match command:
        case c.Sit():
            seating.sit(minutes, seat)
        case c.PromiseSeed(commitment):
            seating.promise_seed(minutes, seat, commitment)
        case c.GiveSeed(seed):
            seating.give_seed(minutes, seat, seed)
        case c.ChooseMarkers(markers):
            seating.choose_markers(minutes, seat, markers)
        case c.Leave():
            seating.leave(minutes, seat)
        case c.Resign():
            seating.leave(minutes, seat, resigned=True)
        case c.Unseat(other):
            seating.leave(minutes, other)
        case c.HandOver(other):
            changing_hands.hand_over(minutes, other)
        case c.TakeOver(other):
            changing_hands.take_over(minutes, other)
        case c.Close():
            seating.close(minutes)


def _end(minutes: Minutes, seat: Seat) -> Violation | None:
    """The move that has begun is complete; behind the game's end, the seat reveals nothing more (7.3)."""
    state = minutes.state
    if state.begun is None and state.position.phase == "over":
        minutes.add(facts.Finished(seat))
        return None
    return stepwise.end(minutes, seat)


def _give_order(minutes: Minutes, seat: Seat, text: str, salt: str) -> None:
    order = read_order(text)
    moving.insist_on_seat(minutes.state, seat, order.faction)
    number = minutes.state.ordered + 1
    seal = Order(salt, order.text).seal
    minutes.add(facts.OrderGiven(number, seat, seal))
    minutes.add(facts.OrderSealed(number, seat, order.text, salt))
    note = Note(f"{seat} has a standing order, sealed")
    minutes.add_line(facts.Said(event=note, proof=(str(Sealed(seal)),)), Step(minutes.state.position))


def _take_back_order(minutes: Minutes, seat: Seat, number: int) -> None:
    order = next((one for one in minutes.state.orders if one.number == number), None)
    if order is None or order.seat != seat:
        raise Unknown(f"you have no standing order {number}")
    minutes.add(facts.OrderTakenBack(number))
