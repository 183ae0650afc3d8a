"""A server for tests: a real one on a free port, and clients that speak to it."""

from __future__ import annotations

import hashlib
import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import uvicorn

from fitl_core.server.running import HTTP, listening
from fitl_core.server.site import Limits, Site
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import Store
from fitl_core.table.tables import OpenedTable, Tables

ROOT = Path(__file__).parents[2]


class FailingStore(MemoryStore):
    """A store that can be away, or broken: a reader meets the `error`, `asked` times."""

    error: Exception | None = None
    asked = 0
    list_error: Exception | None = None

    def tables(self, after: str = "", most: int | None = None) -> list[str]:
        if self.list_error is not None:
            raise self.list_error
        return super().tables(after, most)

    def read(self, table: str, after: int = 0, most: int | None = None) -> Any:
        if self.error is not None:
            self.asked += 1
            raise self.error
        return super().read(table, after, most)


UNLIMITED = Limits(rate=None)


class Got(NamedTuple):
    """An answer: its status, its headers by their names in lower case, its body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


def drawn(store: Store | None = None) -> Callable[[int], bytes]:
    """Chance that is the same each time, but other than that by which tables came into a store before."""
    draws = count()
    before = f"{len(store.tables())} " if store is not None and store.tables() else ""
    return lambda size: hashlib.shake_256(f"{before}{next(draws)}".encode()).digest(size)


@contextmanager
def served(
    store: Store | None = None,
    limits: Limits = UNLIMITED,
    names: frozenset[str] = frozenset(),
    **more: Any,
) -> Iterator[int]:
    """A server in a thread, until the block ends; its port."""
    site = Site(Tables(store or MemoryStore(), random=drawn(store)), limits, names, **more)
    sock = listening("127.0.0.1", 0)
    port: int = sock.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(site.app, http=HTTP, access_log=False, log_level="error"))
    thread = threading.Thread(target=server.run, args=([sock],))
    thread.start()
    while not server.started:
        time.sleep(0.005)
    try:
        yield port
    finally:
        site.herald.stop()
        server.should_exit = True
        thread.join()


def ask(
    port: int, method: str, path: str, body: Any = None, link: str = "", headers: dict[str, str] | None = None
) -> Got:
    """Ask a server; a body is sent as JSON, or as it is where it is bytes."""
    sent = {"Authorization": f"Bearer {link}"} if link else {}
    raw = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    if raw is not None:
        sent["Content-Type"] = "application/json"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, path, raw, {**sent, **(headers or {})})
        answer = connection.getresponse()
        got = {name.lower(): value for name, value in answer.getheaders()}
        return Got(answer.status, got, answer.read())
    finally:
        connection.close()


class At:
    """A table on a server, opened here unless it is given."""

    def __init__(
        self,
        port: int,
        setup: dict[str, Any] | None = None,
        *,
        sit: bool = True,
        opened: OpenedTable | None = None,
    ) -> None:
        self.port = port
        if opened is None:
            answer = ask(port, "POST", "/api/tables", {"setup": setup or {"scenario": "short"}}).body
            opened = msgspec.json.decode(answer, type=OpenedTable)
        self.name: str = opened.table
        self.links: dict[str, str] = opened.links
        for seat in self.links if sit else ():
            if seat:
                sat = self.tell(seat, {"command": "sit"})
                assert sat.status == 200, sat

    def get(self, path: str = "", seat: str | None = None) -> Got:
        """Return the view of a seat (None: a spectator)."""
        return ask(self.port, "GET", f"/api/tables/{self.name}{path}", link=self._link(seat))

    def send(self, path: str, body: Any, seat: str | None = None, method: str = "POST") -> Got:
        """Send a command as a seat."""
        return ask(self.port, method, f"/api/tables/{self.name}{path}", body, self._link(seat))

    def tell(self, seat: str, command: dict[str, Any] | str, key: str = "") -> Got:
        """A command, or a line, that has seen the table as it stands."""
        told = {"command": "submit", "move": command} if isinstance(command, str) else command
        return self.send("/commands", {"command": told, "seen": self.version, "key": key}, seat)

    def news(self, seat: str | None, after: int, until: int, more: str = "") -> list[Any]:
        """Return the news after a version, up to another one."""
        listener = Listener(self.port, self.name, f"{after}{more}", self._link(seat))
        while not listener.told or listener.told[-1]["version"] < until:
            listener.next()
        listener.close()
        return listener.told

    @property
    def version(self) -> int:
        """The version of the table."""
        return int(self.get("/facts?after=1000000").json["version"])

    def _link(self, seat: str | None) -> str:
        return "" if seat is None else self.links[seat]


class Listener:
    """Listens to the news of a table, as a browser does; `told` has the data of all news."""

    def __init__(
        self, port: int, table: str, after: int | str, link: str = "", last: int | None = None
    ) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        headers = {"Authorization": f"Bearer {link}"} if link else {}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        self._connection.request("GET", f"/api/tables/{table}/news?after={after}", headers=headers)
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200, self._answer.read()
        self.told: list[Any] = []

    def next(self) -> tuple[str, Any]:
        """The next event: its name and data; ("", None) where the stream has ended."""
        name = ""
        for line in iter(self._answer.readline, b""):
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "data":
                self.told.append(json.loads(value))
                return name, self.told[-1]
        return "", None

    def close(self) -> None:
        """Listen no more."""
        self._answer.close()
        self._connection.close()


@contextmanager
def serve(*arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """`fitl serve` as a process on a free port, until the block ends; the process and the port."""
    with serve_telling(*arguments) as (process, told):
        yield process, int(told["url"].split(":")[2].partition("/")[0])


@contextmanager
def serve_telling(*arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], dict[str, str]]]:
    """`fitl serve` as a process on a free port, until the block ends; the process and its addresses."""
    command = [sys.executable, "-m", "fitl_cli", "serve", "--port", "0", "--json", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    try:
        told = process.stdout.readline()
        assert told, process.communicate()
        yield process, json.loads(told)
    finally:
        process.kill()
        process.communicate()
