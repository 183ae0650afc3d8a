"""The log of requests: one line on stderr for each, in words or as JSON.

Read `request_records` for its contents.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Literal

import msgspec

from fitl_core.server.request_records import RequestRecord

LogForm = Literal["text", "json"]


class _Line(msgspec.Struct, omit_defaults=True):
    """A record as JSON. `ms` are milliseconds, `bytes` those of the answer's body."""

    time: str
    method: str
    route: str
    status: int
    ms: float
    bytes: int
    command: str = ""
    refusal: str = ""


def _now() -> datetime:
    return datetime.now(UTC)


class RequestLog:
    """A watcher of requests that prints a line for each."""

    def __init__(self, form: LogForm, now: Callable[[], datetime] = _now) -> None:
        self._form = form
        self._now = now

    def __call__(self, record: RequestRecord) -> None:
        """Print a record. A log that cannot be written stops no request."""
        with suppress(OSError, ValueError):
            print(self._line(record), file=sys.stderr, flush=True)

    def _line(self, record: RequestRecord) -> str:
        time = self._now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
        ms = round(1000 * record.seconds, 1)
        if self._form == "json":
            line = _Line(
                *(time, record.method, record.route, record.status, ms, record.size),
                command=record.command,
                refusal=record.refusal,
            )
            return msgspec.json.encode(line).decode()
        more = "".join([f" {one}" for one in (record.command, record.refusal) if one])
        return f"{time} {record.method} {record.route} {record.status} {ms} ms {record.size} bytes{more}"
