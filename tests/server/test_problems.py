"""The status of each error, its headers, and its words for a fault of the server alone."""

from __future__ import annotations

import pytest

from fitl_core.errors import FitlError, Refusal, UnknownName, Violation
from fitl_core.server import problems
from fitl_core.server.problems import RequestError, answered
from fitl_core.stores.port import Late, Repeated, StoreError, Uncertain, Unfit, Unwritable
from fitl_core.table.encoding import NewerFact, UnreadableFact
from fitl_core.table.links import Damaged
from fitl_core.table.refusals import Conflict, Forbidden, KeyUsed, Misplaced, NotNow, TableError, Unknown
from notation import NotationError, UnreadableError

ERRORS: list[tuple[Exception, int, str]] = [
    (Violation(Refusal("too-many", "3.1", "no")), 422, "too-many"),
    (NotationError("word-unknown", "no", 1, 2, 3), 422, "word-unknown"),
    (UnreadableError("binary", "no text"), 422, "binary"),
    (UnknownName("no"), 422, "unknown-name"),
    (NotNow("no"), 422, "not-now"),
    (TableError("no"), 422, "table"),
    (Conflict(1, 2), 409, "conflict"),
    (KeyUsed("k", 2), 409, "key-used"),
    (Forbidden("no"), 403, "forbidden"),
    (Unknown("no"), 404, "unknown"),
    (Unfit("no"), 400, "store-unfit"),
    (StoreError("a secret"), 503, "store"),
    (Unwritable("a secret"), 503, "store-unwritable"),
    (Uncertain("a secret"), 503, "uncertain"),
    (Late("a secret", 1, 2), 503, "late"),
    (Repeated("a secret", "a secret", 2), 503, "repeated"),
    (Damaged("hue", 3, "its link does not fit"), 500, "damaged-table"),
    (UnreadableFact("a secret", "hue", 3), 500, "internal"),
    (NewerFact("a secret", "hue", 3), 503, "newer-fact"),
    (Misplaced("a secret"), 500, "internal"),
    (ValueError("a secret"), 500, "internal"),
    (KeyError("a secret"), 500, "internal"),
    (MemoryError(), 500, "internal"),
]


@pytest.mark.parametrize(("error", "status", "code"), ERRORS, ids=lambda part: getattr(part, "code", None))
def test_each_error_has_its_status(error: Exception, status: int, code: str) -> None:
    """A client's fault is 4xx; a fault of the server or the store is 5xx, without details."""
    got = answered(error)
    assert (got.status, got.problem.error) == (status, code)
    assert "secret" not in got.problem.message
    assert ("Retry-After" in got.headers) == (status == 503)


def test_damage_is_told_with_its_fact() -> None:
    """Which table, from which fact on, and the way out."""
    told = answered(Damaged("hue", 3, "its link does not fit")).problem.message
    assert told == "table hue is damaged at fact 3: its link does not fit; restore the table from a backup"


def test_the_store_comes_back() -> None:
    """A client may try again after 2 whole seconds, and nothing is lost."""
    assert answered(StoreError("x")).headers == {"Retry-After": "2"}
    assert "nothing is lost" in answered(StoreError("x")).problem.message


STATUS = {
    "RequestError": 400,
    "WrongLink": 401,
    "Foreign": 403,
    "Banned": 403,
    "OverQuota": 403,
    "NoSuchPath": 404,
    "WrongMethod": 405,
    "TooSlow": 408,
    "Gone": 410,
    "TooLong": 413,
    "WrongMediaType": 415,
    "TooMany": 429,
    "Busy": 503,
}


def test_every_request_error_is_listed() -> None:
    """Each class has its own status and code."""
    found = [
        one for one in vars(problems).values() if isinstance(one, type) and issubclass(one, RequestError)
    ]
    assert {one.__name__: one.status for one in found} == STATUS
    assert len({one.code for one in found}) == len(found)


@pytest.mark.parametrize("name", STATUS)
def test_a_request_error_keeps_its_headers_and_place(name: str) -> None:
    """A request error keeps the headers and place that its caller gave; without them it has none."""
    kind: type[RequestError] = getattr(problems, name)
    got = answered(kind("no", "body.seen", {"Allow": "GET"}))
    assert (got.status, got.headers, got.problem.where) == (STATUS[name], {"Allow": "GET"}, "body.seen")
    assert (answered(kind("no")).headers, answered(kind("no")).problem.where) == ({}, "")


def test_an_error_of_the_library_without_a_case_is_a_refusal() -> None:
    """A later class of errors, too, is answered as a refusal (422)."""

    class Later(FitlError):
        code = "later"

    assert (answered(Later("no")).status, answered(Later("no")).problem.error) == (422, "later")
