"""What can be wrong with a text: one fault at a place, or a file that is no log at all."""

from __future__ import annotations

from fitl_core.errors import FitlError
from fitl_core.facts.counting import few_of_each, with_more

MAX_FAULTS = 100
"""After so many faults the rest of a file is not read."""
MOST_IN_LINE = 10
"""After so many faults the rest of a line is not read."""
MOST_OF_KIND = 20
"""So many faults of a kind are told, and how many more there are."""


class NotationError(FitlError):
    """One fault of syntax: what is wrong, where it stands, and what would be right.

    `line` and `column` count from 1 in the file as it was given; `end` is the column past the
    fault. `candidates` are the words or names that would do, nearest first.
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
        """Say that it stands for so many more of its kind."""
        self.message = with_more(self.message, more)

    @property
    def advice(self) -> str:
        """What would be right, in words; empty if there is nothing to say."""
        parts = [self.hint] if self.hint else []
        if self.candidates:
            lead = "one of: " if len(self.candidates) > 1 else "perhaps: "
            parts.append(lead + ", ".join(self.candidates))
        return "; ".join(parts)

    def __str__(self) -> str:
        advice = f" ({self.advice})" if self.advice else ""
        return f"line {self.line}, column {self.column}: {self.message}{advice}"


class Enough(Exception):
    """A line has so many faults that the rest of it is not read."""


class Faults(list[NotationError]):
    """The faults of one line, no more than `MOST_IN_LINE` and one that says so."""

    def append(self, fault: NotationError) -> None:
        """Note a fault. Raises `Enough` behind the last one that is noted."""
        super().append(fault)
        if len(self) == MOST_IN_LINE:
            message = f"there are {MOST_IN_LINE} faults in this line so far; the rest of it is not read"
            super().append(NotationError("too-many", message, fault.line, fault.column, fault.end))
            raise Enough


def enough(line: int, column: int, end: int) -> NotationError:
    """The fault that says behind so many others that the rest of a file is not read."""
    message = f"there are {MAX_FAULTS} faults so far; the rest of the file is not read"
    return NotationError("too-many", message, line, column, end)


def capped(faults: list[NotationError]) -> list[NotationError]:
    """The first `MOST_OF_KIND` faults of each kind; the last of them says how many more there are."""
    kept = few_of_each(faults, lambda fault: fault.code, MOST_OF_KIND)
    for fault, more in kept:
        fault.stand_for(more)
    return [fault for fault, _ in kept]


class UnreadableError(FitlError):
    """The input is no log: empty, binary, in another encoding, without a header, or absurdly long.

    `line` and `column` are 0 where the fault is the whole input.
    """

    def __init__(self, code: str, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}" if self.line else self.message


class UnwritableError(FitlError):
    """A log, entry or clause that no text can say, for instance pieces in a space that is not on the map."""

    code = "unwritable"
