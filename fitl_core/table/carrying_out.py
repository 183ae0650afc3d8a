"""The carrying out of a command on a table: the facts that it leads to, or the error. The time is an
argument.

`tables` calls `carry_out` and stores the facts. Read `moving` and `stepwise` for moves, `consent` for
proposals, `seating` for seats.
"""

from __future__ import annotations

import msgspec

from fitl_core.errors import Violation
from fitl_core.proofs.sealed_orders import Sealed, SealedOrder
from fitl_core.record.effects import Effect
from fitl_core.record.events import Note
from fitl_core.table import absences, changing_hands, consent, facts, moving, seating, stepwise
from fitl_core.table import commands as c
from fitl_core.table.automatic_steps import choose, pending_choice, settle
from fitl_core.table.commands import HOST_COMMANDS, Command
from fitl_core.table.facts import TABLE, Recorded, Seat
from fitl_core.table.history import insist_on_shown
from fitl_core.table.minutes import Minutes
from fitl_core.table.refusals import Forbidden, NotNow, Unknown
from fitl_core.table.standing_orders import read_order
from fitl_core.table.stating_symbols import state_symbols
from fitl_core.table.table_state import TableState
from fitl_core.table.unfinished_moves import misfit, set_aside
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
    c.StateSymbol,
)
"""The commands that are open before play."""


OF_MOVE = c.Submit | c.Begin | c.Say | c.Skip | c.End | c.TakeBack
"""The commands that are not carried out if the unfinished move is set aside: they meant that move."""


class CarriedOut(msgspec.Struct, frozen=True):
    """The result of a command: the table after it, its facts, and their effects.

    `refused` is the refusal of the rest of a submitted move, if a die has fallen in the move; or why the
    unfinished move was set aside; or why the table cannot take its next step.
    """

    state: TableState
    facts: tuple[Recorded, ...]
    effects: tuple[Effect, ...] = ()
    refused: Violation | None = None


def carry_out(
    state: TableState, seat: Seat, command: Command, now: str, key: str = "", salt: str = ""
) -> CarriedOut:
    """Carry out a command of a seat, or of the host as the `TABLE`, at the time `now` (ISO 8601).

    `key` is kept with the facts; `salt` seals a standing order. Raises `Violation`, `NotationError` or
    `TableError`, and then changes nothing.
    """
    _insist_on_right(state, seat, command)
    minutes = Minutes(state, seat, now, key)
    refused = None
    if (why := misfit(state)) is not None:
        refused = set_aside(minutes, why)
    if refused is None or not isinstance(command, OF_MOVE):
        refused = _carry_out(minutes, seat, command, salt) or refused
    seating.begin_play(minutes)
    refused = settle(minutes) or refused
    return CarriedOut(minutes.state, minutes.written, tuple(minutes.effects), refused)


def _insist_on_right(state: TableState, seat: Seat, command: Command) -> None:
    """Raise `TableError` if this seat cannot give this command, or the table takes no such command now."""
    if isinstance(command, HOST_COMMANDS):
        seating.insist_on_host(seat)
    elif seat == TABLE and not isinstance(command, c.StateSymbol):
        raise Forbidden("the host has no seat: only a player may do this")
    elif seat != TABLE:
        named = seating.known_seat(state, seat)
        if not named.taken and not isinstance(command, c.Sit):
            raise Forbidden(f"nobody sits on seat {seat}: take it first")
    if state.status == "closed":
        raise NotNow(f"the table is closed ({state.closed}): nothing more is played here")
    if isinstance(command, OF_MOVE):
        insist_on_shown(state)
    if state.status == "gathering" and not isinstance(command, BEFORE_PLAY):
        raise NotNow(f"play has not begun: the table waits for {seating.waits_for(state)}")


def _carry_out(minutes: Minutes, seat: Seat, command: Command, salt: str) -> Violation | None:
    """Carry out a command. Return the refusal of the rest of a move, if there is one."""
    match command:
        case c.Submit() | c.Begin() | c.Say() | c.Skip() | c.End() | c.SubmitComment():
            return _move(minutes, seat, command)
        case c.TakeBack(line):
            consent.take_back(minutes, seat, line)
        case c.Propose() | c.ProposeHandOver() | c.ProposeVacation() | c.Agree() | c.Decline():
            _propose(minutes, seat, command)
        case c.GiveOrder(text):
            _give_order(minutes, seat, text, salt)
        case c.TakeBackOrder(number):
            _take_back_order(minutes, seat, number)
        case c.StateSymbol(symbols):
            state_symbols(minutes, seat, symbols)
        case _:
            _change_seat(minutes, seat, command)
    return None


_OfProposal = c.Propose | c.ProposeHandOver | c.ProposeVacation | c.Agree | c.Decline


def _propose(minutes: Minutes, seat: Seat, command: _OfProposal) -> None:
    """Carry out a command about a proposal."""
    match command:
        case c.Propose(line):
            consent.propose(minutes, seat, line)
        case c.ProposeHandOver(late):
            consent.propose_hand_over(minutes, seat, late)
        case c.ProposeVacation(until):
            consent.propose_vacation(minutes, seat, until)
        case c.Agree(number):
            consent.agree(minutes, seat, number)
        case c.Decline(number):
            consent.decline(minutes, seat, number)


_Move = c.Submit | c.Begin | c.Say | c.Skip | c.End | c.SubmitComment
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
    | c.EndVacation
    | c.Close
)


def _move(minutes: Minutes, seat: Seat, command: _Move) -> Violation | None:
    """Carry out a command for a move, or for a part of one."""
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
        case c.SubmitComment(text):
            return moving.submit(minutes, seat, Note(text))
    return None


def _change_seat(minutes: Minutes, seat: Seat, command: _OfSeat) -> None:
    """Carry out a command about a seat, its seed or its markers, or about the end of the table."""
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
        case c.EndVacation():
            absences.end_vacation(minutes, seat)
        case c.Close():
            consent.close(minutes)
    if isinstance(command, c.Leave | c.Resign | c.Unseat):
        consent.settle_absences(minutes)


def _end(minutes: Minutes, seat: Seat) -> Violation | None:
    """Complete the unfinished move. After the end of the game, the seat reveals nothing more (7.3)."""
    state = minutes.state
    if state.begun is None and state.position.phase == "over":
        minutes.add(facts.Finished(seat))
        return None
    return stepwise.end(minutes, seat)


def _give_order(minutes: Minutes, seat: Seat, text: str, salt: str) -> None:
    order = read_order(text)
    moving.insist_on_seat(minutes.state, seat, order.faction)
    number = minutes.state.ordered + 1
    seal = SealedOrder(salt, order.text).seal
    minutes.add(facts.OrderGiven(number, seat, seal))
    minutes.add(facts.OrderSealed(number, seat, order.text, salt))
    note = Note(f"{seat} has a standing order, sealed")
    minutes.add_line(facts.NoteSaid(event=note, proof=(str(Sealed(seal)),)), Step(minutes.state.position))


def _take_back_order(minutes: Minutes, seat: Seat, number: int) -> None:
    order = next((one for one in minutes.state.orders if one.number == number), None)
    if order is None or order.seat != seat:
        raise Unknown(f"you have no standing order {number}")
    minutes.add(facts.OrderTakenBack(number))
