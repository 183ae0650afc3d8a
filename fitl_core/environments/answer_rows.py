"""The answers to open questions as rows of action ids, listed as far as an environment needs them.

`AnswerRows` finds the ids that may come next after the ids given. It makes the candidates of a question once,
and it tests only one answer for each id that may come next. Read `turn_stages` next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from fitl_core.environments.action_layout import Row, first_id, row_of
from fitl_core.record.clauses import Clause
from fitl_core.walks import OpenedQuestion

Candidate = tuple[OpenedQuestion, Clause]


class AnswerRows:
    """The answers to some questions, as far as they begin with the action ids given.

    `candidates` are the clauses that begin so, tested or not; None before the first id.
    """

    def __init__(
        self,
        questions: Sequence[OpenedQuestion],
        begun: Row = (),
        candidates: Iterable[Candidate] | None = None,
    ) -> None:
        self.questions: tuple[OpenedQuestion, ...] = tuple(questions)
        self.begun: Row = begun
        self._candidates = candidates
        self._next: dict[int, Candidate] | None = None
        self._by_id: dict[int, list[Candidate]] = {}

    @property
    def next_ids(self) -> tuple[int, ...]:
        """The ids that may come next, in rising order."""
        return tuple(sorted(self._found()))

    def after(self, action: int) -> AnswerRows | Candidate:
        """Return the answers after one more id, or the answer that is now complete.

        Ids that are the only ones are added. Raises `KeyError` for an id that may not come next.
        """
        asked, clause = self._found()[action]
        begun = (*self.begun, action)
        if len(row_of(clause)) == len(begun):
            return asked, clause
        rows = AnswerRows(self.questions, begun, self._by_id[action])
        found = rows._found()
        if len(found) == 1:
            return rows.after(next(iter(found)))
        return rows

    def _found(self) -> dict[int, Candidate]:
        """Return the first legal answer for each id that may come next."""
        if self._next is None:
            self._next = dict(self._first_legal() if self._candidates is None else self._legal_of())
        return self._next

    def _first_legal(self) -> Iterator[tuple[int, Candidate]]:
        """Yield the first legal answer for each first id, and keep all candidates."""
        found: set[int] = set()

        def untested(asked: OpenedQuestion, answers: Iterator[Clause]) -> Iterator[Clause]:
            for clause in answers:
                action = first_id(clause)
                self._by_id.setdefault(action, []).append((asked, clause))
                if action not in found:
                    yield clause

        for asked in self.questions:
            for clause in asked.fitting(partial(untested, asked)):
                action = first_id(clause)
                if action not in found and asked.leads_on(clause):
                    found.add(action)
                    yield action, (asked, clause)

    def _legal_of(self) -> Iterator[tuple[int, Candidate]]:
        """Yield the first legal answer for each next id, among the candidates that begin so."""
        at, found = len(self.begun), set[int]()
        for asked, clause in self._candidates or ():
            action = row_of(clause)[at]
            self._by_id.setdefault(action, []).append((asked, clause))
            if action not in found and asked.accepts(clause) and asked.leads_on(clause):
                found.add(action)
                yield action, (asked, clause)
