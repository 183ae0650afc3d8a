"""A bound on work, counted in played clauses: each search has a budget, and each command has a total.

    with Budget(10_000) as work:                     # a search, or a command with all its searches
        for way in ways:
            if work.ends("other ways to mend it"):   # nothing is left: the words join `unexamined`
                break
            ...                                      # code that plays clauses for a search calls `spend`

A search also draws on the open budgets around it, so all searches of a command share its total. A
search that decides whether a move is legal, or how the move is written, stands `apart`: no command may change
its result. Its work is counted, too. No clock is read: one question has one answer everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, Token
from functools import wraps
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

COPIES_PER_CLAUSE = 16
"""Copying this number of clauses takes as long as playing one clause."""

P = ParamSpec("P")
R = TypeVar("R")


class Budget:
    """The played clauses that a search or a command may still spend.

    A closed budget may be opened again and goes on with the clauses left. No generator may yield while its
    budget is open: the caller would spend from it.
    """

    __slots__ = ("_apart", "_around", "_own", "_token", "unexamined")

    def __init__(self, most: float, apart: bool = False) -> None:
        self._own = most
        self._apart = apart
        self._around: Budget | None = None
        self._token: Token[Budget | None] | None = None
        self.unexamined: dict[str, None] = {}
        """The words given to `ends` when nothing was left, once each, in order."""

    def __enter__(self) -> Self:
        if self._token is not None:
            raise RuntimeError("this budget is open already")
        self._around = _open.get()
        self._token = _open.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._token is not None, "what is closed was opened"
        _open.reset(self._token)
        self._token = self._around = None

    @property
    def left(self) -> float:
        """The number of clauses that may still be played."""
        if self._around is None or self._apart:
            return self._own
        return min(self._own, self._around.left)

    def spend(self, clauses: float) -> None:
        """Count played clauses, here and in every budget around."""
        at: Budget | None = self
        while at is not None:
            at._own -= clauses
            at = at._around

    def ends(self, what: str) -> bool:
        """Check whether nothing is left. If so, note in every budget around that `what` was not examined."""
        if self.left > 0:
            return False
        at: Budget | None = self
        while at is not None:
            at.unexamined[what] = None
            at = at._around
        return True


_open: ContextVar[Budget | None] = ContextVar("budget", default=None)


def spend(clauses: float) -> None:
    """Count clauses that a search played on the open budget, if there is one."""
    around = _open.get()
    if around is not None:
        around.spend(clauses)


def ends(what: str) -> bool:
    """Check whether a budget is open and used up. If so, note that `what` was not examined."""
    around = _open.get()
    return around is not None and around.ends(what)


def bounded(most: int, apart: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Run a function within a budget of its own."""

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            with Budget(most, apart):
                return function(*args, **kwargs)

        return run

    return wrap
