"""Ctrl-C and SIGTERM: what is under way is left tidy, no process stays behind, nothing is traced back."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType


class Ended(BaseException):
    """A signal asks the command to end; its exit code is 128 and the signal's number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code: int = 128 + number

    def leave(self) -> None:
        """End the processes that work for this one, then this one, at once."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        if "multiprocessing" in sys.modules:
            import multiprocessing

            for child in multiprocessing.active_children():
                child.kill()
        os._exit(self.code)  # what waits for the children at an ordinary exit would wait for ever


def mind(*numbers: int) -> None:
    """Raise `Ended` where one of these signals comes; in a process that works for this one, just end it."""
    here = os.getpid()

    def end(number: int, _frame: FrameType | None) -> None:
        if os.getpid() != here:
            os._exit(128 + number)
        raise Ended(number)

    for number in numbers:
        signal.signal(number, end)
