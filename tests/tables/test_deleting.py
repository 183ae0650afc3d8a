"""Deleted tables: nobody sees them any more, their names are not used again, and a backup restores them."""

from __future__ import annotations

import pytest

from fitl_core import Setup
from fitl_core.stores.copying import copy_table
from fitl_core.stores.memory import MemoryStore
from fitl_core.table import Notice, Notices, Sit
from fitl_core.table.refusals import TableError, Unknown
from fitl_core.table.tables import Tables

GONE = 'the operator of this server deleted the table "hue" on 2026-11-27'


def now() -> str:
    """A time."""
    return "2026-11-27T12:00:00.000Z"


def test_a_deleted_table_is_gone_for_every_program() -> None:
    """Another program that has the table in memory sees so too, and refuses commands with the date."""
    store = MemoryStore()
    here, there = Tables(store, now), Tables(store, now)
    opened = here.open(Setup("short"), table="hue")
    assert there.state("hue").version == 2 and there.in_memory == 1
    assert here.delete("hue") == 2
    for look in (there.state, there.view, there.version, there.log, there.facts, here.state, here.delete):
        with pytest.raises(Unknown, match=GONE):
            look("hue")
    with pytest.raises(Unknown, match=GONE):
        there.do("hue", "US", Sit(), seen=2)
    with pytest.raises(Unknown):
        there.seat_of("hue", opened.links["US"])
    with pytest.raises(TableError, match="choose another name"):
        there.open(Setup("short"), table="hue")
    assert there.in_memory == 0
    with pytest.raises(Unknown, match="there is no table"):
        here.delete("saigon")


def test_a_backup_restores_a_deleted_table() -> None:
    """Its facts, links and names come back."""
    store, aside = MemoryStore(), MemoryStore()
    tables = Tables(store, now)
    opened = tables.open(Setup("short"), table="hue")
    tables.set_name("hue", "US", "Ann")
    copy_table(store, aside, "hue")
    tables.delete("hue")
    copy_table(aside, store, "hue")
    assert tables.seat_of("hue", opened.links["US"]) == "US" and tables.names("hue") == {"US": "Ann"}
    assert tables.do("hue", "US", Sit(), seen=2).version == 3


def test_another_table_of_the_name_is_not_taken_for_it() -> None:
    """A program with the old table in memory reads the new one from the beginning."""
    store = MemoryStore()
    here, there = Tables(store, now), Tables(store, now)
    here.open(Setup("short"), table="hue")
    there.do("hue", "US", Sit(), seen=2)
    before = there.state("hue").opened.commitment
    store.delete("hue")
    Tables(store, now).open(Setup("full"), table="hue")
    assert there.state("hue").opened.commitment != before and there.state("hue").version == 2
    assert there.do("hue", "US", Sit(), seen=2).version == 3


def test_notices_go_on_after_a_deletion() -> None:
    """The deleted table has no more notices, and side data of it are not made anew."""
    store = MemoryStore()
    tables = Tables(store, now)
    for name in ("hue", "saigon"):
        tables.open(Setup("short"), table=name)
    told: list[str] = []

    def callback(notice: Notice) -> None:
        told.append(f"{notice.table} {notice.version}")
        if len(told) == 2:
            tables.delete("hue")
            tables.do("saigon", "US", Sit(), seen=2)

    Notices(tables).follow(callback, timeout=0)
    assert told == ["hue 2", "saigon 2", "saigon 3"]
    assert store.aside("hue") == {"deleted": now()}
