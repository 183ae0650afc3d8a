"""Votes on late seats, and vacations that the seats agree to: by a clock that the tests set."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from seated import Seated, refused

from fitl_core import Faction, FitlError, Setup
from fitl_core.players.dice import Dice
from fitl_core.stores.memory import MemoryStore
from fitl_core.table.absences import MOST_DAYS
from fitl_core.table.commands import (
    Agree,
    Close,
    Decline,
    EndVacation,
    HandOver,
    Leave,
    Propose,
    ProposeHandOver,
    ProposeVacation,
    Sit,
    Submit,
    SubmitComment,
    Unseat,
)
from fitl_core.table.exports import exported, imported
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.refusals import Forbidden, NotNow, TableError, Unknown
from fitl_core.table.seats_asked import SeatsAsked, asked_at
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables
from fitl_core.table.views import ProposalView, TableView
from fitl_core.testing.table_games import TablePlayer

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
DAY = 86_400
TWO = ((Faction.US, Faction.ARVN), (Faction.NVA, Faction.VC))


class Game:
    """A table with a day for each decision, at noon of 27 November."""

    def __init__(self, deadline: int | None = DAY, **setup: Any) -> None:
        self.now = NOON
        self.tables = Tables(MemoryStore(), lambda: self.now.isoformat())
        self.links = self.tables.open(Setup("short", **setup), table="t", deadline=deadline).links
        for seat in self.state.seats:
            self.do(seat.name, Sit())

    @property
    def state(self) -> TableState:
        """The table as it stands."""
        return self.tables.state("t")

    @property
    def view(self) -> TableView:
        """The table as everybody sees it."""
        return self.tables.view("t")

    @property
    def asked(self) -> SeatsAsked:
        """The seats that are asked."""
        return asked_at(self.state)

    @property
    def late(self) -> Seat:
        """The seat that is asked."""
        (seat,) = self.asked.seats
        return seat

    @property
    def others(self) -> list[Seat]:
        """The seats that are not asked."""
        return [seat.name for seat in self.state.seats if seat.name not in self.asked.seats]

    @property
    def names(self) -> list[Seat]:
        """The seats of the table."""
        return [seat.name for seat in self.state.seats]

    @property
    def proposal(self) -> ProposalView:
        """The only open proposal."""
        (found,) = self.view.proposals
        return found

    def do(self, seat: Seat, command: Any) -> None:
        """Carry out a command that has seen the table as it stands."""
        given = Submit(command) if isinstance(command, str) else command
        self.tables.do("t", seat, given, seen=self.tables.version("t"))

    def refuses(self, seat: Seat, command: Any, error: type[FitlError], words: str) -> None:
        """Check that a command is refused with a reason, and changes nothing."""
        before = self.tables.version("t")
        with pytest.raises(error, match=re.escape(words)):
            self.do(seat, command)
        assert self.tables.version("t") == before

    def passes(self) -> None:
        """The asked seat passes."""
        asked = self.asked
        self.do(asked.seats[0], f"{asked.factions[0]} pass")

    def agree(self, *seats: Seat) -> None:
        """Agree to the last proposal."""
        for seat in seats:
            self.do(seat, Agree(self.state.proposed))

    def waits(self, days: float) -> None:
        """Let days pass."""
        self.now += timedelta(days)


@pytest.fixture
def late() -> Game:
    """A table at which one seat is late."""
    game = Game()
    game.waits(1.5)
    return game


# -- votes on a late seat ---------------------------------------------------------------------------


def test_the_others_give_a_late_seat_away(late: Game) -> None:
    """Every other seat agrees; then Non-players have the Factions, and the seat's secret opens nothing."""
    seat, (first, second, third) = late.late, late.others
    assert late.view.time is not None and set(late.view.time.voters) == {first, second, third}
    late.do(first, ProposeHandOver(seat))
    shown = late.proposal
    assert (shown.by, shown.late, shown.agreed, shown.missing) == (first, seat, (first,), (second, third))
    assert shown.line == f"give the seat {seat} to Non-players"
    late.agree(second)
    assert seat in late.names
    late.agree(third)
    assert seat not in late.names and late.view.proposals == ()
    assert late.tables.seats_of("t", [late.links[seat]]) == (None,)
    assert any(line.text.startswith("players ") for line in late.view.lines)


def test_with_one_other_seat_it_is_done_at_once() -> None:
    """Of two seats, the other one decides alone."""
    game = Game(players=TWO)
    game.waits(2)
    seat, (other,) = game.late, game.others
    game.do(other, ProposeHandOver(seat))
    assert game.names == [other]


def test_a_seat_that_is_not_late_is_safe() -> None:
    """Before the deadline, without a deadline, or if the table does not wait for it."""
    game = Game()
    seat, others = game.late, game.others
    until = "its time ends on 2026-11-28 at 12:00 UTC"
    game.refuses(others[0], ProposeHandOver(seat), NotNow, f"seat {seat} is not late: {until}")
    game.waits(2)
    game.refuses(others[0], ProposeHandOver(others[1]), NotNow, f"seat {others[1]} is not late")
    game.refuses(others[0], ProposeHandOver("XX"), Unknown, 'there is no seat "XX"')
    free = Game(None)
    free.waits(100)
    free.refuses(free.others[0], ProposeHandOver(free.late), NotNow, "is not late")


