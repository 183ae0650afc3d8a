"""The task of a server that sends messages. It runs beside the requests, which never wait for it.

The server wakes it with the names of tables that have changed. Several servers of one store may each have
one. Read `outbox` for the messages.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any, Protocol

import msgspec

from fitl_core.errors import FitlError
from fitl_core.messages.address_limits import MOST_CONFIRMATIONS, MOST_IN_AN_HOUR, AddressLimits
from fitl_core.messages.outbox import Claim, Outbox, Pace, Slot
from fitl_core.messages.turn_texts import TurnMessage
from fitl_core.messages.undeliverable import Undeliverable
from fitl_core.stores.port import StoreError
from fitl_core.table.wishes import Way

PAUSE = 1.0
"""Seconds until a store that cannot be reached is asked again."""
CARRYING = 40.0
"""Seconds after which the sending of a message is given up."""
AT_ONCE: dict[Way, int] = {"mail": 4, "webhook": 64}
"""The largest number of messages of a way that are sent at a time."""
RECORDING = (0.2, 0.5, 1, 2, 5, 10, 20)
"""Seconds before each next try to record an outcome."""
GRACE = 1.0
"""Seconds in which messages may be completed after the server was asked to stop."""

InThread = Callable[[Callable[[], Any]], Awaitable[Any]]
"""A function that does work in a thread, one piece at a time, because the work waits for the store."""


class Carrier(Protocol):
    """The sender of one way."""

    async def carry(self, address: str, message: TurnMessage) -> None:
        """Send a message to an address. Raises `Undeliverable`."""
        ...


class Posting(msgspec.Struct, frozen=True):
    """The operator's settings: the public address of the server, and a carrier for each way that is offered.

    The address ends with `/`.
    """

    public_url: str
    carriers: Mapping[Way, Carrier]
    pace: Pace = Pace()


class Postman:
    """The task that makes, sends and records the messages of all tables.

    `links_at` returns the links of the clients that have a table open in this process. `confirming` counts
    the new addresses of each seat.
    """

    def __init__(
        self,
        outbox: Outbox,
        carriers: Mapping[Way, Carrier],
        in_thread: InThread,
        links_at: Callable[[str], Collection[str]],
    ) -> None:
        self.outbox: Outbox = outbox
        self._carriers = carriers
        self._in_thread = in_thread
        self._links_at = links_at
        self._limits = AddressLimits()
        self._confirmations = AddressLimits(most=MOST_CONFIRMATIONS)
        self.confirming: AddressLimits = AddressLimits(most=MOST_CONFIRMATIONS)
        self._changed: dict[str, None] = {}
        self._timers: dict[Slot, asyncio.TimerHandle] = {}
        self._sending: dict[Slot, asyncio.Task[None]] = {}
        self._room = {way: asyncio.Semaphore(AT_ONCE[way]) for way in carriers}
        self._flag = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task in the running loop."""
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._run())

    async def stop(self) -> None:
        """Stop the task. Messages on their way have a moment to arrive; the others wait in the store."""
        if self._task is not None:
            self._task.cancel()
        for timer in self._timers.values():
            timer.cancel()
        self._loop = None
        if self._sending:
            await asyncio.wait(self._sending.values(), timeout=GRACE)
        for task in list(self._sending.values()):
            task.cancel()

    def wake(self, tables: Iterable[str]) -> None:
        """Look at tables that have changed. Call this in the loop."""
        self._changed |= dict.fromkeys(tables)
        self._flag.set()

    def wake_from_thread(self, table: str) -> None:
        """Look at a table that has changed. Call this from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(self.wake, [table])

    async def _run(self) -> None:
        while await self._flag.wait():
            self._flag.clear()
            while self._changed:
                table = next(iter(self._changed))
                del self._changed[table]
                await self._plan(table)

    async def _plan(self, table: str) -> None:
        """Make the messages of a table, and set a timer for each."""
        try:
            found = await self._in_thread(partial(self.outbox.plan, table, self._links_at(table)))
        except StoreError:
            self._later(PAUSE, self.wake, [table])
        except FitlError:  # the table cannot be read; those who open it get the reason
            pass
        except Exception as error:
            _tell_of_fault(type(error).__name__)
        else:
            for slot, wait in found.items():
                self._set(slot, wait)

    def _later(self, wait: float, act: Callable[..., object], *values: Any) -> asyncio.TimerHandle | None:
        return self._loop.call_later(wait, act, *values) if self._loop is not None else None

    def _set(self, slot: Slot, wait: float) -> None:
        """Set the timer of a message, instead of the one before."""
        if (before := self._timers.pop(slot, None)) is not None:
            before.cancel()
        if (timer := self._later(wait, self._begin, slot)) is not None:
            self._timers[slot] = timer

    def _begin(self, slot: Slot) -> None:
        self._timers.pop(slot, None)
        if slot in self._sending:
            self._set(slot, PAUSE)
        elif self._loop is not None:
            self._sending[slot] = self._loop.create_task(self._send(slot))

    async def _send(self, slot: Slot) -> None:
        """Send a message that is due, and set the timer for its next try."""
        try:
            async with self._room[slot.way]:
                wait = await self._sent(slot)
        finally:
            del self._sending[slot]
        if wait is not None:
            self._set(slot, wait)

    async def _sent(self, slot: Slot) -> float | None:
        """Claim a message, send it and record the outcome. Return the seconds until it is due again."""
        try:
            links = self._links_at(slot.table)
            claim = await self._in_thread(partial(self.outbox.claim, slot, links))
            if not isinstance(claim, Claim):
                return None if claim is None else float(claim)
            return await self._recorded(claim, await self._carry(claim))
        except StoreError:
            return PAUSE
        except FitlError:
            return None
        except Exception as error:
            _tell_of_fault(type(error).__name__)
            return None

    async def _carry(self, claim: Claim) -> Undeliverable | None:
        """Send a message. Return the reason if it was not accepted."""
        address, is_new = claim.address.lower(), claim.slot.occasion == "confirm"
        if is_new and not self._confirmations.admits(address):
            return Undeliverable(f"this address has had {MOST_CONFIRMATIONS} such mails within an hour")
        if not self._limits.admits(address):
            return Undeliverable(f"this address has had {MOST_IN_AN_HOUR} messages within an hour")
        try:
            async with asyncio.timeout(CARRYING):
                await self._carriers[claim.slot.way].carry(claim.address, claim.message)
        except Undeliverable as error:
            if error.for_operator:
                _tell_operator(error.for_operator)
            return error
        except TimeoutError:
            return Undeliverable("the message was not accepted in time")
        except Exception as error:
            _tell_of_fault(type(error).__name__)
            return Undeliverable("the server failed to send the message; its own log says why")
        return None

    async def _recorded(self, claim: Claim, error: Undeliverable | None) -> float | None:
        """Record an outcome, also if the store is away for a while. Return the seconds to the next try."""
        for wait in RECORDING:
            try:
                left: float | None = await self._in_thread(partial(self.outbox.finish, claim, error))
                return left
            except StoreError:
                await asyncio.sleep(wait)
        return self.outbox.pace.lease


@lru_cache(maxsize=100)
def _tell_operator(why: str) -> None:
    """Print once on stderr that a setting is wrong."""
    print(f"fitl serve: mail does not work: {why}", file=sys.stderr)


def _tell_of_fault(kind: str) -> None:
    """Print on stderr that sending has failed, without any data of the message."""
    print(f"fitl serve: {kind} while a message was sent", file=sys.stderr)
