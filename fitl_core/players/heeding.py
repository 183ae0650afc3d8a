"""A move as far as nobody else need be heard in it: up to a die that is due, or a question of others."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from fitl_core.asking.questions import Question
from fitl_core.asking.written import Pair, WrittenAnswers
from fitl_core.engine import carry_out
from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, written
from fitl_core.rules.question_ids import id_of
from fitl_core.state.state import State
from fitl_core.underway import Step
from fitl_core.walks import ask


class DieDue(msgspec.Struct, frozen=True):
    """A die falls behind the first `at` things that were said."""

    at: int
    what: str


class OtherAsked(msgspec.Struct, frozen=True):
    """Behind the first `at` things another decides: its Faction, the question's id and rule, its prompt.

    An `optional` question it may leave unanswered.
    """

    at: int
    who: Faction
    id: str
    rule: str
    prompt: str
    optional: bool


Outcome = Step | DieDue | OtherAsked
"""What a move comes to that is not refused."""


def left_out_as(at: int, asked: str) -> str:
    """How a question, by its id, is noted that has been left unanswered behind so many things said."""
    return f"{at} {asked}"


class _Waits(Exception):
    """The move stands where somebody else, or a die, has the word."""

    def __init__(self, why: DieDue | OtherAsked) -> None:
        super().__init__()
        self.why = why


class _Heeding(WrittenAnswers):
    """Written answers that stop where a die is due, or a question of others has not been heard.

    Dice in what a Non-player carries out are its own to ask for; the first `settled` things are decided.
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
            has_fallen = not self.exhausted and isinstance(self.said[at][1], Roll)
            if is_theirs and not (has_fallen and at < self._settled):
                raise _Waits(_asked(question, at))
            if not has_fallen:
                raise _Waits(DieDue(at, question.prompt))
        if question.by_chance or question.who in self._own:
            return super().answer(question)
        is_heard = not self.exhausted and self.said[at][0] == question.who
        goes_unsaid = not question.optional and question.goes_unsaid()
        if not is_heard and not goes_unsaid and question.is_open():
            found = _asked(question, at)
            if left_out_as(at, found.id) not in self._left_out:
                raise _Waits(found)
        return super().answer(question)


def _asked(question: Question, at: int) -> OtherAsked:
    asked = id_of(question.rule, question.named_step)
    return OtherAsked(at, Faction(question.who), asked, question.rule, question.prompt, question.optional)


def heeding(
    state: State,
    action: Action,
    said: Sequence[Pair],
    own: Collection[Faction],
    left_out: Collection[str] = (),
    settled: int = sys.maxsize,
) -> Outcome | None:
    """What an action comes to by what is `said` in it; None where that is refused, or something is owed.

    Only `own` Factions are not waited for. A question of others that may be left out, and to which they could
    say nothing, is not put to them. What Non-players have decided on is among the first `settled` things.
    """
    unheard, without = set(left_out), non_players(state.players)
    while True:
        try:
            answers = _Heeding(list(said), own, unheard, without, settled)
            return carry_out(state, action, answers)
        except _Waits as waits:
            found = waits.why
        except Violation:
            return None
        if isinstance(found, DieDue) or not found.optional or _can_answer(state, action, said, found):
            return found
        unheard.add(left_out_as(found.at, found.id))


def _can_answer(state: State, action: Action, said: Sequence[Pair], found: OtherAsked) -> bool:
    """Whether anything can be answered to a question that may be left out: it leads on."""
    before: list[Said] = [(Faction(who), clause) for who, clause in said[: found.at] if who]
    walk = ask(state, action.faction, written(before, action.faction), action.limop)
    return any(one.id == found.id and one.answers(most=1) for one in walk.questions)
