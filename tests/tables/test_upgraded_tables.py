"""Tables of older versions: their steps are kept once, and a past that is refused today strands nobody."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import msgspec
import pytest

import notation
from fitl_core.facts.factions import Faction
from fitl_core.players.dice import Dice
from fitl_core.proofs.verification import verify
from fitl_core.state.deck import come_up
from fitl_core.state.positions import position_of
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import NewFact, Snapshot, Store
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.checking import checked
from fitl_core.table.commands import Agree, Begin, Close, Propose, SubmitComment
from fitl_core.table.exports import exported, imported
from fitl_core.table.refusals import Forbidden, NotNow
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables
from fitl_core.table.upgrading import expected, upgraded
from fitl_core.testing.table_games import TablePlayer, tables_of

ROOT = Path(__file__).parents[2]
RELEASED = ROOT / "fixtures/released/0.2.0/tables.db"
FORM_2 = ROOT / "fixtures/tables/form-2.jsonl"
COSTS = "fitl_core.rules.operations.attack.COST"
REFUSED = ("in-mid-move", "non-players", "form-2")
"""Older tables in play with an Attack in the past."""
CUT = 440
"""The number of facts of the stream of form 2 after which its table is in play."""


def older(name: str) -> MemoryStore:
    """A store with one table as version 0.2.0 left it, with its snapshot."""
    store = MemoryStore()
    if name == "form-2":
        head, *lines = FORM_2.read_text(encoding="utf-8").splitlines()
        cut = next(number for number in range(CUT, len(lines)) if '"more":true' not in lines[number - 1])
        imported(store, "\n".join([head, *lines[:cut]]), name)
        return store
    kept = open_store(RELEASED, read_only=True)
    try:
        store.take(name, kept.read(name))
        store.keep_snapshot(name, kept.snapshot(name))
    finally:
        kept.close()
    return store


def kinds(store: Store, name: str) -> list[str]:
    """Return the kinds of a table's facts, in order."""
    return [fact.kind for fact in store.read(name)]


