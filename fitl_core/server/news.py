"""The news of tables for listeners, as server-sent events.

One thread of the process waits for the store, and wakes the task of each changed table. The task reads the
facts after the last news of each listener, for all listeners at once. So no news is sent twice or left out,
whichever process has written it. Read `site` for the streams.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from fitl_core.server.bodies import Listening, News
from fitl_core.server.calls import ServerDesk
from fitl_core.server.guards import tell_of_damage
from fitl_core.server.problems import ApiProblem, answered
from fitl_core.stores.port import StoreError
from fitl_core.table.chat import chat_of
from fitl_core.table.encoding import NewerFact, read_fact
from fitl_core.table.facts import TABLE, Recorded, Seat
from fitl_core.table.links import Damaged
from fitl_core.table.refusals import Unknown
from fitl_core.table.rematches import rematch_begun
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import known_to

HEARTBEAT = 15.0
"""Seconds without news after which a stream sends a sign of life."""
PAUSE = 0.5
"""Seconds until a store that cannot be reached is asked again."""
ANYWAY = 5.0
"""Seconds after which a table is looked at without a fact: another process may have changed its side data.

Links may have become void, and the chat may have a new message.
"""
MOST_UNREAD = 100
"""The largest number of unread news of a listener. A stream with more ends, and may be opened again."""

Found = list[News] | None
"""The news for a listener; None if the listener's link is no longer valid."""


class ChatNews(msgspec.Struct, frozen=True):
    """The number of the last message of a table's chat, and whether spectators may join it."""

    last: int
    has_spectators: bool


class RematchNews(msgspec.Struct, frozen=True):
    """The name of the rematch of a finished table; empty without one."""

    table: str = ""


class Looked(NamedTuple):
    """The news of a table for its listeners, those of its chat, and its rematch."""

    found: list[Found]
    chat: ChatNews
    rematch: RematchNews


Beside = ChatNews | RematchNews
"""News of what is kept beside the facts of a table."""
InThread = Callable[[Callable[[], Looked]], Awaitable[Looked]]
"""A function that does work in a thread, because the work waits for the store."""


class Listener:
    """A client that listens to a table: its link (None: a spectator), its wishes, and the news it has.

    `ends` is the reason for the end of the stream, after the end. `problem` is the error that ended it, if
    any.
    """

    def __init__(self, link: str | None, asks: Listening) -> None:
        self.link: str | None = link
        self.has: Listening = asks
        self.ends: str = ""
        self.problem: ApiProblem | None = None
        self._news: asyncio.Queue[News | Beside | None] = asyncio.Queue()
        self._chat = ChatNews(0, False)
        self._rematch = RematchNews()

    def tell(self, news_list: Found) -> None:
        """Queue news for the listener."""
        if news_list is None:
            self.end("link")
        elif self._news.qsize() + len(news_list) > max(MOST_UNREAD, len(news_list)):
            self.end("server")
        elif news_list:
            for news in news_list:
                self._news.put_nowait(news)
            last = news_list[-1]
            lines = None if last.status == "gathering" else last.lines
            self.has = replace(self.has, after=last.version, lines=lines)

    def tell_of_chat(self, chat: ChatNews) -> None:
        """Queue the news of the chat, if the listener may join it and does not have them."""
        if chat != self._chat and (self.link is not None or chat.has_spectators or self._chat.has_spectators):
            self._chat = chat
            self._news.put_nowait(
                chat if self.link is not None or chat.has_spectators else ChatNews(0, False)
            )

    def tell_of_rematch(self, rematch: RematchNews) -> None:
        """Queue the name of the rematch, unless the listener has it."""
        if rematch != self._rematch:
            self._rematch = rematch
            self._news.put_nowait(rematch)

    def end(self, why: str, problem: ApiProblem | None = None) -> None:
        """End the stream after the queued news."""
        if not self.ends:
            self.ends, self.problem = why, problem
        self._news.put_nowait(None)

    async def next(self) -> News | Beside | None:
        """Return the next news; None at the end. Raises `TimeoutError` if there is none for `HEARTBEAT`
        seconds.
        """
        return await asyncio.wait_for(self._news.get(), HEARTBEAT)


class _Teller:
    """The task that sends the news of one table to all of its listeners."""

    def __init__(self, look: Callable[[Sequence[Listener]], Awaitable[Looked]]) -> None:
        self.flag = asyncio.Event()
        self.listeners: set[Listener] = set()
        self._look = look
        self._task = asyncio.create_task(self._tell())

    def end(self, why: str, problem: ApiProblem | None = None) -> None:
        """End the streams of all listeners."""
        self._task.cancel()
        for listener in self.listeners:
            listener.end(why, problem)

    async def _tell(self) -> None:
        try:
            while True:
                timer = asyncio.get_running_loop().call_later(ANYWAY, self.flag.set)
                await self.flag.wait()
                timer.cancel()
                self.flag.clear()
                listeners = [one for one in self.listeners if not one.ends]
                try:
                    looked = await self._look(listeners)
                except StoreError:  # the news are sent when the store is back
                    await asyncio.sleep(PAUSE)
                    self.flag.set()
                    continue
                for listener, news in zip(listeners, looked.found, strict=True):
                    listener.tell(news)
                    if news is not None:
                        listener.tell_of_chat(looked.chat)
                        listener.tell_of_rematch(looked.rematch)
        except (Damaged, NewerFact) as error:
            tell_of_damage(error.message)
            self.end("server", answered(error).problem)
        except Unknown as error:  # the table was deleted
            self.end("deleted", answered(error).problem)
        except Exception:
            self.end("server")
            raise


