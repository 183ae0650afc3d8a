"""Deception markers (7.3): a table draws them from its key, and that opened, reveals are checked."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

import notation
from fitl_core import Faction, Setup
from fitl_core.facts.options import DeceptionMarker
from fitl_core.players.dice import Dice
from fitl_core.proofs.verification import verify
from fitl_core.record.events import Note, RevealMarker
from fitl_core.table.commands import Agree, Close, Command, Sit, Submit, TakeOver
from fitl_core.table.facts import MoveEnded
from fitl_core.testing.table_games import TablePlayer, tables_of
from notation import Log

NO_CHAIN = ("there is no chain: changes in lines without dice or cards cannot be seen",)
OTHERS: tuple[DeceptionMarker, ...] = ("asset", "threat")


THREE = ((Faction.US,), (Faction.NVA,), (Faction.VC,))


@cache
def game() -> tuple[Log, Log]:
    """The log of a table whose seats reveal their Agendas, one revealed during it; and after its end.

    No line has a link, so that only the markers' own proofs count.
    """
    tables = tables_of(11)
    name = tables.open(Setup("short", players=THREE, options=("deception",))).table

    def do(seat: str, command: Command) -> None:
        tables.do(name, seat, command, seen=tables.version(name))

    for seat in ("US", "NVA", "VC"):
        do(seat, Sit())
    do("", TakeOver("ARVN"))
    do("ARVN", Sit())
    for one in tables.state(name).seats:
        for _ in range(one.markers.count("agenda")):
            do(one.name, Submit(f"{one.name} reveal agenda"))
    running = bare(tables.log(name))
    do("", Close())
    for one in tables.state(name).seats:
        do(one.name, Agree(1))
    return running, bare(tables.log(name))


def bare(log: Log) -> Log:
    """A log without its chain."""
    tags = tuple([tag for tag in log.tags if tag.name != "Chain-Head"])
    entries = tuple([msgspec.structs.replace(entry, chain="") for entry in log.entries])
    return msgspec.structs.replace(log, tags=tags, entries=entries)


def reveals(log: Log) -> list[int]:
    """The places of the lines that reveal a marker."""
    return [i for i, entry in enumerate(log.entries) if isinstance(entry.event, RevealMarker)]


def changed(log: Log, place: int, **changes: object) -> Log:
    """A log with one entry changed."""
    entries = list(log.entries)
    entries[place] = msgspec.structs.replace(entries[place], **changes)
    return msgspec.structs.replace(log, entries=tuple(entries))


def test_markers_wait_for_the_seed_and_are_proven_then() -> None:
    """The proofs of markers record where they were drawn; they reveal nothing before the seed is opened."""
    running, closed = game()
    proofs = [closed.entries[place].proof for place in reveals(closed)]
    assert proofs == [("markers",), ("markers behind event 4",), ("markers",)]
    waiting = verify(running)
    assert waiting.markers == 0 and "markers wait for the dealer's seed: event 5, 6, 7" in waiting.unchecked
    found = verify(notation.read(notation.write(closed)).log)
    assert (found.markers, found.faults, found.unchecked) == (3, (), NO_CHAIN)


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_marker_that_was_not_drawn_there(which: int) -> None:
    """Another kind, another place, another seat: the line is named."""
    log = game()[1]
    place = reveals(log)[which]
    entry = log.entries[place]
    assert isinstance(entry.event, RevealMarker)
    others = [RevealMarker(entry.event.faction, kind) for kind in OTHERS]  # one of them it may hold as well
    assert any(verify(changed(log, place, event=other)).faults for other in others)
    for event, proof in (
        (entry.event, ("markers behind event 3",)),
        (entry.event, (f"markers behind event {place + 1}",)),
        (RevealMarker(Faction.NVA, "agenda"), entry.proof),
    ):
        found = verify(changed(log, place, event=event, proof=proof))
        assert found.first is not None
        assert (found.first.code, found.first.event) == ("marker-wrong", place + 1), event


@pytest.mark.parametrize("proof", ["markers behind", "markers behind event 0", "markers 4", "markers "])
def test_proofs_that_are_none(proof: str) -> None:
    """Each false proof is reported with its line, also beside a valid one."""
    log = game()[1]
    place = reveals(log)[0]
    codes = [fault.code for fault in verify(changed(log, place, proof=(proof,))).faults]
    assert codes == ["proof-form"]
    beside = changed(log, place, event=Note("nothing"))
    assert [fault.code for fault in verify(beside).faults] == ["proof-stray"]


def test_markers_that_may_be_chosen_have_no_proof() -> None:
    """Markers that may be chosen have no proof, because it would reveal who chose and who drew."""
    tables = tables_of(1)
    name = tables.open(Setup("short", options=("handicap",))).table
    player = TablePlayer(tables, name, Dice(1))
    player.sit()
    player.choose_markers()
    seat = next(one for one in player.state.seats if "agenda" in one.markers)
    reveal = Submit(f"{seat.name} reveal agenda")
    answer = tables.do(name, seat.name, reveal, seen=tables.version(name))
    assert [one.fact.proof for one in answer.facts if isinstance(one.fact, MoveEnded)] == [()]
