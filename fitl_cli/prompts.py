"""Questions at a terminal, or down a pipe: a line is asked for, with completion where there is readline."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType, ModuleType

import click

from fitl_cli.output import USAGE, Failure, say


class Ended(Exception):
    """There is nothing more to read: the input has ended."""


class Prompt:
    """Asks for lines on standard input; on a terminal the words that may be said are completed."""

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
        """A line that is typed behind the prompt, one of the `words` or anything else; raises `Ended`."""
        self._words = words
        if self._readline is None:
            say(f"{prompt}> ", newline=False)
        try:
            with _at_prompt():
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
        """The word number `number` that begins as the one that is being typed."""
        fitting = [word for word in self._words if word.lower().startswith(begun.lower())]
        return fitting[number] if number < len(fitting) else None


def _readline() -> ModuleType | None:
    """The module that edits a line and completes it, where the system has it."""
    try:
        import readline
    except ImportError:
        return None
    return readline


@contextmanager
def _at_prompt() -> Iterator[None]:
    """While a line is typed a signal ends the command by an exception: so the terminal is put back."""

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
