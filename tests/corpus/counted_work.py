"""Count the work of the library from outside: plays, played clauses and processor time.

    work = CountedWork()
    with work:
        play(state, event)
    work.cost()        # [plays, clauses, milliseconds]

A play is one action that is carried out from its beginning. Clauses are those that `fitl_core.asking.budgets`
counts: all that searches play, but not the first try of a move. Nothing of the library is changed for this.
"""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any, Self

from fitl_core import underway
from fitl_core.asking.budgets import Budget

ENDLESS = 10**12
Cost = list[float]
"""Plays, clauses, milliseconds of processor time."""


class _Totals:
    """What was played since this module was imported."""

    plays = 0
    clauses = 0.0


def _count() -> None:
    """Count each `Underway` that is made from now on, and the clauses spent on the innermost budget."""
    begin, spend = underway.Underway.__init__, Budget.spend

    def init(self: Any, *args: Any, **more: Any) -> None:
        _Totals.plays += 1
        begin(self, *args, **more)

    def spent(self: Budget, clauses: float) -> None:
        _Totals.clauses += clauses
        spend(self, clauses)

    underway.Underway.__init__ = init  # type: ignore[method-assign]
    Budget.spend = spent  # type: ignore[method-assign]


_count()


class CountedWork:
    """The work done while it is open. It may be opened again, and goes on counting."""

    def __init__(self) -> None:
        self._plays = 0
        self._clauses = 0.0
        self._seconds = 0.0

    def __enter__(self) -> Self:
        self._budget = Budget(ENDLESS)  # without an open budget nothing is spent
        self._budget.__enter__()
        self._before = _Totals.plays, _Totals.clauses
        self._begun = time.process_time()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._seconds += time.process_time() - self._begun
        plays, clauses = self._before
        self._plays += _Totals.plays - plays
        self._clauses += _Totals.clauses - clauses
        self._budget.__exit__(kind, error, trace)

    def cost(self) -> Cost:
        """Return plays, clauses and milliseconds."""
        return [self._plays, round(self._clauses), round(self._seconds * 1000, 2)]
