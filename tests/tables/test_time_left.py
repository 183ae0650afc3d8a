"""The time that is left for a decision, by an injected clock, and the host's ways on after it."""

from __future__ import annotations

import pytest

from fitl_core import Setup
from fitl_core.stores.memory import MemoryStore
from fitl_core.table import Sit
from fitl_core.table.commands import Close, HandOver, Unseat
from fitl_core.table.facts import TABLE
from fitl_core.table.tables import Tables
from fitl_core.table.time_left import WayOn


class Clock:
    """A clock that stands until it is set on, in seconds after noon."""

    seconds = 0

    def __call__(self) -> str:
        return f"2026-11-27T{12 + self.seconds // 3600}:{self.seconds // 60 % 60:02}:{self.seconds % 60:02}Z"


@pytest.fixture
def clock() -> Clock:
    """A clock for each test."""
    return Clock()


def tables_at(clock: Clock, deadline: int | None) -> Tables:
    """A table at which all sit down at noon."""
    tables = Tables(MemoryStore(), clock)
    tables.open(Setup("short"), table="t", deadline=deadline)
    for seat in ("US", "ARVN", "NVA", "VC"):
        tables.do("t", seat, Sit(), seen=tables.version("t"))
    return tables


def test_time_passes(clock: Clock) -> None:
    """Seconds until the deadline, for players and spectators alike; below 0 once it is over."""
    tables = tables_at(clock, 3600)
    for seconds, left in ((0, 3600), (600, 3000), (3600, 0), (7200, -3600)):
        clock.seconds = seconds
        found = [tables.view("t", seat).time for seat in ("US", None, TABLE)]
        assert [one.seconds for one in found if one is not None] == [left] * 3


def test_without_a_deadline_there_is_no_time(clock: Clock) -> None:
    """Nor is there at a table that waits for nobody."""
    assert tables_at(clock, None).view("t").time is None
    tables = tables_at(clock, 60)
    clock.seconds = 61
    tables.do("t", TABLE, Close(), seen=tables.version("t"))
    assert tables.view("t").time is None


def test_the_host_goes_on_as_it_is_said(clock: Clock) -> None:
    """Each way on is a command that the table takes: the seat is freed, then handed over."""
    tables = tables_at(clock, 60)
    clock.seconds = 61
    (late,) = tables.view("t").asked.seats

    def ways() -> tuple[WayOn, ...]:
        time = tables.view("t").time
        assert time is not None and time.seconds < 0
        return time.then

    assert ways() == (WayOn("unseat", late), WayOn("close"))
    tables.do("t", TABLE, Unseat(late), seen=tables.version("t"))
    clock.seconds = 200
    assert ways() == (WayOn("hand-over", late), WayOn("close"))
    tables.do("t", TABLE, HandOver(late), seen=tables.version("t"))
    assert late not in [seat.name for seat in tables.state("t").seats]
