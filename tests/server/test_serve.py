"""`fitl serve` as a process: how it begins, how it ends, and several of them at one store."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from samples import sampled
from serving import ROOT, At, Listener, ask, serve

import notation
from fitl_core.proofs.verification import verify


def started(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """`fitl serve` where it does not come to serve."""
    command = [sys.executable, "-m", "fitl_cli", "serve", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_within_three_seconds_with_streams_open(number: signal.Signals) -> None:
    """Listeners are notified of the end; the exit code is the signal's, and nothing else is printed."""
    with serve("--store", "memory:") as (process, port):
        table = At(port)
        listeners = [Listener(port, table.name, table.version) for _ in range(5)]
        with socket.create_connection(("127.0.0.1", port)) as half:  # a request that never ends
            half.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n")
            before = time.monotonic()
            process.send_signal(number)
            assert all(listener.next() == ("end", {"why": "server"}) for listener in listeners)
            assert process.wait(10) == 128 + number
            assert time.monotonic() - before < 3
        assert process.communicate() == (b"", b"")


def test_it_says_where_it_is_and_listens_on_loopback_alone() -> None:
    """Without `--host` the server listens on loopback alone, and prints its address."""
    command = [sys.executable, "-m", "fitl_cli", "serve", "--store", "memory:", "--port", "0"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said.startswith(b"tables are served at http://127.0.0.1:") and said.endswith(b"/\n")
        port = int(said.strip().rpartition(b":")[2].strip(b"/"))
        listening = Path(f"/proc/{process.pid}/net/tcp").read_text().upper()
        assert f"0100007F:{port:04X}" in listening and f"00000000:{port:04X}" not in listening
        assert ask(port, "GET", "/").status == 200
    finally:
        process.kill()
        process.communicate()


def test_a_port_that_is_taken_is_told() -> None:
    """A taken port, a foreign host and a store that cannot be opened are each reported with an exit code."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = started("--store", "memory:", "--port", str(port))
        assert (told.returncode, told.stdout) == (2, b"")
        assert (
            told.stderr == f"fitl: cannot listen at 127.0.0.1, port {port}: Address already in use\n".encode()
        )
    told = started("--store", "memory:", "--host", "192.0.2.1", "--port", "0")
    assert told.returncode == 2 and told.stderr.startswith(b"fitl: cannot listen at 192.0.2.1, port 0: ")
    told = started("--store", "memory:", "--host", "nowhere.invalid", "--port", "0")
    assert told.returncode == 2 and b"nowhere.invalid, port 0: " in told.stderr and b"(" not in told.stderr
    told = started("--store", "memory:", "--host", "", "--port", "0")  # it would be every address
    assert told.returncode == 2 and b"0.0.0.0 listens to everybody" in told.stderr
    told = started("--store", "/dev/null/x.db")
    assert told.returncode == 3 and told.stderr.count(b"\n") == 1


def test_without_the_extra_it_says_how_to_get_it(tmp_path: Path) -> None:
    """Without the extra the error is a line that names it, with exit code 2."""
    (tmp_path / "starlette.py").write_text("raise ImportError('no starlette')\n")
    command = [sys.executable, "-m", "fitl_cli", "serve", "--store", "memory:"]
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    told = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, timeout=60)
    assert told.returncode == 2
    assert told.stderr.startswith(b'fitl: serving needs the extra server: pip install "fitl[server]"')


def test_what_was_answered_stands_when_it_is_killed(tmp_path: Path) -> None:
    """A new process goes on with the same links; the log verifies."""
    store = f"sqlite:{tmp_path / 'tables.db'}"
    with serve("--store", store) as (_, port):
        table = At(port)
        before = table.get(seat="US").json
    with serve("--store", store) as (_, port):
        table.port = port
        assert table.get(seat="US").json == before
        assert table.tell("US", {"command": "comment", "text": "again"}).status == 200
        assert verify(notation.read(table.get("/log").body.decode()).log).sound


def test_two_processes_serve_the_same_tables(address: str) -> None:
    """Moves at one are news at the other, each once and in order; of two at one moment one is late."""
    with serve("--store", address) as (_, here), serve("--store", address) as (_, there):
        table = At(here)
        seats = [seat for seat in table.links if seat]
        begun_at = table.version
        listeners = [Listener(port, table.name, begun_at, table.links[seats[0]]) for port in (here, there)]
        for turn in range(6):
            table.port = (here, there)[turn % 2]
            assert table.tell(seats[turn % 4], {"command": "comment", "text": f"{turn}"}).status == 200
        asked = table.get().json["asked"]
        body = {"command": {"command": "begin", "faction": asked["factions"][0]}, "seen": table.version}
        got = []
        for port in (here, there):
            table.port = port
            got.append(table.send("/commands", body, asked["seats"][0]).status)
        assert got == [200, 409]
        expected = list(range(begun_at + 1, table.version + 1))
        for listener in listeners:
            while not listener.told or listener.told[-1]["version"] < expected[-1]:
                listener.next()
            assert [fact["version"] for one in listener.told for fact in one["facts"]] == expected
            listener.close()


def test_it_ends_while_a_command_waits_for_the_store(tmp_path: Path) -> None:
    """While another program holds the file, the client is asked to try again; the server does not wait."""
    with serve("--store", f"sqlite:{tmp_path / 'tables.db'}") as (process, port):
        table = At(port)
        body = {"command": {"command": "comment", "text": "hm"}, "seen": table.version}
        with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as holder:
            holder.execute("BEGIN EXCLUSIVE")
            with ThreadPoolExecutor() as pool:
                answer = pool.submit(table.send, "/commands", body, "US")
                time.sleep(0.3)
                before = time.monotonic()
                process.send_signal(signal.SIGTERM)
                assert process.wait(10) == 143
                assert time.monotonic() - before < 3
                assert (answer.result().status, answer.result().json["error"]) == (503, "busy")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/choices", None),
        ("GET", "/api/card?number=7", None),
        ("GET", "/nowhere", None),
        ("POST", "/api/tables", b"{}"),
    ],
)
def test_a_kept_connection_is_answered_at_once(method: str, path: str, body: bytes | None) -> None:
    """No part of an answer waits 40 ms for the client to acknowledge another part (TCP_NODELAY)."""
    with serve("--store", "memory:", "--rate", "0") as (_, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        times = []
        for _ in range(12):
            before = time.monotonic()
            connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
            connection.getresponse().read()
            times.append(time.monotonic() - before)
        connection.close()
    assert min(times[2:]) < 0.03, times


def refused_of_many(port: int, forwarded: str) -> int:
    """Return the number of refused requests among 100, each of which claims another address as its origin."""
    answers = [
        ask(port, "GET", "/api/choices", headers={"X-Forwarded-For": forwarded.format(number)})
        for number in range(100)
    ]
    return sum(got.status == 429 for got in answers)


@pytest.mark.parametrize(
    ("named", "is_believed"),
    sampled(
        [
            ((), False),
            (("--proxy", "127.0.0.1"), True),
            (("--proxy", "10.1.2.3"), False),
            (("--proxy", "10.1.2.3, 127.0.0.0/8"), True),
            (("--proxy", "fd00::/8"), False),
        ],
        3,
    ),
)
def test_an_address_is_forwarded_by_named_proxies_alone(named: tuple[str, ...], is_believed: bool) -> None:
    """`X-Forwarded-For` lifts no limit where anybody else sends it."""
    with serve("--store", "memory:", "--rate", "2", *named) as (_, port):
        for forwarded in ("10.0.0.{}", "10.0.1.{}, 127.0.0.1", "fd00::{}", "somebody-{}"):
            assert (refused_of_many(port, forwarded) == 0) is is_believed


@pytest.mark.parametrize("named", sampled(["*", "proxy.example", "127.0.0.1:80", "10.0.0.0/99"], 2))
def test_a_proxy_is_named_by_its_address(named: str) -> None:
    """A proxy that is no address is a usage error, which shows the right form."""
    told = started("--store", "memory:", "--proxy", named)
    assert told.returncode == 2 and f"{named} is no address".encode() in told.stderr


def test_a_damaged_table_is_not_opened_and_others_are_served(tmp_path: Path) -> None:
    """The answer and the server's own log name the fact; so do the list and the check of the store."""
    path = tmp_path / "tables.db"
    with serve("--store", str(path)) as (_, port):
        tables = [At(port), At(port)]
        for table in tables:
            table.tell("US", {"command": "comment", "text": "good luck"})
    names = [table.name for table in tables]
    with closing(sqlite3.connect(path)) as db:
        changed = "UPDATE fact SET body = replace(body, 'good luck', 'bad luck')"
        db.execute(
            f"{changed} WHERE kind = 'said' AND stream = (SELECT id FROM stream WHERE name = ?)", names[:1]
        )
        db.commit()
    with serve("--store", str(path)) as (process, port):
        damaged, whole = tables
        damaged.port = whole.port = port
        asked = [
            damaged.get(),
            damaged.get("/facts"),
            damaged.get("/scene", "US"),
            damaged.get("/news?scene=true"),
            damaged.send("/commands", {"command": {"command": "comment", "text": "x"}, "seen": 1}, "US"),
        ]
        for got in asked:
            assert (got.status, got.json["error"]) == (500, "damaged-table"), got
            assert f"table {damaged.name} is damaged at fact " in got.json["message"]
            assert "luck" not in got.json["message"]
        assert whole.get().status == 200
        assert whole.tell("US", {"command": "comment", "text": "still here"}).status == 200
        process.kill()
        _, told = process.communicate()
        assert told.count(b"is damaged at fact") == 1
    for command, code in (("table list", 3), ("tables check", 1), ("tables late", 3)):
        arguments = [sys.executable, "-m", "fitl_cli", *command.split(), "--store", str(path)]
        done = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True)
        said = done.stdout + done.stderr
        assert done.returncode == code and f"{damaged.name}" in said and "damaged at fact" in said, (
            command,
            said,
        )
        assert command != "table list" or f"{whole.name}  version" in said
