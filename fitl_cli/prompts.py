"""Prompts at a terminal or on a pipe, with completion if the system has readline."""

from __future__ import annotations

import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from types import FrameType, ModuleType

import click

from fitl_cli.output import USAGE, Failure, say


class Ended(Exception):
    """The input has ended."""


class Prompt:
    """Prompts for lines on standard input; on a terminal it completes the possible words."""

    def __init__(self) -> None:
        if sys.stdin is None:
            raise Failure("there is no standard input to ask on", USAGE)
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        self._words: Sequence[str] = ()
        self._readline = _readline() if sys.stdin.isatty() else None
        if self._readline is not None:
            self._readline.set_completer(self._complete)
            self._readline.set_completer_delims(" ,|")
            is_libedit = "libedit" in (self._readline.__doc__ or "")
            self._readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Return a line typed at the prompt, one of the `words` or any other. Raises `Ended`."""
        self._words = words
        if self._readline is None:
            say(f"{prompt}> ", newline=False)
        try:
            with _at_prompt(), nullcontext() if self._readline is None else _woken():
                line = input(f"{prompt}> ") if self._readline is not None else sys.stdin.readline()
        except EOFError:
            say()
            raise Ended from None
        if self._readline is None and not line:
            say()
            raise Ended
        if not sys.stdin.isatty():
            say(line.rstrip("\n"))
        return line.strip()

    def _complete(self, begun: str, number: int) -> str | None:
        """Return the word number `number` that begins like the typed one."""
        fitting = [word for word in self._words if word.lower().startswith(begun.lower())]
        return fitting[number] if number < len(fitting) else None


def _readline() -> ModuleType | None:
    """Return the module that edits and completes a line, if the system has it."""
    try:
        import readline
    except ImportError:
        return None
    return readline


@contextmanager
def _at_prompt() -> Iterator[None]:
    """Let a signal raise an exception while a line is typed, so that the terminal is restored."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise click.exceptions.Exit(128 + number)

    minded = (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))
    before = {number: signal.getsignal(number) for number in minded}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _woken() -> Iterator[None]:
    """Let a signal end the wait for a key, whenever it comes.

    A signal just before readline waits would only work at the next key. So it is sent again.
    """
    read_end, write_end = socket.socketpair()
    write_end.setblocking(False)
    main, before = threading.get_ident(), signal.set_wakeup_fd(write_end.fileno())

    def again() -> None:
        while number := read_end.recv(1):
            time.sleep(0.1)
            if write_end.fileno() >= 0:
                signal.pthread_kill(main, number[0])

    thread = threading.Thread(target=again, daemon=True)
    thread.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        write_end.close()
        thread.join()
        read_end.close()
