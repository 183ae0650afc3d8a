"""A pool of connections to a database. One thread at a time uses a connection.

`postgres` and `sqlite` have such a pool. Read `port` for the interface of a store.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from fitl_core.stores.port import StoreError

C = TypeVar("C")


class Connections(Generic[C]):
    """A pool of at most `most` connections, opened when they are needed and kept for later use.

    `sound` checks whether a connection can be used again; any other one is closed. If all connections are in
    use, a caller waits for at most `patience` seconds.
    """

    def __init__(
        self,
        open_one: Callable[[], C],
        close_one: Callable[[C], object],
        sound: Callable[[C], bool],
        most: int,
        patience: float,
    ) -> None:
        self._open_one, self._close_one, self._sound = open_one, close_one, sound
        self._most, self._patience = most, patience
        self._in_use = 0
        self._idle: list[C] = []
        self._change = threading.Condition()
        self._closed = False
        self._process = os.getpid()

    @contextmanager
    def one(self) -> Iterator[C]:
        """Yield a connection for the time of a block."""
        connection = self._taken()
        try:
            if connection is None:
                connection = self._open_one()
            yield connection
        finally:
            self._give_back(connection)

    def _taken(self) -> C | None:
        """Return an idle connection; None gives the right to open one."""
        if os.getpid() != self._process:
            raise StoreError("the store was opened before this process began: open it again here")
        until = time.monotonic() + self._patience
        with self._change:
            while not self._closed and self._in_use >= self._most:
                if not self._change.wait(until - time.monotonic()):
                    raise StoreError(f"all {self._most} connections to the store have been in use for long")
            if self._closed:
                raise StoreError("the store is closed")
            self._in_use += 1
            idle = self._idle.pop() if self._idle else None
        if idle is not None and not self._sound(idle):
            self._close_one(idle)
            idle = None
        return idle

    def _give_back(self, connection: C | None) -> None:
        keep = connection is not None and self._sound(connection)
        with self._change:
            self._in_use -= 1
            if connection is not None and keep and not self._closed:
                self._idle.append(connection)
                connection = None
            self._change.notify()
        if connection is not None:
            self._close_one(connection)

    def forget_idle(self) -> None:
        """Close the idle connections: they were opened to a server that has gone."""
        with self._change:
            idle, self._idle = self._idle, []
        for connection in idle:
            self._close_one(connection)

    def close(self) -> None:
        """Close all connections; those in use are closed when they are given back."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        if os.getpid() == self._process:
            self.forget_idle()
