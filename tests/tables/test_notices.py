"""Notices of turns: every change reported once and in order; deadlines."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from seated import Seated

from fitl_core import Setup
from fitl_core.players.dice import Dice
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import Store, StoreError
from fitl_core.stores.sqlite import SqliteStore
from fitl_core.table.commands import Begin, Command, Sit, SubmitComment, TakeBack
from fitl_core.table.links import Damaged
from fitl_core.table.notices import Notice, Notices, overdue
from fitl_core.table.seats_asked import SeatsAsked, asked_at
from fitl_core.table.tables import Answer, OpenedTable, Tables
from fitl_core.testing.table_games import BEGINNING, TablePlayer, play_table, tables_of


class Recording(Tables):
    """Tables that record the asked seats in each command's answer, for comparison with a follower."""

    def __init__(self, seed: int, store: Store) -> None:
        plain = tables_of(seed, store)
        super().__init__(store, plain._now, plain._random)
        self.answers: list[Notice] = []

    def open(self, setup: Setup, **more: Any) -> OpenedTable:
        """Open a table, and note it."""
        opened = super().open(setup, **more)
        self.answers.append(Notice(opened.table, opened.version, asked_at(self.state(opened.table))))
        return opened

    def do(self, table: str, seat: str, command: Command, *, seen: int, key: str = "") -> Answer:
        """Carry out a command, and note it."""
        answer = super().do(table, seat, command, seen=seen, key=key)
        self.answers.append(Notice(table, answer.version, answer.asked))
        return answer


def changes(answers: list[Notice], table: str) -> list[Notice]:
    """Return the answers at a table that changed the seats asked."""
    mine = [one for one in answers if one.table == table]
    return [one for i, one in enumerate(mine) if i == 0 or whom(one.asked) != whom(mine[i - 1].asked)]


def whom(asked: SeatsAsked) -> tuple[object, ...]:
    """The commands that make a change."""
    return asked.what, asked.seats, asked.factions


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_every_change_of_who_is_asked_is_told_once_and_in_order(kind: str, tmp_path: Path) -> None:
    """Each change of any table is reported once, across restarts of the follower; the last is the closing."""
    store = MemoryStore() if kind == "memory" else SqliteStore(str(tmp_path / "tables.db"))
    tables = Recording(7, store)
    first = play_table(tables, Setup("short"), Dice(7), most=30)
    told: list[Notice] = []
    Notices(tables).follow(told.append, timeout=0)
    second = play_table(tables, Setup("short"), Dice(8), most=20)
    player = TablePlayer(tables, first, Dice(9))
    player.play(10)
    Notices(tables_of(8, store)).follow(told.append, timeout=0)
    Notices(tables).follow(told.append, timeout=0)
    for table in (first, second):
        assert [one for one in told if one.table == table] == changes(tables.answers, table)
    other: list[Notice] = []
    Notices(tables, "mail").follow(other.append, timeout=0)
    assert sorted(other, key=lambda one: (one.table, one.version)) == sorted(
        told, key=lambda one: (one.table, one.version)
    )


def test_a_table_is_closed() -> None:
    """The last notice of a table that is closed asks nobody."""
    table = Seated()
    table.close()
    *_, last = Notices(table.tables).of_table(table.name)
    assert (last.asked.what, last.asked.seats) == ("nothing", ())


def test_a_notice_whose_callback_failed_comes_again() -> None:
    """A notice counts as given once its callback returns: none is lost, and none given is repeated."""
    table = Seated()
    whole = list(Notices(table.tables).of_table(table.name))
    told: list[Notice] = []

    def fails_at_the_third(notice: Notice) -> None:
        if len(told) == 2:
            raise ConnectionError("the mail server is away")
        told.append(notice)

    with pytest.raises(ConnectionError):
        Notices(table.tables).follow(fails_at_the_third, timeout=0)
    Notices(table.tables).follow(told.append, timeout=0)
    assert told == whole


def test_what_has_been_can_be_skipped() -> None:
    """A new follower of an old store begins now, where it wants to."""
    table = Seated()
    notices = Notices(table.tables)
    notices.skip(table.name)
    told: list[Notice] = []
    notices.follow(told.append, timeout=0)
    assert told == []
    table.do("US", SubmitComment("hello"))
    notices.follow(told.append, timeout=0)
    assert told == []


