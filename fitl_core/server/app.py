"""The whole server as one ASGI app: routes made of the endpoints, the page, and what stands around both."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import anyio
import msgspec
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from fitl_core.errors import FitlError
from fitl_core.server.calls import Call, Desk, link_in
from fitl_core.server.drawings import Drawings
from fitl_core.server.endpoints import ENDPOINTS, Endpoint
from fitl_core.server.guards import Guard
from fitl_core.server.news import Herald
from fitl_core.server.openapi import document
from fitl_core.server.played import Played
from fitl_core.server.problems import Busy, NoSuchPath, RequestError, TooMany, WrongMethod, answered
from fitl_core.server.rates import Rates
from fitl_core.server.reading import body_of, query_of
from fitl_core.server.sending import answer, problem
from fitl_core.server.shapes import Version
from fitl_core.table.tables import Tables

PAGE = Path(__file__).with_name("page")
"""The files of the page."""
THREADS = 6
"""So many requests are worked on at once."""
NEWS_THREADS = 2
"""So many tables are looked at for their streams at once; PostgreSQL has connections for all."""
MOST_WAITING = 1_000
"""So many more may wait for that."""

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
        self._desk = Desk(tables, Played(), Drawings())
        self._limits = limits
        self._by_link = Rates(limits.rate)
        self._by_address = Rates(None if limits.rate is None else 4 * limits.rate)
        self._streams: Counter[str] = Counter()
        self._threads = anyio.CapacityLimiter(THREADS)
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

            return answer(endpoint, await self._in_thread(work))

        return respond

    def _tell_news(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        async def tell_news(request: Request) -> Response:
            link = self._admitted(request, endpoint)
            table = request.path_params["table"]
            after = _last_seen(request, query_of(request, endpoint).after)
            await self._in_thread(lambda: (self._desk.tables.version(table), self._desk.seat_of(table, link)))
            client = _address(request)
            if self._streams.total() >= self._limits.streams:
                raise Busy("the server has no room for another stream", headers={"Retry-After": "30"})
            if self._streams[client] >= max(1, self._limits.streams // 4):
                raise TooMany("this address has too many streams", headers={"Retry-After": "30"})
            told = self.herald.stream(table, link, after)
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

    async def _in_thread(self, work: Callable[[], T]) -> T:
        """Do what waits for the store, or thinks, aside of the loop. Raises `Busy`."""
        if self._waiting >= THREADS + MOST_WAITING:
            raise Busy("the server has too much to do", headers={"Retry-After": "2"})
        self._waiting += 1
        try:
            return await run_sync(work, limiter=self._threads)
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
