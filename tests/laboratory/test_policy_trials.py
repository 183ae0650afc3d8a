"""The trials of policies at tables: stale and other refusals are counted, and a fault names its seed."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import policy_trials
import pytest
from policy_trials import POLICIES, PolicyTrial, counting, example_program, page, tried

from fitl_core.record.setup import Setup
from fitl_core.table.commands import Sit
from fitl_core.table.refusals import Conflict, Unknown
from fitl_core.testing.table_games import tables_of


def test_each_policy_plays_at_a_table(tmp_path: Path) -> None:
    """No command is stale, and no answer of the program is refused."""
    program = example_program(tmp_path)
    trials = [tried((policy, 1), "short", program, most=6) for policy in POLICIES]
    assert [one.fault for one in trials] == ["", "", ""]
    assert [one.counts["lines"] for one in trials] == [6, 6, 6]
    assert all(one.counts["commands"] >= 10 and not one.counts["stale"] for one in trials)
    assert [one.counts["answers"] > 0 for one in trials] == [False, False, True]
    text = page(trials, "short")
    assert "| `random` | 1 | 1 | 6 |" in text and "| `command` | 1 | 1 | 6 |" in text


def test_a_program_that_fails_is_a_fault() -> None:
    """Its seat and reason are named, and the answers that were refused are counted."""
    wrong = f"{sys.executable} -c \"import sys\nfor line in sys.stdin: print('tea', flush=True)\""
    found = tried(("command", 1), "short", wrong, most=6)
    assert "no legal answer in 3 tries" in found.fault and found.counts["answers_refused"] >= 3
    assert f"| `command` | 1 | 0 | {found.counts['lines']} |" in page([found], "short")


def test_a_stale_command_is_counted() -> None:
    """A command that saw an older version is told apart from other refusals."""
    counts: Counter[str] = Counter()
    tables = counting(tables_of(1), counts)
    table = tables.open(Setup("short")).table
    tables.do(table, "VC", Sit(), seen=tables.version(table))
    with pytest.raises(Conflict):
        tables.do(table, "VC", Sit(), seen=0)
    with pytest.raises(Unknown):
        tables.do(table, "XX", Sit(), seen=tables.version(table))
    assert counts == {"commands": 3, "stale": 1, "refused": 1}


def test_the_command_fails_for_a_stale_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page is printed all the same."""

    def stale(which: tuple[str, int], scenario: str, program: str) -> PolicyTrial:
        return PolicyTrial(*which, "", Counter(commands=9, stale=which[1] - 1), 0.5)

    monkeypatch.setattr(policy_trials, "tried", stale)
    monkeypatch.setattr(policy_trials, "Pool", Alone)
    assert policy_trials.main(["1"]) == 0
    assert policy_trials.main(["2"]) == 1
    assert "| `greedy` | 2 | 2 | 0 | 18 | 1 | 0 |" in capsys.readouterr().out


class Alone:
    """A pool without processes."""

    def __init__(self, *given: object, **named: object) -> None:
        self.imap = map

    def __enter__(self) -> Alone:
        return self

    def __exit__(self, *given: object) -> None:
        return None
