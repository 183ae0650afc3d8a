"""Players who are late or away: votes on a late seat, and vacations that the other seats agree to.

Both are proposals (`consent`). A vote gives a late seat to Non-players (8.0). During a vacation no time runs
for its seat. Read `consent` next.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from fitl_core.table import changing_hands, facts
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.moments import moment_words
from fitl_core.table.refusals import Forbidden, NotNow, TableError
from fitl_core.table.seating import known_seat
from fitl_core.table.seats_asked import asked_at, is_overdue
from fitl_core.table.table_state import LineProposal, TableState

MOST_DAYS = 60
"""The largest number of days from a proposal to the end of its vacation."""


# -- votes on a late seat ---------------------------------------------------------------------------


def voters(state: TableState) -> tuple[Seat, ...]:
    """Return the seats that vote on a late seat: those with a player, except the seats that are asked."""
    asked = asked_at(state).seats
    return tuple([seat.name for seat in state.seats if seat.taken and seat.name not in asked])


def insist_on_vote(minutes: Minutes, seat: Seat, late: Seat) -> None:
    """Raise an error unless a seat may propose now to give a late seat to Non-players.

    Raises the errors of `hand_over` too: nobody votes on something that cannot happen.
    """
    state = minutes.state
    known_seat(state, late)
    asked = asked_at(state)
    if late not in asked.seats or not is_overdue(state, minutes.now):
        has_time = late in asked.seats and asked.due
        until = f": its time ends on {moment_words(asked.due)}" if has_time else ""
        raise NotNow(f"seat {late} is not late{until}")
    insist_on_voter(state, seat)
    if any(one.late == late for one in state.proposals):
        raise NotNow(f"a vote on seat {late} is open already")
    before = minutes.mark()
    try:
        _give_away(minutes, late)
    finally:
        minutes.go_back(before)


def insist_on_voter(state: TableState, seat: Seat) -> None:
    """Raise `Forbidden` if a seat has no vote on a late seat."""
    if seat not in voters(state):
        why = "it has no vote on a late seat, and may play instead"
        raise Forbidden(f"the table waits for seat {seat}: {why}")


def _give_away(minutes: Minutes, late: Seat) -> None:
    """Free a late seat and hand it to Non-players, as the host does."""
    if known_seat(minutes.state, late).taken:
        minutes.add(facts.SeatLeft(late), TABLE)
    changing_hands.hand_over(minutes, late)


# -- vacations --------------------------------------------------------------------------------------


def insist_on_vacation(minutes: Minutes, seat: Seat, until: str) -> None:
    """Raise an error unless a seat may propose to be away until the end of a day ("2026-12-03", UTC)."""
    last, today = _day(until), datetime.fromisoformat(minutes.now).astimezone(UTC).date()
    if last < today:
        raise TableError(f"{until} has passed: a vacation ends today or later")
    if last > today + timedelta(MOST_DAYS):
        at_most = today + timedelta(MOST_DAYS)
        raise TableError(f"a vacation lasts at most {MOST_DAYS} days: until {at_most} at the latest")
    if any(one.until and one.by == seat for one in minutes.state.proposals):
        raise NotNow("the seats have your vacation to decide on already: take that proposal back first")


def end_vacation(minutes: Minutes, seat: Seat) -> None:
    """End the vacation of a seat: its time runs again. Raises `NotNow` if there is none."""
    if not is_away(minutes.state, seat, minutes.now):
        raise NotNow(f"seat {seat} is not on vacation")
    minutes.add(facts.VacationEnded(seat))


def is_away(state: TableState, seat: Seat, now: str) -> bool:
    """Check whether a seat is on vacation at the time `now` (ISO 8601)."""
    found = state.seat(seat)
    return found is not None and found.is_away(now)


def back_at(until: str) -> str:
    """Return the time (ISO 8601) at which a vacation until the end of a day is over."""
    end = datetime.combine(_day(until) + timedelta(1), time(), UTC)
    return end.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _day(until: str) -> date:
    try:
        day = date.fromisoformat(until)
    except ValueError:
        day = None
    if day is None or day.isoformat() != until:
        raise TableError(f'"{until[:40]}" is no day: write it as 2026-12-03')
    return day


# -- both -------------------------------------------------------------------------------------------


def asked_for_consent(state: TableState, proposal: LineProposal) -> tuple[Seat, ...]:
    """Return the seats that must agree to a vote or a vacation: no other seat than those with a player."""
    if proposal.late:
        return voters(state)
    return tuple([seat.name for seat in state.seats if seat.taken])


def carry_out_absence(minutes: Minutes, proposal: LineProposal) -> None:
    """Carry out a vote or a vacation that the seats have agreed to. A vacation that is past lapses."""
    if proposal.late:
        minutes.add(facts.Settled(proposal.number))
        _give_away(minutes, proposal.late)
    elif datetime.fromisoformat(back_at(proposal.until)) <= datetime.fromisoformat(minutes.now):
        minutes.add(facts.ProposalLapsed(proposal.number, "its last day has passed"), TABLE)
    else:
        minutes.add(facts.Settled(proposal.number))
        back = back_at(proposal.until)
        minutes.add(facts.VacationBegun(proposal.by, proposal.until, back), proposal.by)
