"""Counts of a trial: how often each verb, card side, phase and violation code occurred."""

from __future__ import annotations

from collections import Counter

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.card_list import cards
from fitl_core.record.clauses import Option
from fitl_core.record.events import Action, Event
from fitl_core.rules.events import sides
from fitl_core.state.state import State


class Tally(msgspec.Struct):
    """The number of games and events, and the counts of verbs, card sides, phases and violation codes.

    `altered` counts the codes of refused moves. `unexplained` counts refusals without a rule, and refusals of
    surplus clauses without the last question.
    """

    games: int = 0
    events: int = 0
    verbs: Counter[str] = msgspec.field(default_factory=Counter)
    sides: Counter[str] = msgspec.field(default_factory=Counter)
    phases: Counter[str] = msgspec.field(default_factory=Counter)
    codes: Counter[str] = msgspec.field(default_factory=Counter)
    altered: Counter[str] = msgspec.field(default_factory=Counter)
    unexplained: int = 0

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.games += other.games
        self.events += other.events
        self.verbs += other.verbs
        self.sides += other.sides
        self.phases += other.phases
        self.codes += other.codes
        self.altered += other.altered
        self.unexplained += other.unexplained

    def count(self, before: State, event: Event, after: State) -> None:
        """Count a legal event between its positions."""
        self.events += 1
        self.phases[after.phase] += 1
        if not isinstance(event, Action):
            return
        for segment in event.segments:
            self.verbs[segment.verb] += 1
            if segment.verb == "event":
                number = before.card
                assert number is not None
                named = [clause.name for clause in segment.clauses if isinstance(clause, Option)]
                side = next((name for name in named if name in sides(number)), "unshaded")
                self.sides[f"{number} {side}"] += 1

    def count_refusal(self, refused: Violation, event: Event) -> None:
        """Count the refusal of an event, and whether it gives neither a reason nor the last question."""
        self.codes[refused.code] += 1
        if isinstance(event, Action):
            self.altered[refused.code] += 1
        if not refused.rule or (refused.code == "surplus-clause" and not refused.last_asked):
            self.unexplained += 1


def all_sides() -> tuple[str, ...]:
    """Return every card and side that a Tally can count."""
    events = [number for number, card in cards().items() if number and not card.is_coup]
    return tuple([f"{number} {side}" for number in events for side in sides(number)])
