"""All output of the commands: text, JSON, colours."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from typing import Any

import click

from fitl_core.errors import Portable

ILLEGAL = 1
USAGE = 2
UNREADABLE = 3
INTERNAL = 70
CANNOT_WRITE = 74
INTERRUPTED = 130

_PAINT = f"\ufdd0{os.urandom(8).hex()}"
"""A stand-in for the beginning of a colour's code until it is printed. No file can have it."""


_BEGINNING, _END = 1200, 300
"""The most characters of a line in a message."""


class Failure(Portable, click.ClickException):
    """An end of the command with a message on stderr and an exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.exit_code = code  # type: ignore[misc]

    def show(self, file: Any = None) -> None:
        """Print the message."""
        warn(f"fitl: {self.message}")


class UnreadableFile(Failure):
    """A file that is no log at all. `line` and `column` are 0 if the whole file is at fault."""

    def __init__(self, message: str, fault: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message, UNREADABLE)
        self.fault = fault
        self.line = line
        self.column = column


def leave(code: int) -> None:
    """End the command with an exit code, unless it is 0."""
    if code:
        raise click.exceptions.Exit(code)


def say(text: str = "", newline: bool = True) -> None:
    """Print on stdout. If the reader has gone, drop the rest: the verdict stands."""
    _print(_shown(text + "\n" if newline else text, sys.stdout), sys.stdout)


def warn(text: str) -> None:
    """Print on stderr. Of a line that is too long for a message, print its beginning and end."""
    if sys.stderr is None:
        return
    lines = [_cut(line) for line in text.split("\n")]
    _print(_shown("\n".join(lines) + "\n", sys.stderr), sys.stderr)


def _cut(line: str) -> str:
    if (more := len(line) - _BEGINNING - _END) <= 0:
        return line
    return f"{line[:_BEGINNING]}... ({more} characters more) ...{line[-_END:]}"


def say_data(data: str | bytes) -> None:
    """Print a log, JSON or a picture on stdout; text always as UTF-8."""
    _print(data.encode() if isinstance(data, str) else data, sys.stdout)


def say_json(value: object) -> None:
    """Print a value as one line of JSON."""
    import msgspec

    from notation.quoting import visible_json

    try:
        text = msgspec.json.encode(value).decode()
    except UnicodeEncodeError:  # the name of a file, or an argument, is no UTF-8
        text = msgspec.json.encode(_as_text(msgspec.to_builtins(value))).decode()
    say_data(visible_json(text) + "\n")


def _as_text(value: Any) -> Any:
    """Return the value without lone surrogates, which JSON cannot express: each becomes U+FFFD."""
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {_as_text(key): _as_text(one) for key, one in value.items()}
        case list() | tuple():
            return [_as_text(one) for one in value]
    return value


def _shown(text: str, stream: Any) -> str:
    """Return the text for a stream: no control character stays, except our own colours on a terminal."""
    from notation.quoting import visible

    first, *painted = text.split(_PAINT)
    parts = [visible(first, "\n")]
    for part in painted:
        code, _, rest = part.partition("m")
        parts += [f"\x1b[{code}m" if Paint(stream).on else "", visible(rest, "\n")]
    return "".join(parts)


def _print(text: str | bytes, stream: Any) -> None:
    if stream is None:
        raise Failure("cannot write the output: it is closed", CANNOT_WRITE)
    try:
        click.echo(text, file=stream, nl=False, color=True)
        stream.flush()
    except BrokenPipeError:
        hush(stream)
    except OSError as error:
        hush(stream)
        raise Failure(f"cannot write the output: {error.strerror or error}", CANNOT_WRITE) from None


def hush(stream: Any) -> None:
    """Discard all further output of a stream."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass


class Paint:
    """Colours for a terminal; none with NO_COLOR."""

    def __init__(self, stream: Any) -> None:
        wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.on = wanted and stream is not None and stream.isatty()
        self._mark = _PAINT

    def _in(self, code: str, text: str) -> str:
        return f"{self._mark}{code}m{text}{self._mark}0m" if self.on and text else text

    def red(self, text: str) -> str:
        """Paint a fault."""
        return self._in("31;1", text)

    def green(self, text: str) -> str:
        """Paint a success."""
        return self._in("32", text)

    def bold(self, text: str) -> str:
        """Paint a heading."""
        return self._in("1", text)

    def dim(self, text: str) -> str:
        """Paint a side note."""
        return self._in("2", text)


_lent = local()


@contextmanager
def lent(paint: Paint) -> Iterator[None]:
    """Paint text inside the block as another process will print it."""
    _lent.paint = paint
    try:
        yield
    finally:
        del _lent.paint


def paint() -> Paint:
    """Return the colours for stdout."""
    colours: Paint = getattr(_lent, "paint", None) or Paint(sys.stdout)
    return colours
