"""Why a table does not do what it is told, besides a `Violation` of the rules: each with a type."""

from __future__ import annotations

import msgspec

from fitl_core.errors import FitlError, Violation


class TableError(FitlError):
    """What a table refuses for its own reasons: nothing has changed. `rule` is what says so."""

    code = "table"

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule: str = rule


class Conflict(TableError):
    """The command saw an older version than the table is at; what has come since may change its mind."""

    code = "conflict"

    def __init__(self, seen: int, version: int) -> None:
        what = "is late" if seen < version else "is of a version that there is not"
        super().__init__(f"the command {what}: it saw version {seen}, the table is at version {version}")
        self.seen: int = seen
        self.version: int = version


class Forbidden(TableError):
    """This is not for this seat to do or to know, now or ever."""

    code = "forbidden"


class Unknown(TableError):
    """There is no such table, seat, proposal, order or link."""

    code = "unknown"


def no_table(table: str) -> Unknown:
    """What is raised where there is no table of a name."""
    return Unknown(f'there is no table "{table[:60]}"')


class NotNow(TableError):
    """Nothing of this kind can be done as the table stands; the message says what is waited for."""

    code = "not-now"


class Misplaced(TableError):
    """A fact of a stored table that cannot stand where it does: the stream has been damaged."""

    code = "misplaced-fact"


class Refused(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal as data: its code, in words, and if a rule refuses, by which and on what facts.

    `verdict` is that of a `Violation`, `version` that of the table in a `Conflict`.
    """

    error: str
    message: str
    rule: str = ""
    facts: tuple[str, ...] = ()
    verdict: str = ""
    version: int = 0

    @property
    def words(self) -> str:
        """It in a line."""
        facts = f" ({'; '.join(self.facts)})" if self.facts else ""
        return f"{self.rule}: {self.message}{facts}" if self.rule else self.message


def refused(error: FitlError) -> Refused:
    """An error as data, whatever it is: what a server sends."""
    match error:
        case Violation():
            return Refused(error.code, error.message, error.rule, error.facts, error.verdict)
        case Conflict():
            return Refused(error.code, error.message, version=error.version)
        case _:
            return Refused(error.code, error.message, getattr(error, "rule", ""))
