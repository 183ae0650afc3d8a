"""Messages by clocks that are wrong, stores that are away, and processes that end: no turn is lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from serving import drawn

from fitl_core import Setup
from fitl_core.messages.address_limits import HOUR, MOST_ADDRESSES, MOST_IN_AN_HOUR, AddressLimits
from fitl_core.messages.outbox import Claim, Outbox, Outgoing, Pace, Slot
from fitl_core.messages.postman import PAUSE, Postman
from fitl_core.messages.turn_texts import TurnMessage
from fitl_core.messages.undeliverable import Undeliverable
from fitl_core.stores.copying import copy_table
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import StoreError
from fitl_core.table.commands import Sit, Submit
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.tables import Tables
from fitl_core.table.wishes import Wishes, keep_wishes

PACE = Pace(settle=10, at_table=300, waits=(60, 300), lease=120)
YEAR = 366 * 24 * 3600.0


class Game:
    """A table whose seat NVA wants mail, with a clock that tests set."""

    def __init__(self) -> None:
        self.now = 1_000_000_000.0
        self.tables = Tables(MemoryStore(), random=drawn())
        opened = self.tables.open(Setup("short"), table="hue")
        self.links = opened.links
        for seat in opened.links:
            if seat:
                self.tables.do("hue", seat, Sit(), seen=self.tables.version("hue"))
        self.slot = Slot("hue", "NVA", "mail", "turn")
        keep_wishes(self.tables.store, "hue", "NVA", Wishes("stop", 0, "ann@example.org"))

    def outbox(self) -> Outbox:
        """Return the outbox of another process."""
        return Outbox(self.tables, "https://fitl.example/", ("mail",), PACE, lambda: self.now)

    def passes(self) -> None:
        """The asked seat passes."""
        asked = asked_at(self.tables.state("hue"))
        self.tables.do(
            "hue", asked.seats[0], Submit(f"{asked.factions[0]} pass"), seen=self.tables.version("hue")
        )

    def turns_to_nva(self) -> None:
        """All pass until NVA is asked."""
        self.passes()
        while "NVA" not in asked_at(self.tables.state("hue")).seats:
            self.passes()

    @property
    def kept(self) -> Outgoing:
        """The entry of the message."""
        found = self.outbox().outgoing(self.slot, self.tables.store.aside("hue"))
        assert found is not None
        return found


@pytest.fixture
def game() -> Game:
    """A table at which NVA is asked."""
    found = Game()
    found.turns_to_nva()
    return found


def sent(outbox: Outbox, slot: Slot) -> Claim:
    """Claim a message that is due, and record that it was sent."""
    claim = outbox.claim(slot, ())
    assert isinstance(claim, Claim)
    assert outbox.finish(claim, None) is None
    return claim


def test_a_message_waits_for_its_times(game: Game) -> None:
    """It is due after `settle`, or `at_table` if the player has the table open; each try waits longer."""
    outbox = game.outbox()
    assert outbox.plan("hue", ()) == {game.slot: PACE.settle}
    game.now += 4
    assert outbox.plan("hue", ()) == {game.slot: PACE.settle - 4}
    assert outbox.plan("hue", [game.links["VC"], "wrong"]) == {game.slot: PACE.settle - 4}
    assert outbox.plan("hue", [game.links["NVA"]]) == {game.slot: PACE.at_table - 4}
    assert outbox.claim(game.slot, ()) == PACE.at_table - 4
    game.now += PACE.at_table
    for wait in PACE.waits:
        claim = outbox.claim(game.slot, [game.links["NVA"]])
        assert isinstance(claim, Claim)
        assert outbox.finish(claim, Undeliverable("busy")) == wait
        assert outbox.claim(game.slot, ()) == wait
        game.now += wait
    claim = outbox.claim(game.slot, ())
    assert isinstance(claim, Claim)
    assert outbox.finish(claim, Undeliverable("busy")) is None
    assert (game.kept.state, game.kept.error, game.kept.tries) == ("failed", "busy", 3)


@pytest.mark.parametrize("jump", [-YEAR, -3600.0, 3600.0, YEAR])
def test_a_clock_that_jumps_delays_no_message_for_long(game: Game, jump: float) -> None:
    """A message from the future is due at once. One that was sent is not sent again."""
    outbox = game.outbox()
    outbox.plan("hue", ())
    game.now += jump
    (wait,) = game.outbox().plan("hue", ()).values()
    assert wait == 0
    sent(outbox, game.slot)
    game.now -= jump
    assert game.outbox().plan("hue", ()) == {} and outbox.claim(game.slot, ()) is None


def test_an_abandoned_message_is_sent_again_with_the_same_id(game: Game) -> None:
    """A process that ends while it sends leaves its claim, which runs out; after all tries it is given up."""
    game.outbox().plan("hue", ())
    game.now += PACE.settle
    ids = set()
    for _ in range(len(PACE.waits) + 1):
        claim = game.outbox().claim(game.slot, ())
        assert isinstance(claim, Claim)
        ids.add(claim.message.id)
        assert game.outbox().plan("hue", ()) == {game.slot: PACE.lease}
        assert game.outbox().claim(game.slot, ()) == PACE.lease
        game.now += PACE.lease
    assert len(ids) == 1
    assert game.outbox().claim(game.slot, ()) is None
    assert (game.kept.state, game.kept.error) == ("failed", "the server ended while it sent the message")


def test_a_turn_that_is_over_is_not_told(game: Game) -> None:
    """A seat that has played is not told of that turn, but of its next one, which has another id."""
    outbox = game.outbox()
    outbox.plan("hue", ())
    first = game.kept.id
    game.passes()
    game.now += PACE.settle
    assert outbox.claim(game.slot, ()) is None and game.kept.state == "over"
    game.turns_to_nva()
    outbox.plan("hue", ())
    game.now += PACE.settle
    assert sent(outbox, game.slot).message.id != first


def test_turns_between_two_looks_are_not_missed(game: Game) -> None:
    """A process that starts after NVA has played and is asked again sees another turn."""
    outbox = game.outbox()
    outbox.plan("hue", ())
    game.now += PACE.settle
    first = sent(outbox, game.slot)
    game.turns_to_nva()
    assert game.outbox().plan("hue", ()) == {game.slot: PACE.settle}
    game.now += PACE.settle
    assert sent(game.outbox(), game.slot).message.id != first.message.id


def test_a_process_that_is_behind_ends_no_later_turn(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has read the table before another one leaves the message of the later turn alone."""
    behind, before = game.outbox(), game.tables.state("hue")
    game.turns_to_nva()
    game.outbox().plan("hue", ())
    latest = game.kept
    for state in (before, game.tables.state("hue", latest.turn - 1)):
        with monkeypatch.context() as patch:
            patch.setattr(game.tables, "state", lambda *_, state=state: state)
            behind.plan("hue", ())
        assert game.kept == latest


