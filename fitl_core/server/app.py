"""The whole server as one ASGI app: routes made of the endpoints, the page, and what stands around both."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import anyio
import msgspec
from anyio.to_thread import run_sync
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from fitl_core.errors import FitlError
from fitl_core.pictures.board import board_frame
from fitl_core.pictures.colours import colour_rules_within
from fitl_core.server.calls import Call, Desk, link_in
from fitl_core.server.endpoints import ENDPOINTS, Endpoint
from fitl_core.server.guards import Guard
from fitl_core.server.kept import Kept
from fitl_core.server.looking import lines_had
from fitl_core.server.news import Herald
from fitl_core.server.openapi import document
from fitl_core.server.played import Played
from fitl_core.server.problems import Busy, NoSuchPath, RequestError, TooMany, WrongMethod, answered
from fitl_core.server.rates import Rates
from fitl_core.server.reading import body_of, query_of
from fitl_core.server.scenes import Scenes
from fitl_core.server.sending import answer, problem
from fitl_core.server.shapes import Listening, Version
from fitl_core.table.tables import Tables

PAGE = Path(__file__).with_name("page")
"""The files of the page."""
READING, DOING = 3, 4
"""So many requests that only look are worked on at once; and so many others, which do not wait for those."""
NEWS_THREADS = 2
"""So many tables are looked at for their streams at once; PostgreSQL has connections for all."""
MOST_WAITING = 1_000
"""So many may wait for that."""
MOST_PICTURES = 200
"""So many pictures are kept, of about 90 kB each."""

T = TypeVar("T")


class Limits(msgspec.Struct, frozen=True):
    """What the server bears: requests a second of one link, four times as many of one address; streams.

    An address has at most a quarter of the streams. `rate` None: as many requests as come.
    """

    rate: float | None = 25
    streams: int = 2_000


class Site:
    """Answers requests for the tables of a store. `names` are those by which it may be called."""

    def __init__(
        self, tables: Tables, limits: Limits | None = None, names: frozenset[str] = frozenset()
    ) -> None:
        limits = limits or Limits()
        played = Played()
        self._desk = Desk(tables, played, Kept(MOST_PICTURES), Scenes(played))
        self._limits = limits
        self._by_link = Rates(limits.rate)
        self._by_address = Rates(None if limits.rate is None else 4 * limits.rate)
        self._streams: Counter[str] = Counter()
        self._reading = anyio.CapacityLimiter(READING)
        self._doing = anyio.CapacityLimiter(DOING)
        self._waiting = 0
        look = partial(run_sync, limiter=anyio.CapacityLimiter(NEWS_THREADS))
        self.herald: Herald = Herald(self._desk, look)
        handlers: dict[Any, Any] = {HTTPException: _by_starlette, FitlError: _refused, Exception: _refused}
        within = Starlette(routes=self._routes(), lifespan=self._lifespan, exception_handlers=handlers)
        self.app: ASGIApp = Guard(within, names)

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self.herald.start()
        yield
        self.herald.stop()

    def _routes(self) -> list[BaseRoute]:
        """The routes of all endpoints, and the page."""
        found: list[BaseRoute] = []
        for endpoint in ENDPOINTS:
            respond = self._respond(endpoint) if endpoint.handler is not None else self._tell_news(endpoint)
            route = Route(endpoint.path, respond, methods=[endpoint.method])
            route.methods = {endpoint.method}  # a stream is not to be begun by HEAD
            found.append(route)
        return [
            *found,
            Route("/openapi.json", _openapi),
            Route("/", _index),
            Route("/favicon.ico", _favicon),
            Route("/static/board.svg", _board),
            Route("/static/colours.css", _colours),
            Mount("/static", StaticFiles(directory=PAGE)),
        ]

    def _respond(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        handler = endpoint.handler
        assert handler is not None

        async def respond(request: Request) -> Response:
            link = self._admitted(request, endpoint)
            query, body = query_of(request, endpoint), await body_of(request, endpoint)
            table = request.path_params.get("table", "")

            def work() -> Any:
                seat = self._desk.seat_of(table, link) if endpoint.of_table else None
                return handler(Call(self._desk, table, seat, body, query))

            threads = self._reading if endpoint.method == "GET" else self._doing
            return answer(endpoint, await self._in_thread(work, threads))

        return respond

    def _tell_news(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        async def tell_news(request: Request) -> Response:
            link = self._admitted(request, endpoint)
            table = request.path_params["table"]
            asks: Listening = query_of(request, endpoint)
            asks = replace(asks, after=_last_seen(request, asks.after))

            def had() -> int | None:
                """Raises `Unknown` or `WrongLink` for a stream of which nothing would come."""
                self._desk.tables.version(table)
                self._desk.seat_of(table, link)
                return lines_had(self._desk.tables.state(table), asks.lines) if asks.scene else None

            asks = replace(asks, lines=await self._in_thread(had, self._reading))
            client = _address(request)
            if self._streams.total() >= self._limits.streams:
                raise Busy("the server has no room for another stream", headers={"Retry-After": "30"})
            if self._streams[client] >= max(1, self._limits.streams // 4):
                raise TooMany("this address has too many streams", headers={"Retry-After": "30"})
            told = self.herald.stream(table, link, asks)
            headers = {"X-Accel-Buffering": "no"}
            return StreamingResponse(self._counted(client, told), 200, headers, media_type=endpoint.gives)

        return tell_news

    async def _counted(self, client: str, told: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """A stream, which counts among those of its client while it lasts."""
        self._streams[client] += 1
        try:
            async for part in told:
                yield part
        finally:
            self._streams -= Counter([client])

    def _admitted(self, request: Request, endpoint: Endpoint) -> str | None:
        """The link of a request that comes in time. Raises `TooMany`, `RequestError`."""
        link = link_in(request.headers.get("authorization"))
        wait = self._by_address.wait(_address(request), endpoint.weight)
        if link is not None:
            wait = max(wait, self._by_link.wait(sha256(link.encode()).hexdigest(), endpoint.weight))
        if wait:
            raise TooMany("so many requests are too many", headers={"Retry-After": str(math.ceil(wait))})
        return link

    async def _in_thread(self, work: Callable[[], T], threads: anyio.CapacityLimiter) -> T:
        """Do what waits for the store, or thinks, aside of the loop. Raises `Busy`."""
        if self._waiting >= MOST_WAITING:
            raise Busy("the server has too much to do", headers={"Retry-After": "2"})
        self._waiting += 1
        try:
            return await run_sync(work, limiter=threads)
        finally:
            self._waiting -= 1


def _address(request: Request) -> str:
    """The address of a client; a proxy on this machine says whose."""
    return request.client.host if request.client is not None else ""


def _last_seen(request: Request, after: int) -> int:
    """The version behind which a stream goes on. Raises `RequestError`."""
    if (given := request.headers.get("last-event-id")) is None:
        return after
    try:
        return msgspec.convert(given, Version, strict=False)
    except msgspec.ValidationError:
        raise RequestError("this is no id of an event", "Last-Event-ID") from None


async def _refused(_request: Request, error: Exception) -> Response:
    return problem(answered(error))


async def _by_starlette(request: Request, error: HTTPException) -> Response:
    """What the router refuses: a path, or a method."""
    if error.status_code == 405:
        said = f"{request.method} is not asked here"
        return problem(answered(WrongMethod(said, headers=dict(error.headers or {}))))
    return problem(answered(NoSuchPath("nothing is served there")))


async def _openapi(_request: Request) -> Response:
    return Response(document(), media_type="application/json")


async def _index(_request: Request) -> Response:
    return FileResponse(PAGE / "index.html")


async def _favicon(_request: Request) -> Response:
    return FileResponse(PAGE / "favicon.svg")


@cache
def _frame() -> str:
    return board_frame()


async def _board(_request: Request) -> Response:
    """What of the board never changes; `Drawing`s are put into it."""
    return Response(_frame(), media_type="image/svg+xml")


async def _colours(_request: Request) -> Response:
    return Response(colour_rules_within(".drawn"), media_type="text/css")
