"""A move tried as it stands: it is whole, or a die is due in it, or another seat is asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
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
from fitl_core.rules.shared.statements import answers_only
from fitl_core.state.state import State
from fitl_core.underway import Step, Underway
from fitl_core.walks import ask


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


def left_out_as(at: int, asked: str) -> str:
    """How a question, by its id, is noted that has been left unanswered behind so many things said."""
    return f"{at} {asked}"


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
            who, asked = Faction(question.who), id_of(question.rule, question.named_step)
            if left_out_as(at, asked) not in self._left_out:
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
    heard = tuple(left_out)
    while True:
        found = _attempt(state, faction, said, limop, own, heard)
        if not isinstance(found, OtherAsked) or not found.optional:
            return found
        if _can_answer(state, faction, said[: found.at], limop, found):
            return found
        heard = (*heard, found.id)


def _can_answer(state: State, faction: Faction, said: Sequence[Said], limop: bool, found: OtherAsked) -> bool:
    """Whether anything can be answered to a question that may be left out: it leads on."""
    walk = ask(state, faction, written(said, faction), limop)
    return any(one.id == found.id and one.answers(most=1) for one in walk.questions)


def _attempt(
    state: State,
    faction: Faction,
    said: Sequence[Said],
    limop: bool,
    own: Collection[Faction],
    left_out: Collection[str],
) -> Outcome:
    """A move tried once; a question of others counts whatever comes of its answers."""
    action = Action(faction, written(said, faction), limop)
    insist_on_turn(state, faction, limop)
    if (heeded := _heeding(state, action, said, own, left_out)) is not None:
        return heeded
    if (outcome := _with_statements(state, action, said, own, left_out)) is not None:
        return outcome
    try:
        return play(state, action)  # it tells why it is refused
    except Violation as violation:
        if (due := _due(violation, said)) is not None:
            return due
        raise


def passed_over(
    state: State,
    faction: Faction,
    said: Sequence[Said],
    limop: bool,
    own: Collection[Faction],
    left_out: Collection[str] = (),
) -> OtherAsked | None:
    """The question of another seat behind which something has been said already, unheard, if there is one."""
    action = Action(faction, written(said, faction), limop)
    found = _heeding(state, action, said, own, left_out)
    return found if isinstance(found, OtherAsked) and found.at < len(said) else None


def _heeding(
    state: State,
    action: Action,
    said: Sequence[Said],
    own: Collection[Faction],
    left_out: Collection[str],
) -> Outcome | None:
    """What a move comes to by its answers; None where it is refused, or something is owed."""
    try:
        return carry_out(state, action, _Heeding(list(said), own, left_out))
    except _Waits as waits:
        return waits.why
    except Violation:
        return None


def _with_statements(
    state: State,
    action: Action,
    said: Sequence[Said],
    own: Collection[Faction],
    left_out: Collection[str],
) -> Outcome | None:
    """What a move comes to that also states what follows by itself; None where it states nothing."""
    answers = answers_only(partial(Underway, state, action.faction, action.limop), list(said))
    if answers == list(said):
        return None
    match _heeding(state, action, answers, own, left_out):
        case None:
            return None
        case Step():
            return play(state, action)
        case waits:
            return msgspec.structs.replace(waits, at=_place_of(answers, waits.at, said))


def _place_of(answers: Sequence[Said], at: int, said: Sequence[Said]) -> int:
    """Where among the things said the answer number `at` stands; behind the last one, their end."""
    if at >= len(answers):
        return len(said)
    found = 0
    for answer in answers[:at]:
        while found < len(said) and said[found] != answer:
            found += 1
        found += 1
    while found < len(said) and said[found] != answers[at]:
        found += 1
    return found


def _due(violation: Violation, said: Sequence[Said]) -> DieDue | None:
    """The die that is owed at the end of a move that states things, if that is all that is."""
    dice = violation.legal and all(isinstance(answer, Roll) for answer in violation.legal)
    if violation.incomplete and dice:
        return DieDue(len(said), violation.asked)
    return None


def is_playable(outcome: Outcome | Violation) -> bool:
    """Whether a move can go on from what it has come to."""
    return not isinstance(outcome, Violation) or outcome.incomplete
