"""A walk through the questions of a procedure: the open questions, their answers, and the next step.

A `ProcedureWalk` never changes: `say` gives the next one. It hands its live procedure to the first next walk,
or lets it pass questions to see those after them. If the procedure is needed here again, it is played again
up to here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

import msgspec

from fitl_core.asking.questions import (
    Question,
    Shuffle,
    accepts,
    ask_for_the_same,
    drawn,
    forced_answer,
    is_idle,
    takes_other_forms,
    with_beside,
)
from fitl_core.asking.runs import MOST_PLAYED, Begin, EndSearch, Run, RunUnderway, run_leads_on
from fitl_core.asking.written_answers import Pair
from fitl_core.errors import Violation

INTERRUPTED = 4
"""One of this number of sampled answers prefers a question that interrupts another."""
Filter = Callable[[Any], bool]
Place = tuple[int, bool]
"""An open question: the number of questions that are passed before it, and whether it interrupts there."""
Explain = Callable[[Begin, Sequence[Pair]], None]
"""Raises the `Violation` of refused answers with its reason."""


class OpenQuestion:
    """An open question in a walk; its answers are computed when they are asked for."""

    def __init__(self, walk: ProcedureWalk, depth: int, beside: bool, question: Question) -> None:
        self._walk = walk
        self._depth = depth
        self._beside = beside
        self.who: str = question.who
        self.rule: str = question.rule
        self.prompt: str = question.prompt
        self.step: str = question.named_step
        self.forms: tuple[str, ...] = question.answer_forms
        self.optional: bool = question.optional
        self.by_chance: bool = question.by_chance
        self.most: int | None = getattr(question, "most", None)

    @property
    def clauses_before(self) -> int:
        """The number of clauses that were said before this question."""
        return len(self._walk.said)

    @property
    def underway(self) -> RunUnderway:
        """The action at the point of this question. Do not change it."""
        return self._walk.underway_at(self._depth)

    def legal(self, keep: Filter | None = None) -> Iterator[Any]:
        """Yield the answers that the question accepts, also those that lead to no end.

        `keep` selects among them. They are made one by one: take them before the walk goes on.
        """
        question = self._walk.question_at(self._depth, self._beside)
        for answer in question.candidates() if keep is not None else question.legal():
            if keep is None or (keep(answer) and accepts(question, answer)):
                yield answer

    def fitting(self, order: Callable[[Iterator[Any]], Iterator[Any]]) -> Iterator[Any]:
        """Yield the answers that the question accepts, tested one by one in the given order."""
        question = self._walk.question_at(self._depth, self._beside)
        return filter(partial(accepts, question), order(question.candidates()))

    def accepts(self, answer: Any) -> bool:
        """Check whether something fits the question."""
        return accepts(self._walk.question_at(self._depth, self._beside), answer)

    def leads_on(self, answer: Any) -> bool:
        """Check whether an accepted answer leads to an end; else it is not offered."""
        return not self._is_tried or self._walk.leads_on(self._depth, self._beside, answer)

    def answers(self, keep: Filter | None = None, most: int | None = None) -> tuple[Any, ...]:
        """Return the offered answers, at most `most`; `keep` selects among them."""
        offered = filter(self.leads_on, self.legal(keep)) if self._is_tried else self.legal(keep)
        return tuple(islice(offered, most))

    @property
    def _is_tried(self) -> bool:
        return self._walk.is_tried(self._walk.question_at(self._depth, self._beside))


class _Scout:
    """A run that has passed a number of questions."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.depth = 0
        self._passed: set[str] = set()
        """The forms of answers that a passed question could have taken."""
        self._is_unsure = False
        """Whether a passed question could have taken other answers, too, or was answered by force."""

    def pass_on(self) -> None:
        """Pass one more question."""
        question = self.run.pending
        if question is not None:
            for each in with_beside(question):
                self._passed.update(each.answer_forms)
                self._is_unsure |= not each.optional or takes_other_forms(each)
        self.run.pass_on()
        self.depth += 1

    def stands_for(self, who: str | None, answer: Any) -> bool:
        """Check whether an answer passes the same questions and answers the one at which the run stands."""
        question = self.run.pending
        return (
            question is not None
            and not self._is_unsure
            and (who is None or who == question.who)
            and self._passed.isdisjoint(question.answer_forms)
            and not (self._passed and takes_other_forms(question))
            and accepts(question, answer)
        )