def dearer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the rules: an Attack costs more than any Faction has."""
    monkeypatch.setattr(COSTS, 76)


class Stranded:
    """An older table of whose past today's rules refuse an event."""

    def __init__(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.name = name
        store = older(name)
        store.keep_snapshot(name, None)
        self.played: TableState = Tables(older(name)).state(name)
        dearer(monkeypatch)
        self.tables: Tables = tables_of(f"stranded {name}", store)

    @property
    def state(self) -> TableState:
        """The table as it stands."""
        return self.tables.state(self.name)

    def do(self, seat: str, command: object) -> None:
        """A command that has seen the table as it stands."""
        self.tables.do(self.name, seat, command, seen=self.tables.version(self.name))  # type: ignore[arg-type]

    def agree_on(self, line: str) -> None:
        """One seat proposes a line, and all others agree."""
        first, *others = [seat.name for seat in self.state.seats]
        self.do(first, Propose(line))
        for seat in others:
            self.do(seat, Agree(self.state.proposed))

    def goes_on(self) -> None:
        """Check that the table plays on, and that all of it is sound."""
        player = TablePlayer(self.tables, self.name, Dice(1))
        player.play(12)
        assert player.given == 12 or self.state.status == "closed"
        self.is_sound()

    def is_sound(self) -> None:
        """Check the table, its proofs, its export, and a new opening of it."""
        found = checked(self.tables.store, self.name)
        assert found.holds, found
        assert verify(self.tables.log(self.name)).sound
        assert Tables(self.tables.store).state(self.name) == self.state
        copy = MemoryStore()
        imported(copy, exported(self.tables.store, self.name))
        assert Tables(copy).state(self.name).board == self.state.board


@pytest.fixture(params=REFUSED)
def stranded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Stranded:
    """An older table without a snapshot whose past today's rules refuse."""
    return Stranded(request.param, monkeypatch)


def version_before(tables: Tables, name: str, number: int) -> int:
    """Return the last version before an event."""
    versions = range(1, tables.version(name) + 1)
    return bisect_left(versions, number, key=lambda version: len(tables.state(name, version).lines))


# -- a refused past ---------------------------------------------------------------------------------


def test_it_opens_with_the_position_before_the_refused_event(stranded: Stranded) -> None:
    """All lines are there. The position is the last known one, and every seat is asked to agree on one."""
    state = stranded.state
    number = state.unshown
    assert number > 1 and [entry.event for entry in state.lines] == [
        entry.event for entry in stranded.played.lines
    ]
    assert (
        stranded.tables.state(stranded.name, version_before(stranded.tables, stranded.name, number))
        .steps[-1]
        .is_shown
    )
    assert stranded.state.steps[number - 1].digest == stranded.played.steps[number - 1].digest
    assert [seat.name for seat in state.seats] == [seat.name for seat in stranded.played.seats]
    asked = asked_at(state)
    assert asked.what == "position" and asked.seats == tuple([seat.name for seat in state.seats])
    assert f"event {number}" in asked.words
    for seat in (None, "", *asked.seats):
        assert stranded.tables.view(stranded.name, seat).asked == asked
    assert kinds(stranded.tables.store, stranded.name).count("steps-kept") == 1
    stranded.is_sound()


def test_the_check_says_from_where_and_why(stranded: Stranded) -> None:
    """Also after the steps are kept: the refused event is listed with its rule, and the table holds."""
    for _ in range(2):
        found = checked(stranded.tables.store, stranded.name)
        assert found.holds and [one.line for one in found.otherwise] == [found.unshown]
        (refused,) = found.otherwise
        assert (refused.release, refused.verdict, refused.rule) == (0, "illegal", "3.1")
        assert found.unshown == stranded.state.unshown


def test_no_move_is_made_before_a_position_is_agreed_on(stranded: Stranded) -> None:
    """The refusal names both ways out. A comment may be written."""
    seat = asked_at(stranded.state).seats[0]
    faction = stranded.state.factions_of(seat)[0]
    with pytest.raises(NotNow) as refused:
        stranded.do(seat, Begin(Faction(faction)))
    for words in ("correct", f"void {stranded.state.unshown}", f"event {stranded.state.unshown}"):
        assert words in refused.value.message
    stranded.do(seat, SubmitComment("what now?"))
    assert stranded.state.unshown and asked_at(stranded.state).what == "position"


def test_the_seats_agree_on_a_position(stranded: Stranded) -> None:
    """Here on that of the board, with its cards: they came from the deck. The game goes on from it."""
    with pytest.raises(Forbidden, match="cards that have come up"):
        stranded.agree_on('correct "aid 9"')
    text = notation.write_position(position_of(stranded.played.position))
    stranded.agree_on(f'correct "{text}"')
    assert not stranded.state.unshown and asked_at(stranded.state).what != "position"
    assert come_up(stranded.state.position) == come_up(stranded.played.position)
    stranded.goes_on()


def test_the_seats_take_the_refused_event_back(stranded: Stranded) -> None:
    """The game goes on from the position before it."""
    number = stranded.state.unshown
    before = stranded.state.steps[number - 1].digest
    stranded.agree_on(f"void {number}")
    assert not stranded.state.unshown
    undone = next(
        at for at, entry in enumerate(stranded.state.lines, 1) if at > number and "Void" in repr(entry.event)
    )
    assert stranded.state.steps[undone].digest == before
    stranded.goes_on()


def test_the_seats_close_the_table(stranded: Stranded) -> None:
    """Closing asks nothing of the rules, and opens the seed."""
    stranded.do("", Close())
    for seat in stranded.state.seats:
        stranded.do(seat.name, Agree(stranded.state.proposed))
    assert stranded.state.closed == "abandoned"
    stranded.is_sound()


def test_a_line_later_than_the_refused_one_is_not_taken_back_alone(stranded: Stranded) -> None:
    """The position after the refused event stays unknown, so nothing is settled by it."""
    number = stranded.state.unshown
    with pytest.raises(NotNow, match="the position is not known"):
        stranded.agree_on(f"void {number + 1}")
    assert stranded.state.unshown == number


def test_a_branch_is_made_of_what_is_known(stranded: Stranded) -> None:
    """Not of the last version: nobody knows its position."""
    with pytest.raises(NotNow, match="the position is not known"):
        stranded.tables.branch(stranded.name, stranded.tables.version(stranded.name))


# -- snapshots of then ------------------------------------------------------------------------------


def snapshot_of_then(state: TableState) -> Snapshot:
    """A snapshot in a form of an older version."""
    body = msgspec.msgpack.encode({"table": state.table, "version": state.version, "board": state.board})
    return Snapshot(state.version, "of then", body)


@pytest.mark.parametrize("name", REFUSED)
def test_a_snapshot_attests_the_lines_up_to_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The events before the refused one are confirmed up to the snapshot, and only those."""
    first, store = older(name), older(name)
    tables = Tables(first)
    with monkeypatch.context() as changed:
        dearer(changed)
        unshown = expected(store, name).unshown
    then = tables.state(name, version_before(tables, name, unshown))
    dearer(monkeypatch)
    store.keep_snapshot(name, None)
    store.keep_snapshot(name, snapshot_of_then(then))
    found = expected(store, name)
    assert (found.unshown, found.attested, found.contradicted) == (unshown, unshown - 1, 0)
    assert upgraded(store, name) == found
    state = Tables(store).state(name)
    assert [step.is_attested for step in state.steps] == [True] * unshown + [False] * (
        len(state.lines) + 1 - unshown
    )
    assert checked(store, name).unattested == len(state.lines) - unshown + 1


def test_a_snapshot_that_shows_another_position_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cost has changed that all could pay: the events are legal, and the snapshot disagrees."""
    store = older("non-players")
    monkeypatch.setattr(COSTS, 2)
    found = expected(store, "non-players")
    assert (found.unshown, found.attested, found.contradicted) == (0, 0, found.lines)


# -- upgrades ---------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A copy of the store of 0.2.0, in today's layout."""
    path = tmp_path / "tables.db"
    path.write_bytes(RELEASED.read_bytes())
    found = open_store(path)
    yield found
    found.close()


def test_an_upgrade_is_done_once(store: Store) -> None:
    """The report is that of the dry run before it. A second upgrade has nothing to do."""
    names = store.tables()
    before = {name: store.version(name) for name in names}
    reports = [expected(store, name) for name in names]
    assert {name: store.version(name) for name in names} == before
    assert [upgraded(store, name) for name in names] == reports
    for report in reports:
        added = store.version(report.table) - before[report.table]
        assert added == bool(report.computed) == bool(report.lines)
        again = expected(store, report.table)
        assert (again.computed, again.lines) == (0, report.lines) and upgraded(store, report.table) == again
        assert Tables(store).state(report.table).is_kept


def test_an_upgrade_passes_over_a_damaged_table(store: Store) -> None:
    """It is named with its fact, and stays as it is."""
    store.append("strange", 0, [NewFact("opened", b"{}")])
    found = upgraded(store, "strange")
    assert (found.error, found.fact) == ("damaged-table", 1) and store.version("strange") == 1


def test_steps_are_kept_while_another_process_writes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """An append that comes late is tried again; what the other process wrote is kept, too."""
    append, came = store.append, []

    def late(*given: object) -> int:
        if not came:
            came.append(True)
            Tables(store).do("in-play", "", Close(), seen=store.version("in-play"))
        return append(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "append", late)
    upgraded(store, "in-play")
    state = Tables(store).state("in-play")
    assert came and state.is_kept and state.proposals


def test_lines_that_an_old_process_writes_meanwhile_get_steps() -> None:
    """The table is open in a new process, and an old one begins play there. Its lines get steps when read."""
    facts = older("form-2").read("form-2")
    store = MemoryStore()
    sealed = next(number for number, fact in enumerate(facts) if fact.kind == "deck-sealed")
    begin = next(
        number for number in range(sealed, 0, -1) if facts[number - 1].command != facts[sealed].command
    )
    store.take("form-2", facts[:begin])
    tables = Tables(store)
    assert not tables.state("form-2").steps
    for command, of_command in groupby(facts[begin:], lambda fact: fact.command):
        new = [NewFact(fact.kind, fact.body) for fact in of_command]
        store.append("form-2", store.version("form-2"), new, command)
    assert tables.state("form-2").is_kept
    assert tables.state("form-2").lines and kinds(store, "form-2").count("steps-kept") == 1
    assert Tables(store).state("form-2") == tables.state("form-2")
