"""Bans and quotas at a server: requests that it refuses although the rules of the game allow them.

They are read from the store every few seconds, so an operator changes them while servers run. Read
`fitl_core.table.admission` for their meaning.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import anyio
from anyio.to_thread import run_sync

from fitl_core.server.problems import Banned, OverQuota
from fitl_core.stores.port import Store, StoreError
from fitl_core.table.admission import (
    OPENED_FROM,
    Admission,
    place_of,
    read_admission,
    tables_by_place,
)
from fitl_core.table.commands import Agree, Close, Command, Decline, Leave, Resign

EVERY = 5.0
"""Seconds from one reading of bans and quotas to the next."""
ENDING = (Close, Agree, Decline, Leave, Resign)
"""The commands that a table over its quota still takes: it can be ended."""


class Admitting:
    """The bans and quotas of a store, as they were read last."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._now = Admission()
        self._thread = anyio.CapacityLimiter(1)

    def read(self) -> None:
        """Read the bans and quotas. Raises `StoreError`."""
        self._now = read_admission(self._store)

    async def follow(self) -> None:
        """Read again and again, until this task is cancelled. While the store is away, the last ones hold."""
        while True:
            with suppress(StoreError):
                await run_sync(self.read, limiter=self._thread, abandon_on_cancel=True)
            await asyncio.sleep(EVERY)

    def insist_on_address(self, address: str) -> None:
        """Raise `Banned` if an address is banned."""
        if self._now.bans and self._now.ban_of(address) is not None:
            raise Banned("this address may not use this server: ask its operator")

    def insist_on_room_for_a_table(self, address: str) -> None:
        """Raise `OverQuota` if no more tables may be opened, by anybody or from this address."""
        quota = self._now.quota
        if quota.tables is not None and len(self._store.tables()) >= quota.tables:
            raise OverQuota(
                f"this server holds at most {quota.tables} tables: ask its operator to delete some"
            )
        if quota.per_address is None:
            return
        if tables_by_place(self._store)[place_of(address)] >= quota.per_address:
            why = f"at most {quota.per_address} tables are opened from one address: ask the server's operator"
            raise OverQuota(why)

    def note_place(self, table: str, address: str) -> None:
        """Keep the place that has opened a table, if a quota needs it."""
        if self._now.quota.per_address is not None:
            self._store.put_aside(table, OPENED_FROM, place_of(address))

    def insist_on_room(self, table: str, command: Command, is_repeated: Callable[[], bool]) -> None:
        """Raise `OverQuota` if a table has as many facts as it may have.

        It can still be ended, and the answer to a command can be asked for again.
        """
        most = self._now.quota.facts
        if most is None or isinstance(command, ENDING) or self._store.version(table) < most or is_repeated():
            return
        why = f"this table has reached the {most} facts that the operator of the server allows: close it"
        raise OverQuota(why)
