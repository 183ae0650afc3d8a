"""Many tables served at once over HTTP: the time until a move is answered, and whether all news arrive.

`python tests/bench/serve_load.py`: 50 tables of four clients that act like the page; a move a second at each
table for a minute. Each gets the scene of its table, then news with all changes; a seat that is asked gets a
draft of its move. With `--bare` they only listen. `--tables`, `--seconds`, `--address` (a store; else a
SQLite file), `--processes` that serve it in turn. It prints its results as JSON. The exit code is 1 if any
news failed, or came twice, out of order or not at all.

The moves are of real games: for each seed one is played beforehand at a table with the same chance, and its
commands are given again.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from fitl_core.players.dice import Dice
from fitl_core.record.setup import Setup
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import Store
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.commands import Command
from fitl_core.table.facts import Seat
from fitl_core.table.tables import Answer, Tables
from fitl_core.testing.table_games import TablePlayer

ROOT = Path(__file__).parents[2]
GAMES = 5
"""The number of games that differ."""
START = 1.5
"""Seconds that all streams have to begin."""


class Given(NamedTuple):
    """A command of a game, and the version after it."""

    seat: Seat
    command: bytes
    version: int


class Recorder(TablePlayer):
    """A player whose commands are recorded."""

    def __init__(self, tables: Tables, table: str, dice: Dice) -> None:
        super().__init__(tables, table, dice)
        self.notes: list[Given] = []

    def _do(self, seat: Seat, command: Command) -> Answer:
        answer = super()._do(seat, command)
        self.notes.append(Given(seat, msgspec.json.encode(command), answer.version))
        return answer


class Tally:
    """The measurements: the seconds of each move, and until each news; and the faults."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.drafts: list[float] = []
        self.news: list[float] = []
        self.wrong: list[str] = []


class Table(NamedTuple):
    """A table in the store that is served: its links and version, its next commands, and the time of the
    last.
    """

    name: str
    links: dict[Seat, str]
    begins: int
    moves: list[Given]
    given: dict[int, float]


