"""The same work on many items, in parallel processes or by an executor."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import click

from fitl_cli.output import INTERNAL, Failure, Paint, lent, paint

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 200
"""The number of items that an executor gets before its first result is awaited."""


def each(work: Callable[[T], R], things: Sequence[T], jobs: int) -> Iterator[R]:
    """Yield the result for each item, in order. With 0 `jobs` there is one process for each processor.

    `work`, its argument and its result must be picklable. Its exceptions are raised here.
    """
    jobs = min(jobs or os.cpu_count() or 1, len(things))
    if jobs < 2:
        yield from map(work, things)
        return
    work = partial(_painted, work, paint())
    workers: list[_Worker] = []
    try:
        for _ in range(jobs):
            workers.append(_start(work))
        yield from _results(workers, things)
    except EOFError:
        why = "a process that worked for this one has died, perhaps for want of memory"
        raise Failure(why, INTERNAL) from None
    except OSError as error:
        raise Failure(f"cannot work in {jobs} processes: {error.strerror or error}", INTERNAL) from None
    finally:
        for worker in workers:
            worker.process.kill()
            worker.process.join()


def each_by(executor: Executor, work: Callable[[T], R], things: Iterable[T]) -> Iterator[R]:
    """Yield the result for each item, in order, by any executor of `concurrent.futures`.

    `work`, its argument and its result must be picklable. After an exception no further item is begun.
    """
    waiting: deque[Future[R]] = deque()
    work = partial(_painted, work, paint())
    try:
        for thing in things:
            waiting.append(executor.submit(work, thing))
            if len(waiting) == AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _painted(work: Callable[[T], R], paint: Paint, thing: T) -> R:
    """Work in another process, with the colours of this terminal."""
    with lent(paint):
        return work(thing)


class _Worker(NamedTuple):
    """A worker process and the pipe to it. No thread waits for it, since none starts when memory is short."""

    process: BaseProcess
    pipe: Connection


def _start(work: Callable[[Any], Any]) -> _Worker:
    import multiprocessing

    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_serve, args=(work, theirs, ours), daemon=True)
    process.start()
    theirs.close()  # so that the pipe ends with the process
    return _Worker(process, ours)


def _serve(work: Callable[[Any], Any], pipe: Connection, others: Connection) -> None:
    """Work on the items from the pipe until it ends.

    If the first process is ended while it starts this one, nobody knows of this one. Then the pipe ends, if
    the `others` end of it is closed here, too.
    """
    try:
        others.close()
        _leave_signals()
        while True:
            number, thing = pipe.recv()
            done: tuple[int, Any, Exception | None]
            try:
                done = number, work(thing), None
            except Exception as error:
                done = number, None, error
            pipe.send(done)
    finally:
        os._exit(INTERNAL)  # any exception is reported at the other end of the pipe


def _results(workers: Sequence[_Worker], things: Sequence[Any]) -> Iterator[Any]:
    """Hand out the items, one to each process at a time, and yield the results in order."""
    from multiprocessing.connection import wait

    busy = [worker.pipe for worker in workers]
    handed_out = 0
    for pipe in busy:
        pipe.send((handed_out, things[handed_out]))
        handed_out += 1
    done: dict[int, Any] = {}
    for wanted in range(len(things)):
        while wanted not in done:
            for pipe in cast("list[Connection]", wait(busy)):
                number, result, error = pipe.recv()
                if error is not None:
                    raise error
                done[number] = result
                if handed_out < len(things):
                    pipe.send((handed_out, things[handed_out]))
                    handed_out += 1
                else:
                    busy.remove(pipe)
        yield done.pop(wanted)


def _leave_signals() -> None:
    """Ignore interrupts here: the first process gets them and ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def jobs_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--jobs` to a command that works on many items."""
    what = "The number of parallel processes; 0: one for each processor."
    return click.option(
        "--jobs", type=click.IntRange(min=0), default=1, show_default=True, metavar="N", help=what
    )(command)
