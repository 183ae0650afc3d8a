"""Ctrl-C, SIGTERM, SIGHUP: what is half done is removed, no process stays behind, nothing is traced back."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

unfinished: set[str] = set()
"""Files that are being written: they go if the command is ended now."""


def mind(*numbers: int) -> None:
    """End at once where one of these signals comes, with 128 and its number as the exit code.

    One that is ignored, as `nohup` has it, stays so. The processes that work for this one end with it; in
    one of them only that one ends.
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
