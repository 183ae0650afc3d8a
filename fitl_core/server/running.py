"""The server as a process: it listens, and ends soon after it is told to, with streams open."""

from __future__ import annotations

import socket
import sys

import h11
import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from fitl_core.server.app import Limits, Site
from fitl_core.server.guards import SECURITY_HEADERS
from fitl_core.server.problems import Problem
from fitl_core.table.tables import Tables

KEEP = 75
"""Seconds for which a connection is kept that nothing is asked on."""
SWITCH = 0.0005
"""Seconds for which a thread goes on while others wait: most answers take less."""
GRACE = 2
"""Seconds in which what is being answered comes to its end, once the server is to end."""


def listening(host: str, port: int) -> socket.socket:
    """A socket at an address (port 0: any that is free). Raises `OSError`."""
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


class Http(H11Protocol):
    """HTTP that also answers what is none as everything else is: JSON, with the headers of every answer."""

    def send_400_response(self, msg: str) -> None:
        """Say that this is no request, and hang up."""
        body = msgspec.json.encode(Problem("request", msg))
        headers = {
            **SECURITY_HEADERS,
            "Cache-Control": "no-store",
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        for event in (
            h11.Response(status_code=400, headers=list(headers.items()), reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event))
        self.transport.close()


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
        http=Http,
        access_log=False,
        log_level="critical",
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=KEEP,
    )
    _Server(config, site).run([sock])
