"""A table for tests: seats that command, at clocks and chances that are the same each time."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from itertools import count

from fitl_core import Setup
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import Store
from fitl_core.table.commands import Agree, Command, Propose, Sit, Submit
from fitl_core.table.facts import Fact, Seat
from fitl_core.table.keeping import read_fact
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Answer, Tables

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


def tables_of(seed: int, store: Store | None = None) -> Tables:
    """Tables (in memory) whose clock and chance are the same for a seed."""
    times, draws = count(), count()

    def random(size: int) -> bytes:
        return hashlib.shake_256(f"{seed} {next(draws)}".encode()).digest(size)

    def now() -> str:
        return (BEGINNING + timedelta(seconds=next(times))).isoformat().replace("+00:00", "Z")

    return Tables(store or MemoryStore(), now, random)


class Seated:
    """A table whose seats are taken, to be commanded in short."""

    def __init__(self, setup: Setup | None = None, seed: int = 1, *, sit: bool = True) -> None:
        self.tables = tables_of(seed)
        opened = self.tables.open(setup or Setup("medium"))
        self.name: str = opened.table
        if sit:
            for seat in self.state.seats:
                self.do(seat.name, Sit())

    @property
    def state(self) -> TableState:
        """The table as it stands."""
        return self.tables.state(self.name)

    @property
    def lines(self) -> list[str]:
        """The lines of the log."""
        return [line.text for line in self.tables.view(self.name).lines]

    def facts(self, kind: type) -> list[Fact]:
        """The facts of a kind, of all that there are."""
        stored = [read_fact(self.name, fact).fact for fact in self.tables.store.read(self.name)]
        return [fact for fact in stored if isinstance(fact, kind)]

    def do(self, seat: Seat, command: Command | str, key: str = "") -> Answer:
        """A command, or a line to be submitted, that has seen the table as it stands."""
        given = Submit(command) if isinstance(command, str) else command
        return self.tables.do(self.name, seat, given, seen=self.tables.version(self.name), key=key)

    def agree_on(self, seat: Seat, line: str) -> Answer:
        """Propose a line, and have every other seat agree."""
        answer = self.do(seat, Propose(line))
        number = self.state.proposed
        for other in self.state.seats:
            if other.name != seat:
                answer = self.do(other.name, Agree(number))
        return answer
