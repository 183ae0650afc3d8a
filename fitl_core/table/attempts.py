"""A move tried as it stands: it is whole, or a die is due in it, or another seat is asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from fitl_core.asking.questions import Question
from fitl_core.asking.written import Pair, WrittenAnswers
from fitl_core.engine import carry_out, insist_on_turn, play
from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, written
from fitl_core.rules.question_ids import id_of
from fitl_core.state.state import State
from fitl_core.underway import Step


class DieDue(msgspec.Struct, frozen=True):
    """A die falls behind the first `at` things that were said."""

    at: int
    what: str


class OtherAsked(msgspec.Struct, frozen=True):
    """Behind the first `at` things another seat decides: its Faction, the question's id and rule, its prompt.

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


class _Waits(Exception):
    """The move stands where somebody else, or a die, has the word."""

    def __init__(self, why: DieDue | OtherAsked) -> None:
        super().__init__()
        self.why = why


class _Heeding(WrittenAnswers):
    """Written answers that stop where a die is due, or a question of others has not been heard."""

    def __init__(self, said: Sequence[Pair], own: Collection[str], left_out: Collection[str]) -> None:
        super().__init__(said, explain=False)
        self._own = own
        self._left_out = left_out

    def answer(self, question: Question) -> Any:
        if question.by_chance:
            if not question.optional and not (not self.exhausted and isinstance(self.said[self.at][1], Roll)):
                raise _Waits(DieDue(self.at, question.prompt))
            return super().answer(question)
        at = self.at
        if question.who in self._own:
            return super().answer(question)
        is_heard = not self.exhausted and self.said[at][0] == question.who
        goes_unsaid = not question.optional and question.goes_unsaid()
        if not is_heard and not goes_unsaid and question.is_open():
            asked = id_of(question.rule, question.named_step)
            if asked not in self._left_out:
                who = Faction(question.who)
                found = OtherAsked(at, who, asked, question.rule, question.prompt, question.optional)
                raise _Waits(found)
        return super().answer(question)


def attempt(
    state: State,
    faction: Faction,
    said: Sequence[Said],
    limop: bool,
    own: Collection[Faction],
    left_out: Collection[str] = (),
) -> Outcome:
    """A move as far as it has been said, tried in a position; `own` are the Factions of its seat.

    Raises `Violation` where it is refused, or where its own seat still owes something.
    """
    action = Action(faction, written(said, faction), limop)
    insist_on_turn(state, faction, limop)
    try:
        return carry_out(state, action, _Heeding(list(said), own, left_out))
    except _Waits as waits:
        return waits.why
    except Violation:
        pass
    try:
        return play(state, action)  # it may state what follows by itself; else this tells why it is refused
    except Violation as violation:
        if (due := _due(violation, said)) is not None:
            return due
        raise


def _due(violation: Violation, said: Sequence[Said]) -> DieDue | None:
    """The die that is owed at the end of a move that states things, if that is all that is."""
    dice = violation.legal and all(isinstance(answer, Roll) for answer in violation.legal)
    if violation.incomplete and dice:
        return DieDue(len(said), violation.asked)
    return None


def is_playable(outcome: Outcome | Violation) -> bool:
    """Whether a move can go on from what it has come to."""
    return not isinstance(outcome, Violation) or outcome.incomplete
