"""A table that can be changed while facts are folded. Read `fact_fold` next."""

from __future__ import annotations

import msgspec

from fitl_core.facts.players import Players
from fitl_core.proofs.chain import genesis
from fitl_core.state.applying import apply_to
from fitl_core.state.mutable import MutableState
from fitl_core.state.state import State
from fitl_core.table.kept_steps import KeptStep, unpacked
from fitl_core.table.refusals import Misplaced
from fitl_core.table.table_log import sealed_tags
from fitl_core.table.table_state import Begun, Retractable, TableState, replaced
from notation import Entry


class TableDraft:
    """A table while facts are folded (`fact_fold`). No other code changes it.

    Most facts change only the fields below; `state` holds the others. A whole table is folded on one draft,
    so a fact costs the same at its end as at its beginning.
    """

    __slots__ = (
        "_board",
        "_position",
        "_sealed",
        "begun",
        "chain",
        "is_kept",
        "lines",
        "recent",
        "rolled",
        "since",
        "state",
        "steps",
        "unshown",
        "version",
    )

    def __init__(self, state: TableState) -> None:
        self.load(state)

    def load(self, state: TableState) -> None:
        """Load a table."""
        self.state: TableState = state  # the fields below are newer than this until `freeze`
        self.version: int = state.version
        self.rolled: int = state.rolled
        self.lines: list[Entry] = []  # those after the lines of `state`
        self.steps: list[KeptStep] = []  # those after the steps of `state`
        self.unshown: int = state.unshown
        self.is_kept: bool = state.is_kept
        self.chain: str = state.chain
        self.begun: Begun | None = state.begun
        self.recent: tuple[Retractable, ...] = state.recent
        self.since: str = state.since
        self._board: State | None = state.board  # None while `_position` is newer
        self._position: MutableState | None = None
        self._sealed: TableState | None = None

    def freeze(self) -> TableState:
        """Return the table as an immutable value."""
        state, chain = self.state, self.chain
        if self._sealed is not None:
            chain = genesis(sealed_tags(self._sealed, state.root))
        return replaced(
            state,
            version=self.version,
            rolled=self.rolled,
            board=self._board_with_symbols(),
            lines=(*state.lines, *self.lines) if self.lines else state.lines,
            steps=(*state.steps, *self.steps) if self.steps else state.steps,
            unshown=self.unshown,
            is_kept=self.is_kept,
            chain=chain,
            begun=self.begun,
            recent=self.recent,
            since=self.since,
        )

    def set_steps(self, first: tuple[KeptStep, ...]) -> None:
        """Set the first steps. The table keeps those after them."""
        before = (*self.state.steps, *self.steps)
        self.state, self.steps = replaced(self.state, steps=first), list(before[len(first) :])
        self.is_kept = True

    def begin_chain(self, before: TableState) -> None:
        """Begin the chain; `before` is the table before its deck was sealed."""
        self._sealed = before  # the first link is slow to compute, and needed only until a line follows

    def link(self, chain: str) -> None:
        """Set the last link of the chain."""
        self.chain, self._sealed = chain, None

    @property
    def number_of_lines(self) -> int:
        """The number of lines in the log so far."""
        return len(self.state.lines) + len(self.lines)

    @property
    def number_of_steps(self) -> int:
        """The number of kept steps so far, with that of the start."""
        return len(self.state.steps) + len(self.steps)

    @property
    def board(self) -> State:
        """The position before the next move. Raises `Misplaced` before play."""
        board = self._frozen_board()
        if board is None:
            raise Misplaced(f"play at table {self.state.table[:60]} has not begun at version {self.version}")
        return board

    def _frozen_board(self) -> State | None:
        if self._board is None and self._position is not None:
            self._board = self._position.freeze()
        return self._board

    def _board_with_symbols(self) -> State | None:
        """Return the position with the symbols stated so far: they are no part of the effects of lines."""
        board, symbols = self._frozen_board(), self.state.opened.setup.symbols
        if board is not None and board.symbols != symbols:
            board = self._board = msgspec.structs.replace(board, symbols=symbols)
        return board

    @property
    def players(self) -> Players:
        """The players of the position. Raises `Misplaced` before play."""
        return self.board.players if self._position is None else self._position.state.players

    def set_board(self, board: State) -> None:
        """Set the position, if it is known already."""
        self._board, self._position = board, None

    def carry_out(self, step: KeptStep) -> None:
        """Carry out the effects of a kept step. Raises `UnfitEffects`."""
        effects = unpacked(step.effects)
        if effects:
            if self._position is None:
                self._position = MutableState(self.board)
            apply_to(self._position, effects)
            self._board = None
