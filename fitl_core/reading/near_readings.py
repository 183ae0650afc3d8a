"""The legal moves nearest to a refused one: readings with the fewest changes to its clauses.

A correction is a reading like any other, found by the same search. Its path changes the meaning. A path with
fewer changes goes on first, then one with smaller changes. A path that is refused after a change gets other
wordings, or one more change, only if more clauses are accepted than before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import nsmallest
from itertools import takewhile
from typing import NamedTuple

from fitl_core.asking.budgets import Budget, ends
from fitl_core.reading.clause_changes import WHOLE
from fitl_core.reading.completions import insert_missing
from fitl_core.reading.move_tokens import tokens_of
from fitl_core.reading.path_search import PathSearch
from fitl_core.reading.path_walks import ActionUnderway, Begin
from fitl_core.reading.possible_changes import MOST_LOOKED_AT, Change, changes, shortenings
from fitl_core.reading.reading_paths import ReadingPath
from fitl_core.reading.refused_words import RefusedWords, Words, path_of, refused_at
from fitl_core.record.spoken import Said

MOST_FOLLOWED = (130, 80, 30)
"""The most paths that are followed for a few corrections: those with one change, with two, and with three."""
MOST_MORE = 22
"""The most paths that are followed for more corrections after the first one."""
MOST_GONE_ON_WITH = 12
"""The most refused moves that get one more change. Moves with the most accepted clauses go first."""
MOST_COMPLETED_GO_ON = 3
"""The most moves with missing answers inserted that get a change besides."""
SHARE_OF_PARTS = 0.3
"""The share of the work that is kept for the move without one of its segments."""
MOST_ANSWERS = 80
MOST_WORDINGS = 6
ENDLESS = 10**9
UNEXAMINED = "more legal moves near it"


class NearReading(NamedTuple):
    """A legal move near a refused one: its clauses, and the action after its end."""

    said: list[Said]
    underway: ActionUnderway


class _Tried(NamedTuple):
    """A refused move, and the number, sizes, ranks and last place of the changes that lead to it."""

    refused: RefusedWords
    changes: tuple[int, ...] = (0, 0, 0, 0)

    def with_change(self, by: Change) -> tuple[int, ...]:
        """Return the changes with one more."""
        number, much, rank, _ = self.changes
        return number + 1, much + by.size.much, rank + by.size.rank, by.back


Keep = Callable[[NearReading, int], bool]
"""Takes a correction and the number of its changes, and returns whether it counts."""


class NearReadings(PathSearch):
    """A search for corrections of a move: a `few`, or all with as few changes as the nearest."""

    def __init__(self, begin: Begin, few: int | None, work: float, keep: Keep) -> None:
        super().__init__(begin)
        self._work = work
        self._few = few
        self._keep = keep
        self._kept = 0
        self._left: int = 0
        self._followed = 0
        self._most = ENDLESS

    def refused(self, said: Sequence[Said]) -> RefusedWords | None:
        """Return where a move as it stands is refused. If it is legal, it is kept, and None is returned."""
        self.keep(ReadingPath(tokens_of(said)))
        return self._follow_best()

    def correct(self, refused: RefusedWords, also: Sequence[RefusedWords] = ()) -> None:
        """Find the corrections of the refused move, or of other wordings of it."""
        beam = [_Tried(each) for each in (*also, refused)]
        with Budget(self._work * (1 - SHARE_OF_PARTS)):
            completed = self._complete(refused) if self._few is not None and not refused.lacks else []
            for number, most in enumerate(MOST_FOLLOWED):
                self._most = self._followed + most if self._few is not None else ENDLESS
                beam = self._change([*beam, *completed] if number == 1 else beam)
                if self._kept:
                    return
        if not refused.lacks:
            self._most = ENDLESS
            for by in shortenings(refused):
                if self._kept or self._is_over():
                    return
                self._follow_changed(by.applied_to(refused.words), by, refused, (1, 0, 0, 0))

    def _complete(self, refused: RefusedWords) -> list[_Tried]:
        """Insert missing answers; return some of these moves that are refused later than the written one."""
        self._left = refused.left

        def follow(path: ReadingPath) -> list[RefusedWords]:
            return [each.refused for each in self._follow_all(path)]

        later = insert_missing(self.begin, refused, follow, lambda: self._kept > 0, UNEXAMINED)
        tried = [_Tried(each, (number, WHOLE * number, 0, 0)) for each, number in later]
        return nsmallest(MOST_COMPLETED_GO_ON, tried, key=lambda each: (each.refused.left, each.changes))

    # -- the search that the paths belong to ------------------------------------------------------

    def push(self, path: ReadingPath) -> None:
        """Keep a branch of a changed path, if more clauses are accepted than in the refused move."""
        if path.changes[0] and path.left < self._left:
            self.keep(path)

    # -- changes ----------------------------------------------------------------------------------

    def _change(self, beam: Sequence[_Tried]) -> list[_Tried]:
        """Try every move of the beam with one more change.

        Return refused moves with more accepted clauses.
        """
        few = MOST_ANSWERS if self._few is not None else MOST_LOOKED_AT
        every = [
            (tried.with_change(by), by, tried.refused)
            for tried in takewhile(lambda _: not self._is_over(), beam)
            for by in changes(self.begin, tried.refused, few)
            if self._few is not None or not by.is_of_several
        ]
        every.sort(key=lambda each: each[0])
        self._left = min([tried.refused.left for tried in beam], default=0)
        further: list[_Tried] = []
        seen: set[Words] = set()
        for made, by, refused in every:
            if self._is_over():
                break
            words = by.applied_to(refused.words)
            if words not in seen:
                seen.add(words)
                later = self._follow_changed(words, by, refused, made)
                further += [each for each in later if each.refused.lacks or each.refused.left < self._left]
        return nsmallest(MOST_GONE_ON_WITH, further, key=lambda each: (each.refused.left, each.changes[:3]))

    def _follow_changed(
        self, words: Words, by: Change, refused: RefusedWords, made: tuple[int, ...]
    ) -> list[_Tried]:
        """Follow the clauses of a changed move; return where they and their other wordings are refused."""
        return self._follow_all(path_of(words, min(by.start, refused.at), made))

    def _follow_all(self, path: ReadingPath) -> list[_Tried]:
        """Follow a path and its branches; return where they are refused."""
        self.keep(path)
        tried: list[_Tried] = []
        for _ in range(MOST_WORDINGS):
            if self.paths.goes_on and (refused := self._follow_best()) is not None:
                tried.append(_Tried(refused, path.changes))
        self.paths.drop()
        return tried

    def _follow_best(self) -> RefusedWords | None:
        """Follow the best path. Keep the move if it is legal; otherwise return where it is refused."""
        self._followed += 1
        walk, found = self.follow_best()
        refused = refused_at(walk, found)
        if found is None or refused is not None:
            return refused
        if self._keep(NearReading(found.said, found.underway), walk.path.changes[0]):
            self._kept += 1
            if self._few is not None and self._kept == 1:
                self._most = min(self._most, self._followed + MOST_MORE)
        return None

    def _is_over(self) -> bool:
        """Check whether enough corrections are found, or the work is done."""
        if self._few is not None and self._kept >= self._few:
            return True
        return self._followed >= self._most or ends(UNEXAMINED)
