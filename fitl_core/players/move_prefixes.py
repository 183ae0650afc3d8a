"""Play a move up to the first point that needs somebody else: a die, or a question to another Faction."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from fitl_core.asking.questions import Question, need_not_be_said
from fitl_core.asking.written_answers import Pair, WrittenAnswers
from fitl_core.errors import Portable, Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, written
from fitl_core.rules.question_ids import id_of
from fitl_core.state.state import State
from fitl_core.strict_play import carry_out
from fitl_core.underway import Step
from fitl_core.walks import ask


class DieDue(msgspec.Struct, frozen=True):
    """A die must be rolled after the first `at` clauses of the move. `what` is the prompt of its question."""

    at: int
    what: str


class OtherAsked(msgspec.Struct, frozen=True):
    """Another Faction must answer after the first `at` clauses: the Faction, then the question's id, rule and
    prompt.

    The Faction may leave an `optional` question unanswered.
    """

    at: int
    who: Faction
    id: str
    rule: str
    prompt: str
    optional: bool


Outcome = Step | DieDue | OtherAsked
"""The result of playing a move that the rules accept so far."""


def left_out_key(at: int, asked: str) -> str:
    """Return the key under which a question, by its id, is marked as left unanswered after `at` clauses."""
    return f"{at} {asked}"


class _Stopped(Portable, Exception):
    """The move cannot go on without a die, or without an answer of another Faction."""

    def __init__(self, why: DieDue | OtherAsked) -> None:
        super().__init__()
        self.why = why


class _PrefixAnswers(WrittenAnswers):
    """Written answers that stop at a die, or at a question that another Faction has not answered.

    The dice of a Non-player's actions are supplied with its decision. The first `settled` clauses are decided
    already.
    """

    def __init__(
        self,
        said: Sequence[Pair],
        own: Collection[str],
        left_out: Collection[str],
        without: Collection[str],
        settled: int,
    ) -> None:
        super().__init__(said, explain=False)
        self._own = own
        self._left_out = left_out
        self._without = without
        self._settled = settled

    def answer(self, question: Question) -> Any:
        at = self.at
        is_theirs = question.who in self._without
        if question.by_chance and not question.optional:
            is_written = not self.exhausted and isinstance(self.said[at][1], Roll)
            if is_theirs and not (is_written and at < self._settled):
                raise _Stopped(_asked(question, at))
            if not is_written:
                raise _Stopped(DieDue(at, question.prompt))
        if question.by_chance or question.who in self._own:
            return super().answer(question)
        is_heard = not self.exhausted and self.said[at][0] == question.who
        goes_unsaid = not question.optional and need_not_be_said(question)
        if not is_heard and not goes_unsaid and question.is_open():
            other_asked = _asked(question, at)
            if left_out_key(at, other_asked.id) not in self._left_out:
                raise _Stopped(other_asked)
        return super().answer(question)


def _asked(question: Question, at: int) -> OtherAsked:
    asked = id_of(question.rule, question.named_step)
    return OtherAsked(at, Faction(question.who), asked, question.rule, question.prompt, question.optional)


def playable_prefix(
    state: State,
    action: Action,
    said: Sequence[Pair],
    own: Collection[Faction],
    left_out: Collection[str] = (),
    settled: int = sys.maxsize,
) -> Outcome | None:
    """Play the clauses in `said` and return the end of the action, or the die or the answer that is due.

    Return None if a clause is refused or a required answer of `own` Factions is missing. The `own` Factions
    are never waited for. An optional question to another Faction is skipped if that Faction has no legal
    answer. The clauses that Non-players chose are among the first `settled` ones.
    """
    unheard, without = set(left_out), non_players(state.players)
    while True:
        try:
            answers = _PrefixAnswers(list(said), own, unheard, without, settled)
            return carry_out(state, action, answers)
        except _Stopped as waits:
            due = waits.why
        except Violation:
            return None
        if isinstance(due, DieDue) or not due.optional or _can_answer(state, action, said, due):
            return due
        unheard.add(left_out_key(due.at, due.id))


def _can_answer(state: State, action: Action, said: Sequence[Pair], found: OtherAsked) -> bool:
    """Check whether an optional question has a legal answer with which the action can go on."""
    before: list[Said] = [(Faction(who), clause) for who, clause in said[: found.at] if who]
    walk = ask(state, action.faction, written(before, action.faction), action.limop)
    return any(one.id == found.id and one.answers(most=1) for one in walk.questions)
