"""What is named as legal where an answer is refused: of what begins a part only what has something to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fitl_core.asking.questions import Question
from fitl_core.asking.runs import Begin, Search, leads_on
from fitl_core.asking.written import Pair, nothing_there
from fitl_core.errors import Violation


def offer_what_leads_on(
    violation: Violation, owed: Question | None, begin: Begin, said: Sequence[Pair]
) -> None:
    """Of what would begin a part there, name as legal only what leads on: where there is a space for it.

    Where only that could come before what is owed, it must make that possible; else it cannot be had.
    """
    begins = begin().begins
    if not any(begins(answer) for answer in violation.legal):
        return
    search, at = Search(begin), violation.clause
    before = said[:at]
    blocked = owed is not None and violation.code == "missing-choice" and not owed.is_open()

    def leads(answer: Any) -> bool:
        said_then = (*before, (None, answer))
        return search.finds_end(said_then) if blocked else leads_on(begin, said_then, search)

    violation.legal = tuple([each for each in violation.legal if not begins(each) or leads(each)])
    if owed is not None and blocked and not violation.legal:
        violation.incomplete = False
        violation.restate(nothing_there(owed, [] if at is None else said[at:]))
