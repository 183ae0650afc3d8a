"""Lines of older tables, whose facts carry no steps: today's rules play them when the table is opened.

Their steps are not attested. A line that the rules refuse stays in the log, but nobody knows the position
after it until the seats agree on one, or take the line back. `fact_fold` calls this module.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from fitl_core.engine import play, start
from fitl_core.errors import FitlError
from fitl_core.record.events import Event, ShareOut
from fitl_core.state.state import State
from fitl_core.table.history import played_next, settles
from fitl_core.table.kept_steps import KeptStep, kept_step, packed
from fitl_core.table.table_state import TableState
from fitl_core.underway import Step


def first_step(state: TableState) -> Step:
    """Return the step of a table's start: the position from which it branched off, else that of its setup.

    Raises the errors of `start`.
    """
    branched = state.opened.branched
    if branched is None:
        return start(state.opened.setup)
    board, players = branched.first_state(), state.opened.setup.players
    return Step(board if board.players == players else play(board, ShareOut(players)).state)


def played_later(state: TableState, event: Event) -> tuple[KeptStep, State]:
    """Return the step of a line by today's rules, as kept, and the position after it."""
    before = state.steps[-1]
    if not state.unshown or settles(state, event):
        try:
            played = played_next(state, event)
        except (FitlError, KeyError):
            pass
        else:
            return unattested(kept_step(played.step, before, played.again)), played.step.state
    unknown = KeptStep(before.release, before.digest, is_attested=False, is_shown=False)
    if isinstance(event, ShareOut):  # Factions change hands in any position
        with suppress(FitlError):
            step = play(state.position, event)
            return msgspec.structs.replace(unknown, effects=packed(step.effects)), step.state
    return unknown, state.position


def unattested(step: KeptStep) -> KeptStep:
    """Return a step that was computed later than its line was played."""
    return msgspec.structs.replace(step, is_attested=False)
