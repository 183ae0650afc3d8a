"""A process that plays at the tables of a store, as its parent asks: `rolling_trials` runs it.

    python tests/rolling_player.py ADDRESS NAME [--newer]

It runs with the code of an older version, too, so it uses only what both versions have. `--newer`: it writes
facts of the next form, as a later version will. Each line of standard input is a request as JSON, and each
line of standard output its result.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

from fitl_core.errors import FitlError
from fitl_core.players.dice import Dice
from fitl_core.proofs.verification import verify
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.checking import checked
from fitl_core.table.commands import Agree, Close, Command
from fitl_core.table.encoding import UnreadableFact
from fitl_core.table.tables import Answer, Tables
from fitl_core.testing.random_tables import setup_of_table
from fitl_core.testing.table_games import TablePlayer


class KeyedPlayer(TablePlayer):
    """Plays at a table, each command under a key of its own, and reports every acknowledged command."""

    keys: Iterator[str]
    acknowledged: list[tuple[str, str, str, int]]

    def _do(self, seat: str, command: Command) -> Answer:
        key, seen = next(self.keys), self.tables.version(self.table)
        answer = self.tables.do(self.table, seat, command, seen=seen, key=key)
        self.acknowledged.append((self.table, seat, key, answer.version))
        self.given += 1
        return answer

    def close(self) -> None:
        """Close the table by consent."""
        self._do("", Close())
        for seat in self.state.seats:
            self._do(seat.name, Agree(self.state.proposed))


class Playing:
    """The tables of a store in this process, and what has happened there since the last report."""

    def __init__(self, address: str, name: str) -> None:
        self.tables = Tables(open_store(address, create=True))
        self._dice = Dice(name)
        self._keys = (f"{name} {number}" for number in count())
        self._acknowledged: list[tuple[str, str, str, int]] = []
        self._refused: dict[str, tuple[str, str]] = {}
        self._late = 0

    def player(self, table: str) -> KeyedPlayer:
        """Return a player of all seats of a table."""
        player = KeyedPlayer(self.tables, table, self._dice)
        player.keys, player.acknowledged = self._keys, self._acknowledged
        return player

    def open(self, names: list[str], commands: int) -> None:
        """Open tables, and play some commands at each."""
        for name in names:
            self.tables.open(setup_of_table(int(name.removeprefix("t"))), table=name)
            player = self.player(name)
            player.sit()
            player.choose_markers()
            player.play(commands)

    def play(self, names: list[str], seconds: float) -> None:
        """Play once at each of these tables, then at any of them for some time. Others play there, too."""
        until, waiting = time.monotonic() + seconds, [*names]
        while waiting or time.monotonic() < until:
            name = waiting.pop() if waiting else self._dice.draw(names)
            before = self.tables.store.version(name)
            try:
                self.player(name).play(self._dice.draw((1, 2, 3)))
            except UnreadableFact as error:
                self._refused[name] = (error.code, error.message)
            except (FitlError, LookupError, AssertionError):
                if self.tables.store.version(name) == before:  # nobody else has moved
                    raise
                self._late += 1

    def finish(self, names: list[str], commands: int) -> None:
        """Play some more commands at each table, then close it."""
        for name in names:
            player = self.player(name)
            player.play(commands)
            if player.state.status != "closed":
                player.close()

    def check(self, names: list[str]) -> list[str]:
        """Return what is wrong with these tables."""
        wrong = []
        for name in names:
            found = checked(self.tables.store, name)
            again = Tables(self.tables.store).state(name)
            if not found.holds or found.unshown or found.otherwise:
                wrong.append(f"{name} does not hold: {found}")
            if again.closed is None or again != self.tables.state(name):
                wrong.append(f"{name} is another table when it is opened again, or is not closed")
            report = verify(self.tables.log(name))
            if not report.sound:
                wrong.append(f"{name} is not proven: {report.faults[:3]}")
        return wrong

    def report(self) -> dict[str, Any]:
        """Return what has happened since the last report."""
        report = {"acknowledged": self._acknowledged[:], "refused": self._refused, "late": self._late}
        self._acknowledged.clear()
        self._refused, self._late = {}, 0
        return report


def write_newer_facts() -> None:
    """Write facts of the next form from now on, as a later version will."""
    from fitl_core.table import encoding

    encoding._UPCASTS[encoding.FORM] = lambda fact: fact
    encoding.FORM += 1


def main(arguments: list[str]) -> None:
    """Carry out the requests of the parent."""
    address, name, *flags = arguments
    if flags:
        write_newer_facts()
    playing = Playing(address, name)
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        request, given = json.loads(line)
        result = getattr(playing, request)(*given)
        print(json.dumps({**playing.report(), "result": result}), flush=True)
    playing.tables.store.close()


if __name__ == "__main__":
    main(sys.argv[1:])
