"""The server of docs/do/server.md, unchanged: a game over HTTP, in which the server is killed once."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import notation
from fitl_core.players.dice import Dice
from fitl_core.proofs.verification import verify

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/do/server.md").read_text(encoding="utf-8")
(SERVER,) = re.findall(r"```python\n(\"\"\".*?)```", PAGE, re.DOTALL)


def test_the_server_has_sixty_lines() -> None:
    """The server has at most the number of lines that the page states."""
    assert len(SERVER.strip().splitlines()) <= 60


def test_a_random_game_is_played_over_http_and_its_log_validates_and_verifies(tmp_path: Path) -> None:
    """Three players and a Non-player play. The server is killed once and keeps each acknowledged command."""
    program = tmp_path / "server.py"
    program.write_text(SERVER, encoding="utf-8")
    with running(program, tmp_path / "tables.db") as port:
        game = Client(port)
        game.open({"scenario": "short", "players": [["US"], ["ARVN"], ["VC"]]})
        while game.given < 40:
            game.step()
        before = game.view("")
    with running(program, tmp_path / "tables.db") as port:
        game.port = port
        assert game.view("") == before
        while game.view("")["status"] == "playing":
            game.step()
        text = game.get("/log", "")["log"]
    log = tmp_path / "game.fitl"
    log.write_text(text, encoding="utf-8")
    said = subprocess.run(
        [sys.executable, "-m", "fitl_cli", "validate", str(log)], capture_output=True, text=True, cwd=ROOT
    )
    assert said.returncode == 0, said.stdout
    assert verify(notation.read(text).log).sound


@contextmanager
def running(program: Path, store: Path) -> Iterator[int]:
    """The server, on a free port; it is killed at the end, as by a power cut."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command = [sys.executable, str(program), str(store), str(port)]
    server = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        for _ in range(400):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield port
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()


class Client:
    """Plays all seats by their views alone. `given` counts commands."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.given = 0
        self._dice = Dice(3)
        self._table = ""
        self._links: dict[str, str] = {}

    def open(self, setup: dict[str, Any]) -> None:
        """Open a table and take every seat."""
        opened = self._send("/", "", setup)
        self._table, self._links = opened["table"], opened["links"]
        for seat in self._links:
            if seat:
                self._tell(seat, {"command": "sit"})

    def get(self, path: str, seat: str) -> Any:
        """Return the page that a seat is shown."""
        return self._send(f"/{self._table}{path}", seat)

    def view(self, seat: str) -> Any:
        """The table as a seat sees it; "": a spectator."""
        return self.get("", seat)

    def step(self) -> None:
        """Give one command of a seat that is asked."""
        asked = self.view("")["asked"]
        seat = asked["seats"][0]
        seen = self.view(seat)
        if seen["begun"] is None:
            self._move(seat, asked["factions"][0], seen["may_pass"])
        elif seen["may_end"] and (not seen["questions"] or self._dice.chance(0.4)):
            self._tell(seat, {"command": "end"})
        elif not (answers := self._answers(seen)):
            self._tell(seat, {"command": "skip"})
        else:
            self._tell(seat, {"command": "say", "answer": self._dice.draw(answers)})

    def _move(self, seat: str, faction: str, may_pass: bool) -> None:
        """Begin an action, or Pass; an action that nothing is open for is refused."""
        begun = not (may_pass and self._dice.chance(0.7))
        status = self._tell(seat, {"command": "begin", "faction": faction}, may_fail=True) if begun else 422
        if status != 200:
            self._tell(seat, {"command": "submit", "move": f"{faction} pass"})

    def _answers(self, seen: Any) -> list[Any]:
        """The answers of one of the questions that is not a die's."""
        open_ones = [one for one in seen["questions"] if one["answers"] and one["forms"] != ["roll"]]
        return list(self._dice.draw(open_ones)["answers"]) if open_ones else []

    def _tell(self, seat: str, command: dict[str, Any], may_fail: bool = False) -> int:
        """Give a command, twice with one key: it is done once."""
        version = self.view("")["version"]
        body = {"command": command, "seen": version, "key": f"{self.given}"}
        try:
            first = self._send(f"/{self._table}", seat, body)
        except urllib.error.HTTPError as error:
            assert may_fail and error.code == 422, error.read()
            return error.code
        again = self._send(f"/{self._table}", seat, body)
        assert again["version"] == first["version"] and again["again"]
        self.given += 1
        return 200

    def _send(self, path: str, seat: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data)
        if seat:
            request.add_header("Authorization", self._links[seat])
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)
