"""A walk through the questions of a procedure: what is open, what answers it, and what comes then.

A `Walk` never changes: `say` gives the next one. It hands the procedure that it has kept alive to the
first; a second one, and what is asked behind a question that may be left out, is played anew up to there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from fitl_core.asking.questions import Question
from fitl_core.asking.reasons import explain
from fitl_core.asking.runs import MOST_RUNS, Begin, Run, Search, Underway, ends_unsaid, leads_on
from fitl_core.asking.written import Pair
from fitl_core.errors import Violation

Filter = Callable[[Any], bool]


class OpenQuestion:
    """A question that is open in a walk; its answers are made when they are looked at."""

    def __init__(self, walk: Walk, depth: int, beside: bool, question: Question) -> None:
        self._walk = walk
        self._depth = depth
        self._beside = beside
        self.who: str = question.who
        self.rule: str = question.rule
        self.prompt: str = question.prompt
        self.step: str = question.named_step
        self.forms: tuple[str, ...] = question.forms_of_answer()
        self.optional: bool = question.optional
        self.by_chance: bool = question.by_chance
        self.most: int | None = getattr(question, "most", None)

    @property
    def underway(self) -> Underway:
        """What is being carried out, as it stands where this is asked: not to be changed."""
        return self._walk.underway_at(self._depth)

    def legal(self, keep: Filter | None = None) -> Iterator[Any]:
        """The answers that the question accepts, also those behind which nothing leads to an end.

        With `keep` only those for which it is true. They are made one by one: take them before the walk
        goes on.
        """
        question = self._walk.question_at(self._depth, self._beside)
        for answer in question.candidates() if keep is not None else question.legal():
            if keep is None or (keep(answer) and question.accepts(answer)):
                yield answer

    def fitting(self, order: Callable[[Iterator[Any]], Iterator[Any]]) -> Iterator[Any]:
        """The answers that the question accepts, looked at one by one in an order that is given."""
        question = self._walk.question_at(self._depth, self._beside)
        return filter(question.accepts, order(question.candidates()))

    def accepts(self, answer: Any) -> bool:
        """Whether something fits the question."""
        return self._walk.question_at(self._depth, self._beside).accepts(answer)

    def leads_on(self, answer: Any) -> bool:
        """Whether an accepted answer leads to an end: it need not be offered else."""
        return not self._is_tried or self._walk.leads_on(self._depth, self._beside, answer)

    def answers(self, keep: Filter | None = None, most: int | None = None) -> tuple[Any, ...]:
        """The answers that are offered, at most so many; with `keep` only those for which it is true."""
        offered = filter(self.leads_on, self.legal(keep)) if self._is_tried else self.legal(keep)
        return tuple(islice(offered, most))

    @property
    def _is_tried(self) -> bool:
        return self._walk.is_tried(self._walk.question_at(self._depth, self._beside))


class Walk:
    """Where a procedure stands behind what has been `said`."""

    def __init__(
        self, begin: Begin, said: Sequence[Pair] = (), run: Run | None = None, search: Search | None = None
    ) -> None:
        self._begin = begin
        self._run = run if run is not None else Run(begin, said)
        self.said: tuple[Pair, ...] = self._run.said
        self._is_mine = True
        self._scout: tuple[Run, int] | None = None
        self._found: list[OpenQuestion] = []
        self._unsaid: list[tuple[OpenQuestion, Any]] = []
        self._finder = self._find()
        self._may_end: bool | None = None
        self._search = search if search is not None else Search(begin)
        self._tried: dict[tuple[int, bool, Any], bool] = {}

    @property
    def underway(self) -> Underway:
        """What is being carried out, as it stands here: not to be changed."""
        return self._here().underway

    @property
    def pending(self) -> OpenQuestion | None:
        """The question at which the procedure stands, if any, also one that need not be said."""
        question = self._here().pending
        return OpenQuestion(self, 0, False, question) if question is not None else None

    @property
    def first(self) -> OpenQuestion | None:
        """The question asked first, if any: it is found without going further."""
        return self._found[0] if self._found else next(self._finder, None)

    def first_for(self, form: str) -> OpenQuestion | None:
        """The first question that something of this form answers; found without trying what leads on.

        A forced one counts. None where a question before it is owed, or nothing answers it.
        """
        depth = 0
        try:
            while (question := self._stand(depth).pending) is not None:
                if form in question.forms_of_answer() and question.is_open():
                    return OpenQuestion(self, depth, False, question)
                if not (question.optional or question.forced() is not None or question.is_idle()):
                    return None
                depth += 1
        except Violation:
            pass  # the end is refused: nothing is asked behind here
        return None

    @property
    def questions(self) -> tuple[OpenQuestion, ...]:
        """The questions that are open: one that is owed, and those before it that may be left out."""
        for _ in self._finder:
            pass
        return tuple(self._found)

    @property
    def unsaid(self) -> tuple[tuple[OpenQuestion, Any], ...]:
        """What may be left unsaid, in order; a forced question with its only answer, others with None."""
        for _ in self._finder:
            pass
        return tuple(self._unsaid)

    @property
    def may_end(self) -> bool:
        """Whether nothing more needs to be said."""
        if self._may_end is None:
            self._may_end = ends_unsaid(self._begin, self.said)
        return self._may_end

    def say(self, answer: Any, who: str | None = None, unproven: bool = False) -> Walk:
        """The walk behind one more answer; this one stays as it is.

        Without `who` it is said by whoever decides what it answers. Raises `Violation` as playing it
        does, or where something is owed still and no end is found behind it in `MOST_RUNS` runs; if it may be
        `unproven`, none is looked for.
        """
        try:
            run = self._run_behind(who, answer)
        except Violation:
            deciders = [found.who for found in self.questions if found.accepts(answer)] if who is None else []
            if not deciders:
                explain(self._begin(), self._begin, (*self.said, (who, answer)), to_end=False)
            try:
                run = self._run_behind(deciders[0], answer)
            except Violation:
                explain(self._begin(), self._begin, (*self.said, (deciders[0], answer)), to_end=False)
        debt = run.underway.debt()
        if debt is not None and not unproven and not self._is_proven(run):
            if self._search.given_up:
                tried = f"the first {MOST_RUNS} ways on were tried, not all that there are"
                debt = msgspec.structs.replace(debt, facts=(*debt.facts, tried))
            raise Violation(debt, faction=run.said[-1][0], clause=len(self.said))
        return Walk(self._begin, run=run, search=self._search)

    def behind(self, answer: Any, unproven: bool = False) -> Walk | None:
        """The walk behind one more answer, by whoever decides it, or None where `say` raises: nothing is
        explained.
        """
        try:
            run = Run(self._begin, (*self.said, (None, answer)))
        except Violation:
            return None
        if run.underway.debt() is not None and not unproven and not self._is_proven(run):
            return None
        return Walk(self._begin, run=run, search=self._search)

    def _is_proven(self, run: Run) -> bool:
        """Whether an end has been found behind what was said last, whatever chance brings.

        What comes by chance was proven with the answer before it, unless something was left out between.
        """
        if not run.written.answered_by_chance:
            return self._search.finds_end(run.said)
        question = self.question_at(0)
        if question.by_chance:
            return True
        faces = [face for found in self.questions if found.by_chance for face in found.legal()]
        who = run.said[-1][0]
        return all(self._search.finds_end((*self.said, (who, face))) for face in faces)

    def _run_behind(self, who: str | None, answer: Any) -> Run:
        """The run kept alive, or another, behind one more answer; it is this walk's no more."""
        run = self._here()
        self._is_mine = False
        run.say(who, answer)
        return run

    # -- runs ---------------------------------------------------------------------------------

    def _here(self) -> Run:
        """A run that stands here: the one kept alive, or another."""
        if not self._is_mine:
            self._run = Run(self._begin, self.said)
            self._is_mine = True
        return self._run

    def question_at(self, depth: int, beside: bool = False) -> Question:
        """The question so many questions behind here, in a run that stands there."""
        question = self._stand(depth).pending
        assert question is not None
        if beside:
            assert question.beside is not None
            return question.beside
        return question

    def underway_at(self, depth: int) -> Underway:
        """What is being carried out, so many questions behind here."""
        return self._stand(depth).underway

    def _stand(self, depth: int) -> Run:
        if depth == 0:
            return self._here()
        run, at = self._scout if self._scout is not None else (None, 0)
        if run is None or at > depth:
            run, at = Run(self._begin, self.said), 0
        while at < depth:
            self._scout = None
            run.pass_on()
            at += 1
        self._scout = run, at
        return run

    def _find(self) -> Iterator[OpenQuestion]:
        """The open questions, one by one."""
        depth = 0
        by_force: list[tuple[Question, OpenQuestion]] = []
        try:
            while (question := self._stand(depth).pending) is not None:
                forced = None if question.optional else question.forced()
                if forced is not None:
                    by_force.append((question, OpenQuestion(self, depth, False, question)))
                    self._unsaid.append((by_force[-1][1], forced))
                owed = not question.optional and forced is None
                lapses = question.is_idle()
                if question.optional or owed:
                    first = next((found for asked, found in by_force if question.asks_for_what(asked)), None)
                    yield from self._offered(depth, question, first)
                if owed and not lapses:
                    self._may_end = False
                    return
                depth += 1
            self._may_end = True
        except Violation:
            self._may_end = False  # the end is refused: something that may be left out is owed

    def _offered(self, depth: int, question: Question, first: OpenQuestion | None) -> Iterator[OpenQuestion]:
        """A question that is open, and what may come in beside it.

        Where the same was asked for `first`, and is forced, that has to be said before this.
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

    # -- what leads on --------------------------------------------------------------------------

    def is_tried(self, question: Question) -> bool:
        """Whether an answer may lead to no end, so that it has to be tried."""
        return not question.by_chance and (question.is_tried or self.underway.debt() is not None)

    def leads_on(self, depth: int, beside: bool, answer: Any) -> bool:
        """Whether an answer to a question leads to an end."""
        key = (depth, beside, answer)
        if key not in self._tried:
            question = self.question_at(depth, beside)
            self._tried[key] = self._try((question.who, answer), not question.needs_more)
        return self._tried[key]

    def _try(self, answer: Pair, may_end: bool) -> bool:
        said = (*self.said, answer)
        if self.underway.debt() is not None:
            return self._search.finds_end(said)
        return leads_on(self._begin, said, self._search, may_end)
