"""Seats of a table that policies hold: they play by the table's commands when the table is asked to go on.

    played = play_on(tables, table, {"VC": policy_named("greedy")})

A policy sees what its seat may see, and each command names the version that it saw. Read `seat_sights` next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

import notation
from fitl_core.errors import FitlError, Violation
from fitl_core.players.move_prefixes import OtherAsked, playable_prefix
from fitl_core.policies.moves import PolicyFault
from fitl_core.policies.programs import ProgramFault
from fitl_core.policies.registry import POLICY_NAMES, policy_named
from fitl_core.policies.seat_policy import Policy
from fitl_core.policies.section_eight import SectionEightPolicy
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action, Event, Pass, Waive
from fitl_core.record.spoken import spoken, written
from fitl_core.seat.sights import PASS, SeatSight
from fitl_core.table import facts
from fitl_core.table.commands import Command, End, HandOver, Leave, Say, Sit, Skip, Submit, SubmitComment
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.policy_holders import HeldBy, holders_in, keep_holder
from fitl_core.table.refusals import Conflict, TableError
from fitl_core.table.seat_sights import sight_of_table
from fitl_core.table.seating import known_seat
from fitl_core.table.seats_asked import asked_at, waited_for
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables

AfterFailure = Literal["wait", "section-8", "hand-over"]
"""The future of a seat whose policy fails: the table waits for it, the policy `section-8` plays it for the
rest of the call, or it goes to Non-players."""
MOST_DECISIONS = 500
"""The most decisions that policies take without a new line in the log."""
MOST_LATE = 20
"""The most decisions in a row that come too late, because somebody else has changed the table."""


class PlayedOn(msgspec.Struct, frozen=True):
    """The result of `play_on`: the `lines` of the log that the policies wrote, and why they stop.

    `faults` are the seats whose policy failed, each with the reason.
    """

    lines: tuple[str, ...]
    why: str
    faults: dict[Seat, str]


def play_on(
    tables: Tables,
    table: str,
    policies: Mapping[Seat, Policy],
    most: int | None = None,
    after_failure: AfterFailure = "wait",
) -> PlayedOn:
    """Let the policies of seats play until another seat must decide, the game is over, or `most` lines are
    written.

    A policy that fails is named in a comment of its seat, and `after_failure` says how the game goes on.
    Raises `Unknown` for a table or seat that does not exist, and the errors of `Tables.do` that are no fault
    of a policy.
    """
    for seat in policies:
        known_seat(tables.state(table), seat)
    return _Course(tables, table, policies, most, after_failure).played()


class _Course:
    """The course of a table while policies play."""

    def __init__(
        self,
        tables: Tables,
        table: str,
        policies: Mapping[Seat, Policy],
        most: int | None,
        after_failure: AfterFailure,
    ) -> None:
        self._tables = tables
        self._table = table
        self._policies = dict(policies)
        self._left = most
        self._after_failure = after_failure
        self._lines: list[str] = []
        self._faults: dict[Seat, str] = {}

    def played(self) -> PlayedOn:
        """Play, and return the result."""
        why = None
        decisions = late = 0
        while why is None:
            before = len(self._lines)
            try:
                why = self._step()
                late = 0
            except Conflict:
                late += 1
                if late >= MOST_LATE:
                    why = "others change the table all the time"
            decisions = 0 if len(self._lines) > before else decisions + 1
            if decisions >= MOST_DECISIONS:
                raise PolicyFault(f"the policies took {decisions} decisions, and wrote no line")
        return PlayedOn(tuple(self._lines), why, self._faults)

    def _step(self) -> str | None:
        """Take one decision; or return why no policy can."""
        if self._left is not None and self._left <= 0:
            return "the asked number of lines is played"
        state = self._tables.state(self._table)
        asked = asked_at(state)
        seat = next((one for one in asked.seats if one in self._policies), None)
        if seat is None or state.status != "playing" or state.unshown:
            return waiting_words(state)
        try:
            command = _decided(state, seat, self._policies[seat])
        except FitlError as error:
            self._fail(seat, error)
            return None
        try:
            self._carry_out(state, seat, command)
        except Conflict:
            raise
        except (Violation, TableError) as error:
            owed = _first_answer(state, seat) if isinstance(command, Skip) else None
            if owed is None:
                self._fail(seat, error)
            else:  # more is owed than the question asks (card 90)
                self._carry_out(state, seat, Say(owed))
        return None

    def _carry_out(self, state: TableState, seat: Seat, command: Command) -> None:
        answer = self._tables.do(self._table, seat, command, seen=state.version)
        for one in answer.facts:
            if isinstance(one.fact, facts.MoveEnded) and one.by == seat:
                self._lines.append(notation.write_event(one.fact.event))
                if self._left is not None:
                    self._left -= 1

    def _fail(self, seat: Seat, error: FitlError) -> None:
        """Write at the table that a policy failed, and let the game go on by the given rule."""
        self._faults[seat] = error.message
        policy = self._policies.pop(seat)
        shown = error.why if isinstance(error, ProgramFault) else "it found no legal move"
        match self._after_failure:
            case "section-8":
                then = "the policy section-8 plays on"
                self._policies[seat] = SectionEightPolicy(f"{self._table} {seat}")
            case "hand-over":
                then = "the seat goes to Non-players"
            case _:
                then = "the table waits for the seat"
        self._do(seat, SubmitComment(f"the policy {policy.name} of seat {seat} failed: {shown}; {then}"))
        if self._after_failure == "hand-over":
            self._hand_over(seat)

    def _hand_over(self, seat: Seat) -> None:
        try:
            self._do(seat, Leave())
            self._do(TABLE, HandOver(seat))
        except TableError as error:
            self._do(TABLE, SubmitComment(f"seat {seat} stays with its player: {error.message}"))

    def _do(self, seat: Seat, command: Command) -> None:
        self._tables.do(self._table, seat, command, seen=self._tables.version(self._table))


def waiting_words(state: TableState) -> str:
    """Return in one line whom a table waits for, and for what."""
    asked = asked_at(state)
    if not asked.seats:
        return asked.words or "the table waits for nobody"
    return f"the table waits for {waited_for(asked)}"


def _decided(state: TableState, seat: Seat, policy: Policy) -> Command:
    """Return the command of one decision. Raises the errors of the policy."""
    if asked_at(state).what == "markers":  # the end of the game (7.3)
        return End()
    sight = sight_of_table(state, seat)
    if sight.what == "answer":
        answer = policy.answer(sight)
        return Skip() if answer is None else Say(answer)
    return Submit(_line(state, sight, policy))


def _first_answer(state: TableState, seat: Seat) -> Clause | None:
    """Return the first answer to the questions of a seat in another's move, or None."""
    questions = sight_of_table(state, seat).questions
    return next((one for asked in questions for one in asked.answers(most=1)), None)


