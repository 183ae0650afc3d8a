"""The messages that are due, kept in the side data of each table: one for each turn of a seat, and way.

Reminders of a turn are messages of their own.

A message is `waiting` until it is due. A process then claims it (`sending`), sends it, and records the
outcome. Only one process can claim it, because each step replaces the entry that the process has read. If a
process ends between the claim and the record, another one sends the message again after `Pace.lease`, with
the same id. So a message is sent at least once. It is sent twice only if the process ends after the receiver
has accepted the message and before this is recorded.

Read `postman` for the task that sends.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, datetime
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from fitl_core.messages.due_messages import TableNow, due_message
from fitl_core.messages.turn_texts import CONFIRMING, TurnMessage, confirm_link, link_to, stop_link
from fitl_core.messages.turns_begun import TurnsBegun
from fitl_core.messages.undeliverable import Undeliverable
from fitl_core.table.facts import Seat
from fitl_core.table.rematches import rematch_begun
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.tables import Tables
from fitl_core.table.time_left import time_left
from fitl_core.table.wishes import OF_TABLE, REMINDERS, WAYS, Occasion, Way, Wishes, key_of_message, wishes_in
from fitl_core.tell.words import standing

MOST_SWAPS = 5
"""The number of tries to replace an entry while other processes do so."""


class Pace(msgspec.Struct, frozen=True):
    """The times of messages, in seconds.

    A message waits for `settle`, so that a move taken back at once tells nobody. While the player has the
    table open it waits for `at_table`. After a failure it is tried again after each of `waits`. `lease` is
    the time after which a claimed message counts as abandoned. Another test is possible after `test_again`.
    """

    settle: float = 10
    at_table: float = 300
    waits: tuple[float, ...] = (60, 300, 1800)
    lease: float = 120
    test_again: float = 30

    @property
    def longest(self) -> float:
        """The longest time that a message waits. A longer one comes from a clock that was wrong."""
        return max(self.settle, self.at_table, self.lease, *self.waits)


class Outgoing(msgspec.Struct, frozen=True):
    """A message as it is kept: its id, the version at which its turn began (0: a test), its state.

    `begun` and `due` are seconds since 1970: when it was made, and when it is tried next, or given up by its
    process. A message is `over` if the turn ended before it was sent. `error` is the reason of the last
    failure.
    """

    id: str
    turn: int
    state: Literal["waiting", "sending", "sent", "failed", "over"]
    begun: float
    due: float
    tries: int = 0
    error: str = ""
    time: str = ""


class Slot(NamedTuple):
    """The place of a message: its table, seat, way and occasion."""

    table: str
    seat: Seat
    way: Way
    occasion: Occasion

    @property
    def key(self) -> str:
        """The key of its entry in the side data."""
        return key_of_message(self.way, self.occasion, self.seat)


class Claim(NamedTuple):
    """A message that this process is to send now: the entry as it is kept, the address, the message."""

    slot: Slot
    kept: Outgoing
    address: str
    message: TurnMessage


_DECODER: msgspec.json.Decoder[Outgoing] = msgspec.json.Decoder(Outgoing)


class Outbox:
    """The messages of all tables of a store. One thread uses it at a time, except `outgoing` and `test`."""

    def __init__(
        self,
        tables: Tables,
        public_url: str,
        ways: Collection[Way] = WAYS,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.ways: Collection[Way] = ways
        self.pace: Pace = pace or Pace()
        self._tables = tables
        self._public_url = public_url
        self._turns = TurnsBegun(tables)
        self._clock = clock

    # -- planning ---------------------------------------------------------------------------------------

    def plan(self, table: str, links: Collection[str]) -> dict[Slot, float]:
        """Make the messages for new turns. Return those that wait, each with the seconds until it is due.

        `links` are those of the clients that have the table open in this process. Raises `FitlError`.
        """
        aside = self._tables.store.aside(table)
        wishes = wishes_in(aside)
        if not wishes:
            return {}
        now = self._table_now(table, wishes)
        present = self._present(table, links)
        found: dict[Slot, float] = {}
        for seat, wanted in wishes.items():
            for slot in self._slots(table, seat, wanted):
                left = self._planned(slot, wanted, now, seat in present)
                if left is not None:
                    found[slot] = left
        return found

    def _table_now(self, table: str, seats: Collection[Seat]) -> TableNow:
        """Return a table as it is now, for these seats."""
        state, at = self._tables.state(table), self._tables.now()
        taken = {seat.name for seat in state.seats if seat.taken}
        if rematch := rematch_begun(self._tables.store, state):
            came = [seat.name for seat in self._tables.state(rematch).seats if seat.taken]
            return TableNow(state.version, rematch=rematch, came=frozenset(came))
        if not taken & set(asked_at(state).seats) & set(seats):
            return TableNow(state.version)
        begun = self._turns.at(table, state.version)
        turns = {seat: turn for seat, turn in begun.items() if seat in taken}
        time = time_left(state, at)
        if time is None:
            return TableNow(state.version, turns)
        return TableNow(state.version, turns, left=time.seconds, given=time.given, at=at)

    def _present(self, table: str, links: Collection[str]) -> set[Seat | None]:
        return set(self._tables.seats_of(table, links)) if links else set()

    def _slots(self, table: str, seat: Seat, wanted: Wishes) -> Iterator[Slot]:
        for way in self.ways:
            for occasion in (*OF_TABLE, "test", "confirm"):
                if wanted.address_for(way, occasion):
                    yield Slot(table, seat, way, occasion)

    def _planned(self, slot: Slot, wanted: Wishes, now: TableNow, is_present: bool) -> float | None:
        """Bring the entry of a slot up to the present turn. Return the seconds until it is due, if it waits
        or will be made.
        """
        kept = self._brought_up(slot, wanted, now, is_present)
        if kept is not None and kept.state in ("waiting", "sending"):
            return self._left(kept)
        return due_message(slot.occasion, slot.seat, wanted, now).wait

    def _brought_up(self, slot: Slot, wanted: Wishes, now: TableNow, is_present: bool) -> Outgoing | None:
        """Return the entry of a slot after it has been brought up to the present turn.

        An entry for a turn after `now.version` was made by a process that knows more, and stays.
        """
        due = due_message(slot.occasion, slot.seat, wanted, now)
        for _ in range(MOST_SWAPS):
            raw = self._tables.store.aside(slot.table).get(slot.key)
            kept = _read(raw)
            if slot.occasion == "test":
                return kept
            next_one = kept
            if due.is_made and (kept is None or kept.turn < due.turn):
                next_one = self._new(slot, wanted, due.turn)
            elif kept is not None and kept.state == "waiting" and due.turn != kept.turn <= now.version:
                next_one = replace(kept, state="over", time=self._now())
            if next_one is not None:
                next_one = self._delayed(next_one, is_present)
            if next_one is None or next_one == kept or self._swapped(slot, raw, next_one):
                return next_one
        return None

    def _new(self, slot: Slot, wanted: Wishes, turn: int) -> Outgoing:
        now = self._clock()
        names = "\n".join([*slot, str(turn), wanted.stop])
        made_of = hashlib.sha256(f"fitl message {names}".encode()).hexdigest()[:32]
        wait = self.pace.settle if slot.occasion in ("turn", "rematch") else 0
        return Outgoing(made_of, turn, "waiting", now, now + wait, time=self._now())

    def _delayed(self, kept: Outgoing, is_present: bool) -> Outgoing:
        """Return an entry that waits longer if its player has the table open."""
        if not is_present or kept.state != "waiting" or kept.tries or not kept.turn:
            return kept
        return replace(kept, due=max(kept.due, kept.begun + self.pace.at_table))

    def _left(self, kept: Outgoing) -> float:
        """Return the seconds until an entry is due. A time that is too far away is due now."""
        left = kept.due - self._clock()
        return 0.0 if left > self.pace.longest else max(0.0, left)

    # -- sending ----------------------------------------------------------------------------------------

    def claim(self, slot: Slot, links: Collection[str]) -> Claim | float | None:
        """Return a message to be sent now, or the seconds until it is due; None if there is none any more.

        Raises `FitlError`.
        """
        if slot.occasion in REMINDERS and (wait := self._until_made(slot, links)):
            return wait
        for _ in range(MOST_SWAPS):
            aside = self._tables.store.aside(slot.table)
            raw, wanted = aside.get(slot.key), wishes_in(aside).get(slot.seat)
            kept = _read(raw)
            if kept is None or kept.state not in ("waiting", "sending") or wanted is None:
                return None
            next_one = self._delayed(kept, slot.seat in self._present(slot.table, links))
            left = self._left(next_one)
            if not left:
                next_one = self._at_due(slot, kept, wanted)
            if next_one != kept and not self._swapped(slot, raw, next_one):
                continue
            if left:
                return left
            if next_one.state != "sending":
                return None
            address = wanted.address_for(slot.way, slot.occasion)
            return Claim(slot, next_one, address, self._message(slot, next_one, wanted))
        return 1.0

    def _until_made(self, slot: Slot, links: Collection[str]) -> float | None:
        """Make a reminder if its moment has come. Return the seconds until then, or until it is due."""
        wanted = wishes_in(self._tables.store.aside(slot.table)).get(slot.seat)
        if wanted is None:
            return None
        now = self._table_now(slot.table, [slot.seat])
        return self._planned(slot, wanted, now, slot.seat in self._present(slot.table, links))

    def _at_due(self, slot: Slot, kept: Outgoing, wanted: Wishes) -> Outgoing:
        """Return an entry that is due as it is to be kept: claimed, or at its end."""
        turn = kept.turn
        if slot.occasion in OF_TABLE:
            now = self._table_now(slot.table, [slot.seat])
            turn = due_message(slot.occasion, slot.seat, wanted, now).turn
        if kept.turn != turn or not wanted.address_for(slot.way, slot.occasion):
            return replace(kept, state="over", time=self._now())
        if kept.tries > len(self._waits(slot)):
            return replace(kept, state="failed", error=kept.error or _ENDED, time=self._now())
        due = self._clock() + self.pace.lease
        return replace(kept, state="sending", due=due, tries=kept.tries + 1, time=self._now())

    def finish(self, claim: Claim, error: Undeliverable | None) -> float | None:
        """Record the outcome of a claim. Return the seconds until the next try; None if there is none."""
        kept, waits = claim.kept, self._waits(claim.slot)
        if error is None:
            done = replace(kept, state="sent", error="", time=self._now())
        elif error.is_final or kept.tries > len(waits):
            done = replace(kept, state="failed", error=error.message, time=self._now())
        else:
            due = self._clock() + waits[kept.tries - 1]
            done = replace(kept, state="waiting", due=due, error=error.message, time=self._now())
        is_kept = self._swapped(claim.slot, _written(kept), done)  # else it was erased, or claimed elsewhere
        return self._left(done) if is_kept and done.state == "waiting" else None

    def _waits(self, slot: Slot) -> tuple[float, ...]:
        """Return the waits between the tries of a message: a test is tried only once."""
        return () if slot.occasion == "test" else self.pace.waits

    def _message(self, slot: Slot, kept: Outgoing, wanted: Wishes) -> TurnMessage:
        state = self._tables.state(slot.table)
        asked, board = asked_at(state), state.board
        words = standing(board) if board is not None and not state.unshown else asked.words
        link = link_to(self._public_url, slot.table)
        if slot.occasion == "test":
            words = "Messages for this seat arrive here."
        elif slot.occasion == "rematch":
            words = f"Open the finished table to take your seat {slot.seat} at the new one."
        elif slot.occasion == "confirm":
            words = CONFIRMING
            link = confirm_link(self._public_url, slot.table, slot.seat, wanted.confirm)
        return TurnMessage(
            kept.id,
            slot.occasion,
            slot.table,
            slot.seat,
            state.factions_of(slot.seat),
            words,
            asked.since,
            link,
            stop_link(self._public_url, slot.table, slot.seat, wanted.stop),
            asked.due,
        )

    # -- entries ----------------------------------------------------------------------------------------

    def outgoing(self, slot: Slot, aside: Mapping[str, str]) -> Outgoing | None:
        """Return the last message of a slot, from the side data of its table, or None."""
        return _read(aside.get(slot.key))

    def ask_for(self, slot: Slot, wanted: Wishes) -> float:
        """Make a message that the player asks for now: a test, or another link for confirmation.

        Return 0, or the seconds after which another one is possible.
        """
        raw, now = self._tables.store.aside(slot.table).get(slot.key), self._clock()
        kept = _read(raw)
        if kept is not None and 0 <= now - kept.begun < self.pace.test_again:
            return self.pace.test_again - (now - kept.begun)
        made = self._new(slot, wanted, 0)
        unique = hashlib.sha256(f"{made.id} {now}".encode()).hexdigest()[:32]
        return 0.0 if self._swapped(slot, raw, replace(made, id=unique)) else self.pace.test_again

    def know_of_rematch(self, table: str, seat: Seat) -> None:
        """Tell a seat nothing of a rematch: its player has asked for it."""
        for way in WAYS:
            slot, now = Slot(table, seat, way, "rematch"), self._clock()
            raw = self._tables.store.aside(table).get(slot.key)
            if (kept := _read(raw)) is None or kept.state == "waiting":
                self._swapped(slot, raw, Outgoing("", 1, "over", now, now, time=self._now()))

    def _swapped(self, slot: Slot, before: str | None, after: Outgoing) -> bool:
        return self._tables.store.swap_aside(slot.table, slot.key, before, _written(after))

    def _now(self) -> str:
        at = datetime.fromtimestamp(self._clock(), UTC)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


_ENDED = "the server ended while it sent the message"


def _written(kept: Outgoing) -> str:
    return msgspec.json.encode(kept).decode()


def _read(text: str | None) -> Outgoing | None:
    """Return a kept entry. One that cannot be read counts as none."""
    try:
        return None if text is None else _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError):
        return None
