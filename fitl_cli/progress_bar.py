"""A bar for long work, on stderr, if that is a terminal that can redraw a line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

R = TypeVar("R")
_ERASE = "\r\x1b[2K"


def with_bar(results: Iterable[R], number: int, as_json: bool = False) -> Iterator[R]:
    """Yield the results, and draw a bar while they are awaited. `number` says how many there will be.

    Output for a result takes the place of the bar, which then continues below. There is no bar for a single
    result, with `--json`, without a terminal, or on a dumb one. It has no colours.
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
