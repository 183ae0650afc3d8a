"""Search the legal moves nearest to a refused one, those with the fewest changes to its clauses.

    near_moves(state, action)                # all moves with as few changes as the nearest
    near_moves(state, action, most=3)        # the nearest three

A change replaces, adds or removes one clause. A slip (`fitl_core.tell.clause_edits`) is smaller than a
change of a whole clause. An incomplete move only gets additional clauses. The search changes clauses at the
refused clause and before it, because later clauses do not bear on the refusal. Every move found has been
played. The work has a limit, so a move that needs many changes may have no near move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from heapq import nsmallest
from itertools import islice, pairwise
from typing import NamedTuple

from fitl_core.asking.budgets import COPIES_PER_CLAUSE, Budget
from fitl_core.asking.completing import completed
from fitl_core.asking.questions import Question
from fitl_core.asking.runs import Begin, Run
from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.engine import carry_out, insist_on_turn
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import OPERATIONS
from fitl_core.reading.meanings import refused as as_asked
from fitl_core.record.clauses import At, By, Clause, Roll, Verb, space_of, spaces_of
from fitl_core.record.events import Action, Segment
from fitl_core.record.spoken import Said, flatten, spoken, written
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.tell.clause_edits import LITTLE, SAID_ALREADY, WHOLE, EditSize, change, is_the_same_word, slips
from fitl_core.underway import Underway

MOST_CHANGES = 3
MOST_WORK = 15_000
ALL_THE_WORK = 90_000
"""The most clauses that are played in all attempts.

