"""Find the reason of a refusal from the questions that were asked.

Nothing here runs for legal moves. A refused move is played again with every question kept. Then each question
is compared with the answer that none accepted, the last question first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile, islice
from typing import Any, Never, cast

import msgspec

from fitl_core.asking.budgets import Budget, bounded, ends, spend
from fitl_core.asking.questions import (
    Question,
    Taken,
    accepts,
    answers_to,
    ask_for_the_same,
    is_idle,
    with_beside,
)
from fitl_core.asking.runs import EndSearch, Run, leads_on
from fitl_core.asking.traced_answers import TracedAnswer, TracedAnswers
from fitl_core.asking.written_answers import Pair, RefusedAnswer, nothing_there, refusing, say_missing
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import EVENT, TRANSFER, VERBS
from fitl_core.reading.completions import can_be_completed
from fitl_core.reading.faults_and_debts import owed_behind, say_fault_behind
from fitl_core.reading.meanings import tells_true
from fitl_core.reading.missing_sources import NOT_AVAILABLE, ask_for_source, can_name_sources
from fitl_core.reading.path_walks import ActionUnderway, Begin
from fitl_core.record.clauses import Clause, Verb
from fitl_core.record.spoken import Said
from fitl_core.rules.events.unwritten import OneOfAll
from fitl_core.rules.forms.piece_questions import PiecesChoice
from fitl_core.rules.forms.space_questions import SpaceChoice
from fitl_core.rules.misplaced_clauses import refuse_misplaced
from fitl_core.rules.progress import Progress
from fitl_core.rules.steps import refuse_foreign, tag_of
from fitl_core.state.state import State

MOST_PLAYED = 2_000
"""The most clauses that are played to find the reason of one refusal."""
MOST_TRIED_BEHIND = 1_500
"""The most clauses that are played to find whether a debt after the last answer can be paid."""
MOST_OFFERED = 600
"""The most clauses that are played to find which verbs may begin a segment at the refusal."""
MOST_TRIED = 24
"""The most answers of a required question that are tried before the later clauses."""
_WRITTEN = ("said", "opened")
_UNEXPLAINED = ("missing-choice", "surplus-clause")
FEW = 4
"""A passable question is tried in this way only if it has no more answers."""
_IS_PAST = ("answered-already", "too-late")
"""The codes of reasons about a closed question, for which nothing is legal any more."""


@bounded(MOST_PLAYED)
def explain(underway: ActionUnderway, begin: Begin, said: Sequence[Said], to_end: bool = True) -> Never:
    """Play a refused move again, and raise its `Violation` with the reason. `underway` has just begun.

    Without `to_end` answers may be missing after the last one.
    """
    underway.progress.closed = []
    written = _Explained(said, underway)
    violation, owed = _refused(underway, written, to_end)
    spend(written.at + 1)
    at = violation.clause
    if violation.code == "missing-choice" and at is None and owed is not None:
        _say_what_is_owed(violation, underway, begin, said, owed)
    if at is not None and at < len(said):
        place = _Place(underway, begin, written, at)
        if violation.code in _UNEXPLAINED:
            place.explain(violation, owed)
        elif _lacks_sources(violation, begin, said, at):
            violation.incomplete = True
            ask_for_source(violation, begin, said, at)
        else:
            if written.refused_in_passing(at):
                place.explain_in_passing(violation)
            if isinstance(owed, SpaceChoice) and not owed.optional and violation.code != "no-answer":
                violation.incomplete = can_be_completed(begin, said)
    offer_what_leads_on(violation, owed, begin, said)
    violation.position = written.marked.get(violation.clause)
    raise violation


def explain_so_far(begin: Any, said: Sequence[Pair]) -> Never:
    """Raise the `Violation` of a refused move to which answers may be added.

    Any Faction may give an answer without a giver.
    """
    explain(begin(), begin, cast("Sequence[Said]", said), to_end=False)


def _lacks_sources(violation: Violation, begin: Begin, said: Sequence[Said], at: int) -> bool:
    """Check whether only the place is missing from which pieces are taken up (1.4.1)."""
    if violation.code != NOT_AVAILABLE or not can_name_sources(begin, said, at):
        return False
    return can_be_completed(begin, said)


def _say_what_is_owed(
    violation: Violation, underway: ActionUnderway, begin: Begin, said: Sequence[Said], owed: Question
) -> None:
    """Decide whether a missing answer at the end is a debt (some answer leads to an end) or a fault."""
    with Budget(MOST_TRIED_BEHIND):
        search = EndSearch(begin)
        violation.incomplete = search.finds_end(said) or search.given_up
    if not violation.incomplete:
        violation.restate(underway.debt() or nothing_there(owed, []))
        violation.clause, violation.legal = len(said) - 1, ()


class _Explained(TracedAnswers):
    """Written answers that record, for each clause, its first refusing question and the position then."""

    def __init__(self, said: Sequence[Said], underway: ActionUnderway) -> None:
        super().__init__(said, explain=True)
        self._underway = underway
        self._refusing: dict[int, Question] = {}
        self.marked: dict[int | None, State] = {}

    def _refusal_by(self, question: Question, refusal: Refusal) -> RefusedAnswer:
        if self.at not in self._refusing:
            self._refusing[self.at] = question
            self.marked[self.at] = self._underway.draft.freeze()
        return super()._refusal_by(question, refusal)

    def refused_in_passing(self, at: int) -> bool:
        """Check whether a question refused an answer that would only have opened it."""
        if (asked := self._refusing.get(at)) is None:
            return False
        by = refusing(asked, self.said[at][1])
        form = tag_of(self.said[at][1])
        return by.looks_anew and form not in by.answer_forms


def _refused(
    underway: ActionUnderway, written: TracedAnswers, to_end: bool
) -> tuple[Violation, Question | None]:
    """Return the Violation of the written answers, and the question that is required there."""
    question, value = None, None
    try:
        try:
            while to_end or not written.exhausted:
                question = underway.procedure.send(value)
                value = written.answer(question)
            underway.procedure.send(value)  # the rules may refuse the consequence of the last answer
        except StopIteration:
            question = None
            written.finish()
        except Violation as violation:
            written.blame(violation)
            raise
    except Violation as violation:
        return violation, question
    raise AssertionError("what was refused is refused again")


class _Place:
    """The answer that no question accepted, at its place among all answers."""

    def __init__(self, underway: ActionUnderway, begin: Begin, written: TracedAnswers, at: int) -> None:
        self._underway = underway
        self._begin = begin
        self._heard = written.heard
        self._said = cast("list[Said]", list(written.said))
        self._at = at
        self._who, self._answer = written.said[at]

    def explain(self, violation: Violation, owed: Question | None) -> None:
        """Put the reason into a Violation, which stays if there is no better one."""
        if blame_what_came_early(violation, self._heard, self._begin, self._said):
            return
        part = self._part(self._at)
        foreign = None if part is None else refuse_foreign(part.name, self._answer)
        if owed is not None:
            by_owed = self._by_owed(violation, owed)
            if owed.always_said and not violation.incomplete and self._is_settled(violation, foreign):
                return
            if self._is_settled(violation, by_owed):
                return
        if violation.incomplete or self._is_settled(
            violation, _closed(self._underway.progress, part, self._answer)
        ):
            return
        here, elsewhere = self._same_part()
        if self._is_over(violation, here):
            return
        if self._is_settled(violation, foreign):
            return
        if self._is_over(violation, elsewhere):
            return
        if owed is not None:
            self._is_settled(violation, self._by_another_form(owed))
            return
        for question in self._passed():
            if any(refusal is None for refusal in self._behind(violation, question)):
                say_missing(violation, question)
                return
        self._name_last(violation, here)

    def _name_last(self, violation: Violation, here: list[TracedAnswer]) -> None:
        """Name the last question there for such an answer, or else the last of all.

        A question without answers says so: it lapsed, together with the questions after it.
        """
        form = tag_of(self._answer)
        heard = here or self._heard[::-1]
        answered = {each.key for each in heard if each.how != "nothing"}
        unanswered = (each.question for each in heard if each.key not in answered)
        idle = next((question for question in unanswered if is_idle(question)), None)
        if idle is not None:
            violation.last_asked, violation.faction = idle.prompt, idle.who
            violation.restate(nothing_there(idle, self._said[self._at :]))
            return
        asked = [(each, part) for each in heard for part in with_beside(each.question)]
        asked = [each for each in asked if not each[1].always_said] or asked
        alike = [each for each in asked if form in each[1].answer_forms]
        last, question = (alike or asked)[0]
        of_it = " for such a thing" if alike else ""
        violation.last_asked = question.prompt
        facts = (*violation.facts, f"the last question{of_it}: {question.prompt} ({question.rule})")
        rule = violation.rule if question.always_said else question.rule
        told = msgspec.structs.replace(violation.refusal, rule=rule, facts=facts)
        if (astray := self._astray(alike, asked)) is not None:
            told = msgspec.structs.replace(astray, facts=(*astray.facts, *told.facts))
        violation.restate(told)
        if last.how in _WRITTEN:
            violation.closed_by = (last.at,)

    def _astray(self, *heard: list[tuple[TracedAnswer, Question]]) -> Refusal | None:
        """Return why the answer has no place in its segment, by the questions that were asked there."""
        part = self._part(self._at)
        left = [[question for each, question in those if each.how not in _WRITTEN] for those in heard]
        return None if part is None else refuse_misplaced(self._underway.progress, part, self._answer, *left)

    def explain_in_passing(self, violation: Violation) -> None:
        """Return optional question A's reason if question B refused the answer only because A was skipped.

        A question that was skipped before another selection is over, and does not count.
        """
        if self._is_settled(violation, _closed(self._underway.progress, self._part(self._at), self._answer)):
            return
        form = tag_of(self._answer)
        left_out = []
        for heard in self._same_part()[0]:
            if heard.how in _WRITTEN and heard.question.looks_anew:
                break
            says_more = getattr(heard.question.take(self._answer), "code", "") != violation.code
            if heard.how == "nothing" and form in heard.question.answer_forms and says_more:
                left_out.append(heard)
        self._is_over(violation, left_out)

    def _is_settled(self, violation: Violation, refusal: Refusal | None) -> bool:
        """Put a reason into the Violation; return whether there is one."""
        if refusal is not None:
            violation.restate(refusal)
        return refusal is not None

    # -- debts before it ----------------------------------------------------------------------

    def _by_owed(self, violation: Violation, owed: Question) -> Refusal | None:
        """Return the reason of the required question; None if its answer would not help."""
        if (refusal := self._for_another(owed)) is not None:
            return refusal
        moved = self._moved_behind(owed, 1)
        if not owed.always_said and can_be_completed(self._begin, self._said):
            violation.incomplete = True
            if (named := owed_behind(self._begin, self._said, self._at)) is not None:
                say_missing(violation, named)
            return violation.refusal
        if moved is not None:
            return too_early(owed)
        refusals = self._behind(violation, owed)
        if not violation.incomplete and self._moved_behind(owed, MOST_TRIED) is not None:
            return too_early(owed)
        is_explained = violation.incomplete or owed.always_said
        if not is_explained and say_fault_behind(violation, self._begin, self._said, owed):
            return violation.refusal
        if any(refusal is None for refusal in refusals) or (not refusals and owed.is_open()):
            return violation.refusal
        if owed.always_said:
            return None
        reasons = {(refusal.code, refusal.rule): refusal for refusal in refusals if refusal is not None}
        alike = next(iter(reasons.values())) if len(reasons) == 1 else None
        return None if alike is None or alike.code in _UNEXPLAINED else alike

    def _moved_behind(self, owed: Question, most: int) -> list[Said] | None:
        """Return the answers with this one and its clauses moved after the answer that is required first.

        At most this number of answers stand between. None if it has no place there.
        """
        before, rest = self._said[: self._at], self._said[self._at :]
        unsaid = [each.question for each in self._heard if each.at == self._at]
        own = [each for each in (owed, *unsaid) if each.who == owed.who]
        answers = [who in (None, owed.who) and any(accepts(q, a) for q in own) for who, a in rest[: most + 1]]
        begins = answers.index(True) if True in answers else 0
        it, behind = rest[:begins], rest[begins:]
        if len({who for who, _ in it}) != 1:
            return None
        for place in range(1, min(len(behind), MOST_TRIED) + 1):
            if ends("more places where a clause may belong"):
                return None
            moved = [*before, *behind[:place], *it, *behind[place:]]
            if self._try(moved) is None or tells_true(self._begin, moved):
                return moved
        return None

    def _behind(self, violation: Violation, question: Question) -> list[Refusal | None]:
        """Return for each answer to an earlier question whether this answer is accepted (None) or refused.

        If all clauses have their place then, the move is only incomplete.
        """
        before, behind = self._said[: self._at], self._said[self._at :]
        refusals: list[Refusal | None] = []
        most = 1 if question.always_said else MOST_TRIED  # the begun segment continues, or another one begins
        for answer in islice(question.legal(), most):
            if refusals and ends("more answers to what is owed"):
                break
            said = [*before, (Faction(question.who), answer)]
            refusals.append(self._try([*said, behind[0]]))
            if refusals[-1] is None and self._try([*said, *behind]) is None:
                violation.incomplete = True
                break
        return refusals

    def _try(self, said: Sequence[Said]) -> Refusal | None:
        try:
            Run(self._begin, said)
        except Violation as violation:
            return violation.refusal
        return None

    def _passed(self) -> Iterator[Question]:
        """Return the questions that were skipped right before the answer, if they have few answers."""
        for heard in reversed(self._heard):
            if heard.how in ("said", "opened"):
                return
            for question in with_beside(heard.question):
                few = not question.by_chance and len(list(islice(question.legal(), FEW + 1))) <= FEW
                if question.optional and few:
                    yield question

    # -- earlier questions -----------------------------------------------------------------------

    def _part(self, at: int) -> Verb | None:
        """Return the answer that opened the segment of a place; None if it opens one itself."""
        if isinstance(self._said[at][1], Verb):
            return None
        begun = (answer for _, answer in reversed(self._said[:at]) if isinstance(answer, Verb))
        return next(begun, None)

    def _opened(self) -> int:
        """Return the place of the answer that opened the segment of this answer."""
        return max((at for at in range(self._at) if isinstance(self._said[at][1], Verb)), default=0)

    def _same_part(self) -> tuple[list[TracedAnswer], list[TracedAnswer]]:
        """Return the questions in the answer's segment, and in segments with the same opening, last first."""
        part = self._part(self._at)
        if part is None:
            return self._heard[::-1], []
        opened = self._opened()
        here = [heard for heard in self._heard if heard.at > opened]
        alike = [heard for heard in self._heard if 0 < heard.at <= opened and self._part(heard.at) == part]
        return here[::-1], alike[::-1]

    def _is_over(self, violation: Violation, asked: list[TracedAnswer]) -> bool:
        """Check whether one of these questions would have accepted the answer, or explains why not."""
        own = [heard for heard in asked if self._would_use(heard.question)]
        others = [heard for heard in asked if not self._would_only_open(heard.question)]
        for heard in own or [*others, *(heard for heard in asked if heard not in others)]:
            for question in with_beside(heard.question):
                refusal = self._for_another(question) or self._by_asked(violation, heard, question)
                if refusal is not None:
                    violation.restate(refusal)
                    violation.faction = question.who
                    if refusal.code not in _IS_PAST:
                        violation.asked = question.prompt
                    return True
        return False

    def _would_use(self, question: Question) -> bool:
        """Check whether a question would have accepted the answer and used it up."""
        taken = question.take(self._answer)
        return self._who in (None, question.who) and isinstance(taken, Taken) and taken.consumed

    def _would_only_open(self, question: Question) -> bool:
        """Check whether a question would have accepted the answer as a selection, without using it up."""
        taken = question.take(self._answer)
        return isinstance(taken, Taken) and not taken.consumed

    def _for_another(self, question: Question) -> Refusal | None:
        """Check whether another Faction would have to give the answer."""
        if self._who in (None, question.who) or question.by_chance:
            return None
        if question.take(self._answer) is None:
            return None
        why = f"{question.who} decides this, not {self._who}: {question.prompt}"
        return Refusal("wrong-speaker", question.rule, why)

    def _by_another_form(self, owed: Question) -> Refusal | None:
        """Return the reason of the first question there, up to the required one, that knows the answer."""
        asked = [heard.question for heard in self._heard if heard.at == self._at]
        reasons = (question.why_not(self._answer) for question in [*asked, owed])
        return next((why for why in reasons if why is not None), None)

    def _by_asked(self, violation: Violation, heard: TracedAnswer, question: Question) -> Refusal | None:
        """Return the reason of an earlier question against the answer now."""
        answer = question.take(self._answer)
        if answer is None or (isinstance(answer, Refusal) and question.looks_anew):
            return answer
        behind = dropwhile(lambda each: each is not heard, self._heard)
        by = next((each for each in behind if each.how in _WRITTEN), None)
        is_others_turn = heard.how == "forced" and by is not None and by.question.who != question.who
        if heard.how == "nothing" or is_others_turn:
            if isinstance(answer, Refusal):
                return answer
            violation.closed_by = () if by is None else (by.at,)
            facts: tuple[str, ...] = ()
            if by is not None:
                whose = f"{by.question.who}, " if is_others_turn else ""
                facts = (f"what stands before it answers: {whose}{by.question.prompt} ({by.question.rule})",)
            return Refusal("too-late", question.rule, f"this comes too late for “{question.prompt}”", facts)
        if isinstance(answer, Refusal) and heard.how in _WRITTEN:
            part = refusing(question, self._answer)
            if len(heard.asked) > 1 and (part.rule, part.named_step) != heard.answered:
                return None  # another part of it was answered, and this one still refuses it
        alike = [each for each in self._heard if each.how in _WRITTEN and each.key == heard.key]
        same = [each.at for each in alike if each.question.prompt == heard.question.prompt]
        violation.closed_by = tuple(dict.fromkeys(same))
        if len(same) == 1 and (too_much := self._with(question, self._said[same[0]][1])) is not None:
            return too_much
        facts = () if same else ("it was forced, and has been carried out",)
        why = f"that has been answered: {question.prompt}"
        if len(same) > 1 and same[0] > self._opened():
            why = f"that has been answered {len(same)} times, and is asked no more: {question.prompt}"
        elif same and question.once:
            why = question.once
        return Refusal("answered-already", question.rule, why, facts)

    def _with(self, question: Question, said: Any) -> Refusal | None:
        """Return why two answers together are refused, if a question would take both as one."""
        both = question.together(said, self._answer) if isinstance(question, PiecesChoice) else None
        return None if both is None else question.why_not(both)


