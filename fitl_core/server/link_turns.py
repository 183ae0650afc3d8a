"""Pools of threads in which clients take turns: one for commands, one for rulings and drafts.

`site` uses it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import TypeVar

import anyio
from anyio.to_thread import run_sync

from fitl_core.server.problems import TooMany

RETRY = 2
"""Seconds after which a client with a full queue may ask again."""

T = TypeVar("T")


class Turns:
    """A pool of threads. A client has one of them at a time, and at most `most` requests in the pool.

    Requests of one client wait for each other, so that no client ever holds a second thread. Waiting clients
    are served in turn, one request each.
    """

    def __init__(self, threads: int, most: int) -> None:
        self._free = threads
        self._most = most
        self._limiter = anyio.CapacityLimiter(threads)
        self._working: set[str] = set()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def run(self, client: str, work: Callable[[], T]) -> T:
        """Do a client's work in a thread when it is the client's turn.

        Raises `TooMany` if the pool already holds `most` requests of the client.
        """
        queue = self._waiting.get(client, deque())
        if len(queue) + (client in self._working) >= self._most:
            why = f"{self._most} rulings and drafts of this link wait already: wait for their answers first"
            raise TooMany(why, headers={"Retry-After": str(RETRY)})
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._waiting[client] = queue
        self._call_next()
        try:
            await turn
        except asyncio.CancelledError:
            self._leave(client, turn)
            raise
        try:
            return await run_sync(work, limiter=self._limiter)
        finally:
            self._end(client)

    def _call_next(self) -> None:
        """Give free threads to the clients that have waited longest since their last turn."""
        for client in [name for name in self._waiting if name not in self._working][: self._free]:
            queue = self._waiting.pop(client)
            turn = queue.popleft()
            if queue:
                self._waiting[client] = queue
            if not turn.done():  # else the request was given up
                turn.set_result(None)
                self._working.add(client)
                self._free -= 1

    def _end(self, client: str) -> None:
        """Free a thread. Its client's next request comes after those of all others."""
        self._working.discard(client)
        if client in self._waiting:
            self._waiting.move_to_end(client)
        self._free += 1
        self._call_next()

    def _leave(self, client: str, turn: asyncio.Future[None]) -> None:
        """Remove a request that is no longer waiting."""
        if turn.done() and not turn.cancelled():  # its turn had come
            self._end(client)
            return
        queue = self._waiting.get(client, deque())
        if turn in queue:
            queue.remove(turn)
        if not queue:
            self._waiting.pop(client, None)
