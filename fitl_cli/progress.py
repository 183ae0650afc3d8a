"""A bar for long work, on stderr, where that is a terminal on which a line can be drawn again."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

R = TypeVar("R")
_ERASE = "\r\x1b[2K"


def with_bar(results: Iterable[R], number: int, as_json: bool = False) -> Iterator[R]:
    """The results, of which there will be so many, with a bar while they are waited for.

    What is printed for each stands where the bar was, which then goes on below it. There is none for a single
    result, with `--json`, on what is no terminal, and on a dumb one. It has no colours.
    """
    stream = sys.stderr
    if as_json or number < 2 or stream is None or not stream.isatty() or os.environ.get("TERM") == "dumb":
        yield from results
        return
    with click.progressbar(length=number, file=stream, show_pos=True) as bar:
        for result in results:
            stream.write(_ERASE)
            stream.flush()
            yield result
            bar.update(1)
