"""The whole server as one ASGI app: the routes of the endpoints, the page, and the limits on requests.

Read `endpoints` for the API, `guards` for the checks on every request, and `running` for the process.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
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
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from fitl_core.errors import FitlError
from fitl_core.messages.outbox import Outbox
from fitl_core.messages.postman import Posting, Postman
from fitl_core.pictures.board_svg import board_frame
from fitl_core.pictures.colours import colour_rules_within
from fitl_core.server.admitting import Admitting
from fitl_core.server.bodies import Listening, Tell, Version
from fitl_core.server.calls import Call, ServerDesk, link_in
from fitl_core.server.compression import Compressed, accepts_gzip
from fitl_core.server.endpoints import ENDPOINTS, Endpoint
from fitl_core.server.guards import Guard, tell_of_damage
from fitl_core.server.health import Health
from fitl_core.server.link_turns import Turns
from fitl_core.server.news import Herald
from fitl_core.server.older_rules import OlderRules
from fitl_core.server.openapi import document
from fitl_core.server.page_texts import texts_file
from fitl_core.server.played_tables import PlayedTables
from fitl_core.server.problems import Busy, NoSuchPath, RequestError, TooMany, WrongMethod, answered
from fitl_core.server.rates import Rates
from fitl_core.server.read_handlers import lines_had
from fitl_core.server.request_reading import body_of, query_of
from fitl_core.server.request_records import Recording, RequestRecord, record_of
from fitl_core.server.responses import answer, problem
from fitl_core.server.scenes import Scenes
from fitl_core.server.shared_results import Kept
from fitl_core.server.sub_paths import SubPath
from fitl_core.stores.port import StoreError
from fitl_core.table.encoding import NewerFact
from fitl_core.table.links import Damaged
from fitl_core.table.tables import Tables

PAGE = Path(__file__).with_name("page")
"""The folder with the files of the page."""
READING, DOING = 3, 4
"""The numbers of threads for requests that only read, and for others. Neither kind waits for the other.

