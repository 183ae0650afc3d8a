"""A program that answers on standard input and output: one line for each decision, one line for each answer.

Any program may do anything here: end, wait for ever, write without end. Each is a `ProgramFault`, and the
program is stopped. Read `command_policy` next.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread

from fitl_core.errors import FitlError

MOST_BYTES_OF_ANSWER = 16_384
"""The largest answer, with its end of line."""
MOST_WAITING = 8
"""The number of lines that may wait to be read. The program then has to wait."""
PATIENCE = 2.0
"""The seconds that a program has to end after the last line."""


class ProgramFault(FitlError):
    """A program that cannot play on: it ended, stalled, wrote too much, or gave no legal answer.

    `why` says so without the command and its answers, so that others may read it.
    """

    code = "program-fault"

    def __init__(self, title: str, why: str, details: str = "") -> None:
        super().__init__(f"{title}: {why}{details}")
        self.why: str = why


class Program:
    """A running program. It is started at the first question, without a shell."""

    def __init__(self, command: str | Sequence[str]) -> None:
        self.words: list[str] = shlex.split(command) if isinstance(command, str) else list(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: Queue[bytes] = Queue(MOST_WAITING)

    @property
    def title(self) -> str:
        """The command, shortened for messages."""
        return " ".join(self.words)[:80]

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Write a line, and return the next line of the program. Raises `ProgramFault`."""
        process = self._started()
        if early := self._early():
            raise ProgramFault(self.title, "wrote before it was asked; one line is one answer")
        Thread(target=_write, args=(process, line + b"\n"), daemon=True).start()
        try:
            answer = early if early is not None else self._lines.get(timeout=max(seconds, 0.001))
        except Empty:
            raise ProgramFault(self.title, f"gave no answer within {seconds:g} s") from None
        if len(answer) > MOST_BYTES_OF_ANSWER:
            raise ProgramFault(self.title, f"its answer has more than {MOST_BYTES_OF_ANSWER} bytes")
        if not answer:
            with suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)
            ended = "closed its output" if process.returncode is None else f"ended ({process.returncode})"
            raise ProgramFault(self.title, f"{ended} before it answered")
        return answer

    def _early(self) -> bytes | None:
        """Return what came before the question: a line, nothing at the end of the output, or None."""
        try:
            return self._lines.get_nowait()
        except Empty:
            return None

    def close(self, line: bytes = b"") -> None:
        """Write a last line, and end the program."""
        process, self._process = self._process, None
        if process is None:
            return
        last = Thread(target=_write, args=(process, line + b"\n"), kwargs={"is_last": True}, daemon=True)
        last.start()
        last.join(PATIENCE)
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
        if process.returncode is None:
            process.kill()
            process.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=-1
                )
            except (OSError, ValueError, IndexError) as error:
                raise ProgramFault(self.title, "cannot be started", f": {error}") from None
            Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        return self._process


def _write(process: subprocess.Popen[bytes], line: bytes, is_last: bool = False) -> None:
    """Write a line; a program that has ended does not read it."""
    assert process.stdin is not None
    with suppress(OSError, ValueError):
        process.stdin.write(line)
        process.stdin.flush()
        if is_last:
            process.stdin.close()


def _read(process: subprocess.Popen[bytes], lines: Queue[bytes]) -> None:
    """Read lines until the output ends, which is an empty line of bytes, or until a line is too long."""
    assert process.stdout is not None
    line = b"\n"
    while line and len(line) <= MOST_BYTES_OF_ANSWER:
        try:
            line = process.stdout.readline(MOST_BYTES_OF_ANSWER + 1)
        except (OSError, ValueError):
            line = b""
        lines.put(line)
