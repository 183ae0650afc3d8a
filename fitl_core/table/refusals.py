"""The errors of a table, in addition to a `Violation` of the rules; and every error as data.

Each reason has its own type. Read `commands` for the requests that can raise them.
"""

from __future__ import annotations

import msgspec

from fitl_core.errors import FitlError, Violation
from fitl_core.game.adjudications import refusal_view
from notation.errors import NotationError, UnreadableError
from notation.log import EntryPlace, Span


class TableError(FitlError):
    """A request that the table refuses for its own reasons. Nothing has changed. `rule` is the rule that says
    so.
    """

    code = "table"

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule: str = rule


class Conflict(TableError):
    """The command saw an older version of the table, and a later fact concerns it.

    `fact` is the version of the first such fact, 0 if there is none. Read `lateness` for the facts that
    concern a command.
    """

    code = "conflict"

    def __init__(self, seen: int, version: int, fact: int = 0, kind: str = "") -> None:
        what = "is late" if seen < version else "is of a version that does not exist"
        why = f", and fact {fact} ({kind}) affects it: look again" if fact else ""
        super().__init__(f"the command {what}: it saw version {seen}, the table is at version {version}{why}")
        self.fact: int = fact
        self.seen: int = seen
        self.version: int = version


class KeyUsed(TableError):
    """Another command has been carried out under this key, up to `version`."""

    code = "key-used"

    def __init__(self, key: str, version: int) -> None:
        why = f'another command has been carried out under the key "{key[:60]}": give this one another key'
        super().__init__(why)
        self.version: int = version


class Forbidden(TableError):
    """This seat may not do or know this, now or ever."""

    code = "forbidden"


class Unknown(TableError):
    """There is no such table, seat, proposal, order or link."""

    code = "unknown"


def no_table(table: str, deleted: str = "") -> Unknown:
    """Return the error for a table that does not exist, or was `deleted` at a time (ISO 8601)."""
    if deleted:
        return Unknown(f'the operator of this server deleted the table "{table[:60]}" on {deleted[:10]}')
    return Unknown(f'there is no table "{table[:60]}"')


class NotNow(TableError):
    """The table cannot do this now. The message says what the table waits for."""

    code = "not-now"


class Misplaced(TableError):
    """A fact of a stored table that cannot be at its place: the stream has been damaged."""

    code = "misplaced-fact"


class RefusalData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal as data: its code and message, and the rule and facts if a rule refuses.

    A `Violation` also has the `verdict`, the question `asked` and the Faction it is asked `of`, some `legal`
    answers, and the `clause` at fault, counted as in `Violation.clause`. `line`, `column` and `end` count
    from 1, and are 0 if the place is not known; `advice` is the correction for that place. `version` is that
    of the table in a `Conflict`, or that of the other command of a used key. `where` is the place in a
    request that cannot be read.
    """

    error: str
    message: str
    rule: str = ""
    facts: tuple[str, ...] = ()
    verdict: str = ""
    version: int = 0
    asked: str = ""
    of: str = ""
    legal: tuple[str, ...] = ()
    where: str = ""
    clause: int | None = None
    line: int = 0
    column: int = 0
    end: int = 0
    advice: str = ""

    @property
    def words(self) -> str:
        """The refusal in one line."""
        facts = f" ({'; '.join(self.facts)})" if self.facts else ""
        return f"{self.rule}: {self.message}{facts}" if self.rule else self.message


def describe_refusal(error: FitlError, place: EntryPlace | None = None) -> RefusalData:
    """Return any error as data, as a server sends it.

    `place` is the place of the refused entry (`Document.places`): it gives a `Violation` a line and columns.
    """
    match error:
        case Violation():
            refusal = refusal_view(error)
            span = place.of_clause(error.clause) if place is not None else Span(0, 0, 0)
            return RefusalData(
                *(refusal.code, refusal.message, refusal.rule, refusal.facts, error.verdict),
                asked=refusal.asked,
                of=refusal.of or "",
                legal=refusal.legal,
                clause=error.clause,
                line=span.line,
                column=span.column,
                end=span.end,
            )
        case NotationError():
            return RefusalData(
                *(error.code, error.message),
                line=error.line,
                column=error.column,
                end=error.end,
                advice=error.advice,
            )
        case UnreadableError():
            return RefusalData(error.code, error.message, line=error.line, column=error.column)
        case _:
            rule, where = getattr(error, "rule", ""), getattr(error, "where", "")
            return RefusalData(
                error.code, error.message, rule, version=getattr(error, "version", 0), where=where
            )