def test_the_late_seat_has_no_vote(late: Game) -> None:
    """It can neither propose, agree nor decline; it can play, and that ends the vote."""
    seat, others = late.late, late.others
    late.refuses(seat, ProposeHandOver(seat), Forbidden, "it has no vote on a late seat")
    late.do(others[0], ProposeHandOver(seat))
    late.refuses(seat, Agree(1), Forbidden, "it has no vote")
    late.refuses(seat, Decline(1), Forbidden, "it has no vote")
    late.refuses(TABLE, Agree(1), Forbidden, "the host has no seat")
    late.passes()
    assert late.view.proposals == () and seat in late.names
    late.refuses(others[1], Agree(1), Unknown, "there is no open proposal 1")


def test_one_no_ends_the_vote(late: Game) -> None:
    """Then another vote may begin; while one is open, nobody begins a second one."""
    seat, others = late.late, late.others
    late.do(others[0], ProposeHandOver(seat))
    late.refuses(others[1], ProposeHandOver(seat), NotNow, f"a vote on seat {seat} is open already")
    late.do(others[1], Decline(1))
    late.do(others[1], ProposeHandOver(seat))
    late.do(others[1], Decline(2))
    assert late.view.proposals == () and seat in late.names


def test_a_voter_who_leaves_is_not_waited_for(late: Game) -> None:
    """The vote is carried out when the last voter without an answer leaves."""
    seat, others = late.late, late.others
    late.do(others[0], ProposeHandOver(seat))
    late.agree(others[1])
    late.do(others[2], Leave())
    assert seat not in late.names


def test_nobody_votes_on_what_cannot_happen() -> None:
    """A seat whose unfinished move has a die goes to no Non-player: the reason is told before the vote."""
    table = Seated(sit=False, seed=2)
    table.name = table.tables.open(Setup("medium"), deadline=1).table
    for seat in ("US", "ARVN", "NVA", "VC"):
        table.do(seat, Sit())
    player = TablePlayer(table.tables, table.name, Dice(2))
    while (begun := table.state.begun) is None or not begun.dice:
        player.play(1)
    (late,) = asked_at(table.state).seats
    others = [seat.name for seat in table.state.seats if seat.name != late]
    for text in "abc":  # the clock of these tables goes on by a second with each command
        table.do(others[0], SubmitComment(text))
    is_own = table.state.seat_of(begun.faction) == late
    assert is_own
    refused(table, others[0], ProposeHandOver(late), NotNow, "whoever takes the seat goes on with it")


def test_the_host_may_be_faster(late: Game) -> None:
    """If the host frees the late seat and hands it over, the vote is over."""
    seat, others = late.late, late.others
    late.do(others[0], ProposeHandOver(seat))
    late.do(TABLE, Unseat(seat))
    late.do(TABLE, HandOver(seat))
    assert late.view.proposals == () and seat not in late.names


def test_closing_is_another_proposal(late: Game) -> None:
    """The host still closes a table after a missed deadline, whatever is proposed."""
    late.do(late.others[0], ProposeHandOver(late.late))
    late.do(TABLE, Close())
    assert late.state.status == "closed"


# -- vacations --------------------------------------------------------------------------------------


def test_time_waits_for_a_player_on_vacation() -> None:
    """All other players agree; the time of the seat runs from the end of the vacation."""
    game = Game()
    seat, others = game.late, game.others
    assert game.asked.due == "2026-11-28T12:00:00.000Z"
    game.do(seat, ProposeVacation("2026-12-03"))
    shown = game.proposal
    assert (shown.until, shown.missing, shown.line) == (
        "2026-12-03",
        tuple(others),
        "vacation until 2026-12-03",
    )
    game.agree(*others[:-1])
    assert game.asked.due == "2026-11-28T12:00:00.000Z"
    game.agree(others[-1])
    assert game.asked.due == "2026-12-05T00:00:00.000Z"
    assert {one.name: one.away for one in game.view.seats}[seat] == "2026-12-03"
    assert not any("vacation" in line.text for line in game.view.lines)
    game.waits(6)
    assert game.view.time is not None and game.view.time.seconds > 0
    game.refuses(others[0], ProposeHandOver(seat), NotNow, "its time ends on 2026-12-05")
    game.waits(2)
    assert {one.away for one in game.view.seats} == {""}
    game.do(others[0], ProposeHandOver(seat))


def test_a_vacation_of_another_seat_gives_nobody_time() -> None:
    """Only the decisions of the seat that is away wait; those of a later turn too."""
    game = Game()
    seat = game.others[0]
    game.do(seat, ProposeVacation("2026-12-10"))
    game.agree(*[one for one in game.names if one != seat])
    assert game.asked.due == "2026-11-28T12:00:00.000Z"
    while seat not in game.asked.seats:
        game.passes()
    assert game.asked.due == "2026-12-12T00:00:00.000Z"


