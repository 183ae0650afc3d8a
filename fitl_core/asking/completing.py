"""Whether all that is written has its place once more is said between: then it is but incomplete."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from fitl_core.asking.questions import Question
from fitl_core.asking.runs import Begin, Run
from fitl_core.asking.written import Pair
from fitl_core.errors import Violation

MOST_LACKING = 8
"""So many answers are put in at most."""
_LACKING = ("missing-choice", "surplus-clause")
"""What is refused so may lack what is put in: what is owed, or may be left out."""
MOST_TRIED = 64
MOST_PLAYED = 4_000
"""So many ways are tried at most, of so many answers in all."""
MOST_LOOKED_AT = 400
MOST_ANSWERS = 24
"""Of so many answers to a question so many are put in, those first that what is written is about."""


def can_be_completed(begin: Begin, said: Sequence[Pair]) -> bool:
    """Whether all that is said is accepted once what is missing is put in; some ways are tried.

    What only tells what happens by itself may then be so. What may be owed behind the last does not count.
    """
    return completed(begin, said) is not None


def completed(begin: Begin, said: Sequence[Pair]) -> list[Pair] | None:
    """What is said with what is missing put in, the first way that is found; None where none is."""
    return _Completing(begin).complete(list(said), 0)


class _Completing:
    """A search through what could be put in, first where something is missing first."""

    def __init__(self, begin: Begin) -> None:
        self._begin = begin
        self._underway = begin()
        self._left = MOST_TRIED
        self._to_play = MOST_PLAYED

    def complete(self, said: list[Pair], put_in: int) -> list[Pair] | None:
        """As `completed`, where so many have been put in."""
        if self._left <= 0 or self._to_play <= 0:
            return None
        self._left -= 1
        self._to_play -= len(said)
        try:
            Run(self._begin, said)
        except Violation as violation:
            if put_in and violation.code in _LACKING and self._tells_true(said):
                return said
            ways = self._ways(said, violation) if put_in < MOST_LACKING else iter(())
            return next((found for way in ways if (found := self.complete(way, put_in + 1))), None)
        return said

    def _tells_true(self, said: list[Pair]) -> bool:
        """Whether what is refused is none that answers, but tells what happens by itself."""
        self._to_play -= len(said) * len(said)
        return self._to_play > 0 and self._underway.tells_true(said)

    def _ways(self, said: list[Pair], violation: Violation) -> Iterator[list[Pair]]:
        """What is said with something more, where that is refused."""
        at = violation.clause
        if at is None or violation.code not in _LACKING:
            yield from self._underway.in_full(violation, said)
            return
        for question in self._asked(said[:at], violation.code == "surplus-clause"):
            yield from self._with_more(said, at, question)

    def _with_more(self, said: list[Pair], at: int, question: Question) -> list[list[Pair]]:
        """What is said with one answer more to a question at a place."""
        if question.always_said:
            return []
        answers = list(islice(question.legal(), MOST_LOOKED_AT))
        behind = [answer for _, answer in said[at:]]
        answers.sort(key=lambda answer: not self._underway.akin(answer, behind))
        return [[*said[:at], (question.who, answer), *said[at:]] for answer in answers[:MOST_ANSWERS]]

    def _asked(self, said: Sequence[Pair], left_out: bool) -> Iterator[Question]:
        """What has to be answered behind what is said; with `left_out` what need not be."""
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
    """What is owed at a place, once the answer there has named what it is about: `Hue-2at` wants Hue's die.

    None where it names nothing that is owed, or nothing more is owed then.
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


def say_fault_behind(violation: Violation, begin: Begin, said: Sequence[Pair], owed: Question) -> None:
    """Have a Violation tell what refuses something behind it, whatever answers what is owed at its place.

    Where that depends on the answer, it is those that count that are about what stands behind. It stays as it
    is where these differ, too, or something is only missing there.
    """
    at, faults, akin = violation.clause, list[Violation](), list[Violation]()
    assert at is not None, "something is owed before an answer"
    underway, behind = begin(), [answer for _, answer in said[at:]]
    answers = sorted(
        islice(owed.legal(), MOST_LOOKED_AT), key=lambda answer: not underway.akin(answer, behind)
    )
    for answer in answers[:MOST_ANSWERS]:
        try:
            Run(begin, [*said[:at], (owed.who, answer), *said[at:]])
        except Violation as refused:
            faults.append(refused)
            if underway.akin(answer, behind):
                akin.append(refused)
    alike = next(
        (some for some in (faults, akin) if some and len({_told(fault) for fault in some}) == 1), None
    )
    fault = alike[0] if alike else None
    if fault is None or fault.clause is None or fault.clause <= at + 1 or fault.code in _LACKING:
        return
    violation.restate(fault.refusal)
    violation.add(f"what is owed before it, too: {owed.prompt} ({owed.rule})")
    violation.clause, violation.asked, violation.legal = fault.clause - 1, fault.asked, ()


def _told(fault: Violation) -> tuple[object, ...]:
    return fault.code, fault.rule, fault.message, fault.clause
