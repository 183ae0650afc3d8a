"""Find the clauses of a written action that belong together.

`fitl_core.wording.normal_form` reorders them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fitl_core.asking.traced_answers import TracedAnswer
from fitl_core.record.clauses import Verb
from fitl_core.record.spoken import Said

Span = tuple[int, int]
"""A range of clauses: the index of the first, and the index after the last."""


class Blocks:
    """The blocks of an action: each member of a set with its clauses, up to the next member."""

    def __init__(self, heard: Sequence[TracedAnswer], limit: int) -> None:
        self.limit = limit
        self.keys: dict[int, Any] = {}
        self.at_once: dict[int, tuple[Any, ...]] = {}
        self.about: dict[int, str] = {}
        self.asked: dict[Any, list[int]] = {}
        self.passed_over: dict[int, set[Any]] = {}
        self.rolled: set[int] = {entry.at for entry in heard if entry.question.by_chance}
        for entry in heard:
            for key in entry.asked:
                self.asked.setdefault(key, []).append(entry.at)
            if entry.how == "nothing":
                self.passed_over.setdefault(entry.at, set()).update(entry.asked)
            if entry.how in ("said", "opened"):
                self.keys.setdefault(entry.at, entry.answered)
                self.at_once.setdefault(entry.at, entry.asked)
                self.about.setdefault(entry.at, getattr(entry.answer, "space", ""))

    def key(self, at: int) -> Any:
        """Return the key of the question that a clause answers or opens, or None."""
        return self.keys.get(at)

    def end(self, at: int) -> int:
        """Return the end of the block that begins at a clause: the next place of its question.

        If the question is not asked again, the block includes the dice after it, clauses about its space, and
        answers to questions that other blocks of the set include.
        """
        again = [place for place in self.asked.get(self.key(at), ()) if at < place <= self.limit]
        if again:
            return again[0]
        inside: set[Any] = set()
        members = [place for place in range(at) if self.key(place) == self.key(at)]
        for place, following in zip(members, [*members[1:], at], strict=False):
            inside.update(self.key(other) for other in range(place + 1, following))
        end, here = at + 1, self.about.get(at)
        while end < self.limit and (
            self.key(end) in inside or end in self.rolled or self._is_about(end, here)
        ):
            end += 1
        return end

    def taken_up(self, said: Sequence[Said], one: int, two: int, last: int) -> tuple[Span, Span] | None:
        """Return the ranges of two members of a set in the segment that continues theirs (4.1), or None.

        Their own segment ends at `last`. The continued segment has the members in the order of their
        selection. If it does not have all of them, it has the last ones.
        """
        verb = next((said[at][1] for at in reversed(range(one)) if isinstance(said[at][1], Verb)), None)
        again = next((at for at in range(last, len(said)) if said[at][1] == verb), len(said)) + 1
        end = next((at for at in range(again, len(said)) if isinstance(said[at][1], Verb)), len(said))
        members = [at for at in range(last) if self.key(at) == self.key(one)]
        begin = [at for at in range(again, end) if self.key(at) == self.key(again)]
        spans = dict(zip(members[::-1], [*zip(begin, [*begin[1:], end], strict=False)][::-1], strict=False))
        return (spans[one], spans[two]) if one in spans and two in spans else None

    def _is_about(self, at: int, space: str | None) -> bool:
        return bool(space) and self.about.get(at) == space
