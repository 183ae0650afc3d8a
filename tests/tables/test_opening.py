"""A stored table is opened by folding the effects of its lines on one draft."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from older_streams import random_stored_table, stored, without_effects
from samples import sampled

from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.store_addresses import open_store
from fitl_core.table import fact_fold, table_draft
from fitl_core.table.exports import imported
from fitl_core.table.facts import LINE_KINDS
from fitl_core.table.stored_tables import StoredTable, absorb_all, absorb_stored, fold_stored
from fitl_core.table.table_state import TableState, replaced
from fitl_core.testing.random_tables import ALL_SORTS

FIXTURES = Path(__file__).parents[2] / "fixtures"
RELEASED = FIXTURES / "released/0.2.0/tables.db"
STREAMS = sorted((FIXTURES / "tables").glob("form-*.jsonl"))
"""A stream of each form; together they have nearly every kind of fact."""
OLDER = ("branch", "gathering", "in-mid-move", "in-play", "markers", "non-players", "original", "over")
MOST = 40
"""Commands at a random table."""
OF_MOVES = frozenset({"move-begun", "move-dropped", "move-set-aside", "die-fell", "chosen", "decided"})
"""The kinds of facts within a move."""
TIMES = 5
"""A table is opened by its effects with at most one in so many of the calls that the rules take.

In time it is six times as fast (`tests/bench/opening.py`): the fold of a position calls much from C.
"""


@cache
def random_table(number: int) -> StoredTable:
    """A random table; one is played to its end."""
    return random_stored_table(number, None if number == 2 else MOST)


def older_table(name: str) -> StoredTable:
    """A table of version 0.2.0."""
    store = open_store(RELEASED, read_only=True)
    try:
        return stored(name, store.read(name))
    finally:
        store.close()


def fact_by_fact(table: StoredTable) -> TableState:
    """The table after each fact alone."""
    state: TableState | None = None
    for fact in table.facts:
        state, _ = absorb_stored(table.table, state, fact)
    assert state is not None
    return state


def calls(work: Callable[[], object]) -> int:
    """The number of calls of functions that a piece of work makes, in Python and in C."""
    found: Counter[str] = Counter()

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        found[event] += 1

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found["call"] + found["c_call"]


@pytest.mark.parametrize("number", sampled(range(ALL_SORTS), 5))
def test_a_whole_random_table_is_folded_as_fact_by_fact(number: int) -> None:
    """So is its first half, so that a half table is opened in mid-move, too; and the rest after it."""
    table = random_table(number)
    assert fold_stored(table) == fact_by_fact(table)
    half = len(table.facts) // 2
    first = stored(table.table, table.facts[:half])
    state = fold_stored(first)
    assert state == fact_by_fact(first)
    assert absorb_all(table.table, state, table.facts[half:]) == fold_stored(table)


@pytest.mark.parametrize("name", OLDER)
def test_a_whole_older_table_is_folded_as_fact_by_fact(name: str) -> None:
    """The tables of version 0.2.0, whose lines are played by the rules."""
    table = older_table(name)
    assert fold_stored(table) == fact_by_fact(table)


@pytest.mark.parametrize("stream", STREAMS, ids=lambda path: path.stem)
def test_a_whole_stream_of_every_form_is_folded_as_fact_by_fact(stream: Path) -> None:
    """Seats that change, markers dealt behind lines, orders, proposals, corrections."""
    store = MemoryStore()
    name, _ = imported(store, stream.read_text(encoding="utf-8"))
    table = stored(name, store.read(name))
    assert fold_stored(table) == fact_by_fact(table)


@pytest.mark.parametrize("number", (2, 3, 13))
def test_the_rules_lead_to_the_same_table(number: int) -> None:
    """The comparison by calls is one of equal results: positions, lines, seats, times."""
    table = random_table(number)
    by_effects, by_rules = fold_stored(table), fold_stored(without_effects(table))
    assert by_effects is not None and by_rules is not None
    same = ("board", "lines", "seats", "gone", "recent", "since", "begun", "rolled", "chain", "status")
    for field in same:
        assert getattr(by_effects, field) == getattr(by_rules, field), field


def test_opening_by_effects_takes_a_fifth_of_the_calls_of_the_rules() -> None:
    """Counted, not timed: tables of one seat to four, links and decoding included."""
    tables = [random_table(number) for number in (2, 5, 8, 11)]
    older = [without_effects(table) for table in tables]
    for table in (*tables, *older):
        fold_stored(table)  # what is kept after the first time does not count
    by_effects = calls(lambda: [fold_stored(table) for table in tables])
    by_rules = calls(lambda: [fold_stored(table) for table in older])
    assert by_rules > TIMES * by_effects, (by_rules, by_effects)


def test_lines_and_moves_make_no_table_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines of a table are not copied for each fact: only facts about seats and the like make a table."""
    table = random_table(2)
    made: Counter[str] = Counter()

    def counted(state: TableState, /, **changes: Any) -> TableState:
        made["tables"] += 1
        return replaced(state, **changes)

    for module in (fact_fold, table_draft):
        monkeypatch.setattr(module, "replaced", counted)
    others = [fact for fact in table.facts if fact.kind not in OF_MOVES and fact.kind not in LINE_KINDS]
    lines = sum([fact.kind in LINE_KINDS for fact in table.facts])
    fold_stored(table)
    assert lines > len(others)
    assert made["tables"] <= 2 * len(others) + 2


def test_the_beginning_of_the_chain_is_computed_only_without_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the hash of a whole header, and every line has its own link."""
    table = random_table(1)
    begun: list[object] = []
    genesis = table_draft.genesis
    monkeypatch.setattr(table_draft, "genesis", lambda tags: begun.append(tags) or genesis(tags))
    sealed = next(number for number, fact in enumerate(table.facts) if fact.kind == "deck-sealed")
    whole = fold_stored(table)
    assert whole is not None and whole.chain and not begun
    state = fold_stored(stored(table.table, table.facts[: sealed + 1]))
    assert state is not None and len(state.chain) == 64 and len(begun) == 1