def _closed(progress: Progress, part: Verb | None, answer: Clause) -> Refusal | None:
    """Return the last reason why no question asks for a clause any more, if there is one.

    No such reason concerns transfers (1.5.2), or the segment of another verb than its rule's. Any of them
    may concern an Event, which can grant anything.
    """
    if part is not None and part.name in TRANSFER:
        return None
    has_own = part is not None and part.name not in EVENT
    others = set(VERBS.values()) - {VERBS[part.name]} if part is not None and has_own else ()
    notes = (note for note in reversed(progress.closed or []) if note.rule not in others)
    return next((note.refusal for note in notes if note.concerns(answer)), None)


# -- answers that come before a question that is asked first --------------------------------------


def too_early(owed: Question) -> Refusal:
    """Refuse an answer that stands before that of a question that is asked first."""
    return Refusal("too-early", owed.rule, f"this comes too early: first {owed.prompt}")


def _is_one_of_all(question: Question) -> bool:
    """Check whether the forced answer of a question is one of several that are all due."""
    return isinstance(question, OneOfAll) or (isinstance(question, SpaceChoice) and question.due is not None)


def blame_what_came_early(
    violation: Violation, heard: Sequence[TracedAnswer], begin: Begin, said: Sequence[Said]
) -> bool:
    """Blame the answer that came before the refused one was taken as given. Return whether there is one.

    The refused answer is one of several that are all due. It is written after an answer to a later question.
    """
    at = violation.clause
    assert at is not None, "an answer is refused"
    refused = said[at][1]
    taken = [each for each in heard if each.how == "forced" and each.answer == refused and each.at < at]
    early = next((each for each in taken if _is_one_of_all(each.question)), None)
    if early is None:
        return False
    run = Run(begin, said[: early.at])
    while (question := run.pending) is not None and not ask_for_the_same(question, early.question):
        run.pass_on()
    violation.restate(too_early(early.question))
    violation.clause, violation.asked = early.at, early.question.prompt
    violation.legal = () if question is None else answers_to(question)
    return True


# -- legal alternatives shown with a refusal ------------------------------------------------------


def offer_what_leads_on(
    violation: Violation, owed: Question | None, begin: Begin, said: Sequence[Said]
) -> None:
    """List a beginning of a segment as legal only if it leads on: a verb needs a space that qualifies for it.

    If it could only come before a required answer, it must make that answer possible.
    """
    if not any(isinstance(answer, Verb) for answer in violation.legal):
        return
    search, at = EndSearch(begin), violation.clause
    before = said[:at]
    blocked = owed is not None and violation.code == "missing-choice" and not owed.is_open()

    def leads(answer: Any) -> bool:
        said_then = (*before, (None, answer))
        return search.finds_end(said_then) if blocked else leads_on(begin, said_then, search)

    with Budget(MOST_OFFERED):
        legal = [each for each in violation.legal if not isinstance(each, Verb) or leads(each)]
    violation.legal = tuple(legal)
    if owed is not None and blocked and not violation.legal:
        violation.incomplete = False
        violation.restate(nothing_there(owed, [] if at is None else said[at:]))
