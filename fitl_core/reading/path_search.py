"""The search that all readings of a written move share: it follows the paths that it keeps, the best first.

A path that has been kept once is not kept again. A search says which branches of its paths it keeps, and
when it ends.
"""

from __future__ import annotations

from fitl_core.asking.budgets import COPIES_PER_CLAUSE, spend
from fitl_core.reading.best_first import BestFirst
from fitl_core.reading.path_walks import Begin, PathWalk, ReadingSearch, ReadMove
from fitl_core.reading.reading_paths import ReadingPath


class PathSearch(ReadingSearch):
    """The paths that are kept, the best first. `unexamined` names what an ended budget leaves out."""

    def __init__(self, begin: Begin, unexamined: str = "") -> None:
        super().__init__(begin)
        self.paths: BestFirst[ReadingPath] = BestFirst(unexamined)

    def keep(self, path: ReadingPath) -> None:
        """Keep a path to go on with, unless it was kept before."""
        spend(len(path.tokens) / COPIES_PER_CLAUSE)
        self.paths.keep(path.rank, path, path.key())

    def follow_best(self) -> tuple[PathWalk, ReadMove | None]:
        """Follow the best path that is kept; return its walk, and the reading if it has come to an end."""
        walk = PathWalk(self, self.paths.best())
        return walk, walk.follow()

    def push(self, path: ReadingPath) -> None:
        """Keep a branch of a path."""
        self.keep(path)