`MOST_WORK` is for a few near moves, the other for all.
"""
TESTS_PER_CLAUSE = 8
"""The number of answers whose test takes as long as playing one clause."""
MOST_LOOKED_AT = 2_000
"""The most answers to a question that are examined."""
MOST_ANSWERS = 80
"""The most answers to a question that are tried. Answers about spaces that the move names go first."""
MOST_REWORDED = 100
"""The most clauses of a move that is reworded into the clauses that the rules ask for."""
MOST_SLIPS = 300
"""The most slips of a refused clause that are tested as answers to a question."""
MOST_GONE_ON_WITH = 25
"""The most refused moves that get one more change. Moves with the most accepted clauses go first."""

SHARE_OF_PARTS = 3
"""One part in this number of the work is kept for the move without one of its segments."""
UNEXAMINED = "more legal moves near it"
ONCE = ("space-twice", "answered-already", "one-activity")
"""The codes of refusals of a repeated clause."""
ONCE_IS_ENOUGH = EditSize(LITTLE, 0)
"""The size of the change that leaves out a repeated clause."""
A_SPACE_OUT = EditSize(WHOLE + 1, 6)
"""The size of the change that leaves out a space with all its clauses: more than any single clause."""

Words = tuple[Said, ...]
"""The clauses of a move, each with its Faction."""


class _Edit(NamedTuple):
    """A changed move. `much` and `rank` are the size of all its changes."""

    much: int
    rank: int
    back: int  # the distance of the last change from the refused clause
    words: Words
    limop: bool


class _Tried(NamedTuple):
    """A move with its changes so far that is refused at clause `at`, or incomplete after its last clause."""

    edit: _Edit
    at: int
    incomplete: bool
    wanted: tuple[Clause, ...] = ()  # the clauses of which one must stand there
    is_surplus: bool = False  # the clause repeats an earlier one

    @property
    def refused(self) -> int:
        """The index of the refused clause."""
        return self.at - bool(self.wanted)

    @property
    def left(self) -> int:
        """The number of clauses that have not been examined."""
        return len(self.edit.words) - self.at


def near_moves(state: State, action: Action, most: int | None = None) -> tuple[Action, ...]:
    """Return the legal actions nearest to a refused one, in order: at most `most`, or all of the nearest."""
    with Budget(MOST_WORK if most is not None else ALL_THE_WORK) as work:
        search = _Search(state, action, most, work)
        search.run()
    return tuple(search.actions)


class _Search:
    """A search for near moves, with the moves found so far and the work left."""

    def __init__(self, state: State, action: Action, most: int | None, work: Budget) -> None:
        self.state = state
        self.written = action
        self.most = most
        self.faction: Faction = action.faction
        self.work = work
        self.changes = 0
        self.outcomes: list[tuple[State, list[Roll]]] = []  # with the dice
        self.actions: list[Action] = []

    def run(self) -> None:
        """Search near moves. If it is another Faction's turn, try the same move by that Faction."""
        try:
            insist_on_turn(self.state, self.faction)
        except Violation:
            self._try_faction_to_act()
            return
        try:
            words = tuple(spoken(self.written.segments, self.faction))
        except Violation:  # a tag without a clause after it
            clauses = flatten(self.written.segments)
            words = tuple([(self.faction, clause) for clause in clauses if type(clause) is not By])
        begin = partial(Underway, self.state, self.faction, self.written.limop)
        as_written = words
        if len(words) <= MOST_REWORDED:
            words = tuple(as_asked(begin, words).said)
        refused = self._play(_Edit(0, 0, 0, words, self.written.limop))
        beam = [refused] if refused is not None else []
        if refused is not None and len(words) < len(as_written):
            # A clause about an automatic effect may answer a question once a missing clause is added.
            whole = self._play(_Edit(0, 0, 0, as_written, self.written.limop))
            beam = [*([whole] if whole is not None else []), refused]
        may_lack = refused is not None and not refused.incomplete and self.most is not None
        if may_lack and not self.work.ends(UNEXAMINED):
            self._completed(begin, words)
        all_work = self.work
        with Budget(all_work.left - all_work.left // SHARE_OF_PARTS) as self.work:
            for self.changes in range(1, MOST_CHANGES + 1):
                beam = self._changed(beam)
                if self.actions:
                    return
        self.work = all_work
        if refused is not None and not refused.incomplete:
            self._without_parts(words, refused.at)

    def _try_faction_to_act(self) -> None:
        """Try the written move as a move of the Faction to act."""
        due = to_act(self.state)
        if due is None or due is self.faction:
            return
        self.faction = due
        try:
            self._play(_Edit(WHOLE, 0, 0, tuple(spoken(self.written.segments, due)), self.written.limop))
        except Violation:
            return

    def _completed(self, begin: Begin, words: Words) -> None:
        """Play the move with its missing clauses added, if these are its only fault."""
        whole = completed(begin, words)
        if whole is not None and len(whole) > len(words):
            longer = tuple([(Faction(who or self.faction), clause) for who, clause in whole])
            self._play(_Edit(WHOLE * (len(longer) - len(words)), 0, 0, longer, self.written.limop))

    def _without_parts(self, words: Words, at: int) -> None:
        """Try the move without a part of its refused segment, without the segment, or without all after it.

        As much as possible of the refused segment is kept.
        """
        begins, ends = _part_of(words, at)
        for to in range(at, begins + 1, -1):
            if self.actions or self.work.ends(UNEXAMINED):
                break
            self._play_shorter(words, words[:to] + words[ends:])
        for shorter in (words[:begins] + words[ends:], words[:at], words[:begins]):
            self._play_shorter(words, shorter)

    def _play_shorter(self, words: Words, shorter: Words) -> None:
        """Play a shortened move if it begins with a verb."""
        if shorter and isinstance(shorter[0][1], Verb) and not self._has_enough():
            self._play(_Edit(WHOLE * (len(words) - len(shorter)), 0, 0, shorter, self.written.limop))

    # -- attempts ---------------------------------------------------------------------------------

    def _changed(self, beam: Sequence[_Tried]) -> list[_Tried]:
        """Try every move of the beam with one more change.

        Return refused moves with more accepted clauses.
        """
        edits = sorted([edit for tried in beam for edit in self._edits(tried)], key=lambda edit: edit[:3])
        least_left = min([tried.left for tried in beam], default=0)
        seen: set[tuple[Words, bool]] = set()
        further: list[_Tried] = []
        for edit in edits:
            if self._has_enough() or self.work.ends(UNEXAMINED):
                break
            if edit[3:] not in seen:
                seen.add(edit[3:])
                refused = self._play(edit)
                if refused is not None and (
                    refused.incomplete or refused.wanted or refused.left < least_left
                ):
                    further.append(refused)
        return nsmallest(MOST_GONE_ON_WITH, further, key=lambda tried: (tried.left, tried.edit[:3]))

    def _has_enough(self) -> bool:
        return self.most is not None and len(self.actions) >= self.most

    def _play(self, edit: _Edit) -> _Tried | None:
        """Play a move and keep it if it is legal. Otherwise return the place of its refusal."""
        words = edit.words
        action = Action(self.faction, written(words, self.faction), edit.limop)
        try:
            if edit.limop:
                insist_on_turn(self.state, self.faction, limop=True)
            after = carry_out(self.state, action, WrittenAnswers(words, explain=False)).state
        except Violation as violation:
            at = len(words) if violation.clause is None else violation.clause
            self.work.spend(max(0, len(words) // COPIES_PER_CLAUSE - at - 1))
            missing = violation.code == "missing-choice"
            wanted = () if missing else violation.legal  # a rule demands one of these clauses
            surplus = violation.code in ONCE
            return _Tried(edit, at + 1 if wanted else at, missing and at == len(words), wanted, surplus)
        except FitlError:
            return None
        outcome = after, self._dice(words)
        if outcome not in self.outcomes and not self._adds_too_much(action):
            self.outcomes.append(outcome)
            self.actions.append(action)
        return None

    def _dice(self, words: Words) -> list[Roll]:
        """Return the dice that distinguish moves with the same outcome.

        None of them if only a few are wanted.
        """
        return [] if self.most is not None else [clause for _, clause in words if isinstance(clause, Roll)]

    def _adds_too_much(self, action: Action) -> bool:
        """Check whether a move adds an empty segment, a repeated space, or clauses of a new Activity."""
        before = [part.verb for part in self.written.segments]
        empty = [part.verb for part in self.written.segments if not part.clauses]
        twice = sum(map(_spaces_twice, self.written.segments))
        if sum(map(_spaces_twice, action.segments)) > twice:
            return True
        after = [part.verb for part in action.segments]
        for part in action.segments:
            if not part.clauses and part.verb not in empty:
                if part.verb not in OPERATIONS or after.count(part.verb) > 1:
                    return True
            elif self.changes > 1 and part.verb not in OPERATIONS and part.verb not in before:
                return True
        return False

    # -- changes ----------------------------------------------------------------------------------

    def _edits(self, tried: _Tried) -> Iterator[_Edit]:
        """Yield the move with one more change, at the refused clause or before it."""
        before, words, limop = tried.edit, tried.edit.words, tried.edit.limop

        def edit(size: EditSize, back: int, words: Words, limop: bool = limop) -> _Edit:
            return _Edit(before.much + size.much, before.rank + size.rank, back, words, limop)

        yield edit(EditSize(LITTLE, 2), tried.at, words, not limop)
        if tried.is_surplus:
            yield edit(ONCE_IS_ENOUGH, 0, _without_surplus(words, tried.refused))
        named = {name for _, clause in words for name in spaces_of(clause)}
        for at in range(min(tried.at, len(words)), -1, -1):
            if self.work.ends(UNEXAMINED):
                return
            back = tried.at - at
            for size, changed in self._answers(before, named, at, tried.incomplete):
                yield edit(size, back, changed)
            for wanted in tried.wanted if back == 0 else ():
                yield edit(EditSize(WHOLE, 1), back, (*words[:at], (self.faction, wanted), *words[at:]))
            if 0 < at < len(words) and not tried.incomplete and _may_go(words, at):
                yield edit(_left_out(words, at), back, (*words[:at], *words[at + 1 :]))
                if self.most is not None and len(less := _without_space(words, at)) < len(words) - 1:
                    yield edit(A_SPACE_OUT, back, less)

    def _answers(
        self, edit: _Edit, named: set[str], at: int, only_more: bool
    ) -> Iterator[tuple[EditSize, Words]]:
        """Yield the move with each possible answer at a place, as an addition or as a replacement."""
        words = edit.words
        near = [clause for _, clause in words[max(at - 1, 0) : at + 1]]
        old = None if only_more or at == len(words) else words[at]
        for question in self._open(words[:at], edit.limop):
            who = Faction(question.who)
            answers = list(self._some_answers(question, named))
            for answer in answers:
                yield _size_of_addition(question, answer, near), (*words[:at], (who, answer), *words[at:])
            for size, other in _replacements(question, answers, old) if old is not None else ():
                again = (who, other) in words and not isinstance(other, At)
                yield SAID_ALREADY if again else size, (*words[:at], (who, other), *words[at + 1 :])
        if old is not None and (name := space_of(old[1])) and not isinstance(old[1], At):
            # The old clause selected its space implicitly: try the questions after an explicit selection.
            for question in self._open((*words[:at], (old[0], At(name))), edit.limop):
                answers, who = list(self._some_answers(question, named)), Faction(question.who)
                for answer in answers:
                    if name in spaces_of(answer):
                        size = _size_of_addition(question, answer, near)
                        yield size, (*words[:at], (who, answer), *words[at:])
                for size, other in _replacements(question, answers, old):
                    if name in spaces_of(other):
                        yield size, (*words[:at], (who, other), *words[at + 1 :])

    def _open(self, words: Words, limop: bool) -> Iterator[Question]:
        """Yield the questions that are open after these clauses. Each is valid only until the next one."""
        try:
            run = Run(partial(Underway, self.state, self.faction, limop), words)
            while (question := run.pending) is not None:
                yield question
                if not run.pass_on():
                    return
        except Violation:
            return

    def _some_answers(self, question: Question, named: set[str]) -> Iterator[Clause]:
        """Return some answers to a question. Answers about the `named` spaces of the move come first."""
        looked_at = list(islice(question.candidates(), MOST_LOOKED_AT))
        looked_at.sort(key=lambda answer: len(set(spaces_of(answer)) - named))
        self.work.spend(len(looked_at) // TESTS_PER_CLAUSE)
        few = MOST_ANSWERS if self.most is not None else MOST_LOOKED_AT
        return islice(filter(question.accepts, looked_at), few)


def _replacements(
    question: Question, answers: Sequence[Clause], old: Said
) -> Iterator[tuple[EditSize, Clause]]:
    """Yield clauses that may answer a question in place of the old clause, each with the size of the change.

    The old clause itself may answer it for another Faction. A die that answers the question is not changed.
    A verb replaces only a verb, or the option with its name.
    """
    who, clause = old
    if who != question.who and question.accepts(clause):
        yield EditSize(LITTLE, 1), clause
    if isinstance(clause, Roll) and question.accepts(clause):
        return
    for other in islice(slips(clause), MOST_SLIPS):
        if question.accepts(other):
            yield change(clause, other), other
    for answer in answers:
        alike = isinstance(answer, Verb) is isinstance(clause, Verb) or is_the_same_word(clause, answer)
        if answer != clause and alike:
            yield change(clause, answer), answer


def _spaces_twice(part: Segment) -> int:
    """Return the number of spaces alone that are written twice in a row."""
    return sum(isinstance(clause, At) and clause == other for clause, other in pairwise(part.clauses))


def _part_of(words: Words, at: int) -> tuple[int, int]:
    """Return the start and end of the segment of a clause: a verb with all its clauses."""
    verbs = [i for i, (_, clause) in enumerate(words) if isinstance(clause, Verb)]
    return max([i for i in verbs if i <= at], default=0), min(
        [i for i in verbs if i > at], default=len(words)
    )


def _may_go(words: Words, at: int) -> bool:
    """Check whether a clause may be left out.

    A verb with clauses may only if the segment before has the same verb.
    """
    verb = words[at][1]
    if not isinstance(verb, Verb) or at + 1 == len(words) or isinstance(words[at + 1][1], Verb):
        return True
    return words[_part_of(words, at - 1)[0]][1] == verb


def _left_out(words: Words, at: int) -> EditSize:
    """Return the size of the change that leaves a clause out. A repeated clause is a slip."""
    clause = words[at][1]
    if any(other == clause for _, other in (*words[:at], *words[at + 1 : at + 2])):
        return EditSize(LITTLE, 1)
    return EditSize(WHOLE, 5)


def _without_surplus(words: Words, at: int) -> Words:
    """Return the move without a clause, or without the whole segment if the clause is a verb."""
    ends = _part_of(words, at)[1] if isinstance(words[at][1], Verb) else at + 1
    return (*words[:at], *words[ends:])


def _without_space(words: Words, at: int) -> Words:
    """Return the move without all clauses of the segment about the same space as this clause."""
    name = space_of(words[at][1])
    begins, ends = _part_of(words, at)
    part = [said for said in words[begins:ends] if space_of(said[1]) != name]
    return (*words[:begins], *part, *words[ends:]) if name else words


def _size_of_addition(question: Question, answer: Clause, near: Sequence[Clause]) -> EditSize:
    """Return the size of the change that adds a clause.

    It is smaller for a required answer, and for an answer about the space of an adjacent clause.
    """
    if isinstance(answer, Verb):
        return EditSize(WHOLE, 8)
    about = set(spaces_of(answer))
    beside = not about or any(about <= set(spaces_of(clause)) for clause in near)
    return EditSize(WHOLE, (3 if beside else 6) - 2 * (not question.optional))
