"""The server as a process: it listens, bounds the time of each connection, and stops soon after a signal.

Read `site` for the app.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from fitl_core.messages.postman import Posting
from fitl_core.server.guards import SECURITY_HEADERS
from fitl_core.server.problems import RequestError, TooSlow, answered
from fitl_core.server.request_log import LogForm, RequestLog
from fitl_core.server.request_records import RequestRecord
from fitl_core.server.responses import problem
from fitl_core.server.site import Limits, Site
from fitl_core.table.tables import Tables

if TYPE_CHECKING:
    from fitl_core.server.metrics import Metrics

KEEP = 75
"""Seconds for which an idle connection is kept."""
SWITCH = 0.0005
"""Seconds for which a thread runs on while others wait. Most answers take less."""
GRACE = 2
"""Seconds in which answers may be completed after the server was asked to stop."""
ARRIVAL = 20.0
"""Seconds in which a request must arrive: from its first byte, or the connection, to the end of its body."""
READING = 60.0
"""Seconds in which a client must read more of an answer, so that there is room for its rest."""


def listening(host: str, port: int) -> socket.socket:
    """Return a socket at an address (port 0: any free port). Raises `OSError`, also for an empty host."""
    if not host:
        raise OSError("name a host; 0.0.0.0 listens to everybody")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (TypeError, UnicodeError):
        raise OSError("no host can have this name") from None


def address_of(sock: socket.socket) -> str:
    """Return the address under which a browser reaches a socket."""
    host, port = sock.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


class _Http(H11Protocol):
    """A connection of `uvicorn` with limits on the time of a slow request and of an unread answer."""

    _arrival: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _is_fresh = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the request of a new client. Answers are sent without waiting for more data."""
        connection = transport.get_extra_info("socket")
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().connection_made(transport)
        self._watch_arrival()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers of a lost connection."""
        _stop(self._arrival)
        _stop(self._reading)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request; its time goes on running."""
        super().data_received(data)
        self._watch_arrival()

    def on_response_complete(self) -> None:
        """Complete an answer. The next request may have begun already."""
        super().on_response_complete()
        self._watch_arrival()

    def pause_writing(self) -> None:
        """Stop making an answer until the client has read more of it."""
        super().pause_writing()
        _stop(self._reading)
        self._reading = self.loop.call_later(READING, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on with an answer after the client has read."""
        _stop(self._reading)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Answer that this is no request, and hang up."""
        self._refuse(RequestError(msg))

    def _watch_arrival(self) -> None:
        """Let the timer of a request run while the request arrives, and no longer."""
        if not self._is_coming():
            _stop(self._arrival)
            self._arrival = None
        elif self._arrival is None:
            self._arrival = self.loop.call_later(ARRIVAL, self._too_late)

    def _is_coming(self) -> bool:
        """Check whether a request is expected or has begun to arrive, and is not complete."""
        state = self.conn.their_state
        if state is not h11.IDLE:
            self._is_fresh = False
        return state is h11.SEND_BODY or (
            state is h11.IDLE and (self._is_fresh or self.conn.trailing_data[0] != b"")
        )

    def _too_late(self) -> None:
        self._refuse(TooSlow(f"the request did not arrive within {ARRIVAL:.0f} seconds"))

    def _refuse(self, error: RequestError) -> None:
        """Send a problem, unless an answer has begun, and hang up."""
        if self.transport.is_closing():
            return
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            response = problem(answered(error))
            for name, value in {
                **SECURITY_HEADERS,
                "Cache-Control": "no-store",
                "Connection": "close",
            }.items():
                response.headers[name] = value
            for event in (
                h11.Response(status_code=response.status_code, headers=response.raw_headers),
                h11.Data(data=bytes(response.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def _stop(timer: asyncio.TimerHandle | None) -> None:
    """Stop a timer, if there is one."""
    if timer is not None:
        timer.cancel()


HTTP: type[asyncio.Protocol] = _Http
"""The protocol of the server's connections."""


class _Server(uvicorn.Server):
    """A server that ends its streams before it waits for the last answers."""

    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self._site = site

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, end the streams, then all that is not done in time."""
        self._site.herald.stop()
        await super().shutdown(sockets)


def run(
    tables: Tables,
    sock: socket.socket,
    limits: Limits,
    names: frozenset[str],
    proxies: tuple[str, ...] = (),
    posting: Posting | None = None,
    *,
    path: str = "",
    log: LogForm | None = None,
    metrics: Metrics | None = None,
) -> None:
    """Serve until a signal comes. `uvicorn` itself logs no requests: its log would show paths and addresses.

    `X-Forwarded-For` is trusted only from the addresses and networks in `proxies`. The server may be shown
    below a `path`.
    """
    sys.setswitchinterval(SWITCH)
    watchers: list[Callable[[RequestRecord], None]] = [RequestLog(log)] if log is not None else []
    if metrics is not None:
        watchers.append(metrics)
    site = Site(tables, limits, names, posting, path=path, watchers=watchers)
    if metrics is not None:
        metrics.watch(site)
    config = uvicorn.Config(
        site.app,
        http=HTTP,
        ws="none",
        access_log=False,
        log_level="critical",
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=KEEP,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
    )
    _Server(config, site).run([sock])
