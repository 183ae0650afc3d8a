"""The guard around the server, without a network: permitted requests, and the headers of every answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from fitl_core.server.guards import Guard, tell_of, tell_of_damage
from fitl_core.server.problems import NoSuchPath

App = Callable[[Scope, Receive, Send], Awaitable[None]]
BEGIN: Message = {"type": "http.response.start", "status": 200, "headers": [(b"cache-control", b"max-age=9")]}
END: Message = {"type": "http.response.body", "body": b"fine"}
ALWAYS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""The headers of every answer, written out: a header that is left out or loosened is a hole."""


class Answer:
    """The answer to one request, and the error that came out of the guard."""

    def __init__(self, app: App, scope: Scope, names: frozenset[str] = frozenset()) -> None:
        self.messages: list[Message] = []
        self.error: BaseException | None = None
        asyncio.run(self._ask(Guard(app, names), scope))

    async def _ask(self, guard: Guard, scope: Scope) -> None:
        async def send(message: Message) -> None:
            self.messages.append(message)

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        try:
            await guard(scope, receive, send)
        except BaseException as error:
            self.error = error

    @property
    def status(self) -> int:
        """The status of the one answer."""
        (begun,) = [message for message in self.messages if message["type"] == "http.response.start"]
        status: int = begun["status"]
        return status

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the answer; none stands there twice."""
        pairs = [(name.decode(), value.decode()) for name, value in self.messages[0]["headers"]]
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    @property
    def code(self) -> str:
        """The code of the problem in the body."""
        found: str = json.loads(self.messages[1]["body"])["error"]
        return found


def request(method: str = "GET", path: str = "/", **headers: str) -> Scope:
    """A request to `localhost`, unless another host is given."""
    pairs = {"host": "localhost", **headers}.items()
    return {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in pairs],
    }


async def fine(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer."""
    await send(dict(BEGIN))
    await send(END)


def failing(error: BaseException, begun: bool = False) -> App:
    """An app that fails, before its answer or in it."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if begun:
            await send(dict(BEGIN))
        raise error

    return app


@pytest.mark.parametrize("app", [fine, failing(NoSuchPath("no")), failing(ValueError("x"))])
@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/", "no-cache"),
        ("/static/main.js", "no-cache"),
        ("/api/tables/a", "no-store"),
        ("/apiary", "no-cache"),
    ],
)
def test_every_answer_has_the_headers(app: App, path: str, kept: str) -> None:
    """Errors have the headers too; no cache keeps a seat's view, and files of the page are revalidated."""
    headers = Answer(app, request(path=path)).headers
    assert {name: headers[name] for name in ALWAYS} == ALWAYS
    assert headers["cache-control"] == kept


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize(
    ("origin", "host", "is_own"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("https://FITL.example", "fitl.Example", True),
        ("http://localhost:8001", "localhost:8000", False),
        ("http://evil.example", "localhost", False),
        ("null", "localhost", False),
        ("", "localhost", False),
        ("localhost", "localhost", False),
    ],
)
def test_another_page_changes_nothing(method: str, origin: str, host: str, is_own: bool) -> None:
    """A request from another page is refused by any method, and with any case of header names."""
    got = Answer(fine, request(method, host=host, origin=origin), frozenset({"fitl.example"}))
    assert got.status == (200 if is_own else 403)
    if not is_own:
        assert got.code == "foreign"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_another_page_may_look(method: str) -> None:
    """A browser shows that page nothing of the answer; the server need not refuse it."""
    assert Answer(fine, request(method, origin="http://evil.example")).status == 200


@pytest.mark.parametrize(
    "host", ["", "[", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[::1", "a b"]
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_another_name_is_refused(host: str, method: str) -> None:
    """A request to another host is refused, also where its Host header cannot be read."""
    got = Answer(fine, request(method, host=host))
    assert (got.status, got.code) == (403, "foreign")


@pytest.mark.parametrize("host", ["LOCALHOST:80", "10.0.0.7", "[::1]:8000", "Table.example:1"])
def test_own_names_and_addresses_are_answered(host: str) -> None:
    """A request to the server's names and addresses is answered, with and without a port."""
    assert Answer(fine, request("POST", host=host), frozenset({"table.example"})).status == 200


def test_a_failure_within_an_answer_sends_no_second_one(capsys: pytest.CaptureFixture[str]) -> None:
    """The connection ends there; stderr names the place of the failure."""
    got = Answer(failing(ValueError("a secret"), begun=True), request())
    assert got.status == 200 and len(got.messages) == 1 and got.error is None
    told = capsys.readouterr().err
    assert told.startswith("fitl serve: ValueError at ") and "secret" not in told


def test_a_server_that_ends_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """503 with a time to wait, and the cancellation goes on. It is no failure of the server."""
    got = Answer(failing(asyncio.CancelledError()), request("POST"))
    assert (got.status, got.code, got.headers["retry-after"]) == (503, "busy", "5")
    assert isinstance(got.error, asyncio.CancelledError)
    begun = Answer(failing(asyncio.CancelledError(), begun=True), request("POST"))
    assert len(begun.messages) == 1 and isinstance(begun.error, asyncio.CancelledError)
    assert capsys.readouterr().err == ""


def test_what_is_no_request_is_handed_on() -> None:
    """Such as the beginning and the end of the program."""
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    assert Answer(app, {"type": "lifespan"}).messages == [] and seen == ["lifespan"]


def test_a_refused_request_reaches_no_app_and_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    """The app is not called, and stderr stays empty."""
    got = Answer(failing(AssertionError("called")), request(host="evil.example"))
    assert got.status == 403 and capsys.readouterr().err == ""


def _deep(levels: int) -> Any:
    if levels:
        return _deep(levels - 1)
    raise KeyError("a secret")


def test_a_failure_is_told_by_the_place_that_raised_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The innermost line of the program; an error that was never raised has none."""
    first = _deep.__code__.co_firstlineno
    with pytest.raises(KeyError) as found:
        _deep(3)
    tell_of(found.value)
    with pytest.raises(ValueError, match="Expecting") as elsewhere:
        json.loads("a secret")
    tell_of(elsewhere.value)
    tell_of(OSError("a secret"))
    here, there, nowhere = capsys.readouterr().err.splitlines()
    assert here == f"fitl serve: KeyError at {__file__}:{first + 3}"
    assert there.startswith(f"fitl serve: JSONDecodeError at {json.decoder.__file__}:")
    assert nowhere == "fitl serve: OSError"


def test_damage_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """However often its table is asked for; each table on its own."""
    for message in ("table a of this test", "table b of this test", "table a of this test"):
        tell_of_damage(message)
    told = capsys.readouterr().err
    assert told == "fitl serve: table a of this test\nfitl serve: table b of this test\n"
