"""Why Non-players at a table did what they did: their decisions, by the lines of the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.players.non_players.trace import TraceStep
from fitl_core.record.events import DecisionDice
from fitl_core.table.facts import Decided, Line, MoveEnded, Recorded


class DecisionTaken(msgspec.Struct, frozen=True):
    """How a Non-player came to its move on `line`: what decided (`node`), each step with its rule (8.0)."""

    line: int
    faction: Faction
    node: str
    trace: tuple[TraceStep, ...]


def decisions_in(facts: Iterable[Recorded]) -> Iterator[DecisionTaken]:
    """The decisions among the facts of a table, from its first one on, in order."""
    lines, taken = 0, None
    for recorded in facts:
        fact = recorded.fact
        if isinstance(fact, Decided):
            taken = fact
        if isinstance(fact, Line):
            lines += 1
        if taken is not None and isinstance(fact, MoveEnded) and not isinstance(fact.event, DecisionDice):
            yield DecisionTaken(lines, taken.faction, taken.node, taken.trace)
            taken = None
