"""Canonical actions: inside, every clause answers the pending question.

    canonical_action(state, action)

A canonical action is one that the rules accept at the first attempt. Each clause answers the question that is
asked there, or the question is passed: it is optional, or its answer is forced. No clause only states an
automatic effect, none stands in another place than its question, and none needs another wording. So a stored
canonical action means the same, whatever wordings the rules accept later.

It is the player's move in the rules' words, and no more. Answers that he left out stay out, and the members
of a set keep his order. It leads to the same position with the same effects. Its dice have the same order
and purposes. The normal form differs: it also writes forced answers, and sorts sets. That takes about thirty
times as long as playing the move, and would put a typed text beside nearly every move.

Tables, and the commands that add moves to a file, store the canonical action. The player's own wording stays
beside it (`typed_beside`). An older line that is linked or signed keeps its event: the link covers it. Its
canonical action is derived when the rules play the line, and is not stored. No link would cover it, and a
table opens from kept effects without it. Read `fitl_core.engine.play_as_asked` next.
"""

from __future__ import annotations

from functools import partial

from fitl_core.asking.written_answers import WrittenAnswers, follow
from fitl_core.errors import Violation
from fitl_core.reading.meanings import answers_only
from fitl_core.record.events import Action, Event
from fitl_core.record.spoken import spoken, written
from fitl_core.state.state import State
from fitl_core.underway import Underway
from notation import UnwritableError, write_event

LONGEST_TYPED = 5_000
"""The most characters of a typed text that a program keeps beside a move."""


def canonical_action(state: State, action: Action) -> Action:
    """Return a legal action as the rules ask for it: the action itself if they accept it as it is written.

    An illegal action is returned unchanged. Raises `Violation` for a false statement.
    """
    begin = partial(Underway, state, action.faction, action.limop)
    clauses = spoken(action.segments, action.faction)
    try:
        follow(begin().procedure, WrittenAnswers(clauses, explain=False))
    except Violation:
        answers = answers_only(begin, clauses)
        return Action(action.faction, written(answers, action.faction), action.limop)
    return action


def typed_beside(typed: Event, canonical: Event) -> str:
    """Return the text that stays beside a canonical event: the typed one, or "" if that is the same.

    It is written in the notation. So it fits in one line, and it can be read again.
    """
    if typed == canonical:
        return ""
    try:
        text = write_event(typed)
    except UnwritableError:
        return ""
    return text if len(text) <= LONGEST_TYPED else ""
