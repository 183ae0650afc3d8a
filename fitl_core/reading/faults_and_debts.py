"""A fault is named before a debt: what is refused even after the answers that are missing before it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from fitl_core.asking.budgets import ends
from fitl_core.asking.questions import Question
from fitl_core.asking.runs import Begin, Run
from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.reading.completions import MOST_ANSWERS, MOST_INSERTED
from fitl_core.reading.possible_changes import MOST_AKIN_LOOKED_AT
from fitl_core.record.clauses import Clause, spaces_of
from fitl_core.record.spoken import Said

MOST_BEHIND = 100
"""The number of later clauses that are compared with the answers at a place."""
_LACKING = ("missing-choice", "surplus-clause")
"""The codes of refusals that inserted answers can mend."""


def akin(answer: Clause, others: Sequence[Clause]) -> bool:
    """Check whether a clause names a space of another clause."""
    return not {space for other in others for space in spaces_of(other)}.isdisjoint(spaces_of(answer))


def owed_behind(begin: Begin, said: Sequence[Said], at: int) -> Question | None:
    """Return the required question after an answer has selected its space: `Hue-2at` needs Hue's die.

    None if the answer selects nothing that is required, or nothing more is required then.
    """
    before = list(said[:at])
    try:
        for named in range(MOST_INSERTED):
            run = Run(begin, before)
            while run.pass_on():
                pass
            question = run.pending
            if question is None:
                return None
            answers = islice(question.legal(), MOST_AKIN_LOOKED_AT)
            about = [answer for answer in answers if akin(answer, [said[at][1]])]
            if len(about) != 1:
                return question if named else None
            before.append((Faction(question.who), about[0]))
    except Violation:
        pass
    return None


class _Fault(NamedTuple):
    """A refusal after an insertion; `akin` if the inserted answer concerns the clauses after it."""

    refused: Violation
    akin: bool


def say_fault_behind(violation: Violation, begin: Begin, said: Sequence[Said], owed: Question) -> bool:
    """Put the fault into a Violation that remains whatever answer the required question gets.

    Only the answers count that let most clauses be accepted. If they lead to different faults, those count
    that concern the later clauses. If these differ, too, the Violation stays. If only one more answer is
    missing further on, that is inserted as well. Return whether there is such a fault.
    """
    words, at = list(said), violation.clause
    assert at is not None, "something is owed before an answer"
    question, first = owed, at
    for put_in in range(1, MOST_INSERTED + 1):
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
    begin: Begin, said: list[Said], at: int, owed: Question
) -> tuple[list[_Fault], tuple[list[Said], int] | None]:
    """Return the faults after answers to the required question, for those that let most clauses be accepted.

    Return also the answers with such an answer inserted, and the place where another one is missing. If some
    answer leads to no fault, an answer that the later clauses do not concern shows none.
    """
    behind = [answer for _, answer in said[at : at + MOST_BEHIND]]
    answers = sorted(islice(owed.legal(), MOST_AKIN_LOOKED_AT), key=lambda answer: not akin(answer, behind))
    faults, lacking, furthest = list[_Fault](), None, at + 1
    for answer in answers[:MOST_ANSWERS]:
        if ends("more answers to what is owed"):
            break
        words = [*said[:at], (Faction(owed.who), answer), *said[at:]]
        try:
            Run(begin, words)
        except Violation as refused:
            place = refused.clause
            if place is None or place < furthest:
                continue
            if place > furthest:
                faults, lacking, furthest = [], None, place
            if refused.code not in _LACKING:
                faults.append(_Fault(refused, owed.by_chance or akin(answer, behind)))
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
