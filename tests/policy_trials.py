"""docs/evidence/trials-policies.md: policies at tables. `python tests/policy_trials.py 100` prints it.

Each game is played at a table: a command of a seat names the version that its policy saw, so an answer to an
older state would be refused. `--jobs 2` plays in two processes.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from commit import measured_at

from fitl_core.errors import FitlError
from fitl_core.policies.command_policy import CommandPolicy
from fitl_core.policies.registry import close_policies, policy_named
from fitl_core.policies.seat_policy import Policy
from fitl_core.record.setup import Setup
from fitl_core.table.commands import Sit
from fitl_core.table.policy_seats import play_on
from fitl_core.table.refusals import Conflict
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import tables_of

EXAMPLE = Path(__file__).parents[1] / "docs" / "do" / "seat-for-programs.md"
POLICIES = ("random", "greedy", "command")
COMMAND = "python tests/policy_trials.py"

HEAD = """# Policies at tables

`.ci/long` writes this page with `{command} {games}`.
{measured_at}.

One policy played all four seats of a table, in {games} games of the {scenario} scenario. `command` is a
program for each seat: the script of [a seat for a program](../do/seat-for-programs.md). Each command of a
seat names the version of the table that it saw, and is refused as *stale* if the table has changed.
*Refused otherwise* are answers that a policy left out although a later rule of the move needed them: it then
gave them. *Answers* are those of the programs. Seconds are those of one game, by the clock.

| policy | games | finished | lines | commands | stale | refused otherwise | answers | refused | seconds |
|---|---|---|---|---|---|---|---|---|---|
"""


class PolicyTrial(NamedTuple):
    """A game of one policy: its fault if any, and its numbers of lines, commands, answers and refusals."""

    policy: str
    seed: int
    fault: str
    counts: Counter[str]
    seconds: float


def tried(which: tuple[str, int], scenario: str, program: str, most: int | None = None) -> PolicyTrial:
    """Play a game at a table in memory, to its end or for `most` lines."""
    (policy, seed), begun = which, time.monotonic()
    counts: Counter[str] = Counter()
    tables = counting(tables_of(f"{policy} {seed}"), counts)
    table = tables.open(Setup(scenario)).table
    seats = [seat.name for seat in tables.state(table).seats]
    for seat in seats:
        tables.do(table, seat, Sit(), seen=tables.version(table))
    name = f"command:{program}" if policy == "command" else policy
    policies: dict[str, Policy] = {seat: policy_named(name, f"{seed} {seat}") for seat in seats}
    try:
        played = play_on(tables, table, policies, most)
        fault = "; ".join([f"{seat}: {why}" for seat, why in played.faults.items()])
        if not fault and most is None and tables.state(table).closed != "over":
            fault = f"the game is not over: {played.why}"
        counts["lines"] = len(played.lines)
    except FitlError as error:
        fault = f"{type(error).__name__}: {error.message}"
    finally:
        close_policies(policies.values(), "the game is over")
    for one in policies.values():
        if isinstance(one, CommandPolicy):
            counts.update(answers=one.asked + one.refused, answers_refused=one.refused)
    return PolicyTrial(policy, seed, fault, counts, time.monotonic() - begun)


def counting(tables: Tables, counts: Counter[str]) -> Tables:
    """Return tables that count their commands, and those that they refuse."""
    do = tables.do

    def counted(*arguments: Any, **named: Any) -> Any:
        counts["commands"] += 1
        try:
            return do(*arguments, **named)
        except Conflict:
            counts["stale"] += 1
            raise
        except FitlError:
            counts["refused"] += 1
            raise

    tables.do = counted  # type: ignore[method-assign]
    return tables


def example_program(folder: Path) -> str:
    """Write the script of the page into a folder, and return its command."""
    found = re.search(r"```text\n(.+?)```", EXAMPLE.read_text(encoding="utf-8"), re.S)
    assert found is not None
    (folder / "agent.py").write_text(found[1], encoding="utf-8")
    return f"'{sys.executable}' '{folder / 'agent.py'}'"


def page(trials: Sequence[PolicyTrial], scenario: str) -> str:
    """Return the page of the trials."""
    rows = []
    for policy in dict.fromkeys([one.policy for one in trials]):
        own = [one for one in trials if one.policy == policy]
        sums = sum([one.counts for one in own], Counter[str]())
        kinds = ("lines", "commands", "stale", "refused", "answers", "answers_refused")
        programs = "answers" in sums
        figures = [f"{sums[kind]:,}" if programs or "answers" not in kind else "" for kind in kinds]
        ended = sum([not one.fault for one in own])
        seconds = sum([one.seconds for one in own]) / len(own)
        cells = [f"`{policy}`", str(len(own)), str(ended), *figures, f"{seconds:.1f}"]
        rows.append(f"| {' | '.join(cells)} |\n")
    games = len({one.seed for one in trials})
    head = HEAD.format(command=COMMAND, games=games, scenario=scenario, measured_at=measured_at())
    return head + "".join(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print the page; 1 if a game failed or a command was stale."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", type=int)
    parser.add_argument("--scenario", default="full")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args(arguments)
    games = [(policy, seed) for policy in POLICIES for seed in range(1, 1 + given.games)]
    trials = []
    with TemporaryDirectory() as folder, Pool(given.jobs, maxtasksperchild=20) as pool:
        play = partial(tried, scenario=given.scenario, program=example_program(Path(folder)))
        for one in pool.imap(play, games):
            trials.append(one)
            if one.fault:
                print(f"{one.policy}, seed {one.seed}: {one.fault}", file=sys.stderr, flush=True)
    print(page(trials, given.scenario), end="")
    return int(any(one.fault or one.counts["stale"] for one in trials))


if __name__ == "__main__":
    sys.exit(main())
