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
"""Seconds in which a cluster answers that it is there, or is found again."""


def on_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--on`, for a command that works on many things."""
    what = "Work on this Dask cluster, whose workers have the same fitl, in place of --jobs."
    return click.option("--on", metavar="dask://HOST:PORT", default=None, help=what)(command)


@contextmanager
def cluster(on: str | None, jobs: int) -> Iterator[Executor | None]:
    """Who works for a command: the cluster at an address, or None where there is none but `--jobs`.

    What is amiss with the cluster ends the command with exit code 70. One that has lost its workers is waited
    for: it may get others.
    """
    if on is None:
        yield None
        return
    if jobs != 1:
        raise click.UsageError("--jobs is for this machine, --on for a cluster: not both")
    with _client(on) as client:
        from concurrent.futures import CancelledError

        from distributed.scheduler import KilledWorker

        from fitl_cli.watched import Watched

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
    found = re.fullmatch(r"dask://([\w.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]{1,5})?", on)
    if found is None:
        raise click.BadParameter(f"{on} is not dask://HOST:PORT", param_hint="--on")
    import logging

    try:
        from distributed import Client
    except ImportError:
        raise Failure("--on needs the extra dask: pip install 'fitl[dask]'", INTERNAL) from None
    address = f"tcp://{found[1]}{found[2] or ':8786'}"
    logging.disable()  # what matters is told by the command
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError) as error:
        raise Failure(f"cannot reach the cluster {on}: {error}", INTERNAL) from None
    try:
        yield client
    finally:
        try:
            client.close()  # type: ignore[no-untyped-call]
        except Exception:  # one whose cluster has gone need not close well
            client.status = "closed"
        logging.disable(logging.NOTSET)


def _look_at_workers(client: Client, on: str) -> None:
    """There is one, and all of them have this fitl."""

    def version() -> str:  # sent by value: who has no fitl can say so
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
