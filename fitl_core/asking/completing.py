"""Whether all that is written has its place once more is said between: then it is but incomplete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from fitl_core.asking.questions import Question
from fitl_core.asking.runs import Begin, Run
from fitl_core.asking.written import Pair
from fitl_core.errors import Violation

MOST_LACKING = 5
"""So many answers are put in at most."""
MOST_TRIED = 64
"""So many ways are tried at most."""
MOST_LOOKED_AT = 400
MOST_ANSWERS = 24
"""Of so many answers to a question so many are put in, those first that what is written is about."""

Akin = Callable[[Any, Sequence[Any]], bool]
"""Whether an answer is about the same as others."""


def can_be_completed(begin: Begin, said: Sequence[Pair], akin: Akin) -> bool:
    """Whether all that is said is accepted once what is missing is put in; some ways are tried.

    What may be owed behind the last does not count.
    """
    return _Completing(begin, akin).is_found(list(said), 0)


class _Completing:
    """A search through what could be put in, first where something is missing first."""

    def __init__(self, begin: Begin, akin: Akin) -> None:
        self._begin = begin
        self._akin = akin
        self._left = MOST_TRIED

    def is_found(self, said: list[Pair], put_in: int) -> bool:
        """Whether there is a way, where so many have been put in."""
        if self._left <= 0:
            return False
        self._left -= 1
        try:
            Run(self._begin, said)
        except Violation as violation:
            at = violation.clause
            if violation.code != "missing-choice" or at is None or put_in == MOST_LACKING:
                return False
            return any(self.is_found(way, put_in + 1) for way in self._with_more(said, at))
        return True

    def _with_more(self, said: list[Pair], at: int) -> list[list[Pair]]:
        """What is said with one answer more to what is owed at a place."""
        question = self._owed(said[:at])
        if question is None or question.always_said:
            return []
        answers = list(islice(question.legal(), MOST_LOOKED_AT))
        behind = [answer for _, answer in said[at:]]
        answers.sort(key=lambda answer: not self._akin(answer, behind))
        return [[*said[:at], (question.who, answer), *said[at:]] for answer in answers[:MOST_ANSWERS]]

    def _owed(self, said: Sequence[Pair]) -> Question | None:
        """The question that has to be answered behind what is said."""
        try:
            run = Run(self._begin, said)
            while run.pass_on():
                pass
        except Violation:
            return None
        return run.pending
