"""The search that all readings of a written move share: it follows the paths that it keeps, the best first.

A path that has been kept once is not kept again. A search says which branches of its paths it keeps, and
when it ends.
"""

from __future__ import annotations

from collections.abc import Callable

from fitl_core.asking.budgets import COPIES_PER_CLAUSE, spend
from fitl_core.asking.questions import Question
from fitl_core.errors import Violation
from fitl_core.reading.best_first import BestFirst
from fitl_core.reading.move_tokens import MoveToken
from fitl_core.reading.path_walks import Begin, PathWalk, ReadMove
from fitl_core.reading.reading_paths import ReadingPath


class PathSearch:
    """The paths that are kept, the best first. `unexamined` names what an ended budget leaves out."""

    def __init__(self, begin: Begin, unexamined: str = "") -> None:
        self.begin = begin
        self.paths: BestFirst[ReadingPath] = BestFirst(unexamined)

    def keep(self, path: ReadingPath) -> None:
        """Keep a path to go on with, unless it was kept before."""
        spend(len(path.tokens) / COPIES_PER_CLAUSE)
        self.paths.keep(path.rank, path, path.key())

    def follow_best(self) -> tuple[PathWalk, ReadMove | None]:
        """Follow the best path that is kept; return its walk, and the reading if it has come to an end."""
        walk = PathWalk(self, self.paths.best())
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
