"""A table for tests: seats that command, at clocks and chances that are the same each time."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fitl_core import FitlError, Setup
from fitl_core.table.commands import Agree, Close, Command, Propose, Sit, Submit
from fitl_core.table.encoding import read_fact
from fitl_core.table.facts import Fact, Seat
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Answer
from fitl_core.testing.table_games import tables_of

HIT = 1
"""The seed of a short game in which VC acts first, and whose first die is a 2."""


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

    def close(self) -> Answer:
        """The host proposes to close the table, and every seat agrees."""
        answer = self.do("", Close())
        for seat in self.state.seats:
            answer = self.do(seat.name, Agree(self.state.proposed))
        return answer

    def agree_on(self, seat: Seat, line: str) -> Answer:
        """Propose a line, and have every other seat agree."""
        answer = self.do(seat, Propose(line))
        number = self.state.proposed
        for other in self.state.seats:
            if other.name != seat:
                answer = self.do(other.name, Agree(number))
        return answer


def refused(seated: Seated, seat: Seat, command: Any, error: type[FitlError], words: str) -> None:
    """Check that a command has no result except an error of exactly this type."""
    before = seated.tables.version(seated.name)
    with pytest.raises(error, match=re.escape(words) or None) as raised:
        seated.do(seat, command)
    assert type(raised.value) is error
    assert seated.tables.version(seated.name) == before
