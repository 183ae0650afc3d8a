"""What can be wrong with a text: one fault at a place, or a file that is no log at all."""

from __future__ import annotations

from fitl_core.errors import FitlError


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
        self.code = code
        self.line = line
        self.column = column
        self.end: int = max(end or 0, column + 1)
        self.hint = hint
        self.candidates = candidates

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