def main() -> int:
    """Measure, and print."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--tables", type=int, default=50)
    asked.add_argument("--seconds", type=int, default=60)
    asked.add_argument("--processes", type=int, default=1)
    asked.add_argument("--bare", action="store_true")
    asked.add_argument("--address", default="")
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = wanted.address or f"sqlite:{folder}/tables.db"
        tables = prepared(address, wanted.tables, wanted.seconds)
        with ExitStack() as stack:
            ports = [stack.enter_context(Serving(address)) for _ in range(wanted.processes)]
            tally = asyncio.run(loaded(ports, tables, wanted.bare))
    print(json.dumps(told(tally, wanted.tables, wanted.seconds, wanted.processes), indent=1))
    return 1 if tally.wrong else 0


def told(tally: Tally, tables: int, seconds: int, processes: int) -> dict[str, Any]:
    """Return the results, in milliseconds."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    found: dict[str, Any] = {"tables": tables, "seconds": seconds, "processes": processes}
    found["processor"] = round(spent.ru_utime + spent.ru_stime, 1)
    for name in ("moves", "drafts", "news"):
        times = sorted(getattr(tally, name))
        at = (
            {f"p{part}": round(1000 * times[len(times) * part // 100], 1) for part in (50, 95, 99)}
            if times
            else {}
        )
        found[name] = {"number": len(times), **at, "most": round(1000 * times[-1], 1) if times else 0}
    return {**found, "wrong": len(tally.wrong), "first wrong": tally.wrong[:5]}


# -- the moves to play -----------------------------------------------------------------------------


def chance(seed: int) -> Any:
    """Chance that is the same for a seed."""
    draws = count()
    return lambda size: hashlib.shake_256(f"{seed} {next(draws)}".encode()).digest(size)


def recorded(seed: int, moves: int) -> list[Given]:
    """The commands of a random game, once all sit."""
    tables = Tables(MemoryStore(), random=chance(seed))
    player = Recorder(tables, tables.open(Setup("full"), table="t").table, Dice(seed))
    player.sit()
    player.notes.clear()
    while len(player.notes) < moves:
        player.play(1)
    return player.notes[:moves]


def prepared(address: str, number: int, moves: int) -> list[Table]:
    """Make new tables in a store; return them with the commands to be played at them."""
    games = [recorded(seed, moves) for seed in range(GAMES)]
    store: Store = open_store(address)
    found = []
    for table in range(number):
        seed = table % GAMES
        tables = Tables(store, random=chance(seed))
        opened = tables.open(Setup("full"), table=f"t{table}")
        TablePlayer(tables, opened.table, Dice(seed)).sit()
        found.append(Table(opened.table, opened.links, tables.version(opened.table), games[seed], {}))
    store.close()
    return found


class Serving:
    """`fitl serve` as a process; entering gives its port."""

    def __init__(self, address: str) -> None:
        command = [sys.executable, "-m", "fitl_cli", "serve", "--port", "0", "--json"]
        command += ["--rate", "0", "--store", address]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)

    def __enter__(self) -> int:
        assert self._process.stdout is not None
        return int(json.loads(self._process.stdout.readline())["url"].rpartition(":")[2].strip("/"))

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()


# -- clients ----------------------------------------------------------------------------------------


class Client:
    """One that keeps a connection, as a browser does."""

    def __init__(self, port: int, link: str) -> None:
        self._port = port
        self._link = link
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """The status and body of an answer."""
        reader, writer = self._streams or await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)
        self._streams = reader, writer
        writer.write(self._head(method, path, body) + body)
        status, length = await _head_of(reader)
        return status, await reader.readexactly(length)

    async def listen(self, path: str) -> AsyncIterator[Any]:
        """The data of the events of a stream."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)
        writer.write(self._head("GET", path, b""))
        status, _ = await _head_of(reader)
        assert status == 200, status
        while line := await reader.readline():
            if line.startswith(b"data: "):
                yield msgspec.json.decode(line[6:])

    def _head(self, method: str, path: str, body: bytes) -> bytes:
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self._link}\r\n"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        return f"{head}\r\n".encode()


async def _head_of(reader: asyncio.StreamReader) -> tuple[int, int]:
    """The status of an answer, and how long its body is."""
    status, length = int((await reader.readline()).split()[1]), 0
    while (line := await reader.readline()).strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return status, length


async def loaded(ports: list[int], tables: list[Table], bare: bool) -> Tally:
    """Play at all tables at once, at the pace of a move a second."""
    tally = Tally()
    ends = {table.name: table.moves[-1].version for table in tables}
    listeners = []
    for table in tables:
        for number, (seat, link) in enumerate(table.links.items()):
            if seat:
                client = Client(ports[number % len(ports)], link)
                listeners.append(asyncio.create_task(_listen(client, table, ends[table.name], bare, tally)))
    await asyncio.sleep(START)
    begun = time.monotonic()
    players = [
        _play(
            {seat: Client(ports[n % len(ports)], link) for n, (seat, link) in enumerate(table.links.items())},
            table,
            begun + place / len(tables),
            tally,
        )
        for place, table in enumerate(tables)
    ]
    await asyncio.gather(*players)
    _, late = await asyncio.wait(listeners, timeout=10)
    tally.wrong += [f"{len(late)} streams have not had all news"] if late else []
    for listener in late:
        listener.cancel()
    return tally


async def _play(clients: dict[Seat, Client], table: Table, begins: float, tally: Tally) -> None:
    """Give the commands of a table, one a second."""
    seen = table.begins
    for number, given in enumerate(table.moves):
        await asyncio.sleep(max(0.0, begins + number - time.monotonic()))
        key = f"k{number}"
        body = b'{"command":%s,"seen":%d,"key":"%s"}' % (given.command, seen, key.encode())
        before = time.monotonic()
        table.given[given.version] = before
        status, answer = await clients[given.seat].ask("POST", f"/api/tables/{table.name}/commands", body)
        tally.moves.append(time.monotonic() - before)
        seen = json.loads(answer).get("version", 0)
        if status != 200 or seen != given.version:
            tally.wrong.append(f"{table.name}, command {number}: {status} {answer[:200]!r}")
            return


async def _listen(client: Client, table: Table, last: int, bare: bool, tally: Tally) -> None:
    """Read all news of a table, act like the page after each, and note news that are out of order."""
    version = table.begins
    path = f"/api/tables/{table.name}"
    page = None if bare else Page(client, path, tally)
    asks = "" if page is None else f"&scene=true&lines={await page.open()}"
    async for news in client.listen(f"{path}/news?after={version}{asks}"):
        if news["version"] in table.given:
            tally.news.append(time.monotonic() - table.given[news["version"]])
        else:
            tally.wrong.append(f"{table.name}: news of version {news['version']}, where no command ends")
        if [fact["version"] for fact in news["facts"]] != list(range(version + 1, news["version"] + 1)):
            tally.wrong.append(f"{table.name}: news behind {version} are of {news['version']}")
        version = news["version"]
        if page is not None and news["scene"] is not None:
            page.show(news["scene"])
        if version >= last:
            break
    if page is not None:
        await page.close()


class Page:
    """The page's work with scenes: it lays each upon the last and, when asked, has a move drafted."""

    def __init__(self, client: Client, path: str, tally: Tally) -> None:
        self._client = client
        self._path = path
        self._tally = tally
        self._lines = 0
        self._drafting: asyncio.Task[None] | None = None

    async def open(self) -> int:
        """Get the first scene; how many lines the log has."""
        status, answer = await self._client.ask("GET", f"{self._path}/scene")
        assert status == 200, answer
        self.show(msgspec.json.decode(answer))
        return self._lines

    def show(self, scene: Any) -> None:
        """Check that new lines follow the known ones, and that a drawing starts from the current one."""
        numbers = [event["number"] for event in scene["events"]]
        drawing, view = scene["drawing"], scene["view"]
        if numbers != list(range(self._lines + 1, self._lines + 1 + len(numbers))):
            self._tally.wrong.append(f"{self._path}: behind line {self._lines} came {numbers}")
        if drawing["since"] not in (None, self._lines):
            self._tally.wrong.append(f"{self._path}: behind line {self._lines} a drawing {drawing['since']}")
        self._lines += len(numbers)
        is_asked = view["seat"] in view["asked"]["seats"] and view["asked"]["what"] == "action"
        if is_asked and (self._drafting is None or self._drafting.done()):
            body = {"faction": view["asked"]["factions"][0], "since": self._lines, "most": 200}
            self._drafting = asyncio.create_task(self._draft(json.dumps(body).encode()))

    async def _draft(self, body: bytes) -> None:
        before = time.monotonic()
        status, answer = await self._client.ask("POST", f"{self._path}/draft", body)
        self._tally.drafts.append(time.monotonic() - before)
        if status not in (200, 403, 404, 422):  # the table may have gone on meanwhile
            self._tally.wrong.append(f"{self._path}/draft: {status} {answer[:200]!r}")

    async def close(self) -> None:
        """Wait for the requests that are still open."""
        if self._drafting is not None:
            await self._drafting


if __name__ == "__main__":
    sys.exit(main())
