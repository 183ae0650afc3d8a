"""Problems: the JSON that a client gets for a refusal or a failure, with a status that shows the responsible
side.

Read `fitl_core.table.refusals` for the errors of a table.
"""

from __future__ import annotations

import msgspec

from fitl_core.errors import FitlError, Violation
from fitl_core.stores.port import StoreError, Unfit
from fitl_core.table.encoding import NewerFact, UnreadableFact
from fitl_core.table.links import Damaged
from fitl_core.table.refusals import (
    Conflict,
    Forbidden,
    KeyUsed,
    Misplaced,
    RefusalData,
    Unknown,
    describe_refusal,
)

RETRY = 2
"""Seconds after which a client may ask again while the store cannot be reached."""


class ApiProblem(RefusalData, frozen=True):
    """The reason for a failed request: a code that stays the same, and words. See `fitl_core.refused`."""


class ProblemResponse(msgspec.Struct, frozen=True):
    """A problem with its status and headers."""

    status: int
    problem: ApiProblem
    headers: dict[str, str] = {}


class RequestError(FitlError):
    """A request that cannot be read; `where` is the place in it."""

    code = "request"
    status: int = 400

    def __init__(self, message: str, where: str = "", headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.where: str = where
        self.headers: dict[str, str] = headers or {}


class WrongLink(RequestError):
    """The link opens no seat at this table."""

    code = "link"
    status = 401


class Foreign(RequestError):
    """A request from another page, or under a name that is not the server's."""

    code = "foreign"
    status = 403


class Banned(RequestError):
    """A request from an address that the operator has banned."""

    code = "banned"
    status = 403


class OverQuota(RequestError):
    """A table, or a command, beyond the number that the operator allows."""

    code = "quota"
    status = 403


class NoSuchPath(RequestError):
    """The server has nothing at this path."""

    code = "no-such-path"
    status = 404


class WrongMethod(RequestError):
    """This path does not take this method."""

    code = "method"
    status = 405


class Gone(RequestError):
    """A link that was good once, and was used."""

    code = "link-used"
    status = 410


class TooSlow(RequestError):
    """A request that did not arrive in time."""

    code = "too-slow"
    status = 408


class TooLong(RequestError):
    """A body that is longer than any command."""

    code = "too-long"
    status = 413


class WrongMediaType(RequestError):
    """A body whose media type is not JSON."""

    code = "media-type"
    status = 415


class TooMany(RequestError):
    """More requests or streams than one client may have."""

    code = "too-many"
    status = 429


class Busy(RequestError):
    """More work is waiting than the server accepts."""

    code = "busy"
    status = 503


def answered(error: Exception) -> ProblemResponse:
    """Return the problem for an error. An unexpected error is a fault of the server, and its details stay
    secret.
    """
    match error:
        case RequestError():
            return ProblemResponse(error.status, _problem(error), error.headers)
        case Violation():
            return ProblemResponse(422, _problem(error))
        case Conflict() | KeyUsed():
            return ProblemResponse(409, _problem(error))
        case Forbidden():
            return ProblemResponse(403, _problem(error))
        case Unknown():
            return ProblemResponse(404, _problem(error))
        case Unfit():
            return ProblemResponse(400, _problem(error))
        case StoreError():
            return ProblemResponse(503, ApiProblem(error.code, _AWAY), {"Retry-After": str(RETRY)})
        case NewerFact():
            return ProblemResponse(503, ApiProblem(error.code, _NEWER), {"Retry-After": str(RETRY)})
        case Damaged():
            return ProblemResponse(500, _problem(error))
        case FitlError() if not isinstance(error, Misplaced | UnreadableFact):
            return ProblemResponse(422, _problem(error))
        case _:
            return ProblemResponse(
                500, ApiProblem("internal", "the server has failed; its own log says where")
            )


_AWAY = "the tables cannot be reached now; nothing is lost: send the command again, with the same key"

_NEWER = "a newer version of fitl wrote to this table: this server must be upgraded first; nothing is lost"


def _problem(error: FitlError) -> ApiProblem:
    """Return an error as data."""
    return ApiProblem(*msgspec.structs.astuple(describe_refusal(error)))
