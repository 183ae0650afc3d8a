"""Ctrl-C, SIGTERM, SIGHUP: half-written files are removed, no process stays, no traceback is printed."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

unfinished: set[str] = set()
"""Files that are being written. They are removed if the command is ended now."""


def mind(*numbers: int) -> None:
    """End at once on one of these signals, with the exit code 128 plus its number.

    An ignored signal, as with `nohup`, stays ignored. Worker processes end with this one. A signal to one
    worker ends that worker only.
    """
    here = os.getpid()

    def end(number: int, _frame: FrameType | None) -> None:
        try:
            if os.getpid() == here:
                for other in numbers:
                    signal.signal(other, signal.SIG_IGN)
                _tidy()
        finally:
            os._exit(128 + number)  # an ordinary exit would wait for the other processes

    for number in numbers:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end)


def _tidy() -> None:
    for path in unfinished:
        with suppress(OSError):
            os.unlink(path)
    processes = sys.modules.get("multiprocessing.process")
    if processes is not None and hasattr(processes, "active_children"):  # else nothing was begun yet
        for child in processes.active_children():
            child.kill()
