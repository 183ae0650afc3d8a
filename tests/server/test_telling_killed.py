"""Turns are told although `fitl serve` is killed: real processes, a SQLite store, real receivers."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path

import pytest
from receiving import HookBox, Mailbox, comes_true, hook_box, mailbox
from samples import WHOLE
from serving import ROOT, At, drawn

from fitl_core import Setup
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.tables import Tables
from fitl_core.table.wishes import Wishes, keep_wishes

LEASE = 1.0
"""Seconds after which a message of a killed server is sent again."""


class Killed:
    """A server that can be killed and started again, with a table at which NVA wants both ways."""

    def __init__(self, folder: Path, mails: Mailbox, hooks: HookBox, deadline: int | None = None) -> None:
        self._folder = folder
        self.mails, self.hooks = mails, hooks
        self._certificates = folder / "certificates.pem"
        hooks.authority.cert_pem.write_to_path(str(self._certificates))
        self.process: subprocess.Popen[bytes] | None = None
        store = open_store(f"{folder}/tables.db")
        opened = Tables(store, random=drawn()).open(Setup("short"), deadline=deadline)
        address = "ann@example.org"  # it was confirmed before
        keep_wishes(store, opened.table, "NVA", Wishes("stop", 0, address))
        store.close()
        self.start(settle=0.05)
        self.at = At(self.port, opened=opened)
        ways = {"mail": address, "webhook": hooks.url}
        assert self.at.send("/messages/ways", ways, "NVA", "PUT").status == 200

    def start(self, settle: float) -> None:
        """Start the server."""
        smtp = ["--smtp", f"smtp://127.0.0.1:{self.mails.port}", "--mail-from", "table@fitl.example"]
        served = ["serve", "--store", f"{self._folder}/tables.db", "--port", "0", "--json", "--rate", "0"]
        more = [*smtp, "--webhooks", "--public-url", "https://fitl.example"]
        times = f"{settle},1,{LEASE},0.2,0.2"
        command = [sys.executable, "tests/receiving.py", times, str(self._certificates), *served, *more]
        errors = (self._folder / "errors").open("ab")
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors)
        assert self.process.stdout is not None
        self.port = int(json.loads(self.process.stdout.readline())["url"].rpartition(":")[2].strip("/"))

    def kill(self) -> None:
        """Kill the server with SIGKILL."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def again(self) -> None:
        """Start the server again on the same store."""
        self.start(settle=0.05)
        self.at.port = self.port

    def turns_to_nva(self) -> None:
        """All pass, NVA too, until NVA is asked."""
        while True:
            asked = self.at.get().json["asked"]
            assert self.at.tell(asked["seats"][0], f"{asked['factions'][0]} pass").status == 200
            if "NVA" in self.at.get().json["asked"]["seats"]:
                return

    def is_sent(self) -> bool:
        """Whether both messages of the present turn have come, and count as sent."""
        ways = self.at.get("/messages", "NVA").json["ways"]
        are_sent = all(one["turn"] is not None and one["turn"]["state"] == "sent" for one in ways)
        return bool(self.hooks.heard and self.mails.heard) and are_sent

    @property
    def errors(self) -> bytes:
        """All that the servers have written on stderr."""
        return (self._folder / "errors").read_bytes()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Killed]:
    """A server at which nobody is asked for NVA yet."""
    with mailbox() as mails, hook_box() as hooks:
        found = Killed(tmp_path, mails, hooks)
        yield found
        found.kill()


@contextmanager
def each_once(server: Killed, turns: int) -> Iterator[None]:
    """Check after the block that both ways told this number of turns, each once, and under as many ids."""
    mails, hooks = server.mails, server.hooks
    mails.heard.clear()
    hooks.heard.clear()
    yield
    comes_true(lambda: len(mails.heard) >= turns and len(hooks.heard) >= turns)
    comes_true(server.is_sent)
    assert len(mails.heard) == len({mail["Message-ID"] for mail in mails.heard}) == turns
    assert len(hooks.heard) == len({told["id"] for told in hooks.heard}) == turns


def test_a_server_killed_before_it_sends_tells_once_when_it_is_back(server: Killed) -> None:
    """The turn has begun, and nothing is sent: the next process sends each message once."""
    with each_once(server, turns=2):
        server.kill()
        server.start(settle=600)
        server.at.port = server.port
        server.turns_to_nva()
        server.kill()
        assert server.hooks.heard == []
        server.again()
        comes_true(server.is_sent)
        server.turns_to_nva()
    assert server.errors == b""


