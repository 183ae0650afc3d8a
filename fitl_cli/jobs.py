"""The same work on many things, in processes side by side where that is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import click

from fitl_cli.output import INTERNAL, Failure

T = TypeVar("T")
R = TypeVar("R")


def each(work: Callable[[T], R], things: Sequence[T], jobs: int) -> Iterator[R]:
    """The result for each thing, in order; 0 `jobs` are as many processes as there are processors.

    `work` and what it takes and gives must be picklable.
    """
    jobs = min(jobs or os.cpu_count() or 1, len(things))
    if jobs < 2:
        yield from map(work, things)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(jobs, initializer=_leave_signals)
    try:
        yield from pool.map(work, things)
    except BrokenProcessPool:
        why = "a process that worked for this one has died, perhaps for want of memory"
        raise Failure(why, INTERNAL) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_signals() -> None:
    """Whoever interrupts the command interrupts its first process, which ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def jobs_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--jobs`, for a command that works on many things."""
    what = "Work in so many processes side by side; 0: one for each processor."
    return click.option(
        "--jobs", type=click.IntRange(min=0), default=1, show_default=True, metavar="N", help=what
    )(command)
