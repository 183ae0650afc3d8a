"""Where the paths of a move that cannot be read come to an end, and which of them explains the refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fitl_core.errors import Violation
from fitl_core.reading.reading_paths import ReadingPath

NOT_ASKED = ("surplus-clause", "missing-choice", "no-answer")
"""The codes of refusals that say only that another clause was asked for."""


SAY_LESS = ("surplus-clause", "missing-choice", "space-twice")
"""The codes of refusals of other readings that show no fault, but for a surplus clause in order."""


class PathEnd(NamedTuple):
    """A place where a path cannot go on, by its `key`."""

    key: tuple[int, bool, int, int]
    path: ReadingPath
    code: str
    false: Violation | None

    @property
    def shows_fault(self) -> bool:
        """Whether the refusal says more than that another clause is asked for."""
        return self.code not in NOT_ASKED


class FurthestPaths:
    """The places where paths cannot go on: the best of the clauses as written, and of other readings.

    The reason is that of the written clauses. Another reading explains better if it shows a fault after more
    clauses: always if only spaces of an Event have other places in it, else if the written clauses show none.
    """

    def __init__(self) -> None:
        self.written: PathEnd | None = None  # of the clauses as written
        self._by_spaces: PathEnd | None = None
        self._by_words: PathEnd | None = None

    def note(self, path: ReadingPath, code: str, false: Callable[[], Violation | None]) -> None:
        """Keep a place if it is the best so far. A figure that a question asked for must not wait on it."""
        if any(late.asked for late in path.pending):
            return
        unanswered, edits = path.unanswered, len(path.edits)
        if path.is_edited_by("stated"):
            violation = false() if self._is_better(self.written, unanswered) else None
            end = PathEnd((unanswered, violation is None, path.left, edits), path, code, violation)
            self.written = self._better(self.written, end)
        elif code not in SAY_LESS or (code == "surplus-clause" and path.is_in_order):
            end = PathEnd((unanswered, True, path.left, edits), path, code, None)
            if path.is_edited_by("stated", "spaces"):
                self._by_spaces = self._better(self._by_spaces, end)
            else:
                self._by_words = self._better(self._by_words, end)

    @staticmethod
    def _is_better(best: PathEnd | None, unanswered: int) -> bool:
        return best is None or unanswered <= best.key[0]

    @staticmethod
    def _better(best: PathEnd | None, end: PathEnd) -> PathEnd:
        return end if best is None or end.key < best.key else best

    def end(self) -> PathEnd | None:
        """Return the place that explains the refusal."""
        written = self.written
        if written is None or written.false is not None:
            return written or self._by_spaces or self._by_words
        best = self._by_words
        if best is not None and (
            written.shows_fault
            or (best.path.left > written.path.left and not best.path.is_edited_by("stated", "order"))
        ):
            best = None
        other, stuck = self._by_spaces, written.path.stuck
        if other is not None and not (written.shows_fault and other.path.stuck is stuck):
            is_used = any(each.token is stuck for each in other.path.used)
            if is_used or other.path.left < written.path.left:
                best = self._better(best, other)
        return best or written
