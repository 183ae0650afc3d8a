"""Requests that no client should send: each is refused in JSON with the right status and changes nothing."""

from __future__ import annotations

import http.client
import json
import re
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from serving import At, FailingStore, Got, Listener, ask, served

from fitl_core import Setup
from fitl_core.server import news as server_news
from fitl_core.server import site as server_app
from fitl_core.server.bodies import Listening, News
from fitl_core.server.guards import SECURITY_HEADERS
from fitl_core.server.site import Limits
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import StoreError
from fitl_core.table.tables import Tables


class Store(FailingStore):
    """A store that is away from the first question on."""

    def version(self, table: str) -> int:
        if self.error is not None:
            raise self.error
        return super().version(table)


STORE = Store()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server for all tests of this module."""
    with served(STORE) as number:
        yield number


@pytest.fixture(scope="module")
def table(port: int) -> At:
    """A table whose seats are taken."""
    return At(port)


def refused(got: Got, status: int, error: str) -> Any:
    """Return a refusal that has this status and code, all headers, and no trace of the program."""
    assert (got.status, got.json["error"]) == (status, error), got
    assert got.headers["content-type"] == "application/json"
    for name, value in SECURITY_HEADERS.items():
        assert got.headers[name.lower()] == value
    assert b"Traceback" not in got.body and b".py" not in got.body
    return got.json


@pytest.mark.parametrize(
    "sent",
    [
        b"moon\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
    ],
    ids=["words", "header", "no-host", "length", "endless", "tls"],
)
def test_what_is_no_http_is_refused_as_all_else(port: int, sent: bytes) -> None:
    """400 as JSON with every header, and the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(sent + b"\r\n\r\n")
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        refused(Got(answer.status, headers, answer.read()), 400, "request")
        assert headers["connection"] == "close" and connection.recv(1) == b""


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (b"", ""),
        (b"{", ""),
        (b"\xff\xfe", ""),
        (b"[" * 60_000, ""),
        (b"null", ""),
        (b"{}", ""),
        (b'{"setup":{"scenario":7}}', "$.setup.scenario"),
        (b'{"setup":{"scenario":"short","players":[["VPA"]]}}', "$.setup.players[0][0]"),
        (b'{"setup":{"scenario":"short"},"deadline":0}', "$.deadline"),
        (b'{"setup":{"scenario":"short"},"deadline":1e400}', "$.deadline"),
        (b'{"setup":{"scenario":"short"},"deck":[1,2]}', ""),
        (b'{"setup":{"scenario":"short","option":["easy"]}}', "$.setup"),
    ],
)
def test_bodies_that_cannot_be_read(port: int, body: bytes, where: str) -> None:
    """Told at which place, where there is one."""
    told = refused(ask(port, "POST", "/api/tables", body), 400, "request")
    assert told.get("where", "") == where


@pytest.mark.parametrize(
    "setup",
    [
        {"scenario": "moon"},
        {"scenario": "short", "options": ["moon"]},
        {"scenario": "short", "players": []},
        {"scenario": "short", "cards": [1, 2]},
        {"scenario": "short", "readings": ["moon"]},
        {"scenario": "short", "position": {"text": "nonsense"}},
    ],
)
def test_games_that_cannot_be_played_are_refused(port: int, setup: dict[str, Any]) -> None:
    """An impossible game is refused by the library, or because it is no Setup."""
    got = ask(port, "POST", "/api/tables", {"setup": setup})
    assert got.status in (400, 422), got
    refused(got, got.status, got.json["error"])


