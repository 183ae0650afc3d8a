"""Faults of an imported file, and remarks on it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.counting import few_of_each, with_more

MOST_OF_FIELD = 20
"""The most faults of one field that are reported. Of the others only their number is reported."""
LONGEST = 300
"""The most characters of a reported fault, which may quote text from the file."""


class ImportFault(msgspec.Struct, frozen=True):
    """An unreadable or impossible value: its `field`, as the file names it, and the reason."""

    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message


class Unimportable(FitlError):
    """A file that cannot be imported, with every fault that was found in it.

    `is_of_board` marks a readable file whose board is impossible.
    """

    code = "unimportable"

    def __init__(self, faults: tuple[ImportFault, ...], is_of_board: bool = False) -> None:
        self.faults: tuple[ImportFault, ...] = bounded(faults)
        super().__init__("; ".join(map(str, self.faults)))
        self.is_of_board: bool = is_of_board


def bounded(faults: Iterable[ImportFault]) -> tuple[ImportFault, ...]:
    """Return the first faults of each field, cut short. The last one gives the number of the others."""
    return tuple(
        [
            ImportFault(shortened(fault.field), with_more(shortened(fault.message), more))
            for fault, more in few_of_each(faults, lambda fault: fault.field, MOST_OF_FIELD)
        ]
    )


def shortened(text: str) -> str:
    """Return at most `LONGEST` characters of a text, with a sign if it was longer."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


class ImportRemark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A remark for the person who imports a game; about one save, or about all (None)."""

    text: str
    save: int | None = None