def test_several_writers_and_a_follower_of_one_file(tmp_path: Path) -> None:
    """Each process has its own connection, and each change that any of them makes is reported."""
    path = str(tmp_path / "tables.db")
    follower = SqliteStore(path)
    told: list[Notice] = []
    following = Notices(tables_of(1, follower))

    def follow() -> None:
        with suppress(StoreError):  # it is closed while somebody follows
            following.follow(told.append)

    thread = threading.Thread(target=follow)
    thread.start()
    names: list[str] = []
    answers: list[Notice] = []

    def write(seed: int) -> None:
        store = SqliteStore(path)
        writing = Recording(seed, store)
        names.append(play_table(writing, Setup("short"), Dice(seed), most=15))
        answers.extend(writing.answers)
        store.close()

    writers = [threading.Thread(target=write, args=(seed,)) for seed in (11, 12, 13)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    reader = SqliteStore(path)
    tables = tables_of(2, reader)
    late: list[Notice] = []
    deadline = threading.Event()
    for _ in range(200):
        if all(following.told(name) == tables.version(name) for name in names):
            break
        deadline.wait(0.05)
    follower.close()
    thread.join()
    Notices(tables).follow(late.append, timeout=0)
    assert late == []
    for name in names:
        assert [one for one in told if one.table == name] == changes(answers, name)
    reader.close()


# -- deadlines --------------------------------------------------------------------------------------


def test_who_thinks_again_has_no_more_time() -> None:
    """The deadline of a move begun, taken back or stated again counts from the first question to its seat."""
    table = Seated()
    (asked,) = asked_at(table.state).seats
    since = asked_at(table.state).since
    faction = asked_at(table.state).factions[0]
    table.do(asked, Begin(faction))
    assert asked_at(table.state).since == since
    table.do(asked, TakeBack())
    assert asked_at(table.state).since == since
    table.do(asked, f"{faction} pass")
    assert asked_at(table.state).since > since
    table.do(asked, TakeBack())
    assert asked_at(table.state).since == since


def test_overdue_are_those_whose_deadline_is_over() -> None:
    """The given clock decides; tables without a deadline, and closed ones, are never overdue."""
    tables = tables_of(4)
    slow = tables.open(Setup("short"), deadline=3600, table="slow")
    tables.open(Setup("short"), table="patient")
    (notice,) = overdue(tables, BEGINNING + timedelta(hours=2))
    assert (notice.table, notice.asked.what) == ("slow", "seats")
    assert datetime.fromisoformat(notice.asked.due) <= BEGINNING + timedelta(hours=1, minutes=1)
    assert list(overdue(tables, BEGINNING + timedelta(minutes=30))) == []
    for seat in ("US", "ARVN", "NVA", "VC"):
        tables.do("slow", seat, Sit(), seen=tables.version(slow.table))
    (late,) = overdue(tables, BEGINNING + timedelta(hours=2))
    assert late.asked.what in ("action", "pivotal") and len(late.asked.seats) == 1


# -- a follower that is killed ----------------------------------------------------------------------

FOLLOWER = """
import sys
from fitl_core.stores.sqlite import SqliteStore
from fitl_core.table.notices import Notices
from fitl_core.table.tables import Tables

def told(notice):
    with open(sys.argv[2], "a") as out:
        out.write(f"{notice.table} {notice.version}\\n")

Notices(Tables(SqliteStore(sys.argv[1]))).follow(told)
"""


def test_a_follower_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """No notice is lost, and all are in order; the one that the kill interrupted may come once more."""
    path, out = str(tmp_path / "tables.db"), tmp_path / "told"
    out.touch()
    store = SqliteStore(path)
    tables = Recording(5, store)
    name = play_table(tables, Setup("short"), Dice(5), most=4)
    player = TablePlayer(tables, name, Dice(6))
    kills = 3
    for i in range(kills + 1):
        before = out.read_text()
        command = [sys.executable, "-c", FOLLOWER, path, str(out)]
        with subprocess.Popen(command, cwd=Path(__file__).parents[2]) as follower:
            earlier = last = changes(tables.answers, name)[-1].version
            while last == earlier:  # else there would be nothing to tell
                player.play(6)
                last = changes(tables.answers, name)[-1].version
            for _ in range(600):
                told = [int(line.split()[1]) for line in out.read_text().splitlines()]
                if out.read_text() != before if i < kills else (told and told[-1] == last):
                    break
                time.sleep(0.05)
            follower.kill()
    expected = [one.version for one in changes(tables.answers, name)]
    assert told == sorted(told) and list(dict.fromkeys(told)) == expected
    assert len(told) <= len(expected) + kills
    store.close()


def test_a_table_that_cannot_be_read_does_not_stop_the_others() -> None:
    """Its notices are not lost: a program that can read it delivers them."""
    tables = tables_of(1)
    first, second = [tables.open(Setup("short"), table=name).table for name in ("a", "b")]
    facts = tables.store.read(first)
    tables.store._streams[first] = [*facts[:-1], msgspec.structs.replace(facts[-1], body=b"{}")]  # type: ignore[attr-defined]
    heard: list[Notice] = []
    follower = Notices(Tables(tables.store), "mail")
    for _ in range(2):
        with pytest.raises(Damaged, match=f"table {first} is damaged"):
            follower.follow(heard.append, timeout=0)
    assert [one.table for one in heard] == [second] and follower.told(first) == 0
    tables.store._streams[first] = facts  # type: ignore[attr-defined]
    Notices(Tables(tables.store), "mail").follow(heard.append, timeout=0)
    assert [one.table for one in heard] == [second, first]
