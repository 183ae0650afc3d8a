"""Tables of version 0.2.0: opened from their store and from exports, played on, verified and checked."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from released_files import LAST, name_of, read

import notation
from fitl_core import digest, replay
from fitl_core.game.files import play_log, read_log
from fitl_core.players import Dice
from fitl_core.proofs import verify
from fitl_core.stores import open_store
from fitl_core.stores.memory import MemoryStore
from fitl_core.table.checking import checked
from fitl_core.table.commands import Agree, Close
from fitl_core.table.exports import imported
from fitl_core.table.older_lines import unattested
from fitl_core.table.table_state import TableState, replaced
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import TablePlayer

NAMES = ("branch", "gathering", "in-mid-move", "in-play", "markers", "non-players", "original", "over")
IN_PLAY = tuple([name for name in NAMES if name not in ("gathering", "over")])
EXPORTS = sorted(LAST.glob("table-*.jsonl"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A copy of the store: a store that is opened gets today's layout."""
    path = tmp_path / "tables.db"
    shutil.copy(LAST / "tables.db", path)
    return path


@pytest.fixture(params=["with snapshots", "without snapshots"])
def tables(request: pytest.FixtureRequest, path: Path) -> Iterator[Tables]:
    """The tables of a copy of the store, with the snapshots of 0.2.0 or without any."""
    if request.param == "without snapshots":
        with sqlite3.connect(path) as db:
            db.execute("DELETE FROM snapshot")
        db.close()
    store = open_store(path)
    yield Tables(store)
    store.close()


def test_the_store_has_each_kind_of_table(tables: Tables) -> None:
    """In gathering, in play between and within moves, with markers, with Non-players, and closed."""
    assert tuple(tables.names_of_tables()) == NAMES
    states = {name: tables.state(name) for name in NAMES}
    assert states["gathering"].status == "gathering" and states["over"].closed == "over"
    assert all(states[name].status == "playing" for name in IN_PLAY)
    begun = states["in-mid-move"].begun
    assert begun is not None and len(begun.dice) == 2
    assert any(seat.markers for seat in states["markers"].seats)
    assert len(states["non-players"].seats) == 1 and states["non-players"].rolled == 50
    assert states["branch"].opened.parent.startswith("in-play@")
    assert tables.names("gathering") == {"VC": "Cy"}


@pytest.mark.parametrize("name", [name for name in NAMES if name != "gathering"])
def test_a_table_shows_the_log_that_it_exported(tables: Tables, name: str) -> None:
    """Lines, seals and the last position are those of the export of 0.2.0."""
    exported, log = read(LAST / f"table-{name}.fitl").log, tables.log(name)
    assert log.entries == exported.entries
    assert {tag.name for tag in exported.tags} <= {tag.name for tag in log.tags}
    played = replay(notation.setup_of(exported), exported.events)
    assert digest(tables.state(name).position) == digest(played.state)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_holds_and_verifies(tables: Tables, name: str) -> None:
    """Each fact fits its link and today's rules, and the log its proofs."""
    found = checked(tables.store, name)
    assert found.holds, found
    if name != "gathering":
        proven = verify(tables.log(name))
        assert proven.sound and (name != "over" or not proven.unchecked)


@pytest.mark.parametrize("name", IN_PLAY)
def test_a_table_is_played_on(tables: Tables, name: str) -> None:
    """Further commands are accepted, and the longer log is legal and proven."""
    before = len(tables.log(name).entries)
    player = TablePlayer(tables, name, Dice(3))
    while len(tables.log(name).entries) <= before + 3:
        player.play(5)
    log = tables.log(name)
    game = play_log(read_log(notation.write(log).encode(), name)).replay
    assert game is not None and game.error is None and verify(log).sound
    assert checked(tables.store, name).holds
    again = Tables(tables.store).state(name)
    assert again == tables.state(name)


def test_a_gathering_table_begins(tables: Tables) -> None:
    """The last seats are taken, all give seeds, and play begins with the deck that was sealed."""
    player = TablePlayer(tables, "gathering", Dice(3))
    player.sit()
    assert all(seat.taken for seat in player.state.seats)
    promised = [seat.name for seat in player.state.seats if seat.promised]
    assert promised == ["VC"]


@pytest.mark.parametrize("name", IN_PLAY)
def test_a_table_closes_and_opens_its_seed(tables: Tables, name: str) -> None:
    """Every seat agrees, and all chance of the game is proven. Orders that never applied stay sealed."""
    tables.do(name, "", Close(), seen=tables.version(name))
    proposed = tables.state(name).proposed
    for seat in tables.state(name).seats:
        tables.do(name, seat.name, Agree(proposed), seen=tables.version(name))
    assert tables.state(name).closed == "abandoned"
    found = verify(tables.log(name))
    assert found.sound and all("orders are sealed" in why for why in found.unchecked)
    assert bool(found.unchecked) == (name == "in-play")


@pytest.mark.parametrize("name", IN_PLAY)
def test_a_table_branches(tables: Tables, name: str) -> None:
    """A branch begins at the position that the table has."""
    opened = tables.branch(name, tables.version(name), name="new")
    player = TablePlayer(tables, opened.table, Dice(3))
    player.sit()
    if player.state.status == "playing":
        player.play(5)
    assert checked(tables.store, "new").holds


def _without_witness(state: TableState) -> TableState:
    """Return a table without what its snapshot confirms, and without the time of its steps."""
    return replaced(state, steps=tuple([unattested(step) for step in state.steps]), link="")


@pytest.mark.parametrize("export", EXPORTS, ids=name_of)
def test_an_export_is_imported(export: Path, path: Path) -> None:
    """A whole export of 0.2.0 is the table of the store, with its secrets."""
    store, name = MemoryStore(), export.stem.removeprefix("table-")
    assert imported(store, export.read_text(encoding="utf-8"))[0] == name
    kept = open_store(path, create=False)
    try:
        assert [fact.body for fact in store.read(name)] == [fact.body for fact in kept.read(name)]
        assert _without_witness(Tables(store).state(name)) == _without_witness(Tables(kept).state(name))
    finally:
        kept.close()
    assert checked(store, name).holds
