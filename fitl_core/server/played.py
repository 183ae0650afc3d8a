"""Tables as games: every line of the log with what it did, kept for those that were asked for last."""

from __future__ import annotations

from functools import partial
from threading import Lock

from fitl_core.engine import start
from fitl_core.game.replays import Fold, Replay
from fitl_core.record.events import Event
from fitl_core.record.setup import Setup
from fitl_core.server.kept import Kept
from fitl_core.table.table_state import TableState

MOST_KEPT = 256
"""So many games are kept, of about 200 kB each; others are played again when they are asked for."""


class _Game:
    """A game as far as it has been played: a table's log only grows, so a new line is played behind it."""

    def __init__(self, setup: Setup) -> None:
        self._lock = Lock()
        self._fold = Fold(start(setup))
        self._events: list[Event] = []

    def behind(self, state: TableState) -> Replay:
        """The game up to the last line of a table."""
        with self._lock:
            for entry in state.lines[len(self._events) :]:
                if entry.event is not None:
                    self._fold.take(entry.event)
                    self._events.append(entry.event)
            return self._fold.replay(tuple(self._events))


class Played:
    """The games of tables, played once for all who look at them."""

    def __init__(self) -> None:
        self._games: Kept[_Game] = Kept(MOST_KEPT)

    def replay(self, state: TableState) -> Replay:
        """The game of a table at least up to its last line."""
        return self._games.get(state.table, partial(_Game, state.opened.setup)).behind(state)
