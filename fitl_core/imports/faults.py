"""What is wrong with, or worth saying of, something that is imported."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.counting import few_of_each, with_more

MOST_OF_FIELD = 20
"""So many faults of one field are told; of the others, how many there are."""
LONGEST = 300
"""So many characters of a fault are told: it may quote what somebody has written there."""


class ImportFault(msgspec.Struct, frozen=True):
    """What cannot be read or cannot be: the `field` that says it, as the file names it, and why."""

    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message


class Unimportable(FitlError):
    """Something that cannot be imported, with every fault that was found in it.

    `is_of_board` where it can be read, and the board that it describes cannot be.
    """

    code = "unimportable"

    def __init__(self, faults: tuple[ImportFault, ...], is_of_board: bool = False) -> None:
        self.faults: tuple[ImportFault, ...] = bounded(faults)
        super().__init__("; ".join(map(str, self.faults)))
        self.is_of_board: bool = is_of_board


def bounded(faults: Iterable[ImportFault]) -> tuple[ImportFault, ...]:
    """The first faults of each field, cut short; the last of them says how many more there are."""
    return tuple(
        [
            ImportFault(shortened(fault.field), with_more(shortened(fault.message), more))
            for fault, more in few_of_each(faults, lambda fault: fault.field, MOST_OF_FIELD)
        ]
    )


def shortened(text: str) -> str:
    """A text of no more than `LONGEST` characters, with a sign where there were more."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


class Remark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is no fault, and that whoever imports should know; of one save, or of all (None)."""

    text: str
    save: int | None = None