def test_a_proposed_vacation_outlives_moves() -> None:
    """It does not lapse when the game goes on, as other proposals do."""
    game = Game()
    seat, others = game.late, game.others
    game.do(seat, ProposeVacation("2026-12-03"))
    game.do(others[0], Propose('correct "aid 9"'))
    game.passes()
    assert game.proposal.until == "2026-12-03"
    game.do(seat, Decline(1))
    assert game.view.proposals == ()


def test_the_player_comes_back_early() -> None:
    """From then on the seat has the usual time."""
    game = Game()
    seat, others = game.late, game.others
    game.refuses(seat, EndVacation(), NotNow, f"seat {seat} is not on vacation")
    game.do(seat, ProposeVacation("2026-12-03"))
    game.agree(*others)
    game.waits(2)
    game.refuses(others[0], EndVacation(), NotNow, "is not on vacation")
    game.do(seat, EndVacation())
    assert game.asked.due == "2026-11-30T12:00:00.000Z"
    assert {one.away for one in game.view.seats} == {""}
    game.waits(20)
    game.refuses(seat, EndVacation(), NotNow, "is not on vacation")


@pytest.mark.parametrize(
    ("until", "words"),
    [
        ("2026-11-26", "2026-11-26 has passed"),
        ("1-1-1", "is no day"),
        ("20261203", "is no day"),
        ("2026-02-30", "is no day"),
        ("tomorrow", "is no day"),
        ("", "is no day"),
        ("2027-01-27", f"at most {MOST_DAYS} days: until 2027-01-26 at the latest"),
        ("9999-12-31", f"at most {MOST_DAYS} days"),
    ],
)
def test_a_wrong_day_is_refused(until: str, words: str) -> None:
    """The reason says what is wrong, and nothing is proposed."""
    game = Game()
    game.refuses("US", ProposeVacation(until), TableError, words)


@pytest.mark.parametrize("until", ["2026-11-27", "2027-01-26"])
def test_the_first_and_last_day(until: str) -> None:
    """A vacation may end today, and 60 days later."""
    game = Game()
    game.do("US", ProposeVacation(until))
    assert game.proposal.until == until
    game.refuses("US", ProposeVacation("2026-12-01"), NotNow, "your vacation to decide on already")


def test_a_vacation_that_was_agreed_too_late_lapses() -> None:
    """The last consent comes after the last day: the seat is not away."""
    game = Game()
    seat, others = game.late, game.others
    game.do(seat, ProposeVacation("2026-11-28"))
    game.agree(*others[:-1])
    game.waits(3)
    game.agree(others[-1])
    assert game.view.proposals == () and {one.away for one in game.view.seats} == {""}
    assert asked_at(game.state).due == "2026-11-28T12:00:00.000Z"


def test_a_vacation_and_a_vote_contradict_each_other(late: Game) -> None:
    """Whichever is carried out first ends the other."""
    seat, others = late.late, late.others
    late.do(others[0], ProposeHandOver(seat))
    late.do(seat, ProposeVacation("2026-12-03"))
    for other in others:
        late.do(other, Agree(2))
    assert late.view.proposals == () and seat in late.names and late.asked.due[:10] == "2026-12-05"
    late.waits(8)
    late.do(seat, ProposeVacation("2026-12-20"))
    late.do(others[0], ProposeHandOver(seat))
    late.agree(*others[1:])
    assert late.view.proposals == () and seat not in late.names


def test_a_player_who_leaves_takes_his_vacation_along() -> None:
    """The next player of the seat is not away, and the proposal of the old one is gone."""
    game = Game()
    game.do("VC", ProposeVacation("2026-12-03"))
    game.do("VC", Leave())
    assert game.view.proposals == ()
    game.do("VC", Sit())
    game.do("VC", ProposeVacation("2026-12-03"))
    game.agree("US", "ARVN", "NVA")
    assert {one.name for one in game.view.seats if one.away} == {"VC"}
    game.do("VC", Leave())
    game.do("VC", Sit())
    assert {one.away for one in game.view.seats} == {""}


def test_a_lone_player_needs_nobody() -> None:
    """The consent of empty seats is not waited for."""
    game = Game()
    for seat in ("US", "ARVN", "NVA"):
        game.do(seat, Leave())
    game.do("VC", ProposeVacation("2026-12-03"))
    assert {one.name for one in game.view.seats if one.away} == {"VC"}


def test_absences_are_kept_in_the_facts() -> None:
    """A table folds to the same state from its facts, also in another store."""
    game = Game()
    seat, others = game.late, game.others
    game.do(seat, ProposeVacation("2026-12-03"))
    game.agree(*others)
    game.do(seat, EndVacation())
    game.waits(4)
    game.do(others[0], ProposeHandOver(seat))
    store = MemoryStore()
    name, _ = imported(store, exported(game.tables.store, "t"))
    copied = Tables(store).state(name)
    assert (copied.seats, copied.proposals) == (game.state.seats, game.state.proposals)
    assert asked_at(copied) == game.asked
