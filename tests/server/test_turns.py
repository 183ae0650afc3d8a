"""Links take turns in the pools of threads for commands and for rulings: none floods the others."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from serving import ROOT, At, Got, served

from fitl_core.server import site as server_app
from fitl_core.server.link_turns import Turns
from fitl_core.server.problems import TooMany
from fitl_core.table.tables import Tables


class Work:
    """Work that ends when it is let go; `begun` are the names in the order in which they began."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._gates: dict[str, threading.Event] = {}
        self._lock = threading.Lock()

    def of(self, name: str) -> Callable[[], str]:
        """Work by this name."""
        self._gates[name] = threading.Event()

        def work() -> str:
            with self._lock:
                self.begun.append(name)
            assert self._gates[name].wait(10)
            return name

        return work

    def let_go(self, name: str) -> None:
        """End it."""
        self._gates[name].set()

    async def has_begun(self, *names: str) -> None:
        """Wait until these have begun in this order, and a moment longer for those that should not."""
        await self._until(lambda: self.begun == list(names))

    async def have_begun(self, *names: str) -> None:
        """Wait until these have begun: threads of the same moment may begin in any order."""
        await self._until(lambda: sorted(self.begun) == sorted(names))

    async def _until(self, is_so: Callable[[], bool]) -> None:
        until = time.monotonic() + 10
        while not is_so():
            assert time.monotonic() < until, self.begun
            await asyncio.sleep(0.002)
        await asyncio.sleep(0.02)
        assert is_so()


def in_turns(threads: int, most: int, test: Callable[[Turns, Work], Awaitable[None]]) -> None:
    """Run a test in a new event loop."""

    async def run() -> None:
        await test(Turns(threads, most), Work())

    asyncio.run(run())


def test_one_client_has_one_thread() -> None:
    """However many are free; the second request of a client waits for its first."""

    async def test(turns: Turns, work: Work) -> None:
        mine = [asyncio.create_task(turns.run("a", work.of(name))) for name in ("a1", "a2")]
        await work.has_begun("a1")
        other = asyncio.create_task(turns.run("b", work.of("b1")))
        await work.has_begun("a1", "b1")
        work.let_go("b1")
        assert await other == "b1"
        await work.has_begun("a1", "b1")
        work.let_go("a1")
        await work.has_begun("a1", "b1", "a2")
        work.let_go("a2")
        assert [await task for task in mine] == ["a1", "a2"]

    in_turns(3, 5, test)


def test_clients_are_served_in_turn() -> None:
    """One request each, however many a client has in the pool."""

    async def test(turns: Turns, work: Work) -> None:
        order = ["a1", "a2", "a3", "b1", "b2", "c1"]
        tasks = []
        for name in order:
            tasks.append(asyncio.create_task(turns.run(name[0], work.of(name))))
            await asyncio.sleep(0)
        expected = ["a1", "b1", "c1", "a2", "b2", "a3"]
        for number, name in enumerate(expected, 1):
            await work.has_begun(*expected[:number])
            work.let_go(name)
        assert [await task for task in tasks] == order

    in_turns(1, 3, test)


@pytest.mark.parametrize("most", [1, 2, 5])
def test_a_client_has_so_many_requests_in_the_pool(most: int) -> None:
    """One more is refused with a time after which to come again; an answered one makes room."""

    async def test(turns: Turns, work: Work) -> None:
        names = [f"a{number}" for number in range(most)]
        tasks = [asyncio.create_task(turns.run("a", work.of(name))) for name in names]
        await work.has_begun("a0")
        with pytest.raises(TooMany) as refused:
            await turns.run("a", work.of("more"))
        assert int(refused.value.headers["Retry-After"]) > 0 and str(most) in refused.value.message
        for name in names:
            work.let_go(name)
        assert [await task for task in tasks] == names
        work.of("again")
        work.let_go("again")
        assert await turns.run("a", lambda: "again") == "again"

    in_turns(2, most, test)


def test_who_leaves_makes_room() -> None:
    """Requests that are given up while they wait are not done, and take nobody's place."""

    async def test(turns: Turns, work: Work) -> None:
        first = asyncio.create_task(turns.run("a", work.of("a1")))
        await work.has_begun("a1")
        gone = [asyncio.create_task(turns.run(name[0], work.of(name))) for name in ("a2", "b1", "b2")]
        await asyncio.sleep(0)
        kept = asyncio.create_task(turns.run("b", work.of("b3")))
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()
        await asyncio.wait(gone)
        work.let_go("a1")
        assert await first == "a1"
        await work.has_begun("a1", "b3")
        work.let_go("b3")
        assert await kept == "b3"
        assert await turns.run("a", lambda: "a3") == "a3"

    in_turns(1, 3, test)


@pytest.mark.parametrize("left", [1, 2, 4])
def test_who_leaves_while_waiting_frees_nothing(left: int) -> None:
    """The client's first request still works: the next one waits for it, however many threads are free."""

    async def test(turns: Turns, work: Work) -> None:
        first = asyncio.create_task(turns.run("a", work.of("a1")))
        await work.has_begun("a1")
        for number in range(left):
            gone = asyncio.create_task(turns.run("a", work.of(f"gone{number}")))
            await asyncio.sleep(0)
            gone.cancel()
            await asyncio.wait([gone])
        second = asyncio.create_task(turns.run("a", work.of("a2")))
        await work.has_begun("a1")
        work.let_go("a1")
        assert await first == "a1"
        await work.has_begun("a1", "a2")
        work.let_go("a2")
        assert await second == "a2"

    in_turns(3, 2, test)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_so_many_clients_have_a_turn_as_there_are_threads(threads: int) -> None:
    """Others wait for a turn, and may leave without having had one."""

    async def test(turns: Turns, work: Work) -> None:
        names = [f"{client}1" for client in "abcdef"]
        tasks = [asyncio.create_task(turns.run(name, work.of(name))) for name in names]
        await work.have_begun(*names[:threads])
        assert (turns._free, list(turns._waiting)) == (0, names[threads:])
        for name in names:
            work.let_go(name)
        assert [await task for task in tasks] == names
        assert (turns._free, turns._waiting, turns._working) == (threads, {}, set())

    in_turns(threads, 1, test)