def test_a_turn_before_the_wish_is_not_told(game: Game) -> None:
    """Messages begin with the first turn after the player has chosen them."""
    keep_wishes(game.tables.store, "hue", "NVA", Wishes("s", game.tables.version("hue"), "ann@example.org"))
    assert game.outbox().plan("hue", ()) == {}
    game.turns_to_nva()
    assert game.outbox().plan("hue", ()) == {game.slot: PACE.settle}


STEPS = st.lists(
    st.sampled_from(["play", "plan", "claim", "finish", "fail", "end", "wait", "back", "ahead"]), max_size=40
)


@given(STEPS)
@settings(max_examples=60, deadline=None)
def test_each_turn_has_one_message_whatever_happens(steps: list[str]) -> None:
    """Two processes, one of which ends again and again, send each turn's message under one id.

    Every message that was accepted and recorded is sent only once, and the last turn is told in the end.
    """
    game = Game()
    boxes = [game.outbox(), game.outbox()]
    claims: list[tuple[Outbox, Claim]] = []
    recorded: list[str] = []
    for number, step in enumerate(steps):
        box = boxes[number % 2]
        match step:
            case "play":
                game.passes()
            case "plan":
                box.plan("hue", ())
            case "claim":
                if isinstance(claim := box.claim(game.slot, ()), Claim):
                    claims.append((box, claim))
            case "finish" | "fail" if claims:
                one, claim = claims.pop()
                before = game.tables.store.aside("hue").get(game.slot.key)
                one.finish(claim, None if step == "finish" else Undeliverable("busy"))
                if step == "finish" and before != game.tables.store.aside("hue").get(game.slot.key):
                    recorded.append(claim.message.id)
            case "end":
                boxes[number % 2] = game.outbox()
                claims = [one for one in claims if one[0] is not box]
            case "wait":
                game.now += 60
            case "back" | "ahead":
                game.now += -YEAR if step == "back" else YEAR
    assert len(set(recorded)) == len(recorded)
    game.turns_to_nva()
    boxes[0].plan("hue", ())
    game.now += 2 * PACE.longest
    sent(boxes[1], game.slot)


