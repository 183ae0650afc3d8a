"""Reminders: one when the time is nearly over, and one when it is over, by clocks that tests set."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from serving import drawn

from fitl_core import Setup
from fitl_core.messages.due_messages import LOOK_AGAIN
from fitl_core.messages.outbox import Claim, Outbox, Pace, Slot
from fitl_core.stores.memory import MemoryStore
from fitl_core.table.commands import Agree, Command, Leave, ProposeVacation, Sit, Submit
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.tables import Tables
from fitl_core.table.wishes import OF_TURN, Wishes, keep_wishes, wishes_in

PACE = Pace(settle=10, at_table=300, waits=(60,), lease=120)
GIVEN = 4000
"""The seconds for a decision at the table of these tests: a reminder comes when 1,000 are left."""


class Game:
    """A table with a deadline. The first seat that is asked wants mail."""

    def __init__(self, given: int | None = GIVEN) -> None:
        self.now = 1_000_000_000.0
        self.tables = Tables(MemoryStore(), self.time, drawn())
        self.links = self.tables.open(Setup("short"), table="hue", deadline=given).links
        for seat in self.links:
            if seat:
                self.tables.do("hue", seat, Sit(), seen=self.tables.version("hue"))
        (self.seat,) = asked_at(self.tables.state("hue")).seats
        self.wants()
        self.outbox().plan("hue", ())

    def wants(self, at: str = "") -> None:
        """Keep an address of the seat, saved at a time."""
        keep_wishes(self.tables.store, "hue", self.seat, Wishes("stop", 0, "ann@example.org", at=at))

    def time(self) -> str:
        """Return the time as tables date it."""
        return datetime.fromtimestamp(self.now, UTC).isoformat().replace("+00:00", "Z")

    def outbox(self) -> Outbox:
        """Return the outbox of another process."""
        return Outbox(self.tables, "https://fitl.example/", ("mail",), PACE, lambda: self.now)

    def slot(self, occasion: str) -> Slot:
        """The place of a message."""
        return Slot("hue", self.seat, "mail", occasion)  # type: ignore[arg-type]

    def passes(self) -> None:
        """The asked seat passes."""
        asked = asked_at(self.tables.state("hue"))
        move = Submit(f"{asked.factions[0]} pass")
        self.tables.do("hue", asked.seats[0], move, seen=self.tables.version("hue"))

    def sent(self, links: tuple[str, ...] = ()) -> list[tuple[str, str]]:
        """Send all that is due, by another process. Return occasions and ids."""
        outbox, sent = self.outbox(), []
        outbox.plan("hue", links)
        for occasion in OF_TURN:
            claim = outbox.claim(self.slot(occasion), links)
            if isinstance(claim, Claim):
                outbox.finish(claim, None)
                sent.append((claim.message.occasion, claim.message.id))
        return sent

    def occasions(self) -> list[str]:
        """Send all that is due. Return the occasions."""
        return [occasion for occasion, _ in self.sent()]


def test_each_moment_of_a_turn_is_told_once() -> None:
    """The turn, a reminder with a quarter of the time left, and another message when it is over."""
    game, told = Game(), []
    for seconds in (10, 2980, 9, 1, 999, 2, 100_000):
        game.now += seconds
        told.append(game.occasions())
        assert game.occasions() == []
    assert told == [["turn"], [], [], ["reminder"], [], ["overdue"], []]


def test_the_next_turn_has_its_own() -> None:
    """Each message has another id, and a turn that ended has none."""
    game = Game()
    game.now += 3000
    first = game.sent()
    assert [occasion for occasion, _ in first] == ["turn", "reminder"]
    while True:
        game.passes()
        if game.seat in asked_at(game.tables.state("hue")).seats:
            break
    game.outbox().plan("hue", ())
    game.now += 3000
    second = game.sent()
    assert [occasion for occasion, _ in second] == ["turn", "reminder"]
    assert len({number for _, number in (*first, *second)}) == 4
    game.passes()
    game.now += 3000
    assert game.occasions() == []


def test_a_turn_that_ends_while_its_reminder_waits() -> None:
    """A reminder that waits for the next try is not sent after the seat has played."""
    game = Game()
    game.now += 3000
    outbox = game.outbox()
    outbox.plan("hue", ())
    assert isinstance(outbox.claim(game.slot("reminder"), ()), Claim)  # this process ends now
    game.passes()
    game.now += PACE.lease
    assert game.outbox().claim(game.slot("reminder"), ()) is None
    kept = game.outbox().outgoing(game.slot("reminder"), game.tables.store.aside("hue"))
    assert kept is not None and kept.state == "over"


def test_a_killed_process_sends_it_again_with_the_same_id() -> None:
    """The claim of a process that ended runs out; the next one has the same id."""
    game = Game()
    game.now += 3000
    ids = set()
    for _ in range(2):
        claim = game.outbox().claim(game.slot("reminder"), ())
        assert isinstance(claim, Claim)
        ids.add(claim.message.id)
        game.now += PACE.lease
    assert len(ids) == 1


def test_a_server_that_was_away_skips_the_reminder() -> None:
    """When the time is over, nobody is told that it is nearly over."""
    game = Game()
    game.now += GIVEN + 5
    assert game.occasions() == ["turn", "overdue"]


def test_a_process_waits_for_the_moment() -> None:
    """The plan has the seconds until each reminder, at most an hour: a clock may be set meanwhile."""
    game = Game()
    found = game.outbox().plan("hue", ())
    assert found[game.slot("reminder")] == 3000 and found[game.slot("overdue")] == LOOK_AGAIN
    game.now += 2999
    assert game.outbox().claim(game.slot("reminder"), ()) == 1
    game.now += 1
    assert isinstance(game.outbox().claim(game.slot("reminder"), ()), Claim)


@pytest.mark.parametrize("jump", [-10 * 365 * 24 * 3600.0, 10 * 365 * 24 * 3600.0])
def test_a_clock_that_was_wrong_loses_nothing(jump: float) -> None:
    """A clock that goes wrong for a while brings each message at most once."""
    game = Game()
    told = game.occasions()
    game.now += jump
    told += game.occasions()
    game.now -= jump
    for _ in range(6):
        game.now += 1000
        told += game.occasions()
    assert sorted(set(told)) == sorted(told) and {"turn", "overdue"} <= set(told)


def test_an_address_saved_later_gets_no_old_reminder() -> None:
    """A player who asks after the moment is not reminded of it, but of the next one."""
    game = Game()
    game.now += 3500
    game.wants(game.time())
    assert "reminder" not in game.occasions()
    game.now += 500
    assert "overdue" in game.occasions()


def test_a_player_at_the_table_is_reminded_later() -> None:
    """As a turn's message, the reminder waits while the table is open."""
    game = Game()
    game.now += 3000
    links = (game.links[game.seat],)
    assert "reminder" not in [occasion for occasion, _ in game.sent(links)]
    game.now += PACE.at_table
    assert "reminder" in [occasion for occasion, _ in game.sent(links)]


