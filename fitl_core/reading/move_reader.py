"""One search for the meaning of a written move.

The rules are a grammar: a canonical move is a list of clauses of which each answers the pending question, or
the question is passed. A written move may say the same in another order, in other clauses, or with statements
of effects that follow by themselves. The search finds a way through the questions that uses every written
clause.

A **path** is a list of clauses and the number of those that are used. It goes on by itself as long as a
pending question accepts the next clause, or may be passed. Where it is stuck, and where a later clause would
have fitted before the next one, it branches by an **edit** of the list:

- *reordered*: a later clause of the same segment comes first (`orders` says where that means the same);
- *reworded*: some clauses give way to equivalent ones (`wordings` has the table);
- *consequence*: a clause only states an effect that follows by itself. The effect must be true, at once, or
  for a level or figure by the end of its segment.

The path with the fewest clauses that have answered nothing goes on first, then the one with the fewest edits.
There is one budget, counted in played clauses. One run stays alive along the current path; a branch plays its
clauses again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fitl_core.asking.budgets import Budget
from fitl_core.asking.questions import Question
from fitl_core.errors import Violation
from fitl_core.reading.completions import can_be_completed
from fitl_core.reading.furthest_paths import FurthestPaths
from fitl_core.reading.move_tokens import MoveToken, tokens_of
from fitl_core.reading.path_search import PathSearch
from fitl_core.reading.path_walks import Begin, ReadMove
from fitl_core.reading.reading_paths import ReadingPath
from fitl_core.record.spoken import Said

MOST_PLAYED = 1_000
"""The most clauses that are played for one written move."""


class UnreadMove(NamedTuple):
    """The best path of a move that cannot be read: the clauses said and the unused ones, in their order.

    If the first unused clause states an effect falsely, `false` tells the actual effect.
    """

    tokens: list[MoveToken]
    false: Violation | None


def read(
    begin: Begin, written: Sequence[Said], most: int = MOST_PLAYED, rewords: bool = True
) -> ReadMove | UnreadMove:
    """Return the meaning of a written move, or the best path after at most `most` played clauses.

    Without `rewords` the clauses keep their words and places, and only some of them may be consequences.
    """
    with Budget(most, apart=True):
        search = MoveReader(begin, written, rewords)
        found = search.read()
        return found if found is not None else search.best()


class MoveReader(PathSearch):
    """A search for the meaning of a move, with the places where its paths end."""

    def __init__(self, begin: Begin, written: Sequence[Said], rewords: bool) -> None:
        super().__init__(begin, "other readings of the move")
        self._tokens: tuple[MoveToken, ...] = tokens_of(written)
        self._rewords = rewords
        self._ends = FurthestPaths()
        self._contradicted: Violation | None = None

    def read(self) -> ReadMove | None:
        """Return the first reading that is found; one that owes an answer only if no other is found."""
        owing: ReadMove | None = None
        self.push(ReadingPath(self._tokens))
        while self.paths.goes_on:
            found = self.follow_best()[1]
            if found is not None and not found.owes:
                return found
            owing = owing or found
        return owing

    def push(self, path: ReadingPath) -> None:
        """Keep a branch of a path; without rewordings only one whose clauses keep their words and places."""
        if self._rewords or path.is_edited_by("stated"):
            self.keep(path)

    def note_end(self, path: ReadingPath, code: str, false: Callable[[], Violation | None]) -> None:
        """Note that a path cannot go on, by the code of a refusal; `false` tells a false statement."""
        self._ends.note(path, code, false)

    def contradict(self, false: Violation) -> None:
        """Note the contradiction of a reading in which every clause has its place."""
        self._contradicted = self._contradicted or false

    def may_be_false(self, token: MoveToken, pending: Question | None) -> bool:
        """Check whether a statement counts as false, where this question is pending and it is not true.

        It does not if it would be true after a later clause, or after a required answer before it.
        """
        if not self._rewords:
            return False
        tokens = self._tokens
        if pending is None or pending.optional or all(each.place != token.place for each in tokens):
            return True
        last = max(each.segment for each in tokens if each.verb == token.verb)
        before = [each.said for each in tokens if each.place != token.place and each.segment <= last]
        after = [each.said for each in tokens if each.segment > last]
        if isinstance(read(self.begin, [*before, token.said, *after], rewords=False), ReadMove):
            return False
        return not can_be_completed(self.begin, [each.said for each in tokens])

    def best(self) -> UnreadMove:
        """Return the path by which to explain the refusal.

        This is the written order if only answers are missing in it, whatever another order may show.
        """
        end = self._ends.end()
        is_other = end is not None and end is not self._ends.written
        if is_other and can_be_completed(self.begin, [token.said for token in self._tokens]):
            end = self._ends.written
        if end is None:
            return UnreadMove(list(self._tokens), self._contradicted)
        return UnreadMove(
            [*end.path.said, *end.path.tokens[end.path.done :]], self._contradicted or end.false
        )