class Herald:
    """The sender of news of all tables that change, in this process or another."""

    def __init__(self, desk: ServerDesk, in_thread: InThread) -> None:
        self._desk = desk
        self._in_thread = in_thread
        self._tellers: dict[str, _Teller] = {}
        self._stopping = threading.Event()
        self._also: Callable[[Iterable[str]], object] = lambda _tables: None

    def start(self) -> None:
        """Start to wait for the store, in the running loop."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._wait, args=(loop,), name="fitl-news", daemon=True).start()
        self._desk.bell.listen(lambda table: self._ring(loop, table))

    def wake_also(self, act: Callable[[Iterable[str]], object]) -> None:
        """Call `act` in the loop with the names of all tables at the start, then with those that change."""
        self._also = act

    def links_at(self, table: str) -> frozenset[str]:
        """Return the links of those who have a table open in this process."""
        teller = self._tellers.get(table)
        return frozenset([one.link for one in teller.listeners if one.link]) if teller else frozenset()

    def stop(self) -> None:
        """End all streams. Call this in the loop."""
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

    def _ring(self, loop: asyncio.AbstractEventLoop, table: str) -> None:
        """Wake the listeners of a table from any thread."""
        if not self._stopping.is_set():
            loop.call_soon_threadsafe(self._wake_listeners, [table])

    def _wake(self, tables: Iterable[str]) -> None:
        self._also(tables)
        self._wake_listeners(tables)

    def _wake_listeners(self, tables: Iterable[str]) -> None:
        for table in tables:
            if (teller := self._tellers.get(table)) is not None:
                teller.flag.set()

    async def stream(self, table: str, link: str | None, asks: Listening) -> AsyncIterator[bytes]:
        """Yield news after a version as server-sent events, until the server stops or the link is void."""
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
                if isinstance(news, Beside):
                    name = "chat" if isinstance(news, ChatNews) else "rematch"
                    yield _event(name, msgspec.json.encode(news))
                    continue
                yield _event("news", msgspec.json.encode(news), news.version)
            reason = {"problem": listener.problem} if listener.problem is not None else {}
            yield _event("end", msgspec.json.encode({"why": listener.ends, **reason}))
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

    async def _look(self, table: str, listeners: Sequence[Listener]) -> Looked:
        asked = [(one.link, one.has) for one in listeners]
        return await self._in_thread(
            lambda: Looked(
                news_for(self._desk, table, asked),
                _chat_now(self._desk, table),
                _rematch_now(self._desk, table),
            )
        )


def news_for(desk: ServerDesk, table: str, listeners: Sequence[tuple[str | None, Listening]]) -> list[Found]:
    """Return the news for each listener, given by its link and the news it has. Raises `StoreError`."""
    if not listeners:
        return []
    state = desk.tables.state(table)
    first = min([has.after for _, has in listeners])
    facts = desk.tables.store.read(table, first, max(0, state.version - first))
    recorded = [read_fact(table, fact) for fact in facts]
    seats = desk.tables.seats_of(table, [link or "" for link, _ in listeners])
    names = desk.tables.names(table) if any(has.scene for _, has in listeners) else {}

    def with_scene(seat: Seat | None, has: Listening) -> list[News]:
        news = _news(state, seat, recorded, has)
        if news and has.scene:
            shown: dict[str, Any] = {
                "scene": desk.scenes.scene(state, seat, names, has.lines, desk.tables.now())
            }
            news[-1] = replace(news[-1], **shown)
        return news

    return [
        None if link is not None and not _exists(state, seat) else with_scene(seat, has)
        for (link, has), seat in zip(listeners, seats, strict=True)
    ]


def _chat_now(desk: ServerDesk, table: str) -> ChatNews:
    """Return the news of the chat of a table. Raises `StoreError`."""
    chat = chat_of(desk.tables.store, table)
    return ChatNews(chat.last, chat.has_spectators)


def _rematch_now(desk: ServerDesk, table: str) -> RematchNews:
    """Return the rematch of a table. Raises `StoreError`."""
    return RematchNews(rematch_begun(desk.tables.store, desk.tables.state(table)))


def _exists(state: TableState, seat: Seat | None) -> bool:
    """Check whether the seat of a link exists."""
    return seat is not None and (seat == TABLE or state.seat(seat) is not None)


def _news(state: TableState, seat: Seat | None, recorded: Sequence[Recorded], has: Listening) -> list[News]:
    """Return the news of a seat (None: a spectator) after a version: one for each command."""
    news: list[News] = []
    group: list[Recorded] = []
    for fact in recorded:
        if fact.version > has.after:
            group.append(fact)
            if not fact.more:
                news.append(News(fact.version, known_to(seat, group)))
                group = []
    if news:
        more = {"asked": asked_at(state), "status": state.status, "lines": len(state.lines)}
        news[-1] = replace(news[-1], **more)
    return news


def _event(name: str, data: bytes, version: int | None = None) -> bytes:
    numbered = b"id: %d\n" % version if version is not None else b""
    return numbered + b"event: %s\ndata: %s\n\n" % (name.encode(), data)
