"""The changes that may mend a refused move: a clause inserted, replaced, dropped or moved.

The changes concern the refused clause and what stands before it, because later clauses do not bear on the
refusal. At the refused clause every answer to the questions asked there counts. Before it, only those count
that may bear on the refusal: slips, and answers that name no other space than the refused clause does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, pairwise, permutations
from typing import NamedTuple

from fitl_core.asking.budgets import spend
from fitl_core.asking.questions import (
    TESTS_PER_CLAUSE,
    Question,
    Taken,
    accepts,
    need_not_be_said,
    with_beside,
)
from fitl_core.asking.runs import Run
from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import number_named
from fitl_core.reading.clause_changes import (
    A_PART,
    ANOTHER_VERB,
    LITTLE,
    SAID_ALREADY,
    WHOLE,
    EditSize,
    change,
    is_the_same_word,
    slips,
)
from fitl_core.reading.equivalent_wordings import EditKind
from fitl_core.reading.missing_sources import NOT_AVAILABLE, draft_after, with_sources
from fitl_core.reading.path_walks import Begin
from fitl_core.reading.refused_words import RefusedWords, Words
from fitl_core.record.clauses import At, Clause, Roll, Verb, space_of, spaces_of
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.name_questions import naming

MOST_LOOKED_AT = 2_000
"""The most answers to a question that are examined at the refusal."""
MOST_BEFORE = 400
"""The most answers to a question before it that are examined."""
MOST_OF_ALL_BEFORE = 3_000
"""The most answers to all questions before it that are examined, if each clause answers one."""
MOST_AKIN_LOOKED_AT = 400
"""The most answers to a question among which missing ones are found."""
MOST_SLIPS = 300
"""The most slips of a clause that are tested as answers to a question."""
MOST_BACK = 60
"""The most clauses before the refused one that are changed."""
MOST_MOVED = 8
"""The most places by which a clause is moved."""
MOST_SEGMENTS = 5
"""The most segments that change places."""
ONCE = ("space-twice", "answered-already", "one-activity")
"""The codes of refusals of a repeated clause."""
ONCE_IS_ENOUGH = EditSize(LITTLE, 0)
"""The size of the change that leaves out a repeated clause."""
ANOTHER_SPEAKER = EditSize(LITTLE, 1)
"""The size of the change by which another Faction says a clause, or all clauses from there on."""
A_CLAUSE_OUT = EditSize(WHOLE, 5)
"""The size of the change that leaves out a clause, or a refused verb with its segment."""
A_SPACE_OUT = EditSize(WHOLE + 1, 6)
"""The size of the change that leaves out a space with all its clauses: more than any single clause."""
SEGMENTS_IN_ORDER = EditSize(A_PART, 6)
"""The size of the change by which segments change places."""
A_CLAUSE_MOVED = EditSize(A_PART, 7)
"""The size of the change that moves a clause."""


class Change(NamedTuple):
    """A change of the clauses from `start` to `end`, its size, and how far it stands before the refusal."""

    size: EditSize
    back: int
    kind: EditKind
    start: int
    end: int
    instead: Words

    def applied_to(self, words: Words) -> Words:
        """Return the clauses of a move after the change."""
        return (*words[: self.start], *self.instead, *words[self.end :])

    @property
    def is_of_several(self) -> bool:
        """Whether it leaves out, or replaces, several clauses at once."""
        return self.kind in ("dropped", "changed") and self.end - self.start > 1


def changes(begin: Begin, refused: RefusedWords, few: int) -> Iterator[Change]:
    """Yield the changes that may mend a move, in no order. At most `few` answers to a question are tried."""
    here = _Here(begin, refused, few)
    yield from here.other_answers()
    if not refused.lacks:
        yield from here.without_clauses()
        yield from here.in_other_order()


def insertions(begin: Begin, refused: RefusedWords, few: int) -> Iterator[Change]:
    """Yield the missing answers that may let the refused clause be accepted: at most `few` to a question.

    A missing answer is one to the question that is required there. Only if nothing asks for the refused
    clause, it is one to a question that was passed.
    """
    if refused.code == NOT_AVAILABLE:
        yield from _taken_up(begin, refused)
        return
    here = _Here(begin, refused, few)
    for asked in here.questions():
        if asked.at < refused.at or asked.question.always_said:
            continue
        if refused.wanted:
            wanted = sorted(refused.wanted, key=_pieces_of, reverse=True)
            yield from [here.inserted(asked, each) for each in wanted[:few] if accepts(asked.question, each)]
        elif asked.question.optional if refused.code == "surplus-clause" else _is_required(asked.question):
            yield from [here.inserted(asked, answer) for answer in here.akin(asked.question)]


def _taken_up(begin: Begin, refused: RefusedWords) -> Iterator[Change]:
    """Yield the changes that name the spaces from which unavailable pieces are taken up (1.4.1)."""
    words, at = refused.words, refused.at
    for _, more in with_sources(draft_after(begin, words[:at]), words, at):
        instead = tuple(more[at : len(more) - (len(words) - at - 1)])
        yield Change(EditSize(WHOLE, 0), 0, "inserted", at, at + 1, instead)


class _Asked(NamedTuple):
    """A question before the clause `at` a place. `opened` are the names that this clause has implied.

    `taken` is the answer that this clause is to the question, if it is one.
    """

    at: int
    question: Question
    opened: tuple[Clause, ...]
    taken: Taken | None

    def is_about_opened(self, answer: Clause) -> bool:
        """Check whether an answer is about the opened space, or about none."""
        about = spaces_of(answer)
        return not about or all(space_of(name) in about for name in self.opened)


class _Here:
    """A refused move, and the questions that are asked up to the refusal."""

    def __init__(self, begin: Begin, refused: RefusedWords, few: int) -> None:
        self._begin = begin
        self._words, self._at = refused.words, refused.at
        self._code, self._lacks = refused.code, refused.lacks
        self._few = few
        self._named = {name for _, clause in self._words for name in spaces_of(clause)}
        self._about = self._spaces_of(self._at, self._at + 1) or self._spaces_of(self._at - 1, self._at + 1)
        if self._at == len(self._words):
            self._about = self._named

    def _spaces_of(self, start: int, end: int) -> set[str]:
        return {name for _, clause in self._words[max(start, 0) : end] for name in spaces_of(clause)}

    # -- questions --------------------------------------------------------------------------------

    def questions(self) -> Iterator[_Asked]:
        """Yield the questions up to the refusal. Each is valid only until the next one."""
        run = Run(self._begin)
        try:
            for at in range(self._at + 1):
                opened: tuple[Clause, ...] = ()
                while (question := run.pending) is not None:
                    taken = None
                    for part in with_beside(question):
                        if at < len(self._words):
                            taken = taken or _taken(part, self._words[at])
                        yield _Asked(at, part, opened, taken)
                    if taken is None:
                        if not run.pass_on():
                            return
                        continue
                    run.give(taken.value)
                    if taken.consumed:
                        break
                    named = naming(taken.value)
                    opened = opened if named is None else (*opened, named)
        except Violation:
            return

    def akin(self, question: Question) -> list[Clause]:
        """Return answers to a question, those that concern the later clauses first.

        A third of the places is for other answers, if there are so many.
        """
        answers = list(islice(question.legal(), MOST_AKIN_LOOKED_AT))
        about = self._spaces_of(self._at, len(self._words))
        akin = [each for each in answers if about.intersection(spaces_of(each))]
        others = [each for each in answers if each not in akin]
        most = max(self._few * 2 // 3, self._few - len(others))
        return [*akin[:most], *others][: self._few]

    def _some_answers(self, question: Question, bears: bool) -> list[Clause]:
        """Return some legal answers, those about spaces of the move first, or only those that bear on it."""
        before = min(MOST_BEFORE, MOST_OF_ALL_BEFORE // max(self._at, 1))
        looked_at = list(islice(question.candidates(), before if bears else MOST_LOOKED_AT))
        spend(len(looked_at) / TESTS_PER_CLAUSE)
        if bears:
            looked_at = [each for each in looked_at if self._bears(each)]
        looked_at.sort(key=lambda answer: len(set(spaces_of(answer)) - self._named))
        return list(islice(filter(partial(accepts, question), looked_at), self._few))

    def _bears(self, answer: Clause) -> bool:
        """Check whether an answer may bear on the refusal by its space."""
        spaces = spaces_of(answer)
        return not spaces or not self._about.isdisjoint(spaces)

    # -- other answers ----------------------------------------------------------------------------

    def other_answers(self) -> Iterator[Change]:
        """Yield the changes by which a question gets another answer, or one more."""
        for asked in self.questions():
            if self._at - asked.at <= MOST_BACK:
                yield from self._answers_to(asked)

    def _answers_to(self, asked: _Asked) -> Iterator[Change]:
        at, question = asked.at, asked.question
        is_here, takes = at == self._at, asked.taken is not None
        old = self._words[at] if at < len(self._words) and not self._lacks else None
        answers = [each for each in self._some_answers(question, not is_here) if asked.is_about_opened(each)]
        near = [clause for _, clause in self._words[max(at - 1, 0) : at + 1]]
        for answer in answers:
            if is_here or not takes:
                yield self.inserted(asked, answer)._replace(size=_size_of_addition(question, answer, near))
        if old is None or not (is_here or takes):
            return
        if old[0] != question.who and accepts(question, old[1]):
            end = next(
                (i for i, said in enumerate(self._words) if i > at and said[0] is not old[0]),
                len(self._words),
            )
            end = min(end, _part_of(self._words, at)[1])
            for to in dict.fromkeys((at + 1, end)):
                spoken = tuple([(Faction(question.who), clause) for _, clause in self._words[at:to]])
                yield Change(ANOTHER_SPEAKER, self._at - at, "changed", at, to, spoken)
        if is_here and isinstance(old[1], Verb):
            yield from self._other_verbs(question, answers)
        for size, other in _replacements(question, answers, old):
            if not asked.is_about_opened(other):
                continue
            again = (question.who, other) in self._words and not isinstance(other, At)
            words = self._said(asked, other)
            yield Change(SAID_ALREADY if again else size, self._at - at, "changed", at, at + 1, words)

    def _other_verbs(self, question: Question, answers: Sequence[Clause]) -> Iterator[Change]:
        """Yield the changes that name another verb for the spaces of a refused one."""
        end = _part_of(self._words, self._at)[1]
        part = self._words[self._at + 1 : end]
        spaces: dict[Said, None] = dict.fromkeys(
            [(who, At(name)) for who, clause in part if (name := space_of(clause))]
        )
        for answer in answers:
            if isinstance(answer, Verb) and spaces:
                words = ((Faction(question.who), answer), *spaces)
                yield Change(ANOTHER_VERB, 0, "changed", self._at, end, words)

    def inserted(self, asked: _Asked, answer: Clause) -> Change:
        """Return the insertion of an answer to a question."""
        size = EditSize(WHOLE, 0)
        return Change(size, self._at - asked.at, "inserted", asked.at, asked.at, self._said(asked, answer))

    @staticmethod
    def _said(asked: _Asked, answer: Clause) -> Words:
        who, about = Faction(asked.question.who), spaces_of(answer)
        opened = [name for name in asked.opened if space_of(name) not in about]
        return tuple([(who, clause) for clause in (*opened, answer)])

    # -- fewer clauses, and another order ---------------------------------------------------------

    def without_clauses(self) -> Iterator[Change]:
        """Yield the changes that leave clauses out."""
        words = self._words
        if self._code in ONCE and self._at < len(words):
            end = _part_of(words, self._at)[1] if isinstance(words[self._at][1], Verb) else self._at + 1
            yield Change(ONCE_IS_ENOUGH, 0, "dropped", self._at, end, ())
        if 0 < self._at < len(words) and isinstance(words[self._at][1], Verb):
            yield Change(A_CLAUSE_OUT, 0, "dropped", self._at, _part_of(words, self._at)[1], ())
        for at in range(max(1, self._at - MOST_BACK), min(self._at + 1, len(words))):
            if not _may_go(words, at):
                continue
            yield Change(_left_out(words, at), self._at - at, "dropped", at, at + 1, ())
            begins, ends = _part_of(words, at)
            name = space_of(words[at][1])
            part = tuple([said for said in words[begins:ends] if space_of(said[1]) != name])
            if name and len(part) < ends - begins - 1:
                yield Change(A_SPACE_OUT, self._at - at, "dropped", begins, ends, part)

    def in_other_order(self) -> Iterator[Change]:
        """Yield the changes by which segments change places, or the refused clause moves."""
        words, at = self._words, self._at
        starts = [place for place, (_, clause) in enumerate(words) if isinstance(clause, Verb)]
        parts = [words[start:end] for start, end in pairwise([*starts, len(words)])]
        for order in _other_orders(parts[:MOST_SEGMENTS]):
            instead = tuple([said for part in (*order, *parts[MOST_SEGMENTS:]) for said in part])
            yield Change(SEGMENTS_IN_ORDER, 0, "moved", 0, len(words), instead)
        if at >= len(words) or isinstance(words[at][1], Verb):
            return
        begins, ends = _part_of(words, at)
        for to in range(max(begins + 1, at - MOST_MOVED), at):
            yield Change(A_CLAUSE_MOVED, at - to, "moved", to, at + 1, (words[at], *words[to:at]))
        for to in range(at + 1, min(ends, at + MOST_MOVED)):
            yield Change(A_CLAUSE_MOVED, 0, "moved", at, to + 1, (*words[at + 1 : to + 1], words[at]))
            yield Change(A_CLAUSE_MOVED, 0, "moved", at, to + 1, (words[to], *words[at:to]))


def _other_orders(parts: Sequence[Words]) -> Iterator[Sequence[Words]]:
    """Yield the segments with two of them in each other's place, or with one moved."""
    for one, other in permutations(range(len(parts)), 2):
        moved = [part for at, part in enumerate(parts) if at != one]
        yield [*moved[:other], parts[one], *moved[other:]]
        if one < other:
            order = list(parts)
            order[one], order[other] = parts[other], parts[one]
            yield order