A link has only one thread of the second kind at a time, so that its commands cannot keep others waiting.
"""
RULINGS = 2
"""The threads for rulings and drafts. More would slow commands: threads share one processor."""
MOST_OF_ONE = 8
"""The largest number of rulings and drafts of one link in the server, waiting and in work."""
NEWS_THREADS = 2
"""The number of threads that read tables for streams; PostgreSQL has connections for all of them."""
MOST_WAITING = 1_000
"""The largest number of requests that wait for a thread."""
MOST_PICTURES = 200
"""The largest number of pictures that are kept, about 90 kB each."""

PRESSED = (Middleware(Compressed, always=True),)
"""Files hold no secrets: they are compressed for everybody."""

T = TypeVar("T")


class Limits(msgspec.Struct, frozen=True):
    """The limits of the server: the requests of one link in a second, and the number of streams.

    One address may send four times as many requests as a link, and have a quarter of the streams. `rate` None
    means no limit on requests.
    """

    rate: float | None = 25
    streams: int = 2_000


class Site:
    """The server for the tables of a store. `names` are the host names under which it may be called.

    Without `posting` it sends no messages. It may be shown below a `path`. Each of the `watchers` gets a
    record of each request.
    """

    def __init__(
        self,
        tables: Tables,
        limits: Limits | None = None,
        names: frozenset[str] = frozenset(),
        posting: Posting | None = None,
        *,
        path: str = "",
        watchers: Sequence[Callable[[RequestRecord], None]] = (),
    ) -> None:
        limits = limits or Limits()
        played = PlayedTables()
        self._postman = self._posted(tables, posting)
        admitting = Admitting(tables.store)
        self._desk = ServerDesk(
            tables, played, Kept(MOST_PICTURES), Scenes(played), OlderRules(), admitting, self._postman
        )
        self._limits = limits
        self._by_link = Rates(limits.rate)
        self._by_address = Rates(None if limits.rate is None else 4 * limits.rate)
        self._streams: Counter[str] = Counter()
        self._reading = anyio.CapacityLimiter(READING)
        self._doing = Turns(DOING, MOST_WAITING)
        self._rulings = Turns(RULINGS, MOST_OF_ONE)
        self._waiting = 0
        self._health = Health(tables.store)
        self._path = path
        look = partial(run_sync, limiter=anyio.CapacityLimiter(NEWS_THREADS))
        self.herald: Herald = Herald(self._desk, look)
        handlers: dict[Any, Any] = {HTTPException: _by_starlette, FitlError: _refused, Exception: _refused}
        within = Starlette(routes=self._routes(), lifespan=self._lifespan, exception_handlers=handlers)
        within.router.redirect_slashes = False  # a redirect names the host and the path of the client
        self.app: ASGIApp = Recording(Guard(SubPath(within, path), names), watchers)

    def _posted(self, tables: Tables, posting: Posting | None) -> Postman | None:
        """Return the sender of messages. It reads the store in its own thread."""
        if posting is None:
            return None
        outbox = Outbox(tables, posting.public_url, tuple(posting.carriers), posting.pace)
        in_thread = partial(run_sync, limiter=anyio.CapacityLimiter(1))
        return Postman(outbox, posting.carriers, in_thread, lambda table: self.herald.links_at(table))

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        with suppress(StoreError):
            self._desk.admitting.read()
        if self._postman is not None:
            self._postman.start()
            self.herald.wake_also(self._postman.wake)
        self.herald.start()
        admitting = asyncio.create_task(self._desk.admitting.follow())
        yield
        admitting.cancel()
        self.herald.stop()
        if self._postman is not None:
            await self._postman.stop()

    def _routes(self) -> list[BaseRoute]:
        """Return the routes of all endpoints, and of the page."""
        routes: list[BaseRoute] = []
        for endpoint in ENDPOINTS:
            respond = self._respond(endpoint) if endpoint.handler is not None else self._tell_news(endpoint)
            route = Route(
                endpoint.path, respond, methods=[endpoint.method], middleware=_compression(endpoint)
            )
            route.methods = {endpoint.method}  # HEAD must not begin a stream
            routes.append(route)
        return [
            *routes,
            Route("/healthz", self._health.respond),
            Route("/openapi.json", self._openapi, middleware=PRESSED),
            Route("/", _index, middleware=PRESSED),
            Route("/stop", _stop, middleware=PRESSED),
            Route("/confirm", _confirm, middleware=PRESSED),
            Route("/favicon.ico", _favicon, middleware=PRESSED),
            Route("/static/board.svg", _board, middleware=PRESSED),
            Route("/static/colours.css", _colours, middleware=PRESSED),
            Route("/static/texts.json", _texts, middleware=PRESSED),
            Mount("/static", StaticFiles(directory=PAGE), middleware=PRESSED),
        ]

    @property
    def streams(self) -> int:
        """The number of open streams of news."""
        return self._streams.total()

    @property
    def tables_in_memory(self) -> int:
        """The number of tables that are kept in memory."""
        return self._desk.tables.in_memory

    async def _openapi(self, _request: Request) -> Response:
        return Response(document(self._path), media_type="application/json")

    def _respond(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        handler = endpoint.handler
        assert handler is not None

        async def respond(request: Request) -> Response:
            record = record_of(request.scope)
            record.route = endpoint.path
            link = self._admitted(request, endpoint)
            query, body = query_of(request, endpoint), await body_of(request, endpoint)
            if isinstance(body, Tell):
                record.command = str(body.command.__struct_config__.tag)
            table = request.path_params.get("table", "")

            def work() -> Any:
                seat = self._desk.seat_of(table, link) if endpoint.of_table else None
                return handler(Call(self._desk, table, seat, body, query, _address(request), link))

            client = _client(request, link)
            if endpoint.is_costly:
                return answer(endpoint, await self._rulings.run(client, work))
            takes_gzip = accepts_gzip(request.headers)
            if endpoint.method == "GET":
                run = partial(run_sync, work, limiter=self._reading)
            else:
                run = partial(self._doing.run, client, work)
            return answer(endpoint, await self._waited(run), takes_gzip)

        return respond

    def _tell_news(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        async def tell_news(request: Request) -> Response:
            record_of(request.scope).route = endpoint.path
            link = self._admitted(request, endpoint)
            table = request.path_params["table"]
            asks: Listening = query_of(request, endpoint)
            asks = replace(asks, after=_last_seen(request, asks.after))

            def had() -> int | None:
                """Return the lines that the client has. Raises `Unknown` or `WrongLink`."""
                self._desk.tables.version(table)
                self._desk.seat_of(table, link)
                return lines_had(self._desk.tables.state(table), asks.lines) if asks.scene else None

            asks = replace(asks, lines=await self._waited(partial(run_sync, had, limiter=self._reading)))
            client = _address(request)
            if self._streams.total() >= self._limits.streams:
                raise Busy(
                    "the server has no room for another stream: try again later",
                    headers={"Retry-After": "30"},
                )
            if self._streams[client] >= max(1, self._limits.streams // 4):
                raise TooMany("this address has too many streams: close one", headers={"Retry-After": "30"})
            stream = self.herald.stream(table, link, asks)
            headers = {"X-Accel-Buffering": "no"}
            return StreamingResponse(self._counted(client, stream), 200, headers, media_type=endpoint.gives)

        return tell_news

    async def _counted(self, client: str, stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Yield the parts of a stream, which counts as one of its client's streams while it lasts."""
        self._streams[client] += 1
        try:
            async for part in stream:
                yield part
        finally:
            self._streams -= Counter([client])

    def _admitted(self, request: Request, endpoint: Endpoint) -> str | None:
        """Return the link of a request within the limits. Raises `Banned`, `TooMany` or `RequestError`."""
        self._desk.admitting.insist_on_address(_address(request))
        link = link_in(request.headers.get("authorization"))
        wait = self._by_address.wait(_address(request), endpoint.weight)
        if link is not None:
            wait = max(wait, self._by_link.wait(_client(request, link), endpoint.weight))
        if wait:
            raise TooMany(
                "too many requests: wait as Retry-After says", headers={"Retry-After": str(math.ceil(wait))}
            )
        return link

    async def _waited(self, run: Callable[[], Awaitable[T]]) -> T:
        """Wait for work in a thread outside of the loop. Raises `Busy` if too many requests wait already."""
        if self._waiting >= MOST_WAITING:
            raise Busy("the server has too much to do: try again later", headers={"Retry-After": "2"})
        self._waiting += 1
        try:
            return await run()
        finally:
            self._waiting -= 1


