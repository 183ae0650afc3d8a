"""Remove the clauses of an action that only state automatic effects."""

from __future__ import annotations

from functools import partial

from fitl_core.asking.written_answers import WrittenAnswers, follow
from fitl_core.errors import Violation
from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken, written
from fitl_core.rules.shared.statements import answers_only
from fitl_core.state.state import State
from fitl_core.underway import Underway


def without_statements(state: State, action: Action) -> Action:
    """Return an action without the clauses that only state automatic effects.

    An action that is accepted with all its clauses as answers stays unchanged. Raises `Violation` for a false
    statement.
    """
    begin = partial(Underway, state, action.faction, action.limop)
    said = spoken(action.segments, action.faction)
    try:
        follow(begin().procedure, WrittenAnswers(said, explain=False))
    except Violation:
        return Action(action.faction, written(answers_only(begin, said), action.faction), action.limop)
    return action
