"""The games of tables: every line of the log with its effects, kept for the tables that were asked for last.

Read `fitl_core.table.history` for the fold.
"""

from __future__ import annotations

from functools import partial
from threading import Lock

from fitl_core.game.replays import ReplayedGame
from fitl_core.server.shared_results import Kept
from fitl_core.table.history import KeptGame
from fitl_core.table.kept_steps import KeptStep
from fitl_core.table.table_state import TableState

MOST_KEPT = 256
"""The largest number of games that are kept, about 200 kB each. Other games are folded again when needed."""


class _Game:
    """A game as far as it has been folded. A table's log only grows, so each new line follows the last."""

    def __init__(self, first: KeptStep) -> None:
        self._lock = Lock()
        self._game = KeptGame(first)

    def up_to(self, state: TableState) -> ReplayedGame:
        """Return the game up to the last line of a table."""
        with self._lock:
            self._game.take_lines(state)
            return self._game.replay()


class PlayedTables:
    """The games of tables, each folded once for all clients."""

    def __init__(self) -> None:
        self._games: Kept[_Game] = Kept(MOST_KEPT)

    def replay(self, state: TableState) -> ReplayedGame:
        """Return the game of a table, at least up to its last line."""
        return self._games.get(state.table, partial(_Game, state.steps[0])).up_to(state)
