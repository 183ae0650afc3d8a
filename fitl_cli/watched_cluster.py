"""A Dask cluster as an executor that reports the loss of the cluster."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from threading import Event, Thread
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

if TYPE_CHECKING:
    from distributed import Client


class Watched(Executor):
    """A cluster as an executor: waiting work is cancelled when the cluster has gone.

    Dask does so, too, but not always: it may forget work that is handed out at that very moment.
    """

    def __init__(self, client: Client, patience: int) -> None:
        """`patience` is the time in seconds in which a cluster may be found again."""
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
        while not self.over.wait(1):  # more work may be handed out before its first result is asked for
            for future in list(self.waiting):
                future.cancel()