def test_a_body_that_is_too_long(port: int) -> None:
    """Told by its length, and where it comes in chunks without one."""
    long = b'"' + b"x" * 70_000 + b'"'
    refused(ask(port, "POST", "/api/tables", long), 413, "too-long")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    parts = iter([b"x" * 10_000] * 10)
    connection.request("POST", "/api/tables", parts, headers, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


HEAD = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHOICES = b"GET /api/choices HTTP/1.1\r\nHost: localhost\r\n"


def ended(connection: socket.socket, trickle: bytes = b"") -> bytes:
    """Return all output of a server until it hangs up, while a client sends a byte now and then."""
    said = b""
    connection.settimeout(0.05)
    for _ in range(200):
        try:
            if trickle:
                connection.sendall(trickle)
            part = connection.recv(100_000)
        except TimeoutError:
            continue
        except OSError:
            return said
        if not part:
            return said
        said += part
    raise AssertionError("the server does not hang up")


@pytest.mark.parametrize(
    ("begun", "trickle", "said"),
    [
        (b"", b"", b"HTTP/1.1 408"),
        (b"GET / HT", b"", b"HTTP/1.1 408"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", b"x", b"HTTP/1.1 408"),
        (HEAD + b"Content-Length: 9000\r\n\r\n", b"", b"HTTP/1.1 408"),
        (HEAD + b"Content-Length: 9000\r\n\r\n", b" ", b"HTTP/1.1 408"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n", b"HTTP/1.1 408"),
        (CHOICES + b"Content-Length: 9000\r\n\r\n", b" ", b"HTTP/1.1 200"),
        (CHOICES + b"\r\n" + CHOICES, b"", b"HTTP/1.1 408"),
    ],
    ids=["nothing", "line", "headers", "no-body", "body", "chunks", "a-body-nobody-wants", "the-next"],
)
def test_a_request_that_does_not_come_is_not_waited_for(
    port: int, monkeypatch: pytest.MonkeyPatch, begun: bytes, trickle: bytes, said: bytes
) -> None:
    """However it trickles: 408 where nothing is answered yet, and the connection ends."""
    monkeypatch.setattr("fitl_core.server.running.ARRIVAL", 0.5)
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(begun)
        told = ended(connection, trickle)
    assert said in told
    if b" 408 " in said:
        headers, _, body = told[told.index(said) :].partition(b"\r\n\r\n")
        pairs = [line.decode().partition(": ") for line in headers.split(b"\r\n")[1:]]
        refused(Got(408, {name.lower(): value for name, _, value in pairs}, body), 408, "too-slow")


def test_a_connection_is_kept_between_requests_and_under_a_stream(
    table: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time for a request ends when it has come."""
    monkeypatch.setattr("fitl_core.server.running.ARRIVAL", 0.3)
    listener = Listener(table.port, table.name, table.version)
    connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=30)
    for _ in range(3):
        connection.request("GET", "/api/choices")
        assert connection.getresponse().read()
        held = connection.sock
        time.sleep(0.4)
    assert connection.sock is held
    connection.close()
    table.tell("US", {"command": "comment", "text": "still there"})
    assert listener.next()[0] == "news"
    listener.close()


def test_who_does_not_read_his_answers_is_hung_up_on(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that does not read its answers is disconnected, so that its answers are not kept."""
    monkeypatch.setattr("fitl_core.server.running.READING", 0.3)
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", port))
        connection.sendall(b"GET /static/board.svg HTTP/1.1\r\nHost: localhost\r\n\r\n" * 300)
        time.sleep(2)
        with pytest.raises(OSError):
            while connection.send(b"x"):
                time.sleep(0.01)


def test_what_is_no_body_behind_an_answer_ends_the_connection(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    """An invalid body after the answer ends the connection: no second answer, and no line in a log."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(CHOICES + b"Transfer-Encoding: chunked\r\n\r\n")
        assert connection.recv(12) == b"HTTP/1.1 200"
        connection.sendall(b"moon\r\n")
        assert b"HTTP/1.1" not in ended(connection)
    assert [record.message for record in caplog.records if record.name == "asyncio"] == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_only_json_is_taken(port: int, kind: str) -> None:
    """A request of another type, such as the form of a foreign page, is refused."""
    got = ask(port, "POST", "/api/tables", b'{"setup":{"scenario":"short"}}', headers={"Content-Type": kind})
    refused(got, 415, "media-type")


def test_another_page_changes_nothing_here(port: int) -> None:
    """A request with the Origin of another page is refused; one of the server's own page is accepted."""
    body = {"setup": {"scenario": "short"}}
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{port + 1}", "http://[", "x"):
        refused(ask(port, "POST", "/api/tables", body, headers={"Origin": origin}), 403, "foreign")
    own = {"Origin": f"http://127.0.0.1:{port}"}
    assert ask(port, "POST", "/api/tables", body, headers=own).status == 201


def test_a_name_that_leads_here_is_not_the_servers() -> None:
    """DNS rebinding: only addresses, localhost and the names that were given are answered."""
    with served(names=frozenset({"fitl.example"})) as port:
        for host in ("evil.example", "fitl.example.evil.example", "[", "", "localhost.evil.example:80"):
            refused(ask(port, "GET", "/api/choices", headers={"Host": host}), 403, "foreign")
        for host in (
            "FITL.example",
            "fitl.example:8000",
            "127.0.0.1",
            "[::1]:80",
            "192.168.1.7",
            "localhost",
        ):
            assert ask(port, "GET", "/api/choices", headers={"Host": host}).status == 200


def test_paths_and_methods_that_there_are_not(port: int, table: At) -> None:
    """An unknown path answers 404; an unknown method 405 with the methods allowed."""
    for path in (
        "/moon",
        "/api",
        "/api/",
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/",
        "/api/tables",
    ):
        got = ask(port, "GET", path)
        assert got.status == (405 if path == "/api/tables" else 404)
        refused(got, got.status, "method" if got.status == 405 else "no-such-path")
    assert ask(port, "DELETE", f"/api/tables/{table.name}").headers["allow"] == "GET"
    assert ask(port, "OPTIONS", "/api/tables").headers["allow"] == "POST"
    assert ask(port, "HEAD", f"/api/tables/{table.name}/news").status == 405


def test_tables_that_there_are_not(port: int, table: At) -> None:
    """An unknown table is refused with and without a link, whatever its name."""
    for name in ("moon", "%00", "%ff", "a" * 300, "%f0%9f%98%80", "..", "'; drop table"):
        for link in ("", "x" * 64):
            got = ask(port, "GET", f"/api/tables/{name.replace(' ', '%20')}", link=link)
            assert got.status in (400, 404), (name, got)
            refused(got, got.status, got.json["error"])


def test_links_that_open_nothing(table: At, port: int) -> None:
    """A wrong one, another table's, or another form of header."""
    other = At(port, sit=False)
    for link in ("x", "0" * 64, "é" * 9, other.links["US"]):
        got = ask(
            port,
            "GET",
            f"/api/tables/{table.name}",
            headers={"Authorization": f"Bearer {link}".encode("latin-1")},
        )
        refused(got, 401, "link")
        assert got.headers["www-authenticate"] == "Bearer"
    for header in ("Basic abc", "Bearer", "Bearer  ", ""):
        got = ask(port, "GET", f"/api/tables/{table.name}", headers={"Authorization": header})
        refused(got, 400, "request")


@pytest.mark.parametrize(
    "query",
    ["after=-1", "after=x", f"after={10**30}", "after=1&after=2", "moon=1", "after="],
)
def test_queries_that_cannot_be_read(table: At, query: str) -> None:
    """A query that cannot be read is refused, also one with unknown fields."""
    refused(table.get(f"?{query}"), 400, "request")


def test_pictures_of_what_there_is_not(table: At) -> None:
    """Lines beyond the last one, spaces that are not on the map, other themes."""
    refused(table.get("/board?line=9999"), 404, "unknown")
    refused(table.get("/position?line=9999"), 404, "unknown")
    refused(table.get("/scene?lines=9999"), 404, "unknown")
    refused(table.get("/news?scene=true&lines=9999"), 404, "unknown")
    refused(table.get("/drawing?line=9999"), 404, "unknown")
    refused(table.get("/drawing?line=1&since=9999"), 404, "unknown")
    for query in ("highlight=moon", "crop=hue,moon", "theme=pink", "changes=maybe"):
        refused(table.get(f"/board?{query}"), 400, "request")
    assert table.get("/events?after=9999").json["events"] == []


def test_before_play_there_is_no_board(port: int) -> None:
    """Before play there is no board, nothing to draft and nothing to rule on; the log has no lines."""
    table = At(port, sit=False)
    for path in ("/board", "/position", "/charts", "/drawing?line=0"):
        refused(table.get(path), 422, "not-now")
    refused(table.send("/draft", {"faction": "US"}, "US"), 422, "not-now")
    refused(table.send("/adjudicate", {"move": "US pass"}, "US"), 422, "not-now")
    assert table.get("/events").json["events"] == []
    assert table.get("/log").status == table.get("/verify").status == 200


def test_an_illegal_move_is_answered_with_a_ruling(table: At) -> None:
    """The ruling has its code, its rule, the deciding facts, the question and the legal alternatives."""
    asked = table.get().json["asked"]
    before = table.version
    refused(table.tell(asked["seats"][0], f"{asked['factions'][0]} train moon"), 422, "word-unknown")
    faction = asked["factions"][0]
    verb = "rally" if faction in ("US", "ARVN") else "train"
    told = refused(table.tell(asked["seats"][0], f"{faction} {verb} Hue"), 422, "not-your-verb")
    assert told["rule"] == "3.1" and told["verdict"] == "illegal"
    assert told["of"] == faction and told["asked"] and told["legal"]
    assert table.version == before


def test_a_late_command_says_where_the_table_is(table: At) -> None:
    """409, with the version; nothing has been done."""
    asked = table.get().json["asked"]
    seat, begin = asked["seats"][0], {"command": "begin", "faction": asked["factions"][0]}
    assert table.tell(seat, begin).status == 200
    body = {"command": begin, "seen": table.version - 1}
    assert refused(table.send("/commands", body, seat), 409, "conflict")["version"] == table.version
    assert table.tell(seat, {"command": "take-back"}).status == 200


def test_what_is_not_yours_is_forbidden(table: At) -> None:
    """Another seat's move, a host's command and a seat's command are forbidden to others."""
    asked = table.get().json["asked"]
    seat, faction = asked["seats"][0], asked["factions"][0]
    other = next(name for name in table.links if name not in ("", seat))
    for got in (
        table.tell(other, f"{faction} pass"),
        table.tell(other, {"command": "close"}),
        table.tell("", f"{faction} pass"),
        table.send("/draft", {"faction": faction}, other),
        table.send("/draft", {"faction": faction}),
        table.send("/draft", {"faction": faction}, ""),
        table.send("/adjudicate", {"move": f"{faction} pass"}),
        table.send("/name", {"name": "x"}, "", "PUT"),
        table.send("/links", {"seat": "US"}),
        table.send("/commands", {"command": {"command": "sit"}, "seen": 1}),
    ):
        refused(got, 403, "forbidden")


def test_commands_that_are_none(table: At) -> None:
    """A command with an unknown tag, a wrong type, an unknown field or an endless figure is refused."""
    for command in (
        {"command": "moon"},
        {},
        {"command": "agree", "number": "one"},
        {"command": "agree", "number": 10**400},
        {"command": "sit", "seat": "US"},
        {"command": "submit", "move": "x" * 20_000},
        {"command": "submit", "move": {"event": "moon"}},
        {"command": "say", "answer": {"clause": "at"}},
    ):
        got = table.send("/commands", {"command": command, "seen": 1}, "US")
        assert got.status in (400, 409, 422), (command, got)
        refused(got, got.status, got.json["error"])


def test_what_people_write_is_text(table: At) -> None:
    """A hostile name and comment come back as they are seen, as JSON that no browser takes for a page."""
    hostile = "<script>alert('x')</script>\x1b[31m"
    table.send("/name", {"name": hostile[:40]}, "US", "PUT")
    assert table.tell("US", {"command": "comment", "text": "<img src=x onerror=alert(1)> \"'"}).status == 200
    got = table.get()
    assert got.headers["content-type"] == "application/json"
    assert hostile.replace("\x1b", "") in [seat["player"] for seat in got.json["seats"]]
    assert "<img src=x" in got.json["lines"][-1]["text"]
    assert re.search(rb"<(script|img)", table.get("/board").body) is None


def test_a_store_that_is_away(port: int, table: At) -> None:
    """503 while it is, nothing is lost, and it goes on when it is back."""
    before = table.version
    asked = table.get().json["asked"]
    line = f"{asked['factions'][0]} pass"
    body = {"command": {"command": "submit", "move": line}, "seen": before, "key": "once"}
    STORE.error = StoreError("cannot reach the store postgresql://secret@host")
    try:
        for got in (table.get(), table.send("/commands", body, asked["seats"][0]), table.get("/news")):
            told = refused(got, 503, "store")
            assert "secret" not in told["message"] and got.headers["retry-after"]
    finally:
        STORE.error = None
    assert table.version == before
    assert table.send("/commands", body, asked["seats"][0]).status == 200


def test_a_fault_of_the_server_is_no_more_than_that(table: At, capfd: pytest.CaptureFixture[str]) -> None:
    """The answer is 500 without details; stderr names the place, but nothing of the request."""
    STORE.error = RuntimeError("a secret: 0123")
    try:
        assert (
            refused(table.get(), 500, "internal")["message"]
            == "the server has failed; its own log says where"
        )
    finally:
        STORE.error = None
    said = ""
    while not said:  # it is written after the answer
        said = capfd.readouterr().err
    assert said.startswith("fitl serve: RuntimeError at ")
    assert "secret" not in said and "Traceback" not in said


def test_who_asks_too_often_waits() -> None:
    """429 with the seconds to wait: by link, and by address whatever the links are."""
    store = MemoryStore()
    table = f"/api/tables/{Tables(store).open(Setup('short')).table}"
    with served(store, Limits(rate=1)) as port:
        mine = [ask(port, "GET", table, link="a" * 64).status for _ in range(5)]
        assert mine == [401] * 4 + [429]
        got = [ask(port, "GET", table, link=f"{number}") for number in range(40)]
        assert got[0].status == 401
        assert int(refused(got[-1], 429, "too-many") and got[-1].headers["retry-after"]) >= 1


def test_who_has_too_many_streams_gets_no_other() -> None:
    """One address may have a quarter of all streams, and gets no more."""
    with served(limits=Limits(rate=None, streams=8)) as port:
        name = At(port, sit=False).name
        open_ones = []
        for _ in range(2):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", f"/api/tables/{name}/news")
            answer = connection.getresponse()
            assert answer.readline() == b": news\n"
            open_ones.append(connection)
        refused(ask(port, "GET", f"/api/tables/{name}/news"), 429, "too-many")
        for connection in open_ones:
            connection.close()


def test_who_does_not_read_is_told_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that does not read has its stream ended, and comes again with the last id."""
    monkeypatch.setattr(server_news, "MOST_UNREAD", 2)
    listener = server_news.Listener(None, Listening())
    listener.tell([News(1, ()), News(2, ()), News(3, ())])  # what he has missed, all of it
    assert listener.has.after == 3
    listener.tell([News(4, ())])
    assert (listener.ends, listener.has.after) == ("server", 3)


def test_more_waits_than_the_server_takes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """503 at once, rather than a queue without end."""
    monkeypatch.setattr(server_app, "MOST_WAITING", 0)
    with served() as port:
        refused(ask(port, "GET", "/api/choices"), 503, "busy")


def test_links_are_kept_as_hashes_alone() -> None:
    """No link of a table stands in its store, only the link's hash."""
    store = MemoryStore()
    opened = Tables(store).open(Setup("short"))
    kept = json.dumps(store.aside(opened.table)) + "".join([str(fact) for fact in store.read(opened.table)])
    assert all(link not in kept for link in opened.links.values())
