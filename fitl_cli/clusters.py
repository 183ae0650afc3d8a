"""`--on dask://HOST:PORT`: the work of a command on an existing Dask cluster."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

import fitl_core
from fitl_cli.output import INTERNAL, Failure

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from distributed import Client

PATIENCE = 10
"""The seconds in which a cluster must answer."""


def on_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--on` to a command that works on many items."""
    what = "Work on this Dask cluster, whose workers have the same fitl, in place of --jobs."
    return click.option("--on", metavar="dask://HOST:PORT", default=None, help=what)(command)


@contextmanager
def cluster(on: str | None, jobs: int) -> Iterator[Executor | None]:
    """Return the cluster at an address, or None for `--jobs`.

    A failure of the cluster ends the command with exit code 70. If it has lost its workers, the command waits
    for new ones.
    """
    if on is None:
        yield None
        return
    if jobs != 1:
        raise click.UsageError("--jobs is for this machine, --on for a cluster: not both")
    with _client(on) as client:
        from concurrent.futures import CancelledError

        from distributed.scheduler import KilledWorker

        from fitl_cli.watched_cluster import Watched

        _look_at_workers(client, on)
        watched = Watched(client, PATIENCE)
        try:
            yield watched
        except KilledWorker:
            raise Failure(f"workers of the cluster {on} have died over this work", INTERNAL) from None
        except CancelledError:
            raise Failure(f"the cluster {on} has gone", INTERNAL) from None
        finally:
            watched.over.set()


@contextmanager
def _client(on: str) -> Iterator[Client]:
    match = re.fullmatch(r"dask://([\w.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]{1,5})?", on)
    if match is None:
        raise click.BadParameter(f"{on} is not dask://HOST:PORT", param_hint="--on")
    import logging

    try:
        from distributed import Client
    except ImportError:
        raise Failure('--on needs the extra dask: pip install "fitl[dask]"', INTERNAL) from None
    address = f"tcp://{match[1]}{match[2] or ':8786'}"
    logging.disable()  # the command reports failures itself
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError) as error:
        raise Failure(f"cannot reach the cluster {on}: {error}", INTERNAL) from None
    try:
        yield client
    finally:
        try:
            client.close()  # type: ignore[no-untyped-call]
        except Exception:  # a client of a vanished cluster need not close cleanly
            client.status = "closed"
        logging.disable(logging.NOTSET)


def _look_at_workers(client: Client, on: str) -> None:
    """Check that there is a worker, and that all workers have this fitl."""

    def version() -> str:  # sent by value: a worker without fitl can report it
        try:
            import fitl_core
        except ImportError:
            return "none"
        return fitl_core.__version__

    versions = set(client.run(version).values())
    if not versions:
        raise Failure(f"the cluster {on} has no workers", INTERNAL)
    if versions != {fitl_core.__version__}:
        theirs = ", ".join(sorted(versions))
        raise Failure(f"the workers of {on} have fitl {theirs}, this is {fitl_core.__version__}", INTERNAL)
