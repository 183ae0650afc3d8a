"""What happens at tables, told to those who listen as it happens: server-sent events.

One thread of the process waits for the store. It wakes what tells of a table, which reads what is new behind
what each listener has been told, for all of them at once. So nothing is told twice or left out, whichever
process has written it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from fitl_core.server.calls import Desk
from fitl_core.server.shapes import Listening, News
from fitl_core.stores.port import StoreError
from fitl_core.table.asked import asked_at
from fitl_core.table.facts import TABLE, Recorded, Seat
from fitl_core.table.keeping import read_fact
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import known_to

HEARTBEAT = 15.0
"""Seconds behind which a stream says that it is still there."""
PAUSE = 0.5
"""Seconds until a store that is away is asked again."""
MOST_UNREAD = 100
"""So much may wait for a listener that does not read; then his stream ends, and he may come again."""

Found = list[News] | None
"""What is new for a listener; None where his link holds no more."""
Search = Callable[[], list[Found]]
InThread = Callable[[Search], Awaitable[list[Found]]]
"""Has something done that waits for the store."""


class Listener:
    """One who listens to a table: by which link (None: a spectator), what he asks for, and what he has heard.

    `ends` says why nothing more is told, once that is so.
    """

    def __init__(self, link: str | None, asks: Listening) -> None:
        self.link: str | None = link
        self.has: Listening = asks
        self.ends: str = ""
        self._news: asyncio.Queue[News | None] = asyncio.Queue()

    def tell(self, found: Found) -> None:
        """Hand over what is new."""
        if found is None:
            self.end("link")
        elif self._news.qsize() + len(found) > max(MOST_UNREAD, len(found)):
            self.end("server")
        elif found:
            for news in found:
                self._news.put_nowait(news)
            last = found[-1]
            lines = None if last.status == "gathering" else last.lines
            self.has = replace(self.has, after=last.version, lines=lines)

    def end(self, why: str) -> None:
        """Nothing more is told."""
        self.ends = self.ends or why
        self._news.put_nowait(None)

    async def next(self) -> News | None:
        """What is new; None at the end. Raises `TimeoutError` where nothing is for a while."""
        return await asyncio.wait_for(self._news.get(), HEARTBEAT)


class _Teller:
    """Tells of one table to all who listen to it."""

    def __init__(self, look: Callable[[Sequence[Listener]], Awaitable[list[Found]]]) -> None:
        self.flag = asyncio.Event()
        self.listeners: set[Listener] = set()
        self._look = look
        self._task = asyncio.create_task(self._tell())

    def end(self, why: str) -> None:
        """Tell nothing more to anybody."""
        self._task.cancel()
        for listener in self.listeners:
            listener.end(why)

    async def _tell(self) -> None:
        try:
            while await self.flag.wait():
                self.flag.clear()
                listeners = [one for one in self.listeners if not one.ends]
                try:
                    found = await self._look(listeners)
                except StoreError:  # what comes meanwhile is told when it is back
                    await asyncio.sleep(PAUSE)
                    self.flag.set()
                    continue
                for listener, news in zip(listeners, found, strict=True):
                    listener.tell(news)
        except Exception:
            self.end("server")
            raise


class Herald:
    """Tells of tables that have changed, in this process or another."""

    def __init__(self, desk: Desk, in_thread: InThread) -> None:
        self._desk = desk
        self._in_thread = in_thread
        self._tellers: dict[str, _Teller] = {}
        self._stopping = threading.Event()

    def start(self) -> None:
        """Begin to wait for the store, in the running loop."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._wait, args=(loop,), name="fitl-news", daemon=True).start()

    def stop(self) -> None:
        """End all streams. To be called in the loop."""
        self._stopping.set()
        for teller in self._tellers.values():
            teller.end("server")

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        seen: dict[str, int] = {}
        while not self._stopping.is_set():
            try:
                changed = self._desk.tables.store.changed(seen, timeout=60)
            except StoreError:
                self._stopping.wait(PAUSE)
                continue
            seen |= changed
            if changed and not self._stopping.is_set():
                loop.call_soon_threadsafe(self._wake, changed)

    def _wake(self, tables: Iterable[str]) -> None:
        for table in tables:
            if (teller := self._tellers.get(table)) is not None:
                teller.flag.set()

    async def stream(self, table: str, link: str | None, asks: Listening) -> AsyncIterator[bytes]:
        """News behind a version, as server-sent events, until the server ends or the link is void."""
        yield b": news\n\n"
        listener = Listener(link, asks)
        self._begin(table, listener)
        try:
            while True:
                try:
                    news = await listener.next()
                except TimeoutError:
                    yield b": heartbeat\n\n"
                    continue
                if news is None:
                    break
                yield _event("news", msgspec.json.encode(news), news.version)
            yield _event("end", msgspec.json.encode({"why": listener.ends}))
        finally:
            self._end(table, listener)

    def _begin(self, table: str, listener: Listener) -> None:
        if self._stopping.is_set():
            listener.end("server")
            return
        if (teller := self._tellers.get(table)) is None:
            teller = self._tellers[table] = _Teller(partial(self._look, table))
        teller.listeners.add(listener)
        teller.flag.set()

    def _end(self, table: str, listener: Listener) -> None:
        if (teller := self._tellers.get(table)) is not None:
            teller.listeners.discard(listener)
            if not teller.listeners:
                self._tellers.pop(table).end("server")

    async def _look(self, table: str, listeners: Sequence[Listener]) -> list[Found]:
        asked = [(one.link, one.has) for one in listeners]
        return await self._in_thread(partial(news_for, self._desk, table, asked))


def news_for(desk: Desk, table: str, listeners: Sequence[tuple[str | None, Listening]]) -> list[Found]:
    """What is new for each of those who listen, by link and what he has. Raises `StoreError`."""
    if not listeners:
        return []
    state = desk.tables.state(table)
    first = min([has.after for _, has in listeners])
    facts = desk.tables.store.read(table, first, max(0, state.version - first))
    recorded = [read_fact(table, fact) for fact in facts]
    seats = desk.tables.seats_of(table, [link or "" for link, _ in listeners])
    names = desk.tables.names(table) if any(has.scene for _, has in listeners) else {}

    def told(seat: Seat | None, has: Listening) -> list[News]:
        found = _told(state, seat, recorded, has)
        if found and has.scene:
            shown: dict[str, Any] = {"scene": desk.scenes.scene(state, seat, names, has.lines)}
            found[-1] = replace(found[-1], **shown)
        return found

    return [
        None if link is not None and not _is_there(state, seat) else told(seat, has)
        for (link, has), seat in zip(listeners, seats, strict=True)
    ]


def _is_there(state: TableState, seat: Seat | None) -> bool:
    """Whether a link that opens this seat opens one that there is."""
    return seat is not None and (seat == TABLE or state.seat(seat) is not None)


def _told(state: TableState, seat: Seat | None, recorded: Sequence[Recorded], has: Listening) -> list[News]:
    """What a seat (None: a spectator) is told behind a version: one piece of news for each command."""
    found: list[News] = []
    group: list[Recorded] = []
    for fact in recorded:
        if fact.version > has.after:
            group.append(fact)
            if not fact.more:
                found.append(News(fact.version, known_to(seat, group)))
                group = []
    if found:
        more = {"asked": asked_at(state), "status": state.status, "lines": len(state.lines)}
        found[-1] = replace(found[-1], **more)
    return found


def _event(name: str, data: bytes, version: int | None = None) -> bytes:
    numbered = b"id: %d\n" % version if version is not None else b""
    return numbered + b"event: %s\ndata: %s\n\n" % (name.encode(), data)
