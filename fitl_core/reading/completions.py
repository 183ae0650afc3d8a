"""Check whether inserted answers make a refused move legal: then the move is only incomplete.

Missing answers are inserted where the move is refused, one after another. The move with the fewest clauses
that are not yet accepted goes on first. Written statements of effects may become true by this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from fitl_core.asking.budgets import Budget, ends
from fitl_core.reading.best_first import BestFirst
from fitl_core.reading.path_search import PathSearch
from fitl_core.reading.path_walks import Begin
from fitl_core.reading.possible_changes import insertions
from fitl_core.reading.reading_paths import ReadingPath
from fitl_core.reading.refused_words import RefusedWords, Words, path_of, refused_at
from fitl_core.record.spoken import Said

MOST_INSERTED = 8
"""The most answers that are inserted."""
MOST_ANSWERS = 24
"""The most answers to a question that are tried."""
MOST_FOLLOWED = 60
"""The most paths that are followed for one move."""
MOST_PLAYED = 1_000
"""The most clauses that are played to check one move."""
UNEXAMINED = "more of what may be missing"

Follow = Callable[[ReadingPath], Iterable[RefusedWords]]
"""Follows a path and its branches, and returns where they are refused."""


def can_be_completed(begin: Begin, said: Sequence[Said]) -> bool:
    """Check whether all answers are accepted after missing ones are inserted; some ways are tried.

    Statements of automatic effects may become true by this. Debts after the last answer do not count.
    """
    return completed(begin, said) is not None


def completed(begin: Begin, said: Sequence[Said]) -> Words | None:
    """Return the answers with the missing ones inserted, in the first way that is found; else None."""
    with Budget(MOST_PLAYED):
        return _Completion(begin).complete(tuple(said))


class _Completion(PathSearch):
    """A search for one way to complete a move, in which written clauses keep their words and places."""

    def __init__(self, begin: Begin) -> None:
        super().__init__(begin, UNEXAMINED)
        self._found: Words | None = None

    def complete(self, words: Words) -> Words | None:
        """Return the clauses with the missing ones inserted; None if no way is found."""
        for refused in self._follow(path_of(words, 0)):
            insert_missing(self.begin, refused, self._follow, lambda: self._found is not None)
        return self._found

    def push(self, path: ReadingPath) -> None:
        """Keep a branch that only takes a clause as a statement of an effect."""
        if path.is_edited_by("stated"):
            self.keep(path)

    def _follow(self, path: ReadingPath) -> list[RefusedWords]:
        self.keep(path)
        refusals: list[RefusedWords] = []
        while self.paths.goes_on and self._found is None:
            walk, found = self.follow_best()
            if found is not None:
                self._found = tuple(found.said)
            elif (refused := refused_at(walk, None)) is not None:
                refusals.append(refused)
        return refusals


def insert_missing(
    begin: Begin,
    refused: RefusedWords,
    follow: Follow,
    is_found: Callable[[], bool],
    unexamined: str = UNEXAMINED,
) -> list[tuple[RefusedWords, int]]:
    """Insert missing answers, at most `MOST_INSERTED`, until one way is found.

    Return the moves with inserted answers that are refused later than the written one, each with the number
    of these answers. `unexamined` names the part that is left out if the open budget ends.
    """
    waiting: BestFirst[tuple[RefusedWords, int]] = BestFirst(unexamined)
    waiting.keep((), (refused, 0))
    followed = 0
    later: list[tuple[RefusedWords, int]] = []
    while waiting.goes_on and not is_found():
        before, inserted = waiting.best()
        if inserted == MOST_INSERTED or not before.may_be_completed:
            continue
        for by in insertions(begin, before, MOST_ANSWERS):
            if is_found() or followed >= MOST_FOLLOWED or ends(unexamined):
                return later
            followed += 1
            for further in follow(path_of(by.applied_to(before.words), before.at, (1, 0, 0, 0))):
                waiting.keep((further.left, len(further.wanted), -inserted), (further, inserted + 1))
                if further.left < refused.left:
                    later.append((further, inserted + 1))
    return later
