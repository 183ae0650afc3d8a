"""A plugin of pytest: record each move that tests play, with its position.

    FITL_RECORDED=moves.jsonl pytest -p recorded_moves -n 0 FILE...

The tables of equivalent wordings stand in tests. So the corpus takes them from there. Only calls of the tests
themselves count, not those that the library makes.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from written_moves import head_of, line_of

from fitl_core import engine
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.state.state import State
from fitl_core.wording import normal_form

_moves: dict[tuple[str, str], None] = {}


def _recording(function: Callable[..., Any]) -> Callable[..., Any]:
    def recorded(state: State, event: Any, *rest: Any) -> Any:
        caller = sys._getframe(1).f_globals.get("__name__", "")
        if isinstance(event, Action) and not caller.startswith("fitl_core"):
            setup = Setup(state.scenario, state.rules, options=state.options, readings=state.readings)
            head, line = head_of(setup, state), line_of(event)
            if head is not None and line is not None:
                _moves[head, line] = None
        return function(state, event, *rest)

    return recorded


for _module, _name in ((engine, "play"), (normal_form, "normal_action")):
    setattr(_module, _name, _recording(getattr(_module, _name)))


def pytest_sessionfinish() -> None:
    """Write the moves, each once, in the order in which the tests play them."""
    with open(os.environ["FITL_RECORDED"], "w", encoding="utf-8") as file:
        file.writelines(json.dumps(move) + "\n" for move in _moves)
