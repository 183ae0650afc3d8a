"""One link floods the server with rulings or commands: how long commands at other tables take meanwhile.

`python tests/bench/serve_attack.py`: for 10 seconds 50 connections of one seat ask for rulings on a costly
illegal move. With `--ask submit` they try to play the move, and with `--ask propose` they propose to let it
stand. Each asks again when it is answered. If the server has too much to do (429), it waits for a second
first. At four other tables moves of real games are played. `--links 4` attacks by four seats; `--seconds`,
`--attackers`, `--address` (a store; else a SQLite file) have their defaults. It prints figures as JSON. It
ends with 1 if a move fails, or if the 95th percentile of a move is above `--bound` milliseconds (150).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from serve_load import Client, Serving, Table, chance, prepared

from fitl_core.facts.factions import Faction
from fitl_core.players.dice import Dice
from fitl_core.record.setup import Setup
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import TablePlayer

COSTLY = (
    "NVA rally NVN, CLa, SLa, Tay, QTr, Kon+2ng, QNa+3ng, QNh+1nb | infiltrate Tay, QTr, trail+2, NVN+6nt"
)
"""A move of the NVA that the rules refuse late: its suggestions are searched for long."""
OTHERS = 4
"""The number of tables at which moves are played."""
A_SECOND = 10
"""Commands prepared for each table and second."""
REST = 0.05
"""Seconds between two moves at a table."""
AGAIN = 1.0
"""Seconds after which a request is sent again that the server did not take on."""
DONE = (200, 422)
"""The statuses of a request that the server took on: an answer, and a refused command."""


class Request(NamedTuple):
    """A request of the attackers: its path below that of the table, and its body for a version."""

    path: str
    body: Callable[[int], dict[str, Any]]


def command(name: str, **fields: str) -> Callable[[int], dict[str, Any]]:
    """Return the body of a command for the version that was seen."""
    return lambda seen: {"seen": seen, "command": {"command": name, **fields}}


REQUESTS = {
    "rulings": Request("adjudicate", lambda _: {"move": COSTLY}),
    "submit": Request("commands", command("submit", move=COSTLY)),
    "propose": Request("commands", command("propose", line=f"ruling stand {COSTLY}")),
}


def main() -> int:
    """Measure, and print."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--ask", choices=REQUESTS, default="rulings")
    asked.add_argument("--seconds", type=float, default=10)
    asked.add_argument("--attackers", type=int, default=50)
    asked.add_argument("--links", type=int, default=1)
    asked.add_argument("--bound", type=float, default=150)
    asked.add_argument("--address", default="")
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = wanted.address or f"sqlite:{folder}/tables.db"
        others = prepared(address, OTHERS, round(A_SECOND * wanted.seconds))
        table, links = attacked(address)
        with Serving(address) as port:
            attack = Attack(port, table, links[: wanted.links], wanted.attackers, REQUESTS[wanted.ask])
            found = asyncio.run(attack.measured(others, wanted.seconds))
    print(json.dumps(found, indent=1))
    return 1 if found["wrong"] or found["moves"]["p95"] > wanted.bound else 0


def attacked(address: str) -> tuple[str, list[str]]:
    """A new table at which the NVA act first: its name, and the links of its seats, first that of the NVA."""
    store = open_store(address)
    try:
        for seed in range(100, 200):
            tables = Tables(store, random=chance(seed))
            opened = tables.open(Setup("full"))
            TablePlayer(tables, opened.table, Dice(seed)).sit()
            if Faction.NVA in asked_at(tables.state(opened.table)).factions:
                links = {seat: link for seat, link in opened.links.items() if seat}
                return opened.table, [links.pop(Faction.NVA), *links.values()]
        raise AssertionError("no game of these begins with the NVA")
    finally:
        store.close()


class Attack:
    """The requests of a few links, and their effect on other tables."""

    def __init__(self, port: int, table: str, links: list[str], attackers: int, request: Request) -> None:
        self._port = port
        self._table = table
        self._links = links
        self._attackers = attackers
        self._request = request
        self._answers: Counter[int] = Counter()
        self._moves: list[float] = []
        self._wrong: list[str] = []

    async def measured(self, others: list[Table], seconds: float) -> dict[str, Any]:
        """Attack for some seconds while others play; the figures."""
        until = time.monotonic() + seconds
        attackers = [asyncio.create_task(self._attack(n)) for n in range(self._attackers)]
        await asyncio.sleep(0.2)
        await asyncio.gather(*[self._play(table, until) for table in others])
        for attacker in attackers:
            attacker.cancel()
        times = sorted(self._moves) or [0.0]
        at = {f"p{part}": round(1000 * times[len(times) * part // 100], 1) for part in (50, 95, 99)}
        return {
            "attackers": self._attackers,
            "answers": {str(status): number for status, number in sorted(self._answers.items())},
            "moves": {"number": len(self._moves), **at, "most": round(1000 * times[-1], 1)},
            "wrong": self._wrong[:5],
        }

    async def _attack(self, number: int) -> None:
        client = Client(self._port, self._links[number % len(self._links)])
        _, view = await client.ask("GET", f"/api/tables/{self._table}", b"")
        body = json.dumps(self._request.body(json.loads(view)["version"])).encode()
        while True:
            status, _ = await client.ask("POST", f"/api/tables/{self._table}/{self._request.path}", body)
            self._answers[status] += 1
            if status not in DONE:
                await asyncio.sleep(AGAIN)

    async def _play(self, table: Table, until: float) -> None:
        clients = {seat: Client(self._port, link) for seat, link in table.links.items()}
        seen = table.begins
        for given in table.moves:
            if time.monotonic() > until:
                return
            body = b'{"command":%s,"seen":%d}' % (given.command, seen)
            before = time.monotonic()
            status, answer = await clients[given.seat].ask("POST", f"/api/tables/{table.name}/commands", body)
            self._moves.append(time.monotonic() - before)
            seen = json.loads(answer).get("version", 0)
            if status != 200 or seen != given.version:
                self._wrong.append(f"{table.name}: {given.command!r}: {status} {answer[:200]!r}")
                return
            await asyncio.sleep(REST)


if __name__ == "__main__":
    sys.exit(main())
