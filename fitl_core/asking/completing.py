"""Check whether inserted answers make a refused move legal: then the move is only incomplete."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from fitl_core.asking.budgets import Budget, ends
from fitl_core.asking.questions import Question
from fitl_core.asking.runs import Begin, Run
from fitl_core.asking.written_answers import Pair
from fitl_core.errors import Violation

MOST_LACKING = 8
"""The most answers that are inserted."""
_LACKING = ("missing-choice", "surplus-clause")
"""The codes of refusals that inserted answers can mend."""
MOST_PLAYED = 2_000
"""The most clauses that are played."""
MOST_BEHIND = 100
"""The number of later clauses that are compared with the answers at a place."""
MOST_LOOKED_AT = 400
MOST_ANSWERS = 24
"""The most answers that are examined for a question, and the most that are inserted: those first that share a
space with the written clauses."""


def can_be_completed(begin: Begin, said: Sequence[Pair]) -> bool:
    """Check whether all answers are accepted after missing ones are inserted; some ways are tried.

    Statements of automatic effects may become true by this. Debts after the last answer do not count.
    """
    return completed(begin, said) is not None


def completed(begin: Begin, said: Sequence[Pair]) -> list[Pair] | None:
    """Return the answers with the missing ones inserted, in the first way that is found; else None."""
    with Budget(MOST_PLAYED) as work:
        return _Completing(begin, work).complete(list(said), 0)


class _Completing:
    """A search through possible insertions, first at the first place where an answer is missing."""

    def __init__(self, begin: Begin, work: Budget) -> None:
        self._begin = begin
        self._underway = begin()
        self._work = work

    def complete(self, said: list[Pair], put_in: int) -> list[Pair] | None:
        """Return as `completed` does, after this number of insertions."""
        if self._work.ends("more of what may be missing"):
            return None
        try:
            Run(self._begin, said)
        except Violation as violation:
            if put_in and violation.code in _LACKING and self._tells_true(said):
                return said
            ways = self._ways(said, violation) if put_in < MOST_LACKING else iter(())
            return next((found for way in ways if (found := self.complete(way, put_in + 1))), None)
        return said

    def _tells_true(self, said: list[Pair]) -> bool:
        """Check whether the refused clause is no answer but a true statement of an automatic effect."""
        return not self._work.ends("more of what may be missing") and self._underway.tells_true(said)

    def _ways(self, said: list[Pair], violation: Violation) -> Iterator[list[Pair]]:
        """Yield the answers with one insertion where they are refused."""
        at = violation.clause
        if at is None or violation.code not in _LACKING:
            yield from self._underway.in_full(violation, said)
            return
        for question in self._asked(said[:at], violation.code == "surplus-clause"):
            yield from self._with_more(said, at, question)

    def _with_more(self, said: list[Pair], at: int, question: Question) -> list[list[Pair]]:
        """Return the answers with one more answer to a question inserted at a place."""
        if question.always_said:
            return []
        answers = list(islice(question.legal(), MOST_LOOKED_AT))
        behind = [answer for _, answer in said[at : at + MOST_BEHIND]]
        answers.sort(key=lambda answer: not self._underway.akin(answer, behind))
        return [[*said[:at], (question.who, answer), *said[at:]] for answer in answers[:MOST_ANSWERS]]

    def _asked(self, said: Sequence[Pair], left_out: bool) -> Iterator[Question]:
        """Yield the questions that are required after the answers; with `left_out` the passable ones."""
        try:
            run = Run(self._begin, said)
            while (question := run.pending) is not None:
                if left_out and question.optional:
                    yield question
                if not run.pass_on():
                    if not left_out:
                        yield question
                    return
        except Violation:
            return


def owed_behind(begin: Begin, said: Sequence[Pair], at: int) -> Question | None:
    """Return the required question after an answer has selected its space: `Hue-2at` needs Hue's die.

    None if the answer selects nothing that is required, or nothing more is required then.
    """
    underway, before = begin(), list(said[:at])
    try:
        for named in range(MOST_LACKING):
            run = Run(begin, before)
            while run.pass_on():
                pass
            question = run.pending
            if question is None:
                return None
            answers = islice(question.legal(), MOST_LOOKED_AT)
            about = [answer for answer in answers if underway.akin(answer, [said[at][1]])]
            if len(about) != 1:
                return question if named else None
            before.append((question.who, about[0]))
    except Violation:
        pass
    return None


class _Fault(NamedTuple):
    """A refusal after an insertion; `akin` if the inserted answer concerns the clauses after it."""

    refused: Violation
    akin: bool


def say_fault_behind(violation: Violation, begin: Begin, said: Sequence[Pair], owed: Question) -> bool:
    """Put the fault into a Violation that remains whatever answer the required question gets.

    Only the answers count that let most clauses be accepted. If they lead to different faults, those count
    that concern the later clauses. If these differ, too, the Violation stays. If only one more answer is
    missing further on, that is inserted as well. Return whether there is such a fault.
    """
    words, at = list(said), violation.clause
    assert at is not None, "something is owed before an answer"
    question, first = owed, at
    for put_in in range(1, MOST_LACKING + 1):
        faults, lacking = _faults_behind(begin, words, at, question)
        fault = _the_one(faults)
        if fault is not None and fault.clause is not None:
            if fault.clause - put_in < first:
                return False
            violation.restate(fault.refusal)
            violation.add(f"what is owed before it, too: {owed.prompt} ({owed.rule})")
            violation.clause, violation.asked, violation.legal = fault.clause - put_in, fault.asked, ()
            violation.faction, violation.optional = fault.faction, fault.optional
            return True
        if lacking is None:
            return False
        words, at = lacking
        run = Run(begin, words[:at])
        while run.pass_on():
            pass
        if run.pending is None:
            return False
        question = run.pending
    return False


def _faults_behind(
    begin: Begin, said: list[Pair], at: int, owed: Question
) -> tuple[list[_Fault], tuple[list[Pair], int] | None]:
    """Return the faults after answers to the required question, for those that let most clauses be accepted.

    Return also the answers with such an answer inserted, and the place where another one is missing. If some
    answer leads to no fault, an answer that the later clauses do not concern shows none.
    """
    underway, behind = begin(), [answer for _, answer in said[at : at + MOST_BEHIND]]
    answers = sorted(
        islice(owed.legal(), MOST_LOOKED_AT), key=lambda answer: not underway.akin(answer, behind)
    )
    faults, lacking, furthest = list[_Fault](), None, at + 1
    for answer in answers[:MOST_ANSWERS]:
        if ends("more answers to what is owed"):
            break
        words = [*said[:at], (owed.who, answer), *said[at:]]
        try:
            Run(begin, words)
        except Violation as refused:
            place = refused.clause
            if place is None or place < furthest:
                continue
            if place > furthest:
                faults, lacking, furthest = [], None, place
            if refused.code not in _LACKING:
                faults.append(_Fault(refused, owed.by_chance or underway.akin(answer, behind)))
            elif lacking is None and refused.code == "missing-choice":
                lacking = words, place
    if lacking is not None:
        faults = [fault for fault in faults if fault.akin]
    return faults, lacking


def _the_one(faults: Sequence[_Fault]) -> Violation | None:
    """Return the common fault of all, or of those that concern the later clauses; None if they differ."""
    for some in (faults, [fault for fault in faults if fault.akin]):
        if some and len({_told(fault.refused) for fault in some}) == 1:
            return some[0].refused
    return None


def _told(fault: Violation) -> tuple[object, ...]:
    return fault.code, fault.rule, fault.message, fault.clause
