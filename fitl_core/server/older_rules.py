"""The lines of tables that were played under older rules, and that today's rules judge otherwise.

Read `fitl_core.table.checking` for the judgement.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from fitl_core.asking.budgets import Budget
from fitl_core.facts.release_notes import notes
from fitl_core.game.effective import effective
from fitl_core.record.events import Amend, Event
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.server.bodies import LineJudged, LinesJudged, NoteOnLine
from fitl_core.server.shared_results import Kept
from fitl_core.stores.port import Store
from fitl_core.table.checking import LineOtherwise, checked_table
from fitl_core.table.history import events_of
from fitl_core.table.kept_steps import unpacked
from fitl_core.table.stored_tables import StoredTable
from fitl_core.table.table_state import TableState

MOST_KEPT = 256
"""The largest number of tables whose lines are kept; others are judged again when needed."""
MOST_PLAYED = 50_000
"""The most clauses that are played to find the reasons of all refusals of a table."""


class OlderRules:
    """The lines of tables that today's rules judge otherwise, found once for each version of a table."""

    def __init__(self) -> None:
        self._found: Kept[LinesJudged] = Kept(MOST_KEPT)

    def judged(self, store: Store, state: TableState) -> LinesJudged:
        """Return the lines of a table that today's rules judge otherwise.

        The rules are not asked about a table that was played under today's release alone. Raises
        `StoreError`.
        """
        if all(step.release == RULES_RELEASE and step.is_shown for step in state.steps):
            return LinesJudged(state.version, RULES_RELEASE, ())
        return self._found.get((state.table, state.version), partial(_judged, store, state))


def _judged(store: Store, state: TableState) -> LinesJudged:
    facts = store.read(state.table, 0, state.version)
    with Budget(MOST_PLAYED):
        checked = checked_table(StoredTable(state.table, facts, state.version, None))
    standing = _standing(events_of(state))
    lines = [_with_notes(state, one, one.line in standing) for one in checked.otherwise]
    return LinesJudged(state.version, RULES_RELEASE, tuple(lines))


def _standing(events: Sequence[Event]) -> set[int]:
    """Return the numbers of the lines that have been neither taken back nor amended."""
    in_force = {link.number: link.event for link in effective(events)}
    moves = [
        (one.number, one.move) if isinstance(one, Amend) else (at, one) for at, one in enumerate(events, 1)
    ]
    return {at for at, (number, move) in enumerate(moves, 1) if in_force.get(number) is move}


def _with_notes(state: TableState, judged: LineOtherwise, stands: bool) -> LineJudged:
    """Return a line with the notes on its rule; on the rules of its effects, if these are other ones now."""
    effects = unpacked(state.steps[judged.line].effects)
    rules = [judged.rule] if judged.rule else [effect.rule for effect in effects]
    all_notes = [note for rule in dict.fromkeys(rules) for note in notes(judged.release, rule)]
    explained = dict.fromkeys([NoteOnLine(note.release, note.rule, note.what) for note in all_notes])
    return LineJudged(**msgspec.structs.asdict(judged), notes=tuple(explained), stands=stands)
