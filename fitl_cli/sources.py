"""The same work on the contents of many files: in parallel processes, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from fitl_cli.jobs import each, each_by
from fitl_cli.opened_files import bytes_of, log_of, name_of
from fitl_cli.output import UnreadableFile

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from fitl_core.game.files import LogFile

R = TypeVar("R")


class FileSource(NamedTuple):
    """The name and content of a file; or why it cannot be read, with the exit code."""

    name: str
    raw: bytes
    why_not: str = ""
    fault: str = ""

    def log(self) -> LogFile:
        """Return the log in the file. Raises `UnreadableFile` if there is none."""
        if self.fault:
            raise UnreadableFile(self.why_not, self.fault)
        return log_of(self.raw, self.name)


def each_source(
    executor: Executor | None, work: Callable[[FileSource], R], paths: Sequence[str], jobs: int
) -> Iterator[R]:
    """Yield the result for each file, in order: by an executor, which gets contents, or in `jobs` processes.

    `work` and its result must be picklable.
    """
    if executor is not None:
        return each_by(executor, work, map(_read, paths))
    # Standard input is only this process's.
    return each(partial(_on_path, work), paths, 1 if "-" in paths else jobs)


def _on_path(work: Callable[[FileSource], R], path: str) -> R:
    return work(_read(path))


def _read(path: str) -> FileSource:
    try:
        return FileSource(name_of(path), bytes_of(path))
    except UnreadableFile as failure:
        return FileSource(name_of(path), b"", failure.message, failure.fault)
