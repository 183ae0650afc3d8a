"""Tables that are played to the end of their games, as fast as possible."""

from __future__ import annotations

from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import Clause
from fitl_core.table.commands import Say, Submit
from fitl_core.table.drafts import draft_move
from fitl_core.table.seats_asked import asked_at
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables


def over_by_passing(tables: Tables, table: str) -> None:
    """Pass for everybody until the game is over; where nobody may Pass, give the first answers."""
    while asked := asked_at(tables.state(table)).factions:
        state, faction = tables.state(table), asked[0]
        seat = state.seat_of(faction)
        try:
            tables.do(table, seat, Submit(f"{faction} pass"), seen=state.version)
        except Violation:
            tables.do(table, seat, first_move(state, seat, faction), seen=state.version)


def first_move(state: TableState, seat: str, faction: Faction) -> Submit | Say:
    """Return the move of the first answer to each question."""
    said: tuple[Clause, ...] = ()
    while (draft := draft_move(state, seat, faction, said).draft).commit is None:
        said += (next(one.answers[0].clause for one in draft.questions if one.answers),)
    return draft.commit
