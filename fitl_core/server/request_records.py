"""One record for each request: its route, status, time and size. It holds no secret, no name and no address.

`request_log` prints the records, and `metrics` counts them. Read both next.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NOWHERE = "(none)"
"""The route of a request to a path at which there is nothing. The path itself might hold a secret."""
FILES = ("/", "/openapi.json", "/favicon.ico", "/healthz")
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")
_KEY = "fitl.record"


class RequestRecord(msgspec.Struct):
    """A request and its answer. `route` is a template such as `/api/tables/{table}`, never the path itself.

    `status` is 0 if there was no answer. `seconds` last until the end of the answer, `size` is in bytes as
    they were sent. `command` is the kind of a command, and `refusal` the code of a problem.
    """

    method: str
    route: str = ""
    status: int = 0
    seconds: float = 0
    size: int = 0
    command: str = ""
    refusal: str = ""


class Recording:
    """An app whose requests are reported to watchers, each at the end of its answer."""

    def __init__(self, app: ASGIApp, watchers: Sequence[Callable[[RequestRecord], None]]) -> None:
        self._app = app
        self._watchers = watchers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        record = scope[_KEY] = RequestRecord(scope["method"] if scope["method"] in METHODS else "other")
        begun = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                record.status = message["status"]
            record.size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, counted)
        finally:
            record.seconds = time.perf_counter() - begun
            record.route = record.route or _route_of(scope["path"])
            for watch in self._watchers:
                watch(record)


def record_of(scope: Scope) -> RequestRecord:
    """Return the record of a request, to be filled. Outside of a `Recording` it is lost."""
    record = scope.get(_KEY)
    return record if isinstance(record, RequestRecord) else RequestRecord(scope["method"])


def _route_of(path: str) -> str:
    """Return the route of a request to a file."""
    if path.startswith("/static/"):
        return "/static"
    return path if path in FILES else NOWHERE
