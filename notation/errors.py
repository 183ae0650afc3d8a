"""The errors of the notation: one fault at a place, or a file that is no log at all."""

from __future__ import annotations

from fitl_core.errors import FitlError, Portable
from fitl_core.facts.counting import few_of_each, with_more

MAX_FAULTS = 100
"""The number of faults after which the rest of a file is not read."""
MOST_IN_LINE = 10
"""The number of faults after which the rest of a line is not read."""
MOST_OF_KIND = 20
"""The most faults of one kind that are reported. The last of them says how many more there are."""


class NotationError(FitlError):
    """One fault of syntax, with its place and the right way to write it.

    `line` and `column` count from 1 in the given file. `end` is the column after the fault.
    `candidates` are the words or names that would be accepted, nearest first.
    """

    def __init__(
        self,
        code: str,
        message: str,
        line: int,
        column: int,
        end: int | None = None,
        *,
        hint: str = "",
        candidates: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message: str = message
        self.code = code
        self.line = line
        self.column = column
        self.end: int = max(end or 0, column + 1)
        self.hint = hint
        self.candidates = candidates

    def stand_for(self, more: int) -> None:
        """Add to the message that this fault stands for `more` others of its kind."""
        self.message = with_more(self.message, more)

    @property
    def advice(self) -> str:
        """The hint and the candidates in words. Empty if there are none."""
        parts = [self.hint] if self.hint else []
        if self.candidates:
            lead = "one of: " if len(self.candidates) > 1 else "perhaps: "
            parts.append(lead + ", ".join(self.candidates))
        return "; ".join(parts)

    def __str__(self) -> str:
        advice = f" ({self.advice})" if self.advice else ""
        return f"line {self.line}, column {self.column}: {self.message}{advice}"


class TooManyFaults(Portable, Exception):
    """A line has `MOST_IN_LINE` faults, and the rest of it is not read."""


class Faults(list[NotationError]):
    """The faults of one line: at most `MOST_IN_LINE`, and one more that reports the limit."""

    def append(self, fault: NotationError) -> None:
        """Add a fault. Raises `TooManyFaults` after the last fault that a line may have."""
        super().append(fault)
        if len(self) == MOST_IN_LINE:
            message = f"there are {MOST_IN_LINE} faults in this line so far; the rest of it is not read"
            super().append(NotationError("too-many", message, fault.line, fault.column, fault.end))
            raise TooManyFaults


def too_many_faults(line: int, column: int, end: int) -> NotationError:
    """Return the fault, after `MAX_FAULTS` others, that the rest of the file is not read."""
    message = f"there are {MAX_FAULTS} faults so far; the rest of the file is not read"
    return NotationError("too-many", message, line, column, end)


def capped(faults: list[NotationError]) -> list[NotationError]:
    """Return the first `MOST_OF_KIND` faults of each kind.

    The last of a kind says how many more there are.
    """
    kept = few_of_each(faults, lambda fault: fault.code, MOST_OF_KIND)
    for fault, more in kept:
        fault.stand_for(more)
    return [fault for fault, _ in kept]


class UnreadableError(FitlError):
    """The input is not a log: empty, binary, in another encoding, without a header, or far too long.

    `line` and `column` are 0 if the fault is the whole input.
    """

    def __init__(self, code: str, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}" if self.line else self.message


class UnwritableError(FitlError):
    """A log, entry or clause that cannot be written, for instance pieces in an unknown space."""

    code = "unwritable"
