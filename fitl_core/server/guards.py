"""The guard of the whole server: the check of every request, and the headers of every answer and error.

Read `site` for the app inside.
"""

from __future__ import annotations

import asyncio
import ipaddress
import sys
import traceback
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fitl_core.server.problems import Busy, Foreign, answered
from fitl_core.server.request_records import record_of
from fitl_core.server.responses import problem

SECURITY_HEADERS: dict[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
LOOKING = ("GET", "HEAD")
"""Methods that change nothing."""


class Guard:
    """An app with its guard. `names` are the host names of the server, in addition to bare addresses.

    A page elsewhere can have its name lead to this server (DNS rebinding). Its requests use that name and are
    refused. Changes that another page requests are refused too.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names | {"localhost"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_begun = False

        async def guarded(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                is_api = scope["path"].startswith("/api/")
                headers["Cache-Control"] = "no-store" if is_api else "no-cache"
            await send(message)

        try:
            self._insist_on_own(scope)
            await self._app(scope, receive, guarded)
        except asyncio.CancelledError:  # the server stops without waiting for the store
            if not has_begun:
                ends = Busy(
                    "the server stops: send it again, with the same key", headers={"Retry-After": "5"}
                )
                await problem(answered(ends))(scope, receive, guarded)
            raise
        except Exception as error:
            if not isinstance(error, Foreign):
                tell_of(error)
            if not has_begun:
                failed = answered(error)
                record_of(scope).refusal = failed.problem.error
                await problem(failed)(scope, receive, guarded)

    def _insist_on_own(self, scope: Scope) -> None:
        """Raise `Foreign` for a request under another host name, or from another page."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_own(host):
            raise Foreign(
                "the server does not have this name: start it with --server-name to add the name", "Host"
            )
        origin = headers.get("origin")
        if scope["method"] in LOOKING or origin is None:
            return
        if origin.partition("://")[2].lower() != host.lower():
            raise Foreign("only the server's own pages may change anything here", "Origin")

    def _is_own(self, host: str) -> bool:
        name = _name_in(host)
        return name is not None and (name in self._names or _is_address(name))


def _name_in(host: str) -> str | None:
    """Return the name in a header `Host`, in lower case, without its port."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    """Check whether a name is a bare address, which nobody can make lead elsewhere."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=1000)
def tell_of_damage(message: str) -> None:
    """Print on stderr which table is damaged, or of a newer version, at which fact."""
    print(f"fitl serve: {message}", file=sys.stderr)


def tell_of(error: Exception) -> None:
    """Print on stderr where the server has failed, without any data of the request."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    print(f"fitl serve: {type(error).__name__}{where}", file=sys.stderr)
