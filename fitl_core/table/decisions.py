"""The decisions of Non-players at a table, by the lines of the log that they led to.

`tables` reads them for everybody (`Tables.decisions`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.players.non_players.trace import TraceStep
from fitl_core.record.events import DecisionDice
from fitl_core.table.facts import Line, MoveEnded, NonPlayerDecided, Recorded


class DecisionTaken(msgspec.Struct, frozen=True):
    """The decision that led to a move on `line`: its Non-player, its `node`, and each step with its rule
    (8.0).
    """

    line: int
    faction: Faction
    node: str
    trace: tuple[TraceStep, ...]


def decisions_in(facts: Iterable[Recorded]) -> Iterator[DecisionTaken]:
    """Yield the decisions among the facts of a table, from its first fact on, in order."""
    lines, decided = 0, None
    for recorded in facts:
        fact = recorded.fact
        if isinstance(fact, NonPlayerDecided):
            decided = fact
        if isinstance(fact, Line):
            lines += 1
        if decided is not None and isinstance(fact, MoveEnded) and not isinstance(fact.event, DecisionDice):
            yield DecisionTaken(lines, decided.faction, decided.node, decided.trace)
            decided = None
