"""The same work on the contents of many files: in processes side by side, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from fitl_cli.jobs import each, each_by
from fitl_cli.opening import bytes_of, log_of, name_of
from fitl_cli.output import Unreadable

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from fitl_core.game.files import LogFile

R = TypeVar("R")


class Source(NamedTuple):
    """What a file is called and what is in it; why it cannot be read, where that is so, with its code."""

    name: str
    raw: bytes
    why_not: str = ""
    fault: str = ""

    def log(self) -> LogFile:
        """The log in it. Raises `Unreadable` where there is none."""
        if self.fault:
            raise Unreadable(self.why_not, self.fault)
        return log_of(self.raw, self.name)


def each_source(
    executor: Executor | None, work: Callable[[Source], R], paths: Sequence[str], jobs: int
) -> Iterator[R]:
    """The result for each file, in order: by an executor, which gets contents, or in `jobs` processes.

    `work` and what it gives must be picklable.
    """
    if executor is not None:
        return each_by(executor, work, map(_read, paths))
    # Standard input is only this process's.
    return each(partial(_on_path, work), paths, 1 if "-" in paths else jobs)


def _on_path(work: Callable[[Source], R], path: str) -> R:
    return work(_read(path))


def _read(path: str) -> Source:
    try:
        return Source(name_of(path), bytes_of(path))
    except Unreadable as failure:
        return Source(name_of(path), b"", failure.message, failure.fault)
