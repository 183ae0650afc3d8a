"""The search that all readings of a move share: paths are kept by rank, and the best goes on first.

A path that has been kept once is not kept again. A search says which branches of its paths it keeps, and
when it ends. Its work is counted by the open budget (`fitl_core.asking.budgets`).
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from fitl_core.asking.budgets import COPIES_PER_CLAUSE, spend
from fitl_core.asking.questions import Question
from fitl_core.errors import Violation
from fitl_core.reading.move_tokens import MoveToken
from fitl_core.reading.path_walks import Begin, PathWalk, ReadMove
from fitl_core.reading.reading_paths import ReadingPath


class PathSearch:
    """The paths that are kept, each with the words for the question where it goes on."""

    def __init__(self, begin: Begin) -> None:
        self.begin = begin
        self._heap: list[tuple[Any, ...]] = []
        self._seen: set[tuple[Any, ...]] = set()

    def keep(self, path: ReadingPath) -> None:
        """Keep a path to go on with, unless it was kept before."""
        spend(len(path.tokens) / COPIES_PER_CLAUSE)
        key = path.key()
        if key not in self._seen:
            self._seen.add(key)
            heappush(self._heap, (*path.rank, len(self._seen), path))

    @property
    def has_paths(self) -> bool:
        """Whether any path is left to follow."""
        return bool(self._heap)

    def drop_paths(self) -> None:
        """Drop all paths that are left."""
        self._heap.clear()

    def follow_best(self) -> tuple[PathWalk, ReadMove | None]:
        """Follow the best path that is kept; return its walk, and the reading if it has come to an end."""
        walk = PathWalk(self, heappop(self._heap)[-1])
        return walk, walk.follow()

    # -- what a path tells its search; nothing matters to the simplest search ----------------------

    def push(self, path: ReadingPath) -> None:
        """Keep a branch of a path."""
        self.keep(path)

    def note_end(self, path: ReadingPath, code: str, false: Callable[[], Violation | None]) -> None:
        """Note that a path cannot go on, by the code of a refusal; `false` tells a false statement."""

    def contradict(self, false: Violation) -> None:
        """Note the contradiction of a reading in which every clause has its place."""

    def may_be_false(self, token: MoveToken, pending: Question | None) -> bool:
        """Check whether a statement counts as false, where this question is pending and it is not true."""
        return False
