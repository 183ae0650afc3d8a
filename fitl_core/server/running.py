"""The server as a process: it listens, keeps no connection for nothing, and ends soon after it is told to."""

from __future__ import annotations

import asyncio
import socket
import sys

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from fitl_core.server.app import Limits, Site
from fitl_core.server.guards import SECURITY_HEADERS
from fitl_core.server.problems import RequestError, TooSlow, answered
from fitl_core.server.sending import problem
from fitl_core.table.tables import Tables

KEEP = 75
"""Seconds for which a connection is kept that nothing is asked on."""
SWITCH = 0.0005
"""Seconds for which a thread goes on while others wait: most answers take less."""
GRACE = 2
"""Seconds in which what is being answered comes to its end, once the server is to end."""
ARRIVAL = 20.0
"""Seconds in which a request has to come, from its first byte, or the connection, to the end of its body."""
READING = 60.0
"""Seconds in which a client has to read on in an answer, so that there is room for more of it."""


def listening(host: str, port: int) -> socket.socket:
    """A socket at an address (port 0: any that is free). Raises `OSError`, for no host as well."""
    if not host:
        raise OSError("say which host; 0.0.0.0 listens to everybody")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (TypeError, UnicodeError):
        raise OSError("no host can have this name") from None


def address_of(sock: socket.socket) -> str:
    """Where a browser finds what listens there."""
    host, port = sock.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


class _Http(H11Protocol):
    """A connection of `uvicorn`, which bounds the time for a request that trickles and an answer not read."""

    _arrival: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _is_fresh = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has come: its request is waited for."""
        super().connection_made(transport)
        self._watch_arrival()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        _stop(self._arrival)
        _stop(self._reading)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something of a request has come; the time for it goes on."""
        super().data_received(data)
        self._watch_arrival()

    def on_response_complete(self) -> None:
        """A request is answered; the next may have begun already."""
        super().on_response_complete()
        self._watch_arrival()

    def pause_writing(self) -> None:
        """So much of an answer waits for the client to read that no more of it is made."""
        super().pause_writing()
        _stop(self._reading)
        self._reading = self.loop.call_later(READING, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads."""
        _stop(self._reading)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Say that this is no request, and hang up."""
        self._refuse(RequestError(msg))

    def _watch_arrival(self) -> None:
        """Let the time for a request run while it comes, and no longer."""
        if not self._is_coming():
            _stop(self._arrival)
            self._arrival = None
        elif self._arrival is None:
            self._arrival = self.loop.call_later(ARRIVAL, self._too_late)

    def _is_coming(self) -> bool:
        """Whether a request has begun to come, or is to, and is not there as a whole."""
        state = self.conn.their_state
        if state is not h11.IDLE:
            self._is_fresh = False
        return state is h11.SEND_BODY or (
            state is h11.IDLE and (self._is_fresh or self.conn.trailing_data[0] != b"")
        )

    def _too_late(self) -> None:
        self._refuse(TooSlow(f"the request has not come within {ARRIVAL:.0f} seconds"))

    def _refuse(self, error: RequestError) -> None:
        """Say what is wrong, unless an answer has begun, and hang up."""
        if self.transport.is_closing():
            return
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            said = problem(answered(error))
            for name, value in {
                **SECURITY_HEADERS,
                "Cache-Control": "no-store",
                "Connection": "close",
            }.items():
                said.headers[name] = value
            for event in (
                h11.Response(status_code=said.status_code, headers=said.raw_headers),
                h11.Data(data=bytes(said.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def _stop(timer: asyncio.TimerHandle | None) -> None:
    """Let a timer run no more, if there is one."""
    if timer is not None:
        timer.cancel()


HTTP: type[asyncio.Protocol] = _Http
"""How the server speaks to a client."""


class _Server(uvicorn.Server):
    """Ends the streams before it waits for what is still being answered."""

    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self._site = site

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, end the streams, then whatever is not done in time."""
        self._site.herald.stop()
        await super().shutdown(sockets)


def run(tables: Tables, sock: socket.socket, limits: Limits, names: frozenset[str]) -> None:
    """Serve until a signal comes. What is asked is not logged: nobody's link stands anywhere."""
    sys.setswitchinterval(SWITCH)
    site = Site(tables, limits, names)
    config = uvicorn.Config(
        site.app,
        http=HTTP,
        ws="none",
        access_log=False,
        log_level="critical",
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=KEEP,
    )
    _Server(config, site).run([sock])
