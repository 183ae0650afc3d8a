"""One path of a search for the meaning of a move: it goes on as far as its next clauses are accepted.

The walk keeps one run alive. If no question accepts the next clause, it gives its search the paths that
branch there. Read `fitl_core.reading.move_reader` first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

import msgspec

from fitl_core.asking import runs
from fitl_core.asking.budgets import COPIES_PER_CLAUSE, spend
from fitl_core.asking.questions import (
    TESTS_PER_CLAUSE,
    Answer,
    Group,
    Question,
    Taken,
    accepts,
    answers_to,
    ask_for_the_same,
    group_of,
    is_of_set,
    part_refusing,
)
from fitl_core.errors import Refusal, Violation
from fitl_core.reading.equivalent_wordings import Rewording, rewordings
from fitl_core.reading.free_orders import (
    Used,
    floats,
    may_come_first,
    means_the_same,
    must_not_pass,
    nearest,
)
from fitl_core.reading.furthest_paths import NOT_ASKED
from fitl_core.reading.move_tokens import MoveToken
from fitl_core.reading.reading_paths import Edit, ReadingPath
from fitl_core.record.clauses import At, Clause, Number, Remove, Roll, SetLevel, Verb, space_of
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.name_questions import NumberChoice, naming
from fitl_core.rules.progress import Progress
from fitl_core.rules.shared.boxes import refute_box
from fitl_core.rules.shared.unstated_effects import EVENT, Statement, UnstatedEffects
from fitl_core.state.draft import Draft


class ActionUnderway(runs.RunUnderway, Protocol):
    """An action being carried out on a draft; `progress` is what its parts share."""

    draft: Draft
    progress: Progress

    def end(self) -> None:
        """Carry out the end of the action."""


Begin = Callable[[], ActionUnderway]


class ReadMove(NamedTuple):
    """The meaning of a written move: the clauses as the rules ask for them, and the edits that lead to them.

    `owes` tells whether a required answer is missing after the last clause. `underway` is the action after
    these clauses, before its end.
    """

    tokens: list[MoveToken]
    edits: tuple[Edit, ...]
    owes: bool
    underway: ActionUnderway

    @property
    def said(self) -> list[Said]:
        """The clauses, each with its speaker."""
        return [token.said for token in self.tokens]


class ReadingSearch:
    """What a path tells the search that it belongs to. Nothing matters to the simplest search."""

    def __init__(self, begin: Begin) -> None:
        self.begin = begin

    def push(self, path: ReadingPath) -> None:
        """Keep a branch of a path."""

    def note_end(self, path: ReadingPath, code: str, false: Callable[[], Violation | None]) -> None:
        """Note that a path cannot go on, by the code of a refusal; `false` tells a false statement."""

    def contradict(self, false: Violation) -> None:
        """Note the contradiction of a reading in which every clause has its place."""

    def may_be_false(self, token: MoveToken, pending: Question | None) -> bool:
        """Check whether a statement counts as false, where this question is pending and it is not true."""
        return False


class AskedRun(runs.Run):
    """A run along a path, which keeps the groups of the questions that it was asked.

    If a rule orders the answers of a group, each of its questions gets a group of its own.
    """

    underway: ActionUnderway

    def __init__(self, begin: Begin, said: Sequence[Said]) -> None:
        self.asked: list[Group] = []
        super().__init__(begin, said)

    def give(self, value: Any) -> None:
        """Give the value of an answer, and keep the next question."""
        super().give(value)
        if self.pending is not None:
            rule, step = group_of(self.pending)
            self.asked.append((rule, step if is_of_set(self.pending) else f"{step} {len(self.asked)}"))


class PathWalk:
    """One path that goes on as far as its next clauses are accepted.

    If it is stuck, `path` ends before the refused clause, `code` is that of the refusal, and `run` stands at
    the last question that was asked there. `wanted` are the clauses of which a rule demands one at the end.
    """

    run: AskedRun

    def __init__(self, search: ReadingSearch, path: ReadingPath) -> None:
        self._search = search
        self.path: ReadingPath = path
        self.code: str = ""
        self.wanted: tuple[Clause, ...] = ()
        self._opened: list[Clause] = []  # the next clause has named these, and may still answer
        self._chain = _Chain()

    def follow(self) -> ReadMove | None:
        """Return the reading if every clause is used; else note where it is stuck, and keep its branches."""
        try:
            self.run = AskedRun(self._search.begin, [token.said for token in self.path.said])
        except Violation:
            return None  # a clause that came first was meant for an earlier question
        while self.path.left:
            if not self._goes_on():
                return None
        return self._end()

    # -- the next clause --------------------------------------------------------------------------

    def _goes_on(self) -> bool:
        """Use the next clause, if a question accepts it; else keep the branches here."""
        chain = self._chain = _Chain()
        token = self.path.tokens[self.path.done]
        start = self._branching()
        spend(1)
        passed = False
        try:
            while (question := self.run.pending) is not None:
                answer = self._take(question, token)
                if isinstance(answer, Taken):
                    if (passed and floats(token)) or (not answer.consumed and self._is_named_later(token)):
                        self._search.push(self.path.waiting())
                    for other in chain.others:
                        self._search.push(start.brought_forward(other))
                    return self._use(token, answer)
                if self._answers_late():
                    continue
                self._look_around(start, question, token, answer)
                forced_by = (
                    isinstance(answer, Refusal)
                    and not question.optional
                    and question.why_not(token.clause) is not None
                )
                if not self.run.pass_on():
                    break
                if forced_by:
                    chain.forced_over.append(question)
                passed = True
        except Violation as violation:
            chain.refusal = chain.refusal or violation.refusal
        self._branch(start, token)
        return False

    def _branching(self) -> ReadingPath:
        """Return the path from which others branch: it says the names that the next clause implied."""
        path = self.path
        for named in self._opened:
            path = path.with_words(path.tokens[path.done].instead(named))
        return path

    def _take(self, question: Question, token: MoveToken) -> Answer:
        """Return what a question says to the next clause. Its first refusal is noted."""
        if token.of_event and not question.rule.startswith("card"):
            return None
        if token.who is not question.who and token.who != question.who and not question.by_chance:
            return None
        answer: Answer = question.take(token.clause)
        if type(answer) is not Taken and (beside := question.beside) is not None:
            answer = beside.take(token.clause) or answer
        if isinstance(answer, Taken):
            is_over = any(ask_for_the_same(question, over) for over in self._chain.forced_over)
            return None if is_over else answer
        if answer is not None:
            self._chain.note(question, answer)
        return answer

    def _use(self, token: MoveToken, taken: Taken) -> bool:
        """Give an accepted clause to its question."""
        if isinstance(token.clause, Verb) and not self._is_settled(token.segment):
            return False
        if any(must_not_pass(late, token) for late in self.path.pending):
            return False
        path = self.path
        at = len(self.run.asked) - 1
        self.run.give(taken.value)
        if not taken.consumed:
            named = naming(taken.value)
            self._opened += [] if named is None else [named]
            return True
        self._opened = []
        self.path = msgspec.structs.replace(
            path,
            done=path.done + 1,
            said=(*path.said, token),
            used=(*path.used, Used(token, at, 1)),
        )
        return True

    def _use_late(self, late: MoveToken, taken: Taken) -> None:
        """Let a clause that waited answer a question; the next clause in order stays the next one."""
        pending = tuple([each for each in self.path.pending if each is not late])
        self.run.give(taken.value)
        if taken.consumed:
            self.path = self.path.with_words(late, pending=pending)
        elif (named := naming(taken.value)) is not None:
            self.path = self.path.with_words(late.instead(named))

    def _look_around(self, start: ReadingPath, question: Question, token: MoveToken, answer: Answer) -> None:
        """Note the other ways to go on at a question that refuses the next clause."""
        chain, later = self._chain, [*nearest(start.later(), token)]
        spend(len(later) / TESTS_PER_CLAUSE)
        chain.others += [
            other
            for other in later
            if all(other is not each for each in chain.others)
            and other.who == question.who
            and accepts(question, other.clause)
            and may_come_first(other, token, start.used, question)
        ]
        if isinstance(token.clause, Statement) and not chain.is_true and self._is_true(token):
            chain.is_true = True
        if isinstance(token.clause, Number) and isinstance(answer, Refusal) and chain.meant is None:
            chain.meant = self._cut(question, token.clause, answer)

    # -- statements -------------------------------------------------------------------------------

    def _is_true(self, token: MoveToken) -> bool:
        """Check whether a clause states an effect that has followed by itself, and that no other states."""
        return self._effects().is_stated_by(token.clause, bool(self._opened))

    def _effects(self) -> UnstatedEffects:
        said = [token.clause for token in self.path.said]
        spend((len(said) + len(self.run.underway.draft.effects)) / COPIES_PER_CLAUSE)
        return UnstatedEffects(self.run.underway.draft, [*said, *self.path.stated])

    def _is_settled(self, segment: float) -> bool:
        """Check whether all statements that must be true before a segment begins are true."""
        for late in self.path.pending:
            if self._last_segment(late) >= segment:
                continue
            if not self._effects().is_stated_by(late.clause):
                if not late.asked:
                    self._search.note_end(self.path, NOT_ASKED[0], partial(self._is_false, late))
                return False
            pending = tuple([each for each in self.path.pending if each is not late])
            stated = (*self.path.stated, late.clause)
            self.path = msgspec.structs.replace(self.path, pending=pending, stated=stated)
        return True

    def _cut(self, question: Question, clause: Number, refusal: Refusal) -> Number | None:
        """Return the legal amount, if a refused figure differs from it by the end of a track (1.8)."""
        if refusal.code != "wrong-amount" or clause.space:
            return None
        part = part_refusing(question, clause)
        if isinstance(part, NumberChoice) and part.whole == clause.change:
            meant = [each for each in answers_to(part) if isinstance(each, Number)]
        else:
            meant = [each for each in answers_to(question) if self._leaves(each, clause)]
        return meant[0] if len(meant) == 1 else None

    def _leaves(self, asked: object, written: Number) -> bool:
        """Check whether the end of a track shortens the `asked` amount to the written one."""
        if not isinstance(asked, Number) or asked.track != written.track:
            return False
        draft = self.run.underway.draft
        done = [(change.track, meant, change.new - change.old) for _, change, meant in draft.cut]
        forced = (written.track, asked.change, written.change) in done
        return forced or draft.room_for(asked.track, asked.change) == written.change  # type: ignore[arg-type]

    # -- branches ---------------------------------------------------------------------------------

    def _branch(self, start: ReadingPath, token: MoveToken) -> None:
        """Keep every way to go on where no question accepts the next clause."""
        self.code = self._chain.code
        if means_the_same(self.path.used, self.run.asked):
            self._search.note_end(self.path, self._chain.code, partial(self._false, token))
        spend(len(start.tokens) / COPIES_PER_CLAUSE)  # the table looks at the clauses around
        for path in self._edited(start, token):
            self._search.push(path)

    def _edited(self, start: ReadingPath, token: MoveToken) -> Iterator[ReadingPath]:
        chain, clause = self._chain, token.clause
        for other in chain.others:
            yield start.brought_forward(other)
        may_state = isinstance(clause, Statement) and self._may_be_a_statement(clause)
        if not may_state and self._stands_ahead():
            yield self.path.waiting(asked=True)
        may_state = may_state or (chain.is_true and self._restates())
        may_state = may_state and not self._is_passed_by_later(token)
        if may_state and chain.is_true:
            yield start.as_consequence(stated=(*start.stated, clause))
        if chain.meant is not None:
            by = Rewording("cut short", "stated", start.done, start.done + 1, (token.instead(chain.meant),))
            yield self.path.reworded(by)
        if isinstance(clause, Remove) and clause.to and chain.code == "wrong-box":
            plain = token.instead(msgspec.structs.replace(clause, to=""))
            boxed = self.path.reworded(Rewording("box named", "stated", start.done, start.done + 1, (plain,)))
            yield msgspec.structs.replace(boxed, boxed=(*start.boxed, token))
        for by in rewordings(self.run.underway.draft, start.tokens, start.done, chain.code not in NOT_ASKED):
            yield (start if by.start > start.done else self.path).reworded(by)
        if may_state and self._may_come_true(token):
            yield self.path.waiting()
            if self._opened and isinstance(clause, Number) and not clause.space:
                yield start.waiting()

    def _is_passed_by_later(self, token: MoveToken) -> bool:
        """Check whether a clause written later comes before this one, which then is not true in its place."""
        in_segment = (each.token for each in self.path.used if each.token.segment == token.segment)
        return any(each.place > token.place for each in in_segment)

    def _may_come_true(self, token: MoveToken) -> bool:
        """Check whether a statement may come true later: a figure, or the level of a space named later."""
        if isinstance(token.clause, Number):
            return True
        return self._is_named_later(token)

    def _is_named_later(self, token: MoveToken) -> bool:
        """Check whether a level or marker stands before the bare space that it is about."""
        if not isinstance(token.clause, Number | SetLevel) or not token.space:
            return False
        last, later = self._last_segment(token), self.path.tokens[self.path.done :]
        return At(token.space) in [each.clause for each in later if each.segment <= last]

    def _last_segment(self, token: MoveToken) -> int:
        """Return the number of the last segment with the verb of a clause."""
        alike = (each.segment for each in self.path.tokens if each.verb == token.verb)
        return max(alike, default=token.segment)

    def _may_be_a_statement(self, clause: Clause) -> bool:
        """Check by its refusal whether a clause may only state an effect."""
        chain = self._chain
        if chain.code in NOT_ASKED:
            return True
        one_kind = len(getattr(clause, "pieces", ())) == 1
        if chain.code == "wrong-pieces" and chain.optional and one_kind:
            return True
        if chain.code != "space-twice":
            return False
        said = [each.clause for each in self.path.said]
        return (EVENT in said or isinstance(clause, SetLevel)) and self._is_new(clause)

    def _restates(self) -> bool:
        """Check whether the next clause may state an effect in a selected space; a die ends such effects."""
        token, last = self.path.tokens[self.path.done], self.path.used[-1].token
        is_new = self._is_new(token.clause) and not isinstance(last.clause, Roll)
        return self._chain.code == "space-twice" and is_new

    def _is_new(self, clause: Clause) -> bool:
        """Check whether no clause of the form of this one has been said in its space."""
        said = (each.clause for each in self.path.said)
        return not any(type(each) is type(clause) and space_of(each) == space_of(clause) for each in said)

    def _stands_ahead(self) -> bool:
        """Check whether the next clause is a figure right after a verb: it may concern any later clause."""
        at = self.path.done
        while isinstance(self.path.tokens[at].clause, Number):
            at -= 1
        return at < self.path.done and isinstance(self.path.tokens[at].clause, Verb)

    def _false(self, token: MoveToken) -> Violation | None:
        """Return why a clause that can only state an effect is false; else None."""
        if not isinstance(token.clause, Statement) or not self._may_be_a_statement(token.clause):
            return None
        return self._is_false(token)

    def _is_false(self, token: MoveToken) -> Violation | None:
        """Return the contradiction of a statement."""
        if token.asked:
            return None
        effects, part = self._effects(), Verb(token.verb)
        if effects.is_stated_by(token.clause, bool(self._opened)):
            return None
        refusal = effects.refute(part, token.clause, bool(self._opened))
        if refusal is None and token in self.path.pending:
            refusal = effects.refute_in(part, token.clause)
        if refusal is None or not self._search.may_be_false(token, self.run.pending):
            return None
        return self._refuted(token, refusal)

    def _refuted(self, token: MoveToken, refusal: Refusal) -> Violation:
        violation = Violation(refusal, faction=token.who, clause=int(token.place))
        violation.position = self.run.underway.draft.freeze()
        return violation

    # -- the end ----------------------------------------------------------------------------------

    def _end(self) -> ReadMove | None:
        """Return the reading if nothing contradicts it."""
        owes = False
        try:
            while self.run.pending is not None:
                if not self._answers_late() and not self.run.pass_on():
                    owes = True
                    break
        except Violation as violation:
            if violation.code != "missing-choice":
                self.code, self.wanted = violation.code, violation.legal
                self._search.note_end(self.path, violation.code, lambda: None)
                return None
            owes = True
        path, draft = self.path, self.run.underway.draft
        for boxed in path.boxed:
            assert isinstance(boxed.clause, Remove)
            if (refusal := refute_box(draft, boxed.clause)) is not None:
                self._search.contradict(self._refuted(boxed, refusal))
                return None
        if not self._is_settled(len(path.tokens) + 1):
            return None
        if not means_the_same(path.used, self.run.asked):
            return None
        return ReadMove(list(path.said), path.edits, owes, self.run.underway)

    def _answers_late(self) -> bool:
        """Let a clause that waited answer the pending question, after the last clause in order."""
        question = self.run.pending
        assert question is not None
        for late in self.path.pending:
            taken = question.take(late.clause) if late.who == question.who else None
            if isinstance(taken, Taken) and _may_answer_late(late, taken):
                self._use_late(late, taken)
                return True
        return False


def _may_answer_late(late: MoveToken, taken: Taken) -> bool:
    """Check whether a figure or level that waits may answer a question after other clauses.

    The sentences of an Event have their order (5.1), and so has an Air Strike (4.2.3): there a figure may
    only name an alternative. A level waits for its space, and names none.
    """
    if not taken.consumed:
        return isinstance(late.clause, Number)
    return late.verb != "event" and getattr(late.clause, "track", "") != "trail"


class _Chain:
    """Facts about the next clause, while questions are passed that do not accept it."""

    def __init__(self) -> None:
        self.refusal: Refusal | None = None
        self.optional = False
        self.forced_over: list[Question] = []
        self.others: list[MoveToken] = []
        self.is_true = False
        self.meant: Number | None = None

    def note(self, question: Question, refusal: Refusal) -> None:
        """Keep the first refusal."""
        if self.refusal is None:
            self.refusal, self.optional = refusal, question.optional

    @property
    def code(self) -> str:
        """The code of the first refusal, or that of a clause for which nothing asks."""
        return "surplus-clause" if self.refusal is None else self.refusal.code
