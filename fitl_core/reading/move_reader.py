"""One search for the meaning of a written move.

The rules are a grammar: a canonical move is a list of clauses of which each answers the pending question, or
the question is passed. A written move may say the same in another order, in other clauses, or with statements
of effects that follow by themselves. The search finds a way through the questions that uses every written
clause.

A **path** is a list of clauses and the number of those that are used. It goes on by itself as long as a
pending question accepts the next clause, or may be passed. Where it is stuck, and where a later clause would
have fitted before the next one, it branches by an **edit** of the list:

- *reordered*: a later clause of the same segment comes first (`orders` says where that means the same);
- *reworded*: some clauses give way to equivalent ones (`wordings` has the table);
- *consequence*: a clause only states an effect that follows by itself. The effect must be true, at once, or
  for a level or figure by the end of its segment.

The path with the fewest clauses that have answered nothing goes on first, then the one with the fewest edits.
There is one budget, counted in played clauses. One run stays alive along the current path; a branch plays its
clauses again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from typing import Any, NamedTuple, Protocol

import msgspec

from fitl_core.asking import runs
from fitl_core.asking.budgets import COPIES_PER_CLAUSE, Budget, ends, spend
from fitl_core.asking.completing import can_be_completed
from fitl_core.asking.questions import TESTS_PER_CLAUSE, Answer, Question, Taken
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
from fitl_core.reading.furthest_paths import NOT_ASKED, FurthestPaths
from fitl_core.reading.move_tokens import MoveToken, tokens_of
from fitl_core.reading.reading_paths import Edit, ReadingPath
from fitl_core.record.clauses import At, Clause, Number, Remove, Roll, SetLevel, Verb, space_of
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.name_questions import NumberChoice, naming
from fitl_core.rules.shared.boxes import refute_box
from fitl_core.rules.shared.unstated_effects import EVENT, Statement, UnstatedEffects
from fitl_core.state.draft import Draft

MOST_PLAYED = 1_000
"""The most clauses that are played for one written move."""


class ActionUnderway(runs.RunUnderway, Protocol):
    """An action being carried out on a draft."""

    draft: Draft

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


class UnreadMove(NamedTuple):
    """The best path of a move that cannot be read: the clauses said and the unused ones, in their order.

    If the first unused clause states an effect falsely, `false` tells the actual effect.
    """

    tokens: list[MoveToken]
    false: Violation | None


def read(
    begin: Begin, written: Sequence[Said], most: int = MOST_PLAYED, rewords: bool = True
) -> ReadMove | UnreadMove:
    """Return the meaning of a written move, or the best path after at most `most` played clauses.

    Without `rewords` the clauses keep their words and places, and only some of them may be consequences.
    """
    with Budget(most, apart=True):
        reader = _Reader(begin, written, rewords)
        found = reader.read()
        return found if found is not None else reader.best()


class _Reader:
    """The paths of one search, the best first, and the places where they end."""

    def __init__(self, begin: Begin, written: Sequence[Said], rewords: bool) -> None:
        self.begin = begin
        self.rewords = rewords
        self.tokens = tokens_of(written)
        self.last: dict[str, int] = {token.verb: token.segment for token in self.tokens}
        self._heap: list[tuple[int, int, int, ReadingPath]] = []
        self._seen: set[tuple[Any, ...]] = set()
        self.ends = FurthestPaths()
        self._contradicted: Violation | None = None

    def read(self) -> ReadMove | None:
        """Return the first reading that is found; one that owes an answer only if no other is found."""
        owing: ReadMove | None = None
        self.push(ReadingPath(self.tokens))
        while self._heap and not ends("other readings of the move"):
            found = _Walk(self, heappop(self._heap)[-1]).run()
            if found is not None and not found.owes:
                return found
            owing = owing or found
        return owing

    def push(self, path: ReadingPath) -> None:
        """Keep a path to go on with."""
        if not self.rewords and not path.is_edited_by("stated"):
            return
        spend(len(path.tokens) / COPIES_PER_CLAUSE)
        key = path.key()
        if key not in self._seen:
            self._seen.add(key)
            heappush(self._heap, (*path.rank, len(self._seen), path))

    def contradict(self, false: Violation) -> None:
        """Note the contradiction of a reading in which every clause has its place."""
        self._contradicted = self._contradicted or false

    def best(self) -> UnreadMove:
        """Return the path by which to explain the refusal."""
        end = self.ends.end()
        if end is None:
            return UnreadMove(list(self.tokens), self._contradicted)
        return UnreadMove(
            [*end.path.said, *end.path.tokens[end.path.done :]], self._contradicted or end.false
        )


class _AskedRun(runs.Run):
    """A run along a path, which keeps the questions that it was asked, by rule and step."""

    underway: ActionUnderway

    def __init__(self, begin: Begin, said: Sequence[Said]) -> None:
        self.asked: list[tuple[str, str]] = []
        super().__init__(begin, said)

    def give(self, value: Any) -> None:
        """Give the value of an answer, and keep the next question."""
        super().give(value)
        if self.pending is not None:
            self.asked.append((self.pending.rule, self.pending.named_step))


class _Walk:
    """One path that goes on as far as its next clauses are accepted."""

    def __init__(self, reader: _Reader, path: ReadingPath) -> None:
        self._reader = reader
        self._path = path
        self._opened: list[Clause] = []  # the next clause has named these, and may still answer
        self._chain = _Chain()

    def run(self) -> ReadMove | None:
        """Return the reading if every clause is used; else note where it is stuck, and keep its branches."""
        try:
            self._run = _AskedRun(self._reader.begin, [token.said for token in self._path.said])
        except Violation:
            return None  # a clause that came first was meant for an earlier question
        while self._path.left:
            if not self._goes_on():
                return None
        return self._end()

    # -- the next clause --------------------------------------------------------------------------

    def _goes_on(self) -> bool:
        """Use the next clause, if a question accepts it; else keep the branches here."""
        chain = self._chain = _Chain()
        token = self._path.tokens[self._path.done]
        start = self._branching()
        spend(1)
        passed = False
        try:
            while (question := self._run.pending) is not None:
                answer = self._take(question, token)
                if isinstance(answer, Taken):
                    if (passed and floats(token)) or (not answer.consumed and self._is_named_later(token)):
                        self._reader.push(self._path.waiting())
                    for other in chain.others:
                        self._reader.push(start.brought_forward(other))
                    return self._use(token, answer)
                if self._answers_late():
                    continue
                self._look_around(start, question, token, answer)
                forced_by = (
                    isinstance(answer, Refusal)
                    and not question.optional
                    and question.is_named_by(token.clause)
                )
                if not self._run.pass_on():
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
        path = self._path
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
            is_over = any(question.asks_for_what(over) for over in self._chain.forced_over)
            return None if is_over else answer
        if answer is not None:
            self._chain.note(question, answer)
        return answer

    def _use(self, token: MoveToken, taken: Taken) -> bool:
        """Give an accepted clause to its question."""
        if isinstance(token.clause, Verb) and not self._is_settled(token.segment):
            return False
        if any(must_not_pass(late, token) for late in self._path.pending):
            return False
        path = self._path
        at = len(self._run.asked) - 1
        self._run.give(taken.value)
        if not taken.consumed:
            named = naming(taken.value)
            self._opened += [] if named is None else [named]
            return True
        self._opened = []
        self._path = msgspec.structs.replace(
            path,
            done=path.done + 1,
            said=(*path.said, token),
            used=(*path.used, Used(token, at, 1)),
        )
        return True

    def _use_late(self, late: MoveToken, taken: Taken) -> None:
        """Let a clause that waited answer a question; the next clause in order stays the next one."""
        pending = tuple([each for each in self._path.pending if each is not late])
        self._run.give(taken.value)
        if taken.consumed:
            self._path = self._path.with_words(late, pending=pending)
        elif (named := naming(taken.value)) is not None:
            self._path = self._path.with_words(late.instead(named))

    def _look_around(self, start: ReadingPath, question: Question, token: MoveToken, answer: Answer) -> None:
        """Note the other ways to go on at a question that refuses the next clause."""
        chain, later = self._chain, [*nearest(start.later(), token)]
        spend(len(later) / TESTS_PER_CLAUSE)
        chain.others += [
            other
            for other in later
            if all(other is not each for each in chain.others)
            and other.who == question.who
            and question.accepts(other.clause)
            and may_come_first(other, token, question)
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
        said = [token.clause for token in self._path.said]
        spend((len(said) + len(self._run.underway.draft.effects)) / COPIES_PER_CLAUSE)
        return UnstatedEffects(self._run.underway.draft, [*said, *self._path.stated])

    def _is_settled(self, segment: float) -> bool:
        """Check whether all statements that must be true before a segment begins are true."""
        for late in self._path.pending:
            if self._reader.last[late.verb] >= segment:
                continue
            if not self._effects().is_stated_by(late.clause):
                if not late.asked:
                    self._reader.ends.note(self._path, NOT_ASKED[0], partial(self._is_false, late))
                return False
            pending = tuple([each for each in self._path.pending if each is not late])
            stated = (*self._path.stated, late.clause)
            self._path = msgspec.structs.replace(self._path, pending=pending, stated=stated)
        return True

    def _cut(self, question: Question, clause: Number, refusal: Refusal) -> Number | None:
        """Return the legal amount, if a refused figure differs from it by the end of a track (1.8)."""
        if refusal.code != "wrong-amount" or clause.space:
            return None
        part = question.refusing(clause)
        if isinstance(part, NumberChoice) and part.whole == clause.change:
            meant = [each for each in part.answers() if isinstance(each, Number)]
        else:
            meant = [each for each in question.answers() if self._leaves(each, clause)]
        return meant[0] if len(meant) == 1 else None

    def _leaves(self, asked: object, written: Number) -> bool:
        """Check whether the end of a track shortens the `asked` amount to the written one."""
        if not isinstance(asked, Number) or asked.track != written.track:
            return False
        draft = self._run.underway.draft
        done = [(change.track, meant, change.new - change.old) for _, change, meant in draft.cut]
        forced = (written.track, asked.change, written.change) in done
        return forced or draft.room_for(asked.track, asked.change) == written.change  # type: ignore[arg-type]

    # -- branches ---------------------------------------------------------------------------------

    def _branch(self, start: ReadingPath, token: MoveToken) -> None:
        """Keep every way to go on where no question accepts the next clause."""
        if means_the_same(self._path.used, self._run.asked):
            self._reader.ends.note(self._path, self._chain.code, partial(self._false, token))
        spend(len(start.tokens) / COPIES_PER_CLAUSE)  # the table looks at the clauses around
        for path in self._edited(start, token):
            self._reader.push(path)

    def _edited(self, start: ReadingPath, token: MoveToken) -> Iterator[ReadingPath]:
        chain, clause = self._chain, token.clause
        for other in chain.others:
            yield start.brought_forward(other)
        may_state = isinstance(clause, Statement) and self._may_be_a_statement(clause)
        if not may_state and self._stands_ahead():
            yield self._path.waiting(asked=True)
        may_state = may_state or (chain.is_true and self._restates())
        may_state = may_state and not self._is_passed_by_later(token)
        if may_state and chain.is_true:
            yield start.as_consequence(stated=(*start.stated, clause))
        if chain.meant is not None:
            by = Rewording("cut short", "stated", start.done, start.done + 1, (token.instead(chain.meant),))
            yield self._path.reworded(by)
        if isinstance(clause, Remove) and clause.to and chain.code == "wrong-box":
            plain = token.instead(msgspec.structs.replace(clause, to=""))
            boxed = self._path.reworded(
                Rewording("box named", "stated", start.done, start.done + 1, (plain,))
            )
            yield msgspec.structs.replace(boxed, boxed=(*start.boxed, token))
        for by in rewordings(self._run.underway.draft, start.tokens, start.done, chain.code not in NOT_ASKED):
            yield (start if by.start > start.done else self._path).reworded(by)
        if may_state and self._may_come_true(token):
            yield self._path.waiting()
            if self._opened and isinstance(clause, Number) and not clause.space:
                yield start.waiting()

    def _is_passed_by_later(self, token: MoveToken) -> bool:
        """Check whether a clause written later comes before this one, which then is not true in its place."""
        in_segment = (each.token for each in self._path.used if each.token.segment == token.segment)
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
        last, later = self._reader.last[token.verb], self._path.tokens[self._path.done :]
        return At(token.space) in [each.clause for each in later if each.segment <= last]

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
        said = [each.clause for each in self._path.said]
        return (EVENT in said or isinstance(clause, SetLevel)) and self._is_new(clause)

    def _restates(self) -> bool:
        """Check whether the next clause may state an effect in a selected space; a die ends such effects."""
        token, last = self._path.tokens[self._path.done], self._path.used[-1].token
        is_new = self._is_new(token.clause) and not isinstance(last.clause, Roll)
        return self._chain.code == "space-twice" and is_new

    def _is_new(self, clause: Clause) -> bool:
        """Check whether no clause of the form of this one has been said in its space."""
        said = (each.clause for each in self._path.said)
        return not any(type(each) is type(clause) and space_of(each) == space_of(clause) for each in said)

    def _stands_ahead(self) -> bool:
        """Check whether the next clause is a figure right after a verb: it may concern any later clause."""
        at = self._path.done
        while isinstance(self._path.tokens[at].clause, Number):
            at -= 1
        return at < self._path.done and isinstance(self._path.tokens[at].clause, Verb)

    def _false(self, token: MoveToken) -> Violation | None:
        """Return why a clause that can only state an effect is false; else None."""
        if not isinstance(token.clause, Statement) or not self._may_be_a_statement(token.clause):
            return None
        return self._is_false(token)

    def _is_false(self, token: MoveToken) -> Violation | None:
        """Return the contradiction of a statement."""
        if not self._reader.rewords or token.asked:
            return None
        effects, part = self._effects(), Verb(token.verb)
        if effects.is_stated_by(token.clause, bool(self._opened)):
            return None
        refusal = effects.refute(part, token.clause, bool(self._opened))
        if refusal is None and token in self._path.pending:
            refusal = effects.refute_in(part, token.clause)
        return None if refusal is None or self._may_come_true_yet(token) else self._refuted(token, refusal)

    def _may_come_true_yet(self, token: MoveToken) -> bool:
        """Check whether a later clause, or a required answer before it, would make a statement true."""
        question, begin, tokens = self._run.pending, self._reader.begin, self._reader.tokens
        if question is None or question.optional or all(each is not token for each in tokens):
            return False
        last = self._reader.last[token.verb]
        before = [each.said for each in tokens if each is not token and each.segment <= last]
        after = [each.said for each in tokens if each.segment > last]
        later = [*before, token.said, *after]
        if isinstance(read(begin, later, rewords=False), ReadMove):
            return True
        return can_be_completed(begin, [each.said for each in tokens])

    def _refuted(self, token: MoveToken, refusal: Refusal) -> Violation:
        violation = Violation(refusal, faction=token.who, clause=int(token.place))
        violation.position = self._run.underway.draft.freeze()
        return violation

    # -- the end ----------------------------------------------------------------------------------

    def _end(self) -> ReadMove | None:
        """Return the reading if nothing contradicts it."""
        owes = False
        try:
            while self._run.pending is not None:
                if not self._answers_late() and not self._run.pass_on():
                    owes = True
                    break
        except Violation as violation:
            if violation.code != "missing-choice":
                self._reader.ends.note(self._path, violation.code, lambda: None)
                return None
            owes = True
        path, draft = self._path, self._run.underway.draft
        for boxed in path.boxed:
            assert isinstance(boxed.clause, Remove)
            if (refusal := refute_box(draft, boxed.clause)) is not None:
                self._reader.contradict(self._refuted(boxed, refusal))
                return None
        if not self._is_settled(len(path.tokens) + 1):
            return None
        if not means_the_same(path.used, self._run.asked):
            return None
        return ReadMove(list(path.said), path.edits, owes, self._run.underway)

    def _answers_late(self) -> bool:
        """Let a clause that waited answer the pending question, after the last clause in order."""
        question = self._run.pending
        assert question is not None
        for late in self._path.pending:
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
