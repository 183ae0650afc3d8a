"""What a client is told where something is refused or fails: JSON, with a status that says whose fault."""

from __future__ import annotations

import msgspec

from fitl_core.errors import FitlError, Violation
from fitl_core.game.adjudications import refusal_view
from fitl_core.stores.port import StoreError, Unfit
from fitl_core.table.keeping import Unreadable
from fitl_core.table.refusals import Conflict, Forbidden, Misplaced, Unknown

RETRY = 2
"""Seconds after which it is worth asking again where the store is away."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request came to nothing: a code that stays the same, and words.

    Of a move that the rules refuse also the `rule`, the `facts` that decided, the `verdict`, what was `asked`
    `of` whom and the answers that were `legal`; of a late command the `version` of the table; of a
    request that cannot be read the place `where` it is wrong.
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


class Answered(msgspec.Struct, frozen=True):
    """A problem with its status and headers."""

    status: int
    problem: Problem
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
    """A request that another page has made, or that came by a name that is not the server's."""

    code = "foreign"
    status = 403


class NoSuchPath(RequestError):
    """Nothing is served there."""

    code = "no-such-path"
    status = 404


class WrongMethod(RequestError):
    """This path is not asked that way."""

    code = "method"
    status = 405


class TooSlow(RequestError):
    """A request that has not come in time."""

    code = "too-slow"
    status = 408


class TooLong(RequestError):
    """A body that is longer than any command."""

    code = "too-long"
    status = 413


class WrongMediaType(RequestError):
    """A body that is not said to be JSON."""

    code = "media-type"
    status = 415


class TooMany(RequestError):
    """More requests, or streams, than one client may have."""

    code = "too-many"
    status = 429


class Busy(RequestError):
    """More is waiting to be done than the server takes on."""

    code = "busy"
    status = 503


def answered(error: Exception) -> Answered:
    """How an error is answered. What nobody has foreseen is a fault of the server, and no more is said."""
    match error:
        case RequestError():
            problem = Problem(error.code, error.message, where=error.where)
            return Answered(error.status, problem, error.headers)
        case Violation():
            return Answered(422, _ruling(error))
        case Conflict():
            return Answered(409, Problem(error.code, error.message, version=error.version))
        case Forbidden():
            return Answered(403, Problem(error.code, error.message, error.rule))
        case Unknown():
            return Answered(404, Problem(error.code, error.message, error.rule))
        case Unfit():
            return Answered(400, Problem(error.code, error.message))
        case StoreError():
            return Answered(503, Problem(error.code, _AWAY), {"Retry-After": str(RETRY)})
        case FitlError() if not isinstance(error, Misplaced | Unreadable):
            return Answered(422, Problem(error.code, error.message, getattr(error, "rule", "")))
        case _:
            return Answered(500, Problem("internal", "the server has failed; its own log says where"))


_AWAY = "the tables cannot be reached now; nothing is lost: send it again, with the same key"


def _ruling(error: Violation) -> Problem:
    """A refusal by the rules, as a ruling."""
    told = refusal_view(error)
    return Problem(
        told.code,
        told.message,
        told.rule,
        told.facts,
        error.verdict,
        asked=told.asked,
        of=told.of or "",
        legal=told.legal,
    )
