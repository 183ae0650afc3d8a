"""Random games at tables: whatever is offered is taken, and the log of it validates and verifies."""

from __future__ import annotations

import subprocess

import msgspec
import pytest
from random_tables import page, try_apart
from samples import WHOLE

from fitl_core.players.dice import Dice
from fitl_core.record.setup import Setup
from fitl_core.state.laws import BrokenLaw
from fitl_core.table.table_log import log_of_table
from fitl_core.table.tables import Tables
from fitl_core.testing.random_tables import ALL_SORTS, insist_on_laws, setup_of_table, try_table
from fitl_core.testing.table_games import play_table, tables_of

MOST = 100 if WHOLE else 60
"""Commands at a table of the sample; every eighth one is played to its end, by `.ci/long` all of them."""


@pytest.mark.parametrize("number", range(ALL_SORTS))
def test_a_random_table_keeps_every_law(number: int) -> None:
    """24 tables: each scenario, edition and number of seats; at some of them people come and go."""
    tried = try_table(number, None if number % 8 == 7 else MOST)
    assert tried.lines and tried.setup == setup_of_table(number)


def test_the_sample_has_all_sorts() -> None:
    """Games with Non-players, Deception markers drawn and chosen, one seat to four."""
    setups = [setup_of_table(number) for number in range(ALL_SORTS)]
    assert len({(setup.scenario, setup.rules, len(setup.players)) for setup in setups}) == 21
    assert {option for setup in setups for option in setup.options} >= {"deception", "handicap", "easy"}


def test_a_broken_law_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that comes to another position; one that does not verify."""
    tables = tables_of(1)
    state = tables.state(play_table(tables, Setup("short"), Dice(1), most=12))
    insist_on_laws(tables, state)
    with pytest.raises(BrokenLaw, match="the stream"):
        insist_on_laws(tables, msgspec.structs.replace(state, rolled=99))
    log = log_of_table(state)
    late = msgspec.structs.replace(log.entries[0], time="2027-01-01")
    for entries, why in ((log.entries[:-1], "position"), ((late, *log.entries[1:]), "does not verify")):
        other = msgspec.structs.replace(log, entries=entries)
        monkeypatch.setattr(Tables, "log", lambda *_, other=other: other)
        with pytest.raises(BrokenLaw, match=why):
            insist_on_laws(tables, state)


def test_the_page_adds_up() -> None:
    """docs/evidence/trials-tables.md is made of the results of the trials."""
    tried = [try_table(number, 20) for number in (1, 2, 1)]
    made = page(tried)
    assert (
        made.startswith("# Random tables\n")
        and "\n3 tables had" in made
        and f"{sum(one.lines for one in tried):,} lines" in made
    )
    assert made.count("\n| ") == 3


def test_a_process_that_is_killed_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves no words, and its table is not passed over."""
    killed = subprocess.CompletedProcess([], -15, "", "")
    monkeypatch.setattr(subprocess, "run", lambda *_args, **_kwargs: killed)
    tried = try_apart(7)
    assert tried.found is None and tried.fault == "its process ended with -15"
