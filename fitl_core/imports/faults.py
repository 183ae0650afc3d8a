"""What is wrong with, or worth saying of, something that is imported."""

from __future__ import annotations

import msgspec

from fitl_core.errors import FitlError


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
        super().__init__("; ".join(map(str, faults)))
        self.faults: tuple[ImportFault, ...] = faults
        self.is_of_board: bool = is_of_board


class Remark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is no fault, and that whoever imports should know; of one save, or of all (None)."""

    text: str
    save: int | None = None
