"""Whether the server can do its work: it is up, and its store answers.

`site` serves it as `/healthz`. It is asked often, so an answer is kept for a moment and counts for no limit.
"""

from __future__ import annotations

import sys
import time
from functools import partial

import anyio
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response

from fitl_core.errors import FitlError
from fitl_core.server.problems import Busy, answered
from fitl_core.server.responses import problem
from fitl_core.stores.port import Store

KEPT = 1.0
"""Seconds for which an answer is given again without asking the store."""
PATIENCE = 3.0
"""Seconds in which the store must answer. PostgreSQL is waited for longer elsewhere."""


class Health:
    """The health of a server. Its store is asked by one thread, however many probes there are."""

    def __init__(self, store: Store, patience: float = PATIENCE) -> None:
        self._store = store
        self._patience = patience
        self._thread = anyio.CapacityLimiter(1)
        self._asking = anyio.Lock()
        self._until = 0.0
        self._fault = ""

    async def respond(self, _request: Request) -> Response:
        """Answer a probe: 200, or 503 with a reason."""
        async with self._asking:
            if time.monotonic() >= self._until:
                self._keep(*await self._look())
        if self._fault:
            return problem(answered(Busy(self._fault, headers={"Retry-After": "2"})))
        return Response('{"status":"fine"}', media_type="application/json")

    async def _look(self) -> tuple[str, str]:
        """Ask the store for the name of one table. Return the fault and its cause, "" if there is none."""
        ask = partial(self._store.tables, most=1)
        try:
            with anyio.fail_after(self._patience):
                await run_sync(ask, limiter=self._thread, abandon_on_cancel=True)
        except TimeoutError:
            return f"the store has not answered for {self._patience:g} seconds", ""
        except FitlError as error:
            return "the store cannot be reached; the server's own log says why", f": {error.message}"
        return "", ""

    def _keep(self, fault: str, cause: str) -> None:
        """Keep the result. Print it on stderr each time that it changes."""
        if fault != self._fault:
            print(f"fitl serve: {fault or 'the store answers again'}{cause}", file=sys.stderr)
        self._fault = fault
        self._until = time.monotonic() + KEPT