class Carried:
    """A carrier that keeps the messages it was given."""

    def __init__(self) -> None:
        self.messages: list[TurnMessage] = []

    async def carry(self, address: str, message: TurnMessage) -> None:
        """Keep a message."""
        assert address == "ann@example.org"
        self.messages.append(message)


class AwayStore(MemoryStore):
    """A store whose calls about side data fail if their number is in `fails`."""

    fails: tuple[int, ...] = ()
    calls = 0

    def aside(self, table: str) -> dict[str, str]:
        """Return the side data, or fail."""
        self._call()
        return super().aside(table)

    def swap_aside(self, table: str, key: str, before: str | None, after: str | None) -> bool:
        """Replace an entry, or fail."""
        self._call()
        return super().swap_aside(table, key, before, after)

    def _call(self) -> None:
        self.calls += 1
        if self.calls in self.fails:
            raise StoreError("the store is away")


@pytest.mark.parametrize("first", range(1, 7))
def test_a_store_that_is_away_for_a_while_loses_nothing(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever two calls fail, the message is sent once when the store is back."""
    monkeypatch.setattr("fitl_core.messages.postman.PAUSE", PAUSE / 100)
    game, store, carrier = Game(), AwayStore(), Carried()
    copy_table(game.tables.store, store, "hue")
    game.tables = Tables(store)
    game.turns_to_nva()
    outbox = Outbox(game.tables, "https://fitl.example/", ("mail",), Pace(settle=0, lease=0.2))

    async def in_thread(work: Any) -> Any:
        return work()

    async def run() -> None:
        postman = Postman(outbox, {"mail": carrier}, in_thread, lambda _: ())
        store.calls, store.fails = 0, (first, first + 1)
        postman.start()
        postman.wake(["hue"])
        for _ in range(1000):
            await asyncio.sleep(0.01)
            kept = outbox.outgoing(game.slot, MemoryStore.aside(store, "hue"))
            if kept is not None and kept.state == "sent":
                break
        await postman.stop()

    asyncio.run(run())
    assert store.calls > first and len(carrier.messages) == 1 and game.kept.state == "sent"


def test_an_address_has_a_limit() -> None:
    """An address gets so many messages in an hour, others get theirs, and after an hour it gets more."""
    now = 0.0
    limits = AddressLimits(lambda: now)
    assert [limits.admits("ann") for _ in range(MOST_IN_AN_HOUR + 2)].count(True) == MOST_IN_AN_HOUR
    assert limits.admits("ben")
    now = HOUR - 1
    assert not limits.admits("ann")
    now = HOUR
    assert limits.admits("ann")
    for number in range(MOST_ADDRESSES):
        assert limits.admits(str(number))
    assert len(limits._times) == MOST_ADDRESSES


def test_a_flood_of_one_address_is_reported(game: Game) -> None:
    """Beyond the limit a message is not carried, and its seat sees why."""
    carrier = Carried()

    async def in_thread(work: Any) -> Any:
        return work()

    async def run() -> None:
        pace = Pace(settle=0)
        postman = Postman(
            Outbox(game.tables, "https://fitl.example/", ("mail",), pace),
            {"mail": carrier},
            in_thread,
            lambda _: (),
        )
        for _ in range(MOST_IN_AN_HOUR):
            assert postman._limits.admits("ann@example.org")
        postman.start()
        postman.wake(["hue"])
        for _ in range(500):
            await asyncio.sleep(0.01)
            kept = game.outbox().outgoing(game.slot, game.tables.store.aside("hue"))
            if kept is not None and kept.error:
                break
        await postman.stop()

    asyncio.run(run())
    assert carrier.messages == [] and game.kept.error == "this address has had 60 messages within an hour"
    assert game.kept.state == "waiting"
