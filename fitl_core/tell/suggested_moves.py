"""The legal moves nearest to a refused one, as suggestions: those with the fewest changes to its clauses.

    near_moves(state, action)                # all moves with as few changes as the nearest
    near_moves(state, action, most=3)        # the nearest three

A change replaces, adds, drops or moves a clause: see `fitl_core.reading.near_readings`. Every move found
has been played. The work has a limit, so a move that needs many changes may have no near move.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import pairwise

import msgspec

from fitl_core.asking.budgets import Budget
from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.engine import play_as_asked
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.move_words import OPERATIONS
from fitl_core.reading.meanings import refused as as_asked
from fitl_core.reading.near_readings import NearReading, NearReadings
from fitl_core.record.clauses import At, By, Roll
from fitl_core.record.events import Action, Segment
from fitl_core.record.spoken import Said, flatten, spoken, written
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.strict_play import carry_out, insist_on_turn
from fitl_core.underway import Underway

MOST_WORK = 1_400
ALL_THE_WORK = 90_000
"""The most clauses that are played in all attempts.

`MOST_WORK` is for a few near moves, the other for all.
"""
LONG, WORK_OF_LONG = 24, 800
"""The most clauses that are played for a few near moves of a move with more than `LONG` clauses."""
MOST_REWORDED = 100
"""The most clauses of a move that is reworded into the clauses that the rules ask for."""


def near_moves(state: State, action: Action, most: int | None = None) -> tuple[Action, ...]:
    """Return the legal actions nearest to a refused one, in order: at most `most`, or all of the nearest."""
    is_long = sum([1 + len(part.clauses) for part in action.segments]) > LONG
    few = WORK_OF_LONG if is_long else MOST_WORK
    work = few if most is not None else ALL_THE_WORK
    with Budget(work):
        near = _NearMoves(state, action, most)
        near.find(work)
    return tuple(near.actions[:most])


class _NearMoves:
    """The near moves of an action: none has the outcome of another."""

    def __init__(self, state: State, action: Action, most: int | None) -> None:
        self._state = state
        self._written = action
        self._most = most
        self._outcomes: list[tuple[State, list[Roll]]] = []  # with the dice
        self.actions: list[Action] = []

    def find(self, work: float) -> None:
        """Find near moves. If it is another Faction's turn, that is the same move by that Faction.

        The search plays `work` clauses at most.
        """
        state, action = self._state, self._written
        try:
            insist_on_turn(state, action.faction)
        except Violation:
            due = to_act(state)
            if due is not None and due is not action.faction:
                with suppress(FitlError):
                    asked = play_as_asked(state, msgspec.structs.replace(action, faction=due)).event
                    assert isinstance(asked, Action)
                    self.actions.append(asked)
            return
        try:
            words = list(spoken(action.segments, action.faction))
        except Violation:  # a tag without a clause after it
            clauses = flatten(action.segments)
            words = [(action.faction, clause) for clause in clauses if type(clause) is not By]
        begin = partial(Underway, state, action.faction, action.limop)
        as_written = words
        if len(words) <= MOST_REWORDED:
            words = as_asked(begin, words).said
        search = NearReadings(begin, self._most, work, self._keep)
        if (refused := search.refused(words)) is not None:
            self._try_other_form(words)
            # a clause about an automatic effect may answer a question once a missing clause is added
            whole = search.refused(as_written) if len(words) < len(as_written) else None
            search.correct(refused, () if whole is None else (whole,))

    def _try_other_form(self, words: list[Said]) -> None:
        """Try the move as a Limited Operation, or as none if it is one."""
        limop = not self._written.limop
        action = Action(self._written.faction, written(words, self._written.faction), limop)
        with suppress(FitlError):
            insist_on_turn(self._state, action.faction, limop)
            carry_out(self._state, action, WrittenAnswers(words, explain=False))
            self.actions.append(action)

    def _keep(self, found: NearReading, changes: int) -> bool:
        """Keep a legal move, unless it has the outcome of another or adds too much."""
        faction = self._written.faction
        action = Action(faction, written(found.said, faction), self._written.limop)
        outcome = found.underway.draft.freeze(), self._dice(found)
        if outcome in self._outcomes or self._adds_too_much(action, changes):
            return False
        self._outcomes.append(outcome)
        self.actions.append(action)
        return True

    def _dice(self, found: NearReading) -> list[Roll]:
        """Return the dice that distinguish moves with the same outcome.

        None of them if only a few are wanted.
        """
        return (
            [] if self._most is not None else [clause for _, clause in found.said if isinstance(clause, Roll)]
        )

    def _adds_too_much(self, action: Action, changes: int) -> bool:
        """Check whether a move adds an empty segment, a repeated space, or clauses of a new Activity."""
        before = [part.verb for part in self._written.segments]
        empty = [part.verb for part in self._written.segments if not part.clauses]
        twice = sum(map(_spaces_twice, self._written.segments))
        if sum(map(_spaces_twice, action.segments)) > twice:
            return True
        after = [part.verb for part in action.segments]
        for part in action.segments:
            if not part.clauses and part.verb not in empty:
                if part.verb not in OPERATIONS or after.count(part.verb) > 1:
                    return True
            elif changes > 1 and part.verb not in OPERATIONS and part.verb not in before:
                return True
        return False


def _spaces_twice(part: Segment) -> int:
    """Return the number of spaces alone that are written twice in a row."""
    return sum(isinstance(clause, At) and clause == other for clause, other in pairwise(part.clauses))