@pytest.mark.parametrize("cancelled_first", [True, False])
def test_who_leaves_as_the_turn_comes_frees_it(cancelled_first: bool) -> None:
    """In the same moment, whichever is first: the thread is there for the next request."""

    async def test(turns: Turns, work: Work) -> None:
        turns._free = 0
        task = asyncio.create_task(turns.run("a", lambda: "gone"))
        await asyncio.sleep(0)
        turns._free = 1
        for step in (task.cancel, turns._call_next) if cancelled_first else (turns._call_next, task.cancel):
            step()
        with pytest.raises(asyncio.CancelledError):
            await task
        for client in ("a", "b"):
            assert await asyncio.wait_for(turns.run(client, lambda: "next"), 10) == "next"

    in_turns(1, 1, test)


def test_work_that_fails_frees_its_thread() -> None:
    """The error reaches the caller; the next request is served."""

    async def test(turns: Turns, work: Work) -> None:
        def fail() -> None:
            raise ValueError("no")

        for _ in range(3):
            with pytest.raises(ValueError, match="no"):
                await turns.run("a", fail)
        assert await turns.run("a", lambda: 1) == 1

    in_turns(1, 1, test)


def test_a_flood_from_one_link_is_refused_and_others_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """429 with `Retry-After` beyond `MOST_OF_ONE`; another seat's draft and command do not wait."""
    gate, costly = threading.Event(), server_app.MOST_OF_ONE

    def slow(*_: Any) -> Any:
        assert gate.wait(20)
        raise ValueError("nobody looks at this")

    with served() as port, ThreadPoolExecutor(costly + 4) as pool:
        table = At(port)
        asked = table.get(seat="US").json["asked"]
        seat, faction = asked["seats"][0], asked["factions"][0]
        other = next(name for name in table.links if name not in ("", seat))
        monkeypatch.setattr("fitl_core.server.read_handlers.adjudicate_move", slow)

        def flood() -> Got:
            return table.send("/adjudicate", {"move": f"{faction} pass"}, seat)

        waiting = [pool.submit(flood) for _ in range(costly + 4)]
        refused = _finished(waiting, 4)
        assert [got.status for got in refused] == [429] * 4
        assert all(int(got.headers["retry-after"]) > 0 for got in refused)
        assert table.send("/draft", {"faction": faction}, other).status == 403  # another pair of hands
        assert table.tell(other, {"command": "comment", "text": "meanwhile"}).status == 200
        gate.set()
        assert {one.result().status for one in waiting} == {429, 500}


@pytest.mark.parametrize(
    ("method", "path", "body", "slow"),
    [
        ("POST", "/commands", {"command": {"command": "comment", "text": "more"}, "seen": 0}, "do"),
        ("PUT", "/name", {"name": "Kim"}, "set_name"),
        ("POST", "/links", {"seat": "US"}, "new_link"),
    ],
)
def test_a_flood_of_commands_from_one_link_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, method: str, path: str, body: Any, slow: str
) -> None:
    """One link has one thread for commands, also when all its commands are slow."""
    gate, held = threading.Event(), server_app.DOING + 2
    usual = getattr(Tables, slow)

    with served() as port, ThreadPoolExecutor(held) as pool:
        flooded, other = At(port), At(port)

        def waits(tables: Tables, table: str, *rest: Any, **more: Any) -> Any:
            assert table != flooded.name or gate.wait(20)
            return usual(tables, table, *rest, **more)

        monkeypatch.setattr(Tables, slow, waits)
        waiting = [pool.submit(flooded.send, path, body, "US", method) for _ in range(held)]
        time.sleep(0.2)
        assert other.tell("VC", {"command": "comment", "text": "meanwhile"}).status == 200
        assert other.send("/name", {"name": "Lee"}, "VC", "PUT").status == 200
        assert not any(one.done() for one in waiting)
        gate.set()
        assert {one.result().status for one in waiting} <= {200, 201, 401, 409}


def _finished(waiting: list[Any], number: int) -> list[Got]:
    """The first answers to have come."""
    until = time.monotonic() + 20
    while len(done := [one.result() for one in waiting if one.done()]) < number:
        assert time.monotonic() < until
        time.sleep(0.01)
    return done


def test_commands_at_other_tables_while_one_link_floods(address: str) -> None:
    """A short run of `tests/bench/serve_attack.py`. Other tests run meanwhile: moves may take 5 seconds."""
    command = [sys.executable, "tests/bench/serve_attack.py", "--seconds", "2", "--bound", "5000"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    told = subprocess.run([*command, "--address", address], cwd=ROOT, env=env, capture_output=True, text=True)
    found = json.loads(told.stdout or "{}")
    assert told.returncode == 0, (found, told.stderr)
    assert found["answers"]["429"] > 20 and found["moves"]["number"] > 8