def test_a_server_killed_after_it_sent_does_not_send_again(server: Killed) -> None:
    """A message that is recorded as sent is not sent again. The next turn has one message."""
    with each_once(server, turns=2):
        server.turns_to_nva()
        comes_true(server.is_sent)
        for _ in range(2):
            server.kill()
            server.again()
        assert server.is_sent()
        server.turns_to_nva()
    assert server.errors == b""


@pytest.mark.parametrize("way", ["mail", "webhook"])
def test_a_server_killed_while_it_sends_repeats_under_the_same_id(server: Killed, way: str) -> None:
    """The one case in which a message comes twice: the receiver had it, and nobody recorded this.

    Both copies have one id, so that they can be recognized. The other way tells once.
    """
    mails, hooks = server.mails, server.hooks
    box: Mailbox | HookBox = mails if way == "mail" else hooks
    killed: list[bool] = []

    def kill() -> None:
        if not killed:
            killed.append(True)
            server.kill()

    box.before_answer = kill
    _until_killed(server, killed)
    server.again()
    comes_true(server.is_sent)
    ids: dict[str, list[str]] = {
        "mail": [str(mail["Message-ID"]) for mail in mails.heard],
        "webhook": [str(told["id"]) for told in hooks.heard],
    }
    assert len(set(ids["mail"])) == len(set(ids["webhook"])) == 1
    assert len(ids[way]) == 2
    with each_once(server, turns=1):
        server.turns_to_nva()
    assert server.errors == b""


def _until_killed(server: Killed, killed: list[bool]) -> None:
    """All pass until NVA is asked; then the server is killed by its receiver."""
    with suppress(OSError, HTTPException):
        server.turns_to_nva()
    comes_true(lambda: killed)


def test_a_server_that_is_stopped_does_not_wait_for_a_receiver(server: Killed) -> None:
    """SIGTERM ends the server in time although a receiver holds its answer; the next process goes on."""
    waits = threading.Event()
    server.hooks.before_answer = lambda: waits.wait(30)
    server.turns_to_nva()
    comes_true(lambda: server.hooks.heard)
    begun = time.monotonic()
    assert server.process is not None
    server.process.terminate()
    assert server.process.wait(10) == 128 + signal.SIGTERM
    assert time.monotonic() - begun < 4
    server.hooks.before_answer = lambda: None
    waits.set()
    server.again()
    comes_true(server.is_sent)
    assert len({told["id"] for told in server.hooks.heard}) == len(server.mails.heard) == 1
    assert server.errors == b""


def test_a_server_killed_at_any_moment_tells_every_turn(server: Killed) -> None:
    """Turns with a kill at another moment of each: all are told, and each under one id.

    `.ci/run` has four turns, `.ci/long` eight.
    """
    turns = 8 if WHOLE else 4
    mails, hooks = server.mails, server.hooks
    waits: list[Callable[[], object]] = [
        lambda: None,
        lambda: comes_true(lambda: hooks.heard or mails.heard),
        lambda: comes_true(lambda: mails.heard),
        lambda: comes_true(lambda: hooks.heard),
    ]
    told: set[str] = set()
    for number in range(turns):
        mails.heard.clear()
        hooks.heard.clear()
        server.turns_to_nva()
        waits[number % len(waits)]()
        server.kill()
        server.again()
        comes_true(server.is_sent)
        ids = {str(one["id"]) for one in hooks.heard}
        assert len(ids) == len({mail["Message-ID"] for mail in mails.heard}) == 1, number
        told |= ids
    assert len(told) == turns and server.errors == b""


def test_reminders_come_once_although_the_server_is_killed(tmp_path: Path) -> None:
    """A turn, its time that is nearly over, and the end: three messages by each way, under three ids.

    The server is killed before each of them, and once more after the last one.
    """
    with mailbox() as mails, hook_box() as hooks:
        server = Killed(tmp_path, mails, hooks, deadline=24)
        server.turns_to_nva()
        for number in range(1, 4):
            server.kill()
            server.again()
            comes_true(lambda number=number: len(hooks.heard) == len(mails.heard) == number, 60)  # type: ignore[misc]
            comes_true(lambda: _are_recorded(server))
        server.kill()
        server.again()
        time.sleep(1)
        assert [one["what"] for one in hooks.heard] == ["turn", "reminder", "overdue"]
        assert len({one["id"] for one in hooks.heard}) == len({one["Message-ID"] for one in mails.heard}) == 3
        assert server.errors == b""
        server.kill()


def _are_recorded(server: Killed) -> bool:
    """Whether every message that was claimed counts as sent."""
    ways = server.at.get("/messages", "NVA").json["ways"]
    return not any(one[what]["state"] == "sending" for one in ways for what in one if _is_message(one[what]))


def _is_message(value: object) -> bool:
    return isinstance(value, dict)