def _line(state: TableState, sight: SeatSight, policy: Policy) -> Event:
    """Return the line of a policy whose seat is to act, or may place its Pivotal Event."""
    assert sight.asked is not None
    event = policy.act(sight)
    if event is None and sight.what == "pivotal":
        return Waive(sight.asked)
    if event is None or (isinstance(event, Action) and not event.segments and state.begun is None):
        event = Pass(sight.asked)
    if isinstance(event, Pass) and PASS not in sight.words:
        raise PolicyFault(f"{sight.asked} may not Pass here")
    return _up_to_others(state, sight, event) if isinstance(event, Action) else event


def _up_to_others(state: TableState, sight: SeatSight, action: Action) -> Action:
    """Return an action up to the first question of another player: his answer comes before the rest."""
    left_out = state.begun.left_out if state.begun is not None else ()
    said = spoken(action.segments, action.faction)
    stop = playable_prefix(state.position, action, said, sight.factions, left_out)
    if not isinstance(stop, OtherAsked) or stop.at >= len(said) or state.seat_of(stop.who) == TABLE:
        return action
    return msgspec.structs.replace(action, segments=written(said[: stop.at], action.faction))


# -- policies that a seat is given to ---------------------------------------------------------------


def give_to_policy(tables: Tables, table: str, seat: Seat, policy: str, seed: str = "") -> None:
    """Give a seat to a policy by its name. It sits down if nobody has, and plays when `play_on` is called.

    The seat is named after the policy. Raises `UnknownPolicy`, `Unknown`, and the errors of `Tables.do`.
    """
    policy_named(policy)
    state = tables.state(table)
    if not known_seat(state, seat).taken:
        tables.do(table, seat, Sit(), seen=state.version)
    tables.set_name(table, seat, f"policy {policy}")
    keep_holder(tables.store, table, seat, HeldBy(policy, seed))


def policies_at(tables: Tables, table: str) -> dict[Seat, Policy]:
    """Return the policies that hold seats of a table, except those that this program does not know."""
    holders = holders_in(tables.store.aside(table))
    return {
        seat: policy_named(held.policy, held.seed)
        for seat, held in holders.items()
        if held.policy in POLICY_NAMES
    }