class ProcedureWalk:
    """A procedure after the answers in `said`. A refused answer gets its reason from `explain`."""

    def __init__(
        self,
        begin: Begin,
        said: Sequence[Pair] = (),
        run: Run | None = None,
        search: EndSearch | None = None,
        explain: Explain | None = None,
    ) -> None:
        self._begin = begin
        self._explain = explain
        self._run = run if run is not None else Run(begin, said)
        self._course = self._run.course
        self._has_debt = self._run.underway.debt() is not None
        self.said: tuple[Pair, ...] = self._course.said
        self._is_mine = True
        self._scout: _Scout | None = None
        self._found: list[OpenQuestion] = []
        self._unsaid: list[tuple[OpenQuestion, Any]] = []
        self._finder = self._find()
        self._places: list[Place] | None = None
        self._may_end: bool | None = None
        self._search = search if search is not None else EndSearch(begin)
        self._tried: dict[tuple[int, bool, Any], bool] = {}

    @property
    def underway(self) -> RunUnderway:
        """The action at this point. Do not change it."""
        return self._here().underway

    @property
    def pending(self) -> OpenQuestion | None:
        """The question at which the procedure stands, if any, also one whose answer may be implied."""
        question = self._here().pending
        return OpenQuestion(self, 0, False, question) if question is not None else None

    @property
    def first(self) -> OpenQuestion | None:
        """The first open question, if any: it is found without going further."""
        return self._found[0] if self._found else next(self._finder, None)

    def first_for(self, form: str) -> OpenQuestion | None:
        """Return the first question that an answer of this form fits, without the search for an end.

        A forced one counts. None if a question before it is required, or if no question fits.
        """
        depth = 0
        try:
            while (question := self._stand(depth).pending) is not None:
                if form in question.answer_forms and question.is_open():
                    return OpenQuestion(self, depth, False, question)
                if not (question.optional or forced_answer(question) is not None or is_idle(question)):
                    return None
                depth += 1
        except Violation:
            pass  # the end is refused: nothing is asked after here
        return None

    @property
    def questions(self) -> tuple[OpenQuestion, ...]:
        """The open questions: a required one, and the passable ones before it."""
        for _ in self._finder:
            pass
        return tuple(self._found)

    @property
    def unsaid(self) -> tuple[tuple[OpenQuestion, Any], ...]:
        """The questions that may be passed, in order: a forced one with its only answer, others with None."""
        for _ in self._finder:
            pass
        return tuple(self._unsaid)

    @property
    def may_end(self) -> bool:
        """Whether no further answer is required."""
        if self._may_end is None:
            self._all_places()
        assert self._may_end is not None
        return self._may_end

    def say(self, answer: Any, who: str | None = None, unproven: bool = False) -> ProcedureWalk:
        """Return the walk after one more answer; this one does not change.

        Without `who` the decider of its question gives it. Raises `Violation` as playing it does, or if an
        answer is still required and no end is found in `MOST_PLAYED` clauses. With `unproven` there is no
        such search.
        """
        try:
            run = self._run_behind(who, answer)
        except Violation:
            deciders = [found.who for found in self.questions if found.accepts(answer)] if who is None else []
            decider = deciders[0] if deciders else who
            try:
                run = self._run_behind(decider, answer)
            except Violation:
                if self._explain is not None:
                    self._explain(self._begin, (*self.said, (decider, answer)))
                raise
        debt = run.underway.debt()
        if debt is not None and not unproven and not self._is_proven(run):
            if self._search.given_up:
                tried = f"ways on of {MOST_PLAYED} clauses in all were tried, not all that there are"
                debt = msgspec.structs.replace(debt, facts=(*debt.facts, tried))
            raise Violation(debt, faction=run.said[-1][0], clause=len(self.said))
        return self._after(run)

    def behind(self, answer: Any, unproven: bool = False) -> ProcedureWalk | None:
        """Return the walk after one more answer by its decider, or None if `say` would raise, without an
        explanation.
        """
        try:
            run = self._run_behind(None, answer)
        except Violation:
            return None
        if run.underway.debt() is not None and not unproven and not self._is_proven(run):
            return None
        return self._after(run)

    def _after(self, run: Run) -> ProcedureWalk:
        return ProcedureWalk(self._begin, run=run, search=self._search, explain=self._explain)

    def sample(self, shuffle: Shuffle) -> ProcedureWalk | None:
        """Return the walk after one legal answer in random order; None if no question has any.

        First a question is drawn, then one of its answers. Answers are tested one by one until one is legal.
        """
        for depth, beside in self._in_order(shuffle):
            refused: set[Any] = set()
            question = self.question_at(depth, beside)
            while (answer := self._drawn(question, shuffle, refused)) is not None:
                if (found := self._after_drawn(question, answer)) is not None:
                    return found
                refused.add(answer)
                question = self.question_at(depth, beside)
        return None

    def _in_order(self, shuffle: Shuffle) -> Iterator[Place]:
        """Yield the places of questions in a random order, in most cases those that interrupt last."""
        places = self._all_places()
        interrupting = [place for place in places if place[1]]
        others = [place for place in places if not place[1]]
        parts = [others, interrupting]
        if interrupting and next(shuffle(range(INTERRUPTED))) == 0:
            parts.reverse()
        for part in parts:
            yield from shuffle(part)

    @staticmethod
    def _drawn(question: Question, shuffle: Shuffle, refused: set[Any]) -> Any:
        """Return an answer that a question accepts, other than those refused; None if there is none."""
        for answer in drawn(question, shuffle):
            if answer not in refused and accepts(question, answer):
                return answer
        return None

    def _after_drawn(self, question: Question, answer: Any) -> ProcedureWalk | None:
        """Return the walk after a drawn answer; None if it leads to no end."""
        is_tried, needs_more = self.is_tried(question), question.needs_more
        try:
            run = self._run_behind(question.who, answer)
        except Violation:
            return None
        after = self._after(run)
        if after._has_debt:
            return after if self._is_proven(run) else None
        return after if not is_tried or after._goes_on(not needs_more) else None

    def _goes_on(self, may_end: bool) -> bool:
        """Check whether any answer is legal here, or (with `may_end`) the end, as `runs.goes_on` does."""
        depth = 0
        try:
            while (question := self._stand(depth).pending) is not None:
                unsaid = not question.optional and forced_answer(question) is not None
                if not unsaid and not (question.optional and question.always_said) and question.is_open():
                    return True
                if not (question.optional or unsaid or is_idle(question)):
                    return False
                depth += 1
        except Violation:
            return False
        return may_end

    def _all_places(self) -> list[Place]:
        """Return the places of the questions that may be answered here. Some may have no answer."""
        if self._places is not None:
            return self._places
        self._places = places = []
        by_force: list[tuple[Question, int]] = []
        depth = 0
        try:
            while (question := self._stand(depth).pending) is not None:
                forced = None if question.optional else forced_answer(question)
                if forced is not None:
                    by_force.append((question, depth))
                else:
                    again = (at for asked, at in by_force if ask_for_the_same(question, asked))
                    places.append((next(again, depth), False))
                    if question.beside is not None:
                        places.append((depth, True))
                    if not question.optional and not is_idle(question):
                        self._may_end = False
                        return places
                depth += 1
            self._may_end = True
        except Violation:
            self._may_end = False  # the end is refused: an optional question is required
        return places

    def _is_proven(self, run: Run) -> bool:
        """Whether an end was found after the last answer, for any result of chance.

        Dice were proven with the answer before them, unless a question was skipped between.
        """
        if not run.written.answered_by_chance:
            return self._search.finds_end(run.said, run.course)
        question = self.question_at(0)
        if question.by_chance:
            return True
        faces = [face for found in self.questions if found.by_chance for face in found.legal()]
        who = run.said[-1][0]
        return all(self._search.finds_end((*self.said, (who, face)), self._course) for face in faces)

    def _run_behind(self, who: str | None, answer: Any) -> Run:
        """Return the run of the scout, the live run or another, after one more answer, and give it away."""
        if self._scout is not None and self._scout.stands_for(who, answer):
            run, self._scout = self._scout.run, None
        else:
            run = self._here()
            self._is_mine = False
        run.say(who, answer)
        return run

    # -- runs ---------------------------------------------------------------------------------

    def _here(self) -> Run:
        """Return a run at this point: the live one, or another."""
        if not self._is_mine:
            self._run = Run.along(self._begin, self._course)
            self._is_mine = True
        return self._run

    def question_at(self, depth: int, beside: bool = False) -> Question:
        """Return the question this number of questions after here, in a run at that point."""
        question = self._stand(depth).pending
        assert question is not None
        if beside:
            assert question.beside is not None
            return question.beside
        return question

    def underway_at(self, depth: int) -> RunUnderway:
        """Return the action this number of questions after here."""
        return self._stand(depth).underway

    def _stand(self, depth: int) -> Run:
        if depth == 0:
            return self._here()
        scout = self._scout
        if scout is None or scout.depth > depth:
            scout = _Scout(self._here())  # to play the live run up to here again is needed only sometimes
            self._is_mine = False
        self._scout = None
        while scout.depth < depth:
            scout.pass_on()
        self._scout = scout
        return scout.run

    def _find(self) -> Iterator[OpenQuestion]:
        """Yield the open questions one by one."""
        depth = 0
        by_force: list[tuple[Question, OpenQuestion]] = []
        try:
            while (question := self._stand(depth).pending) is not None:
                forced = None if question.optional else forced_answer(question)
                if forced is not None:
                    by_force.append((question, OpenQuestion(self, depth, False, question)))
                    self._unsaid.append((by_force[-1][1], forced))
                owed = not question.optional and forced is None
                lapses = is_idle(question)
                if question.optional or owed:
                    again = (found for asked, found in by_force if ask_for_the_same(question, asked))
                    yield from self._offered(depth, question, next(again, None))
                if owed and not lapses:
                    self._may_end = False
                    return
                depth += 1
            self._may_end = True
        except Violation:
            self._may_end = False  # the end is refused: an optional question is required

    def _offered(self, depth: int, question: Question, first: OpenQuestion | None) -> Iterator[OpenQuestion]:
        """Yield an open question, and the one that may interrupt it.

        `first` is a forced question for the same thing, if there is one. It is offered in place of this one.
        """
        for beside in (False, True) if question.beside is not None else (False,):
            found = OpenQuestion(self, depth, beside, self.question_at(depth, beside))
            if first is not None and not beside:
                found = first
            if found.answers(most=1):
                self._found.append(found)
                if found.optional:
                    self._unsaid.append((found, None))
                yield found

    # -- legal ends ----------------------------------------------------------------------------

    def is_tried(self, question: Question) -> bool:
        """Check whether an answer may lead to no end, so that it must be tried."""
        return not question.by_chance and (question.is_tried or self._has_debt)

    def leads_on(self, depth: int, beside: bool, answer: Any) -> bool:
        """Check whether an answer to a question leads to an end."""
        key = (depth, beside, answer)
        if key not in self._tried:
            question = self.question_at(depth, beside)
            self._tried[key] = self._try((question.who, answer), not question.needs_more)
        return self._tried[key]

    def _try(self, answer: Pair, may_end: bool) -> bool:
        if self._has_debt:
            return self._search.finds_end((*self.said, answer), self._course)
        try:
            run = Run.along(self._begin, self._course, (answer,))
        except Violation:
            return False
        return run_leads_on(run, self._search, may_end)
