"""Write a position and a move in it as the text of a question."""

from __future__ import annotations

import notation
from fitl_core.errors import FitlError
from fitl_core.game.written_logs import going_on_from
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.state.state import State


def head_of(setup: Setup, state: State) -> str | None:
    """Return the head of a log that begins in a position. None if the notation cannot write the position."""
    try:
        return notation.write(notation.Log(notation.tags_of(going_on_from(setup, state)), ()))
    except FitlError:
        return None


def line_of(move: Action) -> str | None:
    """Return the line of a move. None if the notation cannot write it, or reads it as another move."""
    try:
        line = notation.write_event(move)
        return line if notation.read_line(line).event == move else None
    except FitlError:
        return None
