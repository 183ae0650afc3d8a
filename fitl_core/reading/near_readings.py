"""The legal moves nearest to a refused one: readings with the fewest changes to its clauses.

A correction is a reading like any other, found by the same search. Its path has changes besides the edits
that keep the meaning. A path with fewer changes goes on first, then one with smaller changes. A path that is
refused after a change gets other wordings, or one more change, only if more clauses are accepted than before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush, nsmallest
from itertools import count
from typing import NamedTuple

from fitl_core.asking.budgets import Budget, ends
from fitl_core.asking.questions import Question
from fitl_core.errors import Violation
from fitl_core.reading.clause_changes import WHOLE
from fitl_core.reading.free_orders import Used
from fitl_core.reading.move_reader import MoveReader
from fitl_core.reading.move_tokens import MoveToken, tokens_of
from fitl_core.reading.path_walks import ActionUnderway, Begin
from fitl_core.reading.possible_changes import (
    MOST_LOOKED_AT,
    Change,
    RefusedWords,
    Words,
    changes,
    insertions,
    shortenings,
)
from fitl_core.reading.reading_paths import ReadingPath
from fitl_core.record.spoken import Said

MOST_FOLLOWED = (130, 160, 60)
"""The most paths that are followed for a few corrections: those with one change, with two, and with three."""
MOST_MORE = 24
"""The most paths that are followed for more corrections after the first one."""
MOST_GONE_ON_WITH = 12
"""The most refused moves that get one more change. Moves with the most accepted clauses go first."""
MOST_INSERTED = 8
"""The most missing answers that are inserted."""
MOST_ANSWERS_INSERTED = 24
MOST_COMPLETED = 60
"""The most paths that are followed to complete a move."""
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


class NearReadings(MoveReader):
    """A search for corrections of a move: a `few`, or all with as few changes as the nearest."""

    def __init__(self, begin: Begin, few: int | None, work: float, keep: Keep) -> None:
        super().__init__(begin, (), rewords=True)
        self._work = work
        self._few = few
        self._keep = keep
        self._kept = 0
        self._left: int = 0
        self._followed = 0
        self._most = ENDLESS

    def refused(self, said: Sequence[Said]) -> RefusedWords | None:
        """Return where a move as it stands is refused. If it is legal, it is kept, and None is returned."""
        self._keep_path(ReadingPath(tokens_of(said)))
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
                self._try(_path(_changed(refused.words, by), min(by.start, refused.at), (1, 0, 0, 0)))

    # -- the search that the paths belong to ------------------------------------------------------

    def push(self, path: ReadingPath) -> None:
        """Keep a branch of a changed path, if more clauses are accepted than in the refused move."""
        if path.changes[0] and path.left < self._left:
            self._keep_path(path)

    def _keep_path(self, path: ReadingPath) -> None:
        super().push(path)

    def note_end(self, path: ReadingPath, code: str, false: Callable[[], Violation | None]) -> None:
        """Note nothing: only a reading explains a refusal."""

    def may_be_false(self, token: MoveToken, pending: Question | None) -> bool:
        """Return False: a change may make a statement true."""
        return False

    # -- changes ----------------------------------------------------------------------------------

    def _change(self, beam: Sequence[_Tried]) -> list[_Tried]:
        """Try every move of the beam with one more change.

        Return refused moves with more accepted clauses.
        """
        few = MOST_ANSWERS if self._few is not None else MOST_LOOKED_AT
        every = [
            (tried.with_change(by), by, tried.refused)
            for tried in beam
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
            words = _changed(refused.words, by)
            if words not in seen:
                seen.add(words)
                further += self._try(_path(words, min(by.start, refused.at), made))
        return nsmallest(MOST_GONE_ON_WITH, further, key=lambda each: (each.refused.left, each.changes[:3]))

    def _try(self, path: ReadingPath) -> list[_Tried]:
        """Follow a changed path and its wordings, and return the moves that are refused later than before."""
        self._keep_path(path)
        further: list[_Tried] = []
        for _ in range(MOST_WORDINGS):
            if self._heap:
                refused = self._follow_best()
                if refused is not None and (refused.lacks or refused.left < self._left):
                    further.append(_Tried(refused, path.changes))
        self._heap.clear()
        return further

    def _follow_best(self) -> RefusedWords | None:
        """Follow the best path. Keep the move if it is legal; otherwise return where it is refused."""
        self._followed += 1
        walk, found = self.follow_best()
        if found is None:
            if not walk.code:
                return None
            path = walk.path
            words = tuple([token.said for token in (*path.said, *path.tokens[path.done :])])
            pending = walk.run.pending
            is_owed = walk.code == "surplus-clause" and pending is not None and not pending.optional
            code = "missing-choice" if is_owed else walk.code
            return RefusedWords(words, len(path.said), code, wanted=walk.wanted)
        words = tuple(found.said)
        if found.owes:
            asked = walk.run.pending
            lacks = asked is None or any(part.is_open() for part in asked.with_beside())
            return RefusedWords(words, len(words), "missing-choice" if lacks else "no-answer", lacks)
        try:
            found.underway.end()
        except Violation as violation:
            lacks = violation.code == "missing-choice"
            return RefusedWords(words, len(words), violation.code, lacks)
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

    # -- missing answers --------------------------------------------------------------------------

    def _complete(self, refused: RefusedWords) -> list[_Tried]:
        """Insert missing answers, at most `MOST_INSERTED`, until the move is legal in some way.

        Return some of the moves with inserted answers that are refused later than the written one.
        """
        order = count()
        heap = [(refused.left, len(refused.wanted), 0, next(order), refused)]  # of equals the deepest first
        most = self._followed + MOST_COMPLETED
        later: list[_Tried] = []
        while heap and not self._kept and self._followed < most and not ends(UNEXAMINED):
            _, _, depth, _, refused = heappop(heap)
            if -depth == MOST_INSERTED or not refused.may_be_completed:
                continue
            self._left = refused.left
            for by in insertions(self.begin, refused, MOST_ANSWERS_INSERTED):
                if self._kept or self._followed >= most:
                    break
                self._keep_path(_path(_changed(refused.words, by), refused.at, (1, 0, 0, 0)))
                while self._heap:
                    further = self._follow_best()
                    if further is not None:
                        rank = further.left, len(further.wanted), depth - 1, next(order)
                        heappush(heap, (*rank, further))
                        if further.left < self._left:
                            later.append(_Tried(further, (1 - depth, WHOLE * (1 - depth), 0, 0)))
        return nsmallest(MOST_COMPLETED_GO_ON, later, key=lambda each: (each.refused.left, each.changes))


def _changed(words: Words, by: Change) -> Words:
    """Return the clauses of a move after a change."""
    return (*words[: by.start], *by.instead, *words[by.end :])


def _path(words: Words, accepted: int, changes: tuple[int, ...]) -> ReadingPath:
    """Return the path of a changed move whose first clauses are known to be accepted."""
    tokens = tokens_of(words)
    said = tokens[:accepted]
    return ReadingPath(tokens, accepted, said, tuple([Used(token, 0, 1) for token in said]), changes=changes)