def test_without_a_deadline_there_is_no_reminder() -> None:
    """The turn alone is told."""
    game = Game(None)
    game.now += 10**8
    assert game.occasions() == ["turn"]


def test_a_player_who_leaves_is_not_reminded() -> None:
    """A free seat has nobody to remind."""

    game = Game()
    game.tables.do("hue", game.seat, Leave(), seen=game.tables.version("hue"))
    game.now += GIVEN
    assert wishes_in(game.tables.store.aside("hue")) == {} and game.occasions() == []


def test_a_vacation_brings_a_reminder_of_its_own() -> None:
    """The time runs anew after a vacation: nobody is reminded meanwhile, and then once more."""
    game = Game()
    game.now += 3000
    assert game.occasions() == ["turn", "reminder"]
    today = datetime.fromtimestamp(game.now, UTC).date()

    def do(seat: str, command: Command) -> None:
        game.tables.do("hue", seat, command, seen=game.tables.version("hue"))

    do(game.seat, ProposeVacation(today.isoformat()))
    for seat in game.links:
        if seat not in ("", game.seat):
            do(seat, Agree(1))
    game.now += 2000
    assert game.occasions() == []
    game.now = datetime.fromisoformat(asked_at(game.tables.state("hue")).due).timestamp() - 1000
    assert game.occasions() == ["reminder"]
    game.now += 1000
    assert game.occasions() == ["overdue"]