def shortenings(refused: RefusedWords) -> Iterator[Change]:
    """Yield the changes that leave out a part of the refused segment, the segment, or all that follows.

    As much as possible of the refused segment is kept.
    """
    words, at = refused.words, refused.at
    begins, ends = _part_of(words, at)
    cuts = [*[(to, ends) for to in range(at, begins + 1, -1)], (begins, ends)]
    cuts += [(at, len(words)), (begins, len(words))]
    for start, end in cuts:
        if start:
            yield Change(EditSize(WHOLE * (end - start), 0), 0, "dropped", start, end, ())


def _taken(question: Question, said: Said) -> Taken | None:
    """Return the accepted answer of a clause to a question; None if it is not accepted."""
    who, clause = said
    if who != question.who and not question.by_chance:
        return None
    taken = question.take(clause)
    return taken if isinstance(taken, Taken) else None


def _pieces_of(clause: Clause) -> int:
    """Return the number of pieces that a clause is about."""
    return number_named(getattr(clause, "pieces", ()))


def _is_required(question: Question) -> bool:
    return not question.optional and not need_not_be_said(question)


def _replacements(
    question: Question, answers: Sequence[Clause], old: Said
) -> Iterator[tuple[EditSize, Clause]]:
    """Yield clauses that may answer a question in place of the old clause, each with the size of the change.

    A die that answers the question is not changed. A verb replaces only a verb, or the option with its name.
    """
    clause = old[1]
    if isinstance(clause, Roll) and accepts(question, clause):
        return
    for other in islice(slips(clause), MOST_SLIPS):
        if accepts(question, other):
            yield change(clause, other), other
    for answer in answers:
        alike = isinstance(answer, Verb) is isinstance(clause, Verb) or is_the_same_word(clause, answer)
        if answer != clause and alike:
            yield change(clause, answer), answer


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
    return A_CLAUSE_OUT


def _size_of_addition(question: Question, answer: Clause, near: Sequence[Clause]) -> EditSize:
    """Return the size of the change that adds a clause.

    It is smaller for a required answer, and for an answer about the space of an adjacent clause.
    """
    if isinstance(answer, Verb):
        return EditSize(WHOLE, 8)
    about = set(spaces_of(answer))
    beside = not about or any(about <= set(spaces_of(clause)) for clause in near)
    return EditSize(WHOLE, (3 if beside else 6) - 2 * (not question.optional))
