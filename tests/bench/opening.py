"""How fast stored tables are opened: by the effects of their lines, and by the rules.

`python tests/bench/opening.py [TABLES]` plays random tables to their ends and folds each stream as it is
stored, and without effects, as version 0.2.0 stored it: then the rules play each line, and its effects are
packed and its digest is computed, because a table keeps them. `bare rules` only plays. All ways read each
fact and compare its link. The ways take turns, and the fastest round of each counts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from measure import best

sys.path.insert(0, str(Path(__file__).parents[1]))

from older_streams import random_stored_table, without_effects

from fitl_core.table.encoding import read_fact
from fitl_core.table.fact_fold import absorb_into, opened
from fitl_core.table.facts import Line
from fitl_core.table.history import played_next
from fitl_core.table.stored_tables import StoredTable, chains_of, fold_stored
from fitl_core.table.table_draft import TableDraft

ROUNDS = 9
GOAL = 6
"""How many times as fast as by the rules a table is to be opened."""


def main() -> int:
    """Measure and print; 1 if the goal is missed."""
    return 0 if compare(int(sys.argv[1]) if sys.argv[1:] else 24) >= GOAL else 1


def compare(number_of_tables: int) -> float:
    """Print how long random tables take to open; return how many times as fast effects are as the rules."""
    sums, facts = [0.0, 0.0, 0.0], 0
    for number in range(number_of_tables):
        table = random_stored_table(number)
        sums = [one + more for one, more in zip(sums, opening(table), strict=True)]
        facts += len(table.facts)
    effects, rules, bare = sums
    each = ", ".join([f"{1e6 * one / facts:.1f}" for one in sums])
    print(
        f"  {number_of_tables} tables, {facts:,} facts: {each} µs a fact by effects, by rules, by bare rules"
    )
    print(f"  opening by effects / by rules  1/{rules / effects:.1f} (bare rules: 1/{bare / effects:.1f})")
    return rules / effects


def opening(table: StoredTable) -> list[float]:
    """Return the seconds that a table takes to open by effects, by rules, and by bare rules."""
    older = without_effects(table)
    ways: list[Callable[[], object]] = [
        lambda: fold_stored(table),
        lambda: fold_stored(older),
        lambda: _by_bare_rules(table),
    ]
    rounds = [[best(way, 1) for way in ways] for _ in range(ROUNDS)]
    return [min(seconds) for seconds in zip(*rounds, strict=True)]


def _by_bare_rules(table: StoredTable) -> TableDraft:
    """Fold a table: the rules play each line, and nothing is kept."""
    chains_of(table)
    first, *others = [read_fact(table.table, fact) for fact in table.facts]
    draft = TableDraft(opened(table.table, first))
    for recorded in others:
        fact = recorded.fact
        after = played_next(draft.freeze(), fact.event).step.state if isinstance(fact, Line) else None
        absorb_into(draft, recorded, after)
    return draft


if __name__ == "__main__":
    sys.exit(main())