def _compression(endpoint: Endpoint) -> Sequence[Middleware]:
    """Return the compression of an endpoint's answers; none for streams, commands and new links."""
    if endpoint.handler is None or endpoint.method != "GET":
        return ()
    return [Middleware(Compressed, always=endpoint.same_for_all)]


def _address(request: Request) -> str:
    """Return the address of a client; with a trusted proxy, the one that the proxy names."""
    return request.client.host if request.client is not None else ""


def _client(request: Request, link: str | None) -> str:
    """Return the name under which requests are counted: the hash of the link, or the address without one."""
    return _address(request) if link is None else sha256(link.encode()).hexdigest()


def _last_seen(request: Request, after: int) -> int:
    """Return the version after which a stream goes on. Raises `RequestError`."""
    if (given := request.headers.get("last-event-id")) is None:
        return after
    try:
        return msgspec.convert(given, Version, strict=False)
    except msgspec.ValidationError:
        raise RequestError("this is no id of an event", "Last-Event-ID") from None


async def _refused(request: Request, error: Exception) -> Response:
    if isinstance(error, Damaged | NewerFact):
        tell_of_damage(error.message)
    failed = answered(error)
    record_of(request.scope).refusal = failed.problem.error
    return problem(failed)


async def _by_starlette(request: Request, error: HTTPException) -> Response:
    """Return the problem for a path or method that the router refuses."""
    if error.status_code == 405:
        why = f"this path does not take {request.method}"
        return await _refused(request, WrongMethod(why, headers=dict(error.headers or {})))
    return await _refused(request, NoSuchPath("there is nothing at this path"))


async def _index(_request: Request) -> Response:
    return FileResponse(PAGE / "index.html")


async def _stop(_request: Request) -> Response:
    """Return the page that stops messages. The secret for this is in the part of its address after `#`."""
    return FileResponse(PAGE / "stop.html")


async def _confirm(_request: Request) -> Response:
    """Return the page that confirms a mail address. Only its button does so, so a program that looks at links
    confirms nothing.
    """
    return FileResponse(PAGE / "confirm.html")


async def _favicon(_request: Request) -> Response:
    return FileResponse(PAGE / "favicon.svg")


@cache
def _frame() -> str:
    return board_frame()


async def _board(_request: Request) -> Response:
    """Return the parts of the board that never change; a `BoardDrawing` is put into them."""
    return Response(_frame(), media_type="image/svg+xml")


async def _colours(_request: Request) -> Response:
    return Response(colour_rules_within(".drawn"), media_type="text/css")


async def _texts(request: Request) -> Response:
    """Return the texts of the page in the first language of the query that has a translation."""
    body, etag = texts_file(request.query_params.get("languages", "").split(","))
    if request.headers.get("if-none-match", "").removeprefix("W/") == etag:
        return Response(status_code=304, headers={"ETag": etag})
    return Response(body, media_type="application/json", headers={"ETag": etag})
