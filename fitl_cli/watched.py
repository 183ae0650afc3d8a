"""A Dask cluster as an executor that says when it has gone."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from threading import Event, Thread
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

if TYPE_CHECKING:
    from distributed import Client


class Watched(Executor):
    """A cluster as an executor: what waits for it is cancelled when it has gone.

    Dask does that, too, but not always: where work is handed out at that very moment, it may forget what
    waits.
    """

    def __init__(self, client: Client, patience: int) -> None:
        """`patience`: the seconds in which a cluster may be found again."""
        self.client = client
        self.patience = patience
        self.executor: Executor = client.get_executor()  # type: ignore[no-untyped-call]
        self.waiting: WeakSet[Future[Any]] = WeakSet()
        self.over = Event()
        Thread(target=self._watch, daemon=True).start()

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Hand out a piece of work."""
        future = self.executor.submit(work, *arguments, **named)
        self.waiting.add(future)
        return future

    def _watch(self) -> None:
        away = 0
        while away <= self.patience:
            if self.over.wait(1):
                return
            away = 0 if self.client.status == "running" else away + 1
        while not self.over.wait(1):  # more may be handed out before the first of them is asked for
            for future in list(self.waiting):
                future.cancel()
