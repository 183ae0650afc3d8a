"""What only says what happens by itself, taken out of an action."""

from __future__ import annotations

from functools import partial

from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken, written
from fitl_core.rules.shared.statements import answers_only
from fitl_core.state.state import State
from fitl_core.underway import Underway


def without_statements(state: State, action: Action) -> Action:
    """An action that is refused as it is written, without what only says what happens by itself.

    Raises `Violation` for what is stated and is not so.
    """
    begin = partial(Underway, state, action.faction, action.limop)
    said = answers_only(begin, spoken(action.segments, action.faction))
    return Action(action.faction, written(said, action.faction), action.limop)
